// Removes control characters and escape sequences from text of models and documents, so that it can
// be printed. All output passes through it.

/** A model's or a document's text made safe to print: no control characters, escape sequences or direction overrides. Keeps line breaks. */
export function sanitize(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(ESCAPE_SEQUENCE, "")
    .replace(/\t/g, "  ")
    .replace(UNPRINTABLE, "");
}

export function sanitizeLine(text: string): string {
  return sanitize(text).replace(/\s+/gu, " ").trim();
}

/** For a cell of any table. No line break begins another row, and no drawn border another column. */
export function sanitizeCell(text: string): string {
  return sanitizeLine(text.replace(BOX_SIDE, "|").replace(BOX_LINE, "-"));
}

/** Vertical strokes of box drawing, and the other characters of its block. */
const BOX_SIDE = /[\u2502\u2503\u2506\u2507\u250a\u250b\u2551]/g;
const BOX_LINE = /[\u2500-\u257f]/g;

/** Each line break becomes one blank and other blanks stay, for lines that are already laid out. */
export function sanitizeRow(text: string): string {
  return sanitize(text).replaceAll("\n", " ");
}

/** Keeps only this program's own colors and weights. */
export function sanitizeDrawn(text: string): string {
  return text
    .split(DRAWN)
    .map((part, index) => (index % 2 === 1 ? part : sanitize(part)))
    .join("");
}

/** The same JSON, with terminal control characters as escapes. */
export function sanitizeJson(json: string): string {
  return json.replace(UNPRINTABLE, escapeCharacter);
}

/** For text whose escape sequences are already removed. */
export function dropUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, "");
}

function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

const DRAWN = /(\x1b\[(?:0|1|2|22|3[1-69])m)/;

/** Whole sequences only: an unfinished one loses its escape character and cannot swallow the text after it. */
const ESCAPE_SEQUENCE =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-Z\\^-~]/g;

/** C0 and C1 apart from the line feed, direction marks and overrides, invisible separators, the tag block. */
const UNPRINTABLE =
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
