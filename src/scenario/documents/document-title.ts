import { capital } from "../../text/plain.ts";

const LONGEST_HEADING = 120;
const LONGEST_LINE = 80;

export function titleOf(text: string, fileName: string): string {
  const lines = withoutFrontMatter(text.split("\n"));
  const heading = /\.txt$/i.test(fileName) ? "" : plain(firstHeading(lines) ?? "");
  if (heading.length <= LONGEST_HEADING && isTitle(heading)) return heading;
  const line = plain(firstLine(lines) ?? "");
  if (line.length <= LONGEST_LINE && isTitle(line)) return line;
  return isOfPerson(heading) || isOfPerson(line) ? nameInFile(fileName) : readableName(fileName);
}

const NO_NAME = /^(?:curriculum vitae|cv|r[eé]sum[eé]|lebenslauf)$/i;
const CONTACT = /^(?:tel|phone|mobile|e-?mail|address)\b/i;

function isOfPerson(line: string): boolean {
  return NO_NAME.test(line) || CONTACT.test(line);
}

/** A person's name, as far as the file's name holds one: without words such as cv and final, and without numbers. */
function nameInFile(fileName: string): string {
  const words = readableName(fileName).split(" ");
  const name = words.filter(
    (word) =>
      !/^(?:cv|vitae|curriculum|r[eé]sum[eé]|lebenslauf|final|new|copy|version|v)?\W*\d*\W*$/i.test(word),
  );
  return name.length === 0 ? readableName(fileName) : capital(name.join(" "));
}

function readableName(fileName: string): string {
  const words = fileName
    .replace(/(?<=.)\.[^.]*$/, "")
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replaceAll(/[^\p{L}\p{M}\p{N}.'’()]+/gu, " ")
    .trim()
    .split(" ")
    .map((word) => (/^[bcdfghjklmnpqrstvwxz]{2,4}\d*$/.test(word) ? word.toUpperCase() : word))
    .join(" ");
  return words === "" ? "Document" : capital(words);
}

function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  if (lines[0] !== "---") return lines;
  return lines.slice(lines.indexOf("---", 1) + 1);
}

function firstHeading(lines: readonly string[]): string | undefined {
  let isFenced = false;
  for (const [index, line] of lines.entries()) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    if (isFenced) continue;
    if (/^ {0,3}#\s+\S/.test(line)) return line;
    if (/^=+$/.test(lines[index + 1] ?? "") && line.trim() !== "") return line;
  }
  return undefined;
}

function firstLine(lines: readonly string[]): string | undefined {
  const index = lines.findIndex((line) => line.trim() !== "");
  return /^\s*\p{Ll}/u.test(lines[index + 1] ?? "") ? undefined : lines[index];
}

function plain(line: string): string {
  return line
    .replace(/^\s*#{1,6}\s+/, "")
    .replace(/\s+#+\s*$/, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*+|`+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function isTitle(line: string): boolean {
  return !isOfPerson(line) && /\p{L}{2}/u.test(line) && !/[.,;:!]$|^[-+>|<{[]|@|:\/\//.test(line);
}
