// Arranges the lines of a PDF as headings, items, rows and paragraphs. The tags of the file decide, or else places
// and sizes.

import { quoteNote } from "./document-text.ts";
import { readPageLines } from "./pdf-columns.ts";
import {
  BULLET,
  findUsual,
  isNear,
  joinCells,
  NUMBER,
  type PdfLine,
  type PdfPiece,
  UNNAMED,
} from "./pdf-lines.ts";
import { omitMargins } from "./pdf-margins.ts";
import { type PdfTag, readTaggedLines } from "./pdf-tags.ts";
import { type Block, createRows, formatItemMark, printBlocks } from "./text-structure.ts";

export type PdfPage = {
  pieces: readonly PdfPiece[];
  width: number;
  tree: PdfTag | null;
};

/** Lines of a sentence stand farther apart if the number of a note is between them. */
const PARAGRAPH_STEP = { usual: 1.6, inSentence: 1.9 };
const LONG = 0.6;
const HEADING = { larger: 1.15, longest: 100 };
/** By its tags, else by places, sizes and fonts. */
export function readPdfText(
  pages: readonly PdfPage[],
  dividesWords: boolean,
): { text: string; notes: string[] } {
  const { pages: inner, omitted } = omitMargins(pages.map(({ pieces }) => pieces));
  const tagged = pages.map(({ tree }, page) => tree && readTaggedLines(inner[page] ?? [], tree));
  const isTagged = !tagged.includes(null);
  const all = pages.flatMap(({ width }, page) => {
    const own = isTagged ? tagged[page] : readPageLines(inner[page] ?? [], width);
    return (own ?? []).map((line) => ({ ...line, page }));
  });
  const margins = omitted.map(quoteNote).join(", ");
  const notes = margins === "" ? [] : [`heads and feet of pages are omitted: ${margins}`];
  notes.push(...pages.flatMap((_, page) => omitUnnamed(all, page)));
  const shown = all.filter((line) => joinCells(line) !== "");
  const lines = [...shown.filter(({ isNote }) => !isNote), ...shown.filter(({ isNote }) => isNote)];
  return { text: printBlocks(arrangeBlocks(lines, createJoiner(lines, dividesWords))), notes };
}

/** Omits icons, except the first of a line, which is the mark of an item. */
function omitUnnamed(lines: readonly PdfLine[], page: number): string[] {
  const beside: string[] = [];
  let count = 0;
  for (const cell of lines.flatMap((line) => (line.page === page ? line.cells : []))) {
    const found = cell.text.match(UNNAMED)?.length ?? 0;
    if (found === 0) continue;
    count += found;
    cell.text = cell.text.replaceAll(UNNAMED, "").replaceAll(/ +/g, " ").trim();
    if (cell.text !== "") beside.push(cell.text);
  }
  if (count === 0) return [];
  const symbols = count === 1 ? "1 symbol is" : `${count} symbols are`;
  const place = beside.length === 0 ? "" : `, next to ${quoteNote(beside.join(", "))}`;
  return [`page ${page + 1}: ${symbols} not read${place}`];
}

const CJK =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]";
const IN_CJK = new RegExp(`${CJK}\n${CJK}`, "u");
const LEAST_DIVIDED = 3;
const SOFT_HYPHEN = "\u00AD";

type Joiner = (before: string, after: string) => string;

function createJoiner(lines: readonly PdfLine[], dividesWords: boolean): Joiner {
  const text = lines.map(joinCells).join("\n");
  const words = new Set(text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu));
  const isOften =
    dividesWords || (text.match(/\p{Ll}[-‐]\n\p{Ll}/gu) ?? []).length >= LEAST_DIVIDED;
  return (before, after) => {
    if (IN_CJK.test(`${before.slice(-1)}\n${after.slice(0, 1)}`)) return before + after;
    if (before.endsWith(SOFT_HYPHEN)) return before.slice(0, -1) + after;
    if (!/\S[-‐–—]$|:\/\/\S{0,200}\/$/.test(before)) return `${before} ${after}`;
    const [, first = "", second] =
      /(?<![\p{L}\p{N}-])([\p{L}\p{N}-]+)[-‐]\n(\p{Ll}+)/u.exec(`${before}\n${after}`) ?? [];
    const isDivided =
      second !== undefined &&
      !words.has(`${first}-${second}`) &&
      (isOften || before.endsWith("‐") || words.has(first + second));
    return (isDivided ? before.slice(0, -1) : before) + after;
  };
}

