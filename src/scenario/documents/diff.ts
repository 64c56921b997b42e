// Reads unified diffs: which line of which file each of their lines is, what they change, and what such a change is called.

import { rememberResults } from "../files/remember.ts";

/** One line of a hunk. A removed line is one of the old file, and any other one of the new file. */
type DiffLine = { file: string; line: number; side: "added" | "kept" | "removed" };

type Diff = {
  /** For each line of the text; none outside hunks. */
  lines: readonly (DiffLine | undefined)[];
  files: readonly string[];
  /** The first line of a combined diff of a merge, whose lines have several signs; 0 if there is none. */
  combinedAt: number;
};

export const readDiff = rememberResults(4_000_000, (text): Diff => new DiffReader().read(text));

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

class DiffReader {
  private files = new Set<string>();
  private combinedAt = 0;
  private old = { file: "", line: 0, left: 0 };
  private now = { file: "", line: 0, left: 0 };
  /** Whether paths begin with a/ and b/. */
  private isPrefixed = true;

  read(text: string): Diff {
    const lines = text.split("\n").map((line, index) => {
      const known = this.readHunkLine(line);
      if (known === "outside") this.readHeader(line, index + 1);
      return known === "outside" || known === "remark" ? undefined : known;
    });
    return { lines, files: [...this.files], combinedAt: this.combinedAt };
  }

  /** A hunk ends by the counts in its header, since lines of files may look like headers. */
  private readHunkLine(line: string): DiffLine | "outside" | "remark" {
    const { old, now } = this;
    if (old.left === 0 && now.left === 0) return "outside";
    const sign = line.charAt(0);
    if (sign === "\\") return "remark";
    if (sign === "-" && old.left > 0) {
      old.left -= 1;
      return { file: old.file, line: old.line++, side: "removed" };
    }
    if (sign === "+" && now.left > 0) {
      now.left -= 1;
      return { file: now.file, line: now.line++, side: "added" };
    }
    if ((sign === " " || sign === "") && old.left > 0 && now.left > 0) {
      old.left -= 1;
      old.line += 1;
      now.left -= 1;
      return { file: now.file, line: now.line++, side: "kept" };
    }
    old.left = 0;
    now.left = 0;
    return "outside";
  }

  private readHeader(line: string, at: number): void {
    const [word = ""] = /^(?:diff --git|(?:rename|copy) to|---|\+\+\+)(?= )/.exec(line) ?? [];
    const rest = line.slice(word.length + 1);
    const [, oldLine, oldCount = "1", newLine, newCount = "1"] = HUNK.exec(line) ?? [];
    if (newLine !== undefined && this.now.file !== "") {
      Object.assign(this.old, { line: Number(oldLine), left: Number(oldCount) });
      Object.assign(this.now, { line: Number(newLine), left: Number(newCount) });
    } else if (/^(?:diff --(?:cc|combined) |@@@ )/.test(line)) this.combinedAt ||= at;
    else if (word === "diff --git") this.beginFile(rest);
    else if (word.endsWith(" to")) this.files.add(unquote(rest));
    else if (word === "---") this.old.file = this.readPath(rest);
    else if (word === "+++") {
      const { old } = this;
      const file = this.readPath(rest) || old.file;
      this.now.file = file;
      old.file ||= file;
      this.files.add(file);
    }
  }

  /** `a/x b/x`, or `x x` if git writes no prefixes. Of renamed files, another line tells the name. */
  private beginFile(names: string): void {
    this.old.file = "";
    this.now.file = "";
    const middle = names.length >> 1;
    const [left, right] = [names.slice(0, middle), names.slice(middle + 1)].map(unquote);
    this.isPrefixed = left !== right;
    if (left !== undefined && left.slice(2) === right?.slice(2)) this.files.add(this.drop(left));
  }

  /** "" for the missing side of a new or deleted file. */
  private readPath(rest: string): string {
    const path = unquote(rest.replace(/\t.*$/, "").trimEnd());
    return path === "/dev/null" ? "" : this.drop(path);
  }

  private drop(path: string): string {
    return this.isPrefixed ? path.replace(/^[abciow]\//, "") : path;
  }
}

/** Git writes names with unusual characters in quotation marks, their bytes in octal. */
function unquote(name: string): string {
  const [, inner] = /^"(.*)"$/.exec(name) ?? [];
  if (inner === undefined) return name;
  const bytes = inner.replaceAll(/\\(\d{3})|\\(.)/g, (_, octal?: string, sign = "") =>
    octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (ESCAPED[sign] ?? sign),
  );
  return /[^\0-\xFF]/.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString();
}

const ESCAPED: Readonly<Record<string, string>> = { t: "\t", n: "\n" };

/** The subject of a mail with a patch, or else the files that it changes. Null if the text is no diff. */
export function findDiffTitle(text: string): string | null {
  const [head = ""] = text.split(/^(?:diff |--- )/m, 1);
  const [, subject] = /^Subject: *(.*(?:\n[ \t].*)*)/m.exec(head) ?? [];
  const named = subject?.replaceAll(/\?=\s+=\?/g, "?==?").replaceAll(/\s+/g, " ");
  const plain = named?.replaceAll(ENCODED, decodeWord).replace(/^(?:\[[^\]]*\] *)+/, "");
  if (plain) return plain;
  const { files } = readDiff(text);
  const more = files.length > 1 ? ` and ${files.length - 1} more` : "";
  return files.length === 0 ? null : `Change to ${files[0]}${more}`;
}

/** Of a mail's header: `=?UTF-8?q?Caf=C3=A9?=`. */
const ENCODED = /=\?utf-8\?([qb])\?([^?]*)\?=/gi;

function decodeWord(_: string, way: string, word: string): string {
  if (way.toLowerCase() === "b") return Buffer.from(word, "base64").toString();
  const bytes = word
    .replaceAll("_", " ")
    .replaceAll(/=([\dA-F]{2})/gi, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, "latin1").toString();
}
