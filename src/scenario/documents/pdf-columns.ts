/**
 * Finds the order of reading on a page without tags: parts of full width, and the columns between them.
 * `pdf-text.ts` calls it. What a line means is decided there.
 */
import {
  findUsual,
  GAP,
  isMark,
  isNear,
  joinCells,
  type PdfLine,
  type PdfPiece,
  readLines,
} from "./pdf-lines.ts";

/** Words at one height, from left to right. */
type Row = PdfPiece[];
type Sides = { left: Row; right: Row };
type Split = { start: number; first: number; rows: readonly Row[]; letters: number };

/** In points, for long words reach out of their column; in other gaps of a row if columns are drawn row by row. */
const GUTTER = { least: -2, inRows: 1.5, narrow: 0.3 };
/** Lines of each column: if it is drawn at once, and if its sentences tell. */
const LEAST_LINES = { atOnce: 3, inRows: 2 };
/** Lines that a program draws in one column before it goes to the other. In a cell of a table there are fewer. */
const LEAST_IN_TURN = 4;
const LEAST_LETTERS = 6;
const LEAST_CONTINUED = 0.3;
const IS_BOLD = /bold|black|heavy|demi/i;

/** A part of a page: full width or a column, and how far its lines may reach. */
type Part = { pieces: readonly PdfPiece[]; end: number };

/** The parts of a part in the order of reading. */
function splitColumns({ pieces, end }: Part): Part[] {
  const rows = listRows(pieces);
  const order = new Map(pieces.map((piece, at) => [piece, at]));
  const words = rows.map(joinTouching);
  const splits = listStarts(words.flat()).flatMap((start) => listSplits(rows, words, start, order));
  const columns = splits
    .filter(({ rows, start }) => areColumns(pieces, rows, start))
    .toSorted((a, b) => b.letters - a.letters)[0];
  if (!columns) return [{ pieces, end }];
  const above = new Set(rows.slice(0, columns.first).flat());
  const within = new Set(columns.rows.flat());
  const { start } = columns;
  const isRight = (piece: PdfPiece) => piece.left >= start - 3;
  const parts = [
    { pieces: pieces.filter((piece) => above.has(piece)), end },
    { pieces: pieces.filter((piece) => within.has(piece) && !isRight(piece)), end: start },
    { pieces: pieces.filter((piece) => within.has(piece) && isRight(piece)), end },
    { pieces: pieces.filter((piece) => !within.has(piece) && !above.has(piece)), end },
  ];
  return parts.filter((part) => part.pieces.length > 0).flatMap(splitColumns);
}

export function listRows(pieces: readonly PdfPiece[]): Row[] {
  const rows: Row[] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && first.y - piece.y < 0.4 * Math.max(first.size, piece.size)) row.push(piece);
    else rows.push([piece]);
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left);
  return rows;
}

type Span = Pick<PdfPiece, "left" | "right">;

/** Where words begin and end. Programs draw a word in several pieces. */
function joinTouching(row: Row): Span[] {
  const spans: Span[] = [];
  for (const { left, right, size } of row) {
    const last = spans.at(-1);
    if (last && left - last.right < GAP.word * size) last.right = Math.max(last.right, right);
    else spans.push({ left, right });
  }
  return spans;
}

/** Places at which words begin, except the leftmost one. */
function listStarts(words: readonly Span[]): number[] {
  const starts: number[] = [];
  for (const { left } of words.toSorted((a, b) => a.left - b.left))
    if (!isNear(left, starts.at(-1) ?? -9)) starts.push(left);
  return starts.slice(1);
}

type Order = ReadonlyMap<PdfPiece, number>;

/** Successive rows in which no words cross the gutter before `start`. */
function listSplits(
  rows: readonly Row[],
  words: readonly (readonly Span[])[],
  start: number,
  order: Order,
): Split[] {
  const splits: Split[] = [];
  let run: Row[] = [];
  for (const [at, row] of [...rows, null].entries()) {
    const isCrossed = words[at]?.some(
      ({ left, right }) => left < start - 3 && right > start - GUTTER.least,
    );
    if (row && !isCrossed) {
      run.push(row);
      continue;
    }
    const first = run.findIndex((each) => each.some(({ left }) => left >= start - 3));
    const drawn = run.flat().flatMap((each) => (each.left < start - 3 ? [] : [order.get(each)!]));
    const last = run.findLastIndex((each) => order.get(each[0]!)! <= Math.max(...drawn));
    const kept = first < 0 ? [] : run.slice(first, last + 1);
    const letters = kept.flat().reduce((sum, { text }) => sum + text.length, 0);
    splits.push({ start, first: at - run.length + first, rows: kept, letters });
    run = [];
  }
  return splits;
}

