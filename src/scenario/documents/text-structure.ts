type Block = { readonly kind: "heading" | "item" | "row" | "paragraph"; readonly text: string };

/** Headings as in Markdown, list items with a hyphen, rows of tables on a line each; a blank line between other parts. */
function textOf(blocks: readonly Block[]): string {
  return blocks
    .filter(({ text }) => text !== "")
    .map(({ kind, text }, index, all) => {
      const isSame = kind === all[index - 1]?.kind && (kind === "item" || kind === "row");
      return `${index === 0 ? "" : isSame ? "\n" : "\n\n"}${text}`;
    })
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

export const TITLE_CLASS = "title";

/** Of the simple HTML that mammoth makes of a Word document. */
export function textOfHtml(html: string): string {
  const blocks: Block[] = [];
  let text = "";
  let cells: string[] | null = null;
  /** Of each list that is open, the number of its last item, null without numbers. */
  const lists: (number | null)[] = [];
  let isTitle = false;
  const below = html.includes(`class="${TITLE_CLASS}"`) ? 1 : 0;
  const flush = (kind: Block["kind"], mark = "") => {
    const plain = text
      .trim()
      .replaceAll(/ *\t+ */g, " | ")
      .replaceAll(/[^\S\n]+/g, " ");
    if (plain !== "") blocks.push({ kind, text: mark + plain });
    text = "";
  };
  const flushItem = () => {
    const number = lists.at(-1) ?? null;
    if (number !== null && text.trim() !== "") lists[lists.length - 1] = number + 1;
    flush("item", itemMark(lists.length, number === null ? "-" : `${number + 1}.`));
  };
  for (const [token, slash, tag, words = ""] of html.matchAll(/<(\/?)(\w+)[^>]*>|([^<]+)/g)) {
    text += words.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
    const isEnd = slash === "/";
    if (tag === "br") text += "\n";
    else if (tag === "tr" && !isEnd) cells = [];
    else if (tag === "tr") {
      blocks.push(...rowOf(cells ?? [], blocks.at(-1)));
      cells = null;
    } else if ((tag === "td" || tag === "th") && isEnd) {
      cells?.push(text.replaceAll(/\s+/g, " ").trim());
      text = "";
    } else if (cells !== null) text += tag === "p" ? " " : "";
    else if (tag === "ul" || tag === "ol") {
      if (!isEnd) flushItem();
      if (isEnd) lists.pop();
      else lists.push(tag === "ol" ? 0 : null);
    } else if (tag === "li" && isEnd) flushItem();
    else if (tag === "p" && isEnd && lists.length === 0) flush("paragraph");
    else if (tag !== undefined && /^h[1-6]$/.test(tag)) {
      if (isEnd) flush("heading", `${"#".repeat(isTitle ? 1 : Number(tag[1]) + below)} `);
      isTitle = !isEnd && token.includes(`class="${TITLE_CLASS}"`);
    }
  }
  return textOf(blocks);
}

function itemMark(depth: number, mark = "-"): string {
  return `${"  ".repeat(Math.max(0, depth - 1))}${mark} `;
}

/** As in Markdown, with a line below the first row. */
function rowOf(cells: readonly string[], before: Block | undefined): readonly Block[] {
  const row = (each: readonly string[]) => ({ kind: "row", text: `| ${each.join(" | ")} |` }) as const;
  return before?.kind === "row" ? [row(cells)] : [row(cells), row(cells.map(() => "---"))];
}

/** Line by line as in the file: one mark for items, no emphasis, links as their words. Word and PDF files give the same. */
export function textOfMarkdown(text: string): string {
  const nested = text.matchAll(/^( +)(?:[-*+]|\d{1,2}[.)]) /gm);
  const unit = Math.min(...[...nested].map(([, spaces = ""]) => spaces.length));
  let isCode = false;
  return text
    .split("\n")
    .map((line) => {
      if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
      if (isCode) return line;
      const [, spaces = "", number, words] = /^(\s*)(?:[-*+]|(\d{1,2})[.)]) +(.*)$/.exec(line) ?? [];
      const mark = itemMark(1 + spaces.length / unit, number === undefined ? "-" : `${number}.`);
      return withoutMarks(words === undefined ? tidyRow(line) : mark + words);
    })
    .join("\n")
    .replaceAll(/\n\n(?:-{3,}|\*{3,}|_{3,})(?=\n\n)/g, "");
}

function tidyRow(line: string): string {
  if (!/^ *\|.*\| *$/.test(line)) return line;
  const cells = line.trim().slice(1, -1).split("|");
  return `| ${cells.map((cell) => cell.trim().replace(/^:?-+:?$/, "---")).join(" | ")} |`;
}