/** A line continues in the next one if the first word there had no room in it, or if its sentence does. */
function isFull(line: PdfLine, next: PdfLine): boolean {
  const { cells, left, right, end } = line;
  const letter = (right - left) / (cells[0]?.text.length || 1);
  const [word = ""] = (next.cells[0]?.text ?? "").split(/\s/);
  if (cells.length > 1) return false;
  return end - right < letter * (1.25 * word.length + 1) || (isLong(line) && isMiddle(line, word));
}

function isLong({ left, right, end }: PdfLine): boolean {
  return right - left > LONG * (end - left);
}

/** Whether this word continues a sentence. */
function isMiddle(line: PdfLine, word: string): boolean {
  return /^\p{Ll}[^@/]*$/u.test(word) && !/[.!?:;]$/.test(joinCells(line));
}

const IS_BOLD = /bold|black|heavy|demi|medi|CMBX|SFBX/i;
/** Headings are larger than the text, or whole bold lines. The highest is 1, and text is 0. */
function createLevels(lines: readonly PdfLine[]): (line: PdfLine, isAlone: boolean) => number {
  const { size: body = 1, font = "" } = findUsual(lines.flatMap(({ pieces }) => pieces)) ?? {};
  const isLarge = ({ size }: PdfLine) => size >= HEADING.larger * body;
  const isOther = (piece: PdfPiece) => IS_BOLD.test(piece.font) && !IS_BOLD.test(font);
  const sizes = new Set(lines.filter(isLarge).map(({ size }) => size));
  const signs: (number | string)[] = [...sizes].toSorted((a, b) => b - a);
  return (line, isAlone) => {
    const text = joinCells(line);
    const isSmall =
      isAlone &&
      line.mark.replace(UNNAMED, "") === "" &&
      line.cells.length === 1 &&
      !/[.,;]$/.test(text) &&
      line.pieces.every(isOther);
    const sign = isLarge(line) ? line.size : isSmall ? line.pieces[0]?.font : undefined;
    if (sign === undefined || text.length > HEADING.longest) return 0;
    if (!signs.includes(sign)) signs.push(sign);
    return signs.indexOf(sign) + 1;
  };
}

type PdfBlock = Block & { line: PdfLine };

/** Whether a line is in the paragraph of the one before it, and in its sentence. A gap is also to another column or page. */
function followLine(
  line: PdfLine,
  before: PdfLine | undefined,
  last: PdfBlock | undefined,
): { isGap: boolean; flows: boolean; goesOn: boolean } {
  const { known, size, page, y } = line;
  if (!before) return { isGap: true, flows: known?.isFirst === false, goesOn: false };
  const isElsewhere = before.page !== page || before.y < y;
  const text = joinCells(line);
  const isInside = isLong(before) && isMiddle(before, text.split(" ")[0] ?? "");
  const most = isInside ? PARAGRAPH_STEP.inSentence : PARAGRAPH_STEP.usual;
  const isGap = isElsewhere || before.y - y > most * Math.max(before.size, size);
  const isOpen = last?.line.size === size && !/[.!?:]$/.test(last.text);
  const isRest = isElsewhere ? isOpen && (/^\p{Ll}/u.test(text) || isFull(before, line)) : !isGap;
  const isJoined = isElsewhere && known?.kind === before.known?.kind && isRest;
  const flows = known && !isJoined ? !known.isFirst : isRest;
  const goesOn = flows && (isFull(before, line) || (isElsewhere && isLong(before)));
  return { isGap, flows, goesOn };
}

/** The columns of the table above that a row has, or its own if it has as many. */
function findColumns({ cells }: PdfLine, last: PdfBlock | undefined): PdfLine["cells"] | null {
  const table = last?.kind === "row" ? last.line.cells : [];
  const isInTable = cells.every((cell) => table.some(({ left }) => isNear(left, cell.left)));
  if (cells.length < table.length && isInTable) return table;
  return cells.length === table.length ? cells : null;
}

