// Gives the text of a document its form: one kind of characters and line ends, a short name, and no line of the template.

import type { Problem } from "../../errors.ts";
import { hashSha256 } from "../../text/sha256.ts";
import type { Document } from "../schema/scenario.ts";

/** Most characters of text one document may have: 409,600. */
export const MOST_TEXT = 400 * 1024;

/** LF, NFC, no control, bidi or other invisible characters, no trailing spaces. */
export function normaliseText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\v\f\u0085\u2028\u2029]/g, " ")
    .replaceAll(/[\0-\x08\x0E-\x1F\x7F-\x9F]/g, "")
    .replaceAll(
      /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]|\p{Co}/gu,
      "",
    )
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
    .normalize("NFC")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

const LONGEST_QUOTE = 120;

/** Words that a note about a document names. */
export function quoteNote(text: string): string {
  const plain = normaliseText(text).replaceAll(/\s+/g, " ").trim();
  return `"${plain.length > LONGEST_QUOTE ? `${plain.slice(0, LONGEST_QUOTE)}...` : plain}"`;
}

export function toDocumentName(fileName: string): string {
  const safe = fileName
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replaceAll(/^[-.]+|-+$/g, "");
  return safe === "" ? "document" : safe;
}

export function chooseUniqueName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let candidate = name;
  for (let n = 2; used.has(candidate.toLowerCase()); n++) candidate = `${stem}-${n}${ending}`;
  return candidate;
}

export function makeDocument(parts: Omit<Document, "sha256">): Document {
  const { name, title, subject, fileSha256, text } = parts;
  const document = { name, title, subject, sha256: hashSha256(text), text };
  return fileSha256 === undefined ? document : { ...document, fileSha256 };
}

export const FILL_IN = "[Fill in:";

/** Without this check a meeting would deliberate on the form. */
export function listUnwritten(documents: readonly Document[]): Problem[] {
  return documents.flatMap(({ name, text }) => {
    const found = text
      .split("\n")
      .flatMap((line, index) => (line.trim().startsWith(FILL_IN) ? [index + 1] : []));
    const [first, ...others] = found;
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : `, and so are lines ${others.join(", ")}`;
    return [
      {
        place: { file: name, line: first },
        message: `the line is still the template's${more}`,
        remedy: "Replace it with your own text, or delete it.",
      },
    ];
  });
}