function withoutMarks(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replaceAll(/<((?:https?:\/\/|mailto:)?[^<>\s]+[.@][^<>\s]+)>/g, "$1")
    .replace(/^> ?/, "")
    .replaceAll(/(`+)(?!`)(.+?)\1(?!`)/g, "$2")
    .replaceAll(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replaceAll(/(?<![\w*])([*_])(?=\S)([^*_]+?)(?<=\S)\1(?![\w*])/g, "$2");
}

/** A piece of a PDF's page as pdf.js tells it; lengths in points. */
export type PdfPiece = {
  readonly str: string;
  readonly height: number;
  readonly width: number;
  /** The last two are its place from the left and from below. */
  readonly transform: readonly number[];
  readonly hasEOL: boolean;
};

type Line = { text: string; size: number; left: number; right: number; y: number };

/** Also the private characters that Word's symbol fonts use. */
const BULLET = /^[•●▪◦‣·∙\uF0A7\uF0B7-]\s+(?:\| )?/;
const NUMBER = /^\d{1,2}[.)] /;
const LEAST_HEADING = 1.15;
const LONGEST_HEADING = 100;
/** Of the size of the letters; narrower gaps are spaces. */
const LEAST_COLUMN_GAP = 1.1;
/** Points from the margin. What lies further right is a column. */
const INDENT = { least: 6, most: 130, same: 14 };

type Sizes = {
  /** Of headings, the largest first. */
  readonly sizes: readonly number[];
  /** Of indented lines, if several lines begin there. */
  readonly indents: readonly number[];
  readonly right: number;
};

/** A PDF knows only places and sizes: larger lines are headings, indented ones items, wide gaps columns. */
export function textOfPdf(pages: readonly (readonly PdfPiece[])[], width: number): string {
  const lines = pages.map(linesOf);
  const all = lines.flat();
  const body = commonSize(all);
  const sizes = [...new Set(all.map(({ size }) => size))]
    .filter((size) => size >= body * LEAST_HEADING)
    .toSorted((a, b) => b - a);
  const margin = Math.min(...all.map(({ left }) => left));
  const lefts = all.filter(({ size }) => !sizes.includes(size)).map(({ left }) => left);
  const indents = [...new Set(lefts)]
    .filter((left) => left > margin + INDENT.least && left < margin + INDENT.most)
    .filter((left) => lefts.indexOf(left) !== lefts.lastIndexOf(left))
    .toSorted((a, b) => a - b)
    .filter((left, index, all) => index === 0 || left - (all[index - 1] ?? 0) > INDENT.same);
  const right = Math.max(width - margin, ...all.map((line) => line.right));
  return lines.map((page) => textOf(blocksOf(page, { sizes, indents, right }))).join("\n\n");
}

function linesOf(pieces: readonly PdfPiece[]): Line[] {
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const { str, height, width, transform, hasEOL } of pieces) {
    const [left = 0, y = 0] = transform.slice(4);
    line ??= { text: "", size: 0, left: Math.round(left), right: 0, y };
    line.text += str.trim() === "" && width > LEAST_COLUMN_GAP * line.size ? " | " : str;
    // A bullet can be larger than its line.
    if (str.trim().length > 1) line.size = Math.max(line.size, Math.round(height * 10) / 10);
    line.right = Math.max(line.right, left + width);
    if (!hasEOL) continue;
    lines.push(line);
    line = null;
  }
  if (line) lines.push(line);
  return lines.filter(({ text }) => text.trim() !== "");
}

function commonSize(lines: readonly Line[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) characters.set(size, (characters.get(size) ?? 0) + text.length);
  return [...characters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

function blocksOf(lines: readonly Line[], { sizes, indents, right }: Sizes): Block[] {
  const blocks: { kind: Block["kind"]; text: string; bullet?: number }[] = [];
  const cellsOf = (line: Line | undefined) => line?.text.split(" | ").map((cell) => cell.trim()) ?? [];
  for (const [index, line] of lines.entries()) {
    const text = line.text.replaceAll(/[^\S\n]+/g, " ").trim();
    const level = text.length > LONGEST_HEADING ? -1 : sizes.indexOf(line.size);
    const before = lines[index - 1];
    const last = blocks.at(-1);
    const isGap = before === undefined || Math.abs(before.y - line.y) > 1.6 * Math.max(before.size, line.size);
    const cells = cellsOf(line);
    const isRow = [before, lines[index + 1]].some((each) => cellsOf(each).length === cells.length);
    const nearest = indents.findLastIndex((left) => left <= line.left);
    const depth = line.left - (indents[nearest] ?? 0) > INDENT.same ? 0 : nearest + 1;
    const mark = itemMark(Math.max(1, depth));
    const isFurtherIn = line.left > (last?.bullet ?? right);
    const continues = before && !isGap && (isFurtherIn || isFull(before, line, right));
    if (level >= 0) blocks.push({ kind: "heading", text: `${"#".repeat(Math.min(6, level + 1))} ${text}` });
    else if (BULLET.test(text))
      blocks.push({ kind: "item", text: text.replace(BULLET, mark), bullet: line.left });
    else if (cells.length > 1 && isRow) blocks.push(...rowOf(cells, last));
    else if (last && last.kind !== "heading" && continues) last.text += ` ${text}`;
    else if (depth > 0)
      blocks.push({
        kind: "item",
        text: NUMBER.test(text) ? `${"  ".repeat(depth - 1)}${text}` : `${itemMark(depth)}${text}`,
      });
    else if (last === undefined || last.kind !== "paragraph" || isGap) blocks.push({ kind: "paragraph", text });
    else last.text += `\n${text}`;
  }
  return blocks;
}

/** A line continues in the next one if the first word there had no room in it. Both margins of a page are alike. */
function isFull({ text, left, right }: Line, next: Line, end: number): boolean {
  const letter = (right - left) / text.length;
  const [word = ""] = next.text.trim().split(/\s/);
  return !text.includes(" | ") && end - right < letter * (1.25 * word.length + 1);
}
