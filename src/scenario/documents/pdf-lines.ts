// Joins the pieces that a PDF draws into lines, with their words, cells and marks of a list.

import type { Block } from "./text-structure.ts";

/** Words that a PDF draws at one place; lengths in points, `y` from below. */
export type PdfPiece = {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
  font: string;
  tag: string;
};

export type PdfLine = {
  pieces: PdfPiece[];
  cells: { text: string; left: number }[];
  mark: string;
  size: number;
  left: number;
  right: number;
  y: number;
  end: number;
  page: number;
  isInCell: boolean;
  known: { kind: Block["kind"]; level: number; isFirst: boolean } | null;
  /** A note at the foot of a page, which would interrupt a sentence. */
  isNote: boolean;
};

/** Glyphs that their font does not name, such as icons. */
export const UNNAMED = /(?:[^\P{Co}\uF0A7\uF0B7]|[\0-\x08\uFFFD])/gu;
/** Also icons, and the letter that Word takes for a circle. */
export const BULLET = /^(?:[•●▪◦‣·∙○■□∗\0\p{Co}*–—-]|o)$/u;
export const NUMBER = /^\(?(\d{1,2})[.)]$/;
const MARKED = /^([•●▪◦‣∙○■□∗\0\p{Co}]|[—–-](?=\s)|\(?\d{1,2}[.)](?=\s)) *(?=\S)/u;
export const GAP = { word: 0.12, aligned: 0.45, column: 1.1, spaced: 2 };
const ALIKE = 1.5;
const ALIGNED = 0.8;
const LEAST_SPACED = 4;
/** The gap between words, in steps from letter to letter; less if the letters of a word are in one piece. */
const LEAST_BETWEEN = { letters: 0.72, words: 0.45 };
const CELL_STEP = 1.4;

export function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 4;
}

export function joinCells({ cells }: PdfLine): string {
  return cells.map(({ text }) => text).join(" | ");
}

/** In the order of drawing, which is that of reading. But a mark drawn later goes to its line, and a cell to its row. */
export function readLines(pieces: readonly PdfPiece[]): PdfLine[] {
  const lines: PdfLine[] = [];
  for (const piece of pieces.filter(({ text }) => text.trim() !== "")) {
    const { left, right, y, size } = piece;
    const isLevel = (line: PdfLine) =>
      Math.abs(line.y - y) < 0.4 * Math.max(size, line.size) || isRaised(piece, line);
    const last = lines.at(-1);
    const row = lines.findLastIndex(
      (line, at) => isLevel(line) && line.right <= left && isTight(lines.slice(at)),
    );
    const marked = isMark(piece) ? lines.filter((line) => isLevel(line) && line.left > left) : [];
    const line =
      last && isLevel(last) ? last : (marked.toSorted((a, b) => a.left - b.left)[0] ?? lines[row]);
    if (!line) {
      const own = {
        cells: [],
        mark: "",
        end: right,
        page: 0,
        isInCell: false,
        known: null,
        isNote: false,
      };
      lines.push({ ...own, pieces: [piece], size, left, right, y });
      continue;
    }
    if (line === lines[row]) for (const each of lines.slice(row + 1)) each.isInCell = true;
    line.pieces.push(piece);
    line.left = Math.min(line.left, left);
    line.right = Math.max(line.right, right);
  }
  for (const line of lines) line.pieces.sort((a, b) => a.left - b.left);
  const isJustified = lines.map((line, at) =>
    [lines[at - 1], lines[at + 1]].some((other) => other && hasLikeGaps(line, other)),
  );
  const wide = lines.map(({ pieces, size }, at) =>
    pieces.flatMap(({ left }, piece) =>
      !isJustified[at] && left - (pieces[piece - 1]?.right ?? left) > GAP.aligned * size
        ? [left]
        : [],
    ),
  );
  for (const [at, line] of lines.entries()) {
    const columns = [...(wide[at - 1] ?? []), ...(wide[at + 1] ?? [])];
    setWords(line, isJustified[at] ? null : columns);
  }
  return joinWrappedCells(lines);
}

/** The number of a note stands higher than the words before it. */
function isRaised({ text, left, y, size }: PdfPiece, line: PdfLine): boolean {
  const isBehind = Math.abs(left - line.right) < 0.3 * line.size;
  return (
    /^\d{1,3}$/.test(text.trim()) &&
    isBehind &&
    y > line.y &&
    y - line.y < line.size &&
    size < line.size
  );
}

export function isMark({ text }: PdfPiece): boolean {
  return BULLET.test(text.trim()) || NUMBER.test(text.trim());
}

function isTight(lines: readonly PdfLine[]): boolean {
  return lines.every(({ y, size }, at) => {
    const step = (lines[at - 1]?.y ?? y) - y;
    return step >= 0 && step < CELL_STEP * size;
  });
}

