import type { Problem } from "../../errors.ts";
import { capital } from "../../text/plain.ts";
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
    .replaceAll(/[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu, "")
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
  const { name, title, subject, fileSha256, text } = parts;
  const document = { name, title, subject, sha256: sha256(text), text };
  return fileSha256 === undefined ? document : { ...document, fileSha256 };
}

/** The first heading, if it can be a title; else the name of the file. */
export function titleOf(text: string, fileName: string): string {
  const heading = /\.txt$/i.test(fileName) ? "" : firstHeading(text.split("\n"));
  return /\p{L}{2}/u.test(heading) && !NO_TITLE.test(heading) ? heading : nameInFile(fileName);
}

const LONGEST = 120;
const NO_TITLE = /^(?:curriculum vitae|cv|r[eé]sum[eé]|lebenslauf|(?:tel|phone|mobile|e-?mail|address)\b.*)$/i;

function firstHeading(lines: readonly string[]): string {
  let isFenced = false;
  const from = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  for (const line of lines.slice(from)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const [, words = ""] = isFenced ? [] : (/^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?$/.exec(line) ?? []);
    if (words !== "") return words.length > LONGEST ? "" : words.replaceAll("`", "");
  }
  return "";
}

/** Without words such as cv and final, and without numbers, if others are left. */
function nameInFile(fileName: string): string {
  const words = fileName
    .replace(/(?<=.)\.[^.]*$/, "")
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replaceAll(/[^\p{L}\p{M}\p{N}.'’()]+/gu, " ")
    .trim()
    .split(" ")
    .map((word) => (/^[bcdfghjklmnpqrstvwxz]{2,4}\d*$/.test(word) ? word.toUpperCase() : word));
  const name = words.filter(
    (word) => !/^(?:cv|vitae|curriculum|r[eé]sum[eé]|lebenslauf|final|copy|version|v)?\W*\d*\W*$/i.test(word),
  );
  return capital((name.length === 0 ? words : name).join(" ")) || "Document";
}

export const FILL_IN = "[Fill in:";

/** Without this check a meeting would deliberate on the form. */
export function unwrittenIn(documents: readonly Pick<Document, "name" | "text">[]): Problem[] {
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
