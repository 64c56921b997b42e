import { sha256 } from "../../text/sha256.ts";
import type { Document } from "../schema/scenario.ts";

/** Most characters of text one document may have: 409,600. */
export const MOST_TEXT = 400 * 1024;

/** LF, NFC, no control, bidi or other invisible characters, no trailing spaces. */
export function normaliseText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\v\f\u0085\u2028\u2029]/g, " ")
    .replaceAll(/[\0-\x08\x0E-\x1F\x7F-\x9F]/g, "")
    .replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu, "")
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
    .normalize("NFC")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

/** Breaks lines of more than `width` characters at word ends, so that a cited line is a passage. */
export function wrapLines(text: string, width = 100): string {
  return text
    .split("\n")
    .flatMap((line) => wrapLine(line, width))
    .join("\n");
}

export function documentName(fileName: string): string {
  const safe = fileName
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replaceAll(/^[-.]+|-+$/g, "");
  return safe === "" ? "document" : safe;
}

export function uniqueName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let candidate = name;
  for (let n = 2; used.has(candidate.toLowerCase()); n++) candidate = `${stem}-${n}${ending}`;
  return candidate;
}

export function makeDocument(parts: Omit<Document, "sha256">): Document {
  const { name, title, subject, text } = parts;
  return { name, title, subject, sha256: sha256(text), text };
}

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const indent = line.slice(0, line.search(/[^ ]|$/));
  const lines: string[] = [];
  let current = "";
  for (const word of line.slice(indent.length).split(" ")) {
    if (current !== "" && indent.length + current.length + 1 + word.length > width) {
      lines.push(indent + current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  return [...lines, indent + current];
}
