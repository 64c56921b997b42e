// Reads unified diffs: which line of which file each of their lines is, what they change, and what such a change is called.

import { joinFew } from "../../text/plain.ts";
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

/** Some programs drop the blank of an empty line. */
const SIDES: Readonly<Record<string, DiffLine["side"]>> = {
  "+": "added",
  "-": "removed",
  " ": "kept",
  "": "kept",
};

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
    if (line.startsWith("\\")) return "remark";
    const side = SIDES[line.charAt(0)];
    const files = side === "kept" ? [old, now] : side === "removed" ? [old] : [now];
    if (side === undefined || files.some(({ left }) => left === 0)) {
      old.left = 0;
      now.left = 0;
      return "outside";
    }
    for (const file of files) {
      file.left -= 1;
      file.line += 1;
    }
    const { file, line: next } = side === "removed" ? old : now;
    return { file, line: next - 1, side };
  }

  private readHeader(line: string, at: number): void {
    const [, word = "", rest = ""] =
      /^(diff --git|(?:rename|copy) to|---|\+\+\+) (.*)/.exec(line) ?? [];
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
  return inner?.replaceAll(/(?:\\\d{3})+|\\(.)/g, decodeEscapes) ?? name;
}

function decodeEscapes(run: string, sign?: string): string {
  const codes = run.slice(1).split("\\");
  return sign ?? Buffer.from(codes.map((code) => Number.parseInt(code, 8))).toString();
}

/** The subject of a mail with a patch, if it is plain, or else the files that it changes. Null if the text is no diff. */
export function findDiffTitle(text: string): string | null {
  const [head = ""] = text.split(/^(?:diff |--- )/m, 1);
  const [, subject = ""] = /^Subject: *(.*(?:\n[ \t].*)*)/m.exec(head) ?? [];
  const plain = subject.replaceAll(/\s+/g, " ").replace(/^(?:\[[^\]]*\] *)+/, "");
  if (plain !== "" && !plain.includes("=?")) return plain;
  const { files } = readDiff(text);
  return files.length === 0 ? null : `Change to ${joinFew(files, 1)}`;
}