/** `columns`: where the lines above and below have wide gaps, or null for a justified line. */
function setWords(line: PdfLine, columns: readonly number[] | null): void {
  const [first, ...others] = line.pieces;
  if (!first) return;
  const isMarked = others.length > 0 && isMark(first);
  const [start = first, ...rest] = isMarked ? others : line.pieces;
  line.size = Math.max(start.size, ...rest.map(({ size }) => size));
  line.y = start.y;
  line.mark = isMarked ? first.text.trim() : "";
  const spaced = joinSpacedLetters([start, ...rest]);
  line.cells = [{ text: spaced ?? start.text, left: start.left }];
  if (spaced !== null) return;
  let { right } = start;
  for (const { text, left, ...piece } of rest) {
    const gap = (left - right) / line.size;
    const isAligned = columns?.some((each) => isNear(each, left));
    const least = columns === null ? GAP.spaced : isAligned ? GAP.aligned : GAP.column;
    const cell = line.cells.at(-1);
    if (!cell || gap > least) line.cells.push({ text, left });
    else cell.text += gap > GAP.word ? ` ${text}` : text;
    right = piece.right;
  }
  for (const cell of line.cells) cell.text = cell.text.replaceAll(/\s+/g, " ").trim();
  const [cell] = line.cells;
  const [all = "", mark = ""] = (!isMarked && cell && MARKED.exec(cell.text)) || [];
  if (!cell || mark === "") return;
  line.mark = mark;
  cell.text = cell.text.slice(all.length);
  cell.left += line.size;
}

/** A justified line begins and ends as another one, and its gaps are alike. Rows of a table have theirs at the same places. */
function hasLikeGaps({ pieces, left, right, size }: PdfLine, other: PdfLine): boolean {
  const gaps = pieces.slice(1).map((piece, at) => piece.left - (pieces[at]?.right ?? piece.left));
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  const aligned = pieces.filter((piece) =>
    other.pieces.some((each) => isNear(each.left, piece.left) || isNear(each.right, piece.right)),
  );
  const isRow = other.pieces.length > 1 && aligned.length > ALIGNED * pieces.length;
  const isLevel = isNear(left, other.left) && (isNear(right, other.right) || right > other.right);
  return isLevel && !isRow && most < ALIKE * least + 1 && most < GAP.spaced * size;
}

/** The words of a line whose letters are drawn apart; null for any other line. */
function joinSpacedLetters(pieces: readonly PdfPiece[]): string | null {
  const letters = pieces.flatMap(({ text }) => text.trim().split(/\s+/));
  if (letters.length < LEAST_SPACED || !letters.every((letter) => /^[\p{L}&]$/u.test(letter)))
    return null;
  const gaps = pieces
    .slice(1)
    .map(({ left, size }, at) => (left - (pieces[at]?.right ?? left)) / size);
  if (gaps.some((gap) => gap > GAP.spaced)) return null;
  const usual =
    pieces.map(measureStep).toSorted((a, b) => a - b)[Math.floor(pieces.length / 2)] ?? 0;
  return pieces
    .map(({ text, left }, at) => {
      const word = text.trim().replaceAll(/(?<=\S)\s(?=\S)/g, "");
      const before = pieces[at - 1];
      const least = word.length > 1 ? LEAST_BETWEEN.words : LEAST_BETWEEN.letters;
      return before && left - before.right > least * usual ? ` ${word}` : word;
    })
    .join("")
    .replaceAll(/\s+/g, " ");
}

/** From one letter to the next, in a piece of letters apart. */
function measureStep({ text, left, right, size }: PdfPiece): number {
  const letters = text.trim().split(/\s+/).length;
  return letters > 1 ? (right - left) / (letters - 0.3) : size;
}

function joinWrappedCells(lines: readonly PdfLine[]): PdfLine[] {
  const whole: PdfLine[] = [];
  let y = 0;
  for (const line of lines) {
    const row = whole.at(-1);
    const columns = line.cells.map(({ left }) =>
      row?.cells.find((cell) => isNear(cell.left, left)),
    );
    const step = y - line.y;
    const isBelow = row && row.cells.length > 1 && step > 0 && step < CELL_STEP * line.size;
    const isRest = isBelow && !columns.includes(undefined) && line.mark === "";
    if (isRest && (line.isInCell || !columns.includes(row.cells[0]))) {
      for (const [at, cell] of columns.entries())
        if (cell) cell.text += `\n${line.cells[at]?.text}`;
    } else whole.push(line);
    y = line.y;
  }
  return whole;
}

/** A piece in the size and the font of most of the text. */
export function findUsual(pieces: readonly PdfPiece[]): PdfPiece | undefined {
  const toFontKey = ({ font, size }: PdfPiece) => `${size} ${font}`;
  const characters = new Map<string, number>();
  for (const piece of pieces)
    characters.set(toFontKey(piece), (characters.get(toFontKey(piece)) ?? 0) + piece.text.length);
  const [most] = [...characters].toSorted(([, a], [, b]) => b - a);
  return pieces.find((piece) => toFontKey(piece) === most?.[0]);
}

/** `page`: digits, or a pattern of them. */
export function createPageNumberPattern(page: string): RegExp {
  return new RegExp(`^(?:\\p{L}+ )?[-–]? ?${page}(?: ?(?:/|\\p{L}+) ?\\d+)?(?: ?[-–])?$`, "u");
}