/** Tables have gutters too, but programs draw them row by row, and their sentences end in their cells. */
function areColumns(pieces: readonly PdfPiece[], rows: readonly Row[], start: number): boolean {
  const sides = rows.map((row) => ({
    left: row.filter(({ left }) => left < start - 3),
    right: row.filter(({ left }) => left >= start - 3),
  }));
  const lines = sides.flatMap(({ left, right }) => [left, right]).filter((line) => line.length > 0);
  const isFilled = (["left", "right"] as const).every((side) => {
    const own = sides.map((each) => joinWords(each[side])).filter((line) => line !== "");
    return own.length >= LEAST_LINES.inRows && own.join("").length >= LEAST_LETTERS * own.length;
  });
  if (!isFilled) return false;
  const within = new Set(rows.flat());
  const drawn = pieces.filter((piece) => within.has(piece) && !isMark(piece));
  const turns = drawn.filter(
    ({ left }, at) => at === 0 || left < start - 3 !== drawn[at - 1]!.left < start - 3,
  ).length;
  const isBeside =
    sides.findIndex(({ left }) => left.length > 0) <
    sides.findLastIndex(({ right }) => right.length > 0);
  const isAtOnce = turns === 2 && isBeside && rows.length >= LEAST_LINES.atOnce;
  if (isAtOnce || lines.length >= LEAST_IN_TURN * turns) return true;
  const narrow = sides.filter(({ left, right }) => {
    const [gutter = Infinity] = listGaps([...left.slice(-1), ...right.slice(0, 1)]);
    const others = [...listGaps(left), ...listGaps(right)];
    return gutter < Math.max(left[0]?.size ?? 0, ...others.map((gap) => GUTTER.inRows * gap));
  });
  const isWide = narrow.length < GUTTER.narrow * sides.length;
  return isWide && (haveOwnHeadings(sides) || haveOwnSentences(sides));
}

function listGaps(row: Row): number[] {
  return row.slice(1).map(({ left }, at) => left - (row[at]?.right ?? left));
}

function joinWords(row: Row): string {
  return row.map(({ text }) => text.trim()).join(" ");
}

/** Each column has a heading next to words of the other. In a table the headings are in one row or one column. */
function haveOwnHeadings(sides: readonly Sides[]): boolean {
  const isHeading = (row: Row) => row.length > 0 && row.every(({ font }) => IS_BOLD.test(font));
  const both = sides.filter(({ left, right }) => left.length > 0 && right.length > 0);
  return (
    both.length > LEAST_LINES.atOnce &&
    both.some(({ left, right }) => isHeading(left) && !isHeading(right)) &&
    both.some(({ left, right }) => isHeading(right) && !isHeading(left))
  );
}

/** Sentences continue in the next line of the same column. */
function haveOwnSentences(sides: readonly Sides[]): boolean {
  return (["left", "right"] as const).every((side) => {
    const lines = sides.map((each) => joinWords(each[side])).filter((line) => line !== "");
    const continued = lines.slice(1).filter((line) => /^\p{Ll}/u.test(line)).length;
    return continued >= LEAST_CONTINUED * (lines.length - 1);
  });
}

const COLUMN = { lines: 8, width: 0.8 };
const SMALL = 0.93;

/** A line may reach as far as the others of its column, or to the margin. */
export function readPageLines(pieces: readonly PdfPiece[], width: number): PdfLine[] {
  const words = pieces.filter(({ text }) => text.trim() !== "");
  const margin = Math.min(...words.map(({ left }) => left));
  const usual = findUsual(pieces)?.size ?? 0;
  const parts = splitColumns({ pieces: words, end: width - margin }).map((part) => {
    const lines = readLines(part.pieces);
    setEnds(lines, Math.max(part.end - usual, ...lines.map(({ right }) => right)));
    return lines;
  });
  for (const lines of parts) {
    const lowest = lines.at(-1);
    const isBelow = ({ y, left, right }: PdfLine) =>
      lowest && y < lowest.y && left < lowest.right && lowest.left < right;
    if (!parts.flat().some(isBelow)) markNotes(lines, usual);
  }
  return parts.flat();
}

/** The last lines of a column are notes if they are small and the first has a number. */
function markNotes(lines: readonly PdfLine[], usual: number): void {
  const last = lines.findLastIndex(({ size }) => size > SMALL * usual);
  const small = lines.slice(last + 1);
  const first = small.findIndex((line) => /^[\d*†]/.test(line.mark + joinCells(line)));
  if (first >= 0) for (const line of small.slice(first)) line.isNote = true;
}

function setEnds(lines: readonly PdfLine[], most: number): void {
  for (const line of lines) {
    const column = lines.flatMap(({ left, right }) => (isNear(left, line.left) ? [right] : []));
    const longest = Math.max(...column);
    const isWide = longest - line.left > COLUMN.width * (most - line.left);
    const isJustified = column.filter((right) => longest - right < 1).length > 2;
    line.end = isWide || isJustified || column.length > COLUMN.lines ? longest : most;
  }
}