function arrangeBlocks(lines: readonly PdfLine[], join: Joiner): Block[] {
  const arranger = new BlockArranger(lines, join);
  for (const [at, line] of lines.entries()) arranger.add(line, lines[at - 1], lines[at + 1]);
  return arranger.blocks;
}

/** Makes headings, rows, items and paragraphs of lines. What stands before a line decides whether it begins one. */
class BlockArranger {
  readonly blocks: PdfBlock[] = [];
  readonly #join: Joiner;
  readonly #findLevel: (line: PdfLine, isAlone: boolean) => number;
  readonly #hasHeadings: boolean;
  /** Where the items around the next line begin. */
  #items: number[] = [];

  constructor(lines: readonly PdfLine[], join: Joiner) {
    this.#join = join;
    this.#findLevel = createLevels(lines);
    this.#hasHeadings = lines.some(({ known }) => known?.kind === "heading");
  }

  add(line: PdfLine, before: PdfLine | undefined, after: PdfLine | undefined): void {
    const { known, mark, left, cells, size } = line;
    const last = this.blocks.at(-1);
    const words = this.#joinLines(joinCells(line));
    const text = NUMBER.test(mark) ? `${mark} ${words}` : words;
    const { isGap, flows, goesOn } = followLine(line, before, last);
    const isBelow = last?.kind === "item" && isNear(left, last.line.left);
    const isBeside = [before, after].some((each) => each?.cells.length === cells.length);
    const columns = findColumns(line, last);
    const isRow = known ? known.kind === "row" : cells.length > 1 && (isBeside || columns !== null);
    const isTagged = known && (this.#hasHeadings || known.kind !== "paragraph");
    const isAlone = isGap || !goesOn || last?.kind === "heading";
    const level = isTagged ? known.level : isRow ? 0 : this.#findLevel(line, isAlone);
    const isItem = known ? known.kind === "item" && known.isFirst : mark !== "";
    const isWrapped =
      goesOn && last?.kind !== "heading" && !BULLET.test(mark) && !(isBelow && mark !== "");
    const isInItem = flows && last?.kind === "item" && left > last.line.left && !isBelow;
    if (last?.kind !== "item") this.#items = [];
    if (level > 0 && last?.kind === "heading" && goesOn && before?.size === size)
      last.text = this.#join(last.text, text);
    else if (level > 0)
      this.blocks.push({ kind: "heading", text: `${"#".repeat(level)} ${text}`, line });
    else if (isRow) this.#addRow(line, last, columns);
    else if (isItem && !isWrapped) this.#addItem(line, words);
    else if (last && last.kind !== "heading" && (goesOn || isInItem))
      last.text = this.#join(last.text, text);
    else if (last?.kind === "paragraph" && flows) last.text += `\n${text}`;
    else this.blocks.push({ kind: "paragraph", text, line });
  }

  #joinLines(text: string): string {
    return text.split("\n").reduce(this.#join);
  }

  #addRow(line: PdfLine, last: PdfBlock | undefined, columns: PdfLine["cells"] | null): void {
    const { known, cells } = line;
    const isShort = columns !== null && columns !== cells;
    const row = isShort
      ? columns.map(({ left }) => cells.find((cell) => isNear(cell.left, left))?.text ?? "")
      : cells.map(({ text }) => text);
    const above = known || columns ? last : undefined;
    const rows = createRows(row.map(this.#joinLines, this), above);
    const owner = isShort && last ? last.line : line;
    this.blocks.push(...rows.map((each) => ({ ...each, line: owner })));
  }

  #addItem(line: PdfLine, words: string): void {
    const start = line.cells[0]?.left ?? 0;
    const around = this.#items.filter((each) => each < start && !isNear(each, start));
    this.#items = [...around, start];
    const [, number] = NUMBER.exec(line.mark) ?? [];
    const own = formatItemMark(this.#items.length, number === undefined ? "-" : `${number}.`);
    this.blocks.push({ kind: "item", text: own + words, line });
  }
}
