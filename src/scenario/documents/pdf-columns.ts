import { isNear, linesOf, numberOfPage, type PdfLine, type PdfPiece, textIn } from "./pdf-lines.ts";

/** Words at one height, from left to right. */
type Row = PdfPiece[];
type Sides = { left: Row; right: Row };

const GUTTER = 1;
const LEAST_ROWS = { withHeadings: 4, withSentences: 2 };
const LEAST_LETTERS = 12;
const LEAST_CONTINUED = 0.4;
const IS_BOLD = /bold|black|heavy|demi/i;

/** The parts of a page in the order of reading: two columns that were drawn row by row are two parts. */
function splitColumns(pieces: readonly PdfPiece[]): readonly (readonly PdfPiece[])[] {
  const words = pieces.filter(({ text }) => text.trim() !== "");
  const rows = rowsOf(words);
  const start = findColumn(rows);
  if (start === null) return [pieces];
  const isRight = (piece: PdfPiece) => piece.left >= start - 2;
  const isCrossed = (row: Row) =>
    row.some((piece) => piece.left < start - 2 && piece.right > start - 2);
  const both = rows.map((row) => !isCrossed(row) && row.some(isRight) && !row.every(isRight));
  const [first, last] = [both.indexOf(true), both.lastIndexOf(true)];
  const region = rows.slice(first);
  const end = region.findIndex(isCrossed);
  const inside = end < 0 ? region : region.slice(0, end);
  if (last >= first + inside.length) return [pieces];
  const sides = inside.map((row) => ({
    left: row.filter((piece) => !isRight(piece)),
    right: row.filter(isRight),
  }));
  if (!isDrawnAlike(words, sides) || !(haveOwnHeadings(sides) || haveOwnSentences(sides)))
    return [pieces];
  const within = new Set(inside.flat());
  const above = new Set(rows.slice(0, first).flat());
  const parts = [
    words.filter((piece) => above.has(piece)),
    words.filter((piece) => within.has(piece) && !isRight(piece)),
    words.filter((piece) => within.has(piece) && isRight(piece)),
    words.filter((piece) => !within.has(piece) && !above.has(piece)),
  ];
  return parts.filter((part) => part.length > 0);
}

function rowsOf(words: readonly PdfPiece[]): Row[] {
  const rows: Row[] = [];
  for (const piece of words.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && first.y - piece.y < 0.4 * Math.max(first.size, piece.size)) row.push(piece);
    else rows.push([piece]);
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left);
  return rows;
}

/** Where the second column begins, if all wide gaps of the rows end there. */
function findColumn(rows: readonly Row[]): number | null {
  const starts = rows.flatMap((row) =>
    row.flatMap(({ left, size }, at) => {
      const before = row[at - 1];
      return before && left - before.right > GUTTER * size ? [left] : [];
    }),
  );
  const [start = 0] = starts;
  const isOne =
    starts.length >= LEAST_ROWS.withSentences && starts.every((each) => Math.abs(each - start) < 4);
  return isOne ? start : null;
}

/** Row by row, or column by column. Programs draw the lines of a table's cell one after another. */
function isDrawnAlike(words: readonly PdfPiece[], sides: readonly Sides[]): boolean {
  const right = new Set(sides.flatMap((each) => each.right));
  const within = new Set(sides.flatMap((each) => [...each.left, ...each.right]));
  const drawn = words.filter((piece) => within.has(piece)).map((piece) => right.has(piece));
  const changes = drawn.filter((isRight, at) => at > 0 && isRight !== drawn[at - 1]).length;
  const both = sides.filter(({ left, right: other }) => left.length > 0 && other.length > 0).length;
  return changes === 1 || (both > 2 && changes >= 2 * both - 1);
}

/** Each column has a heading next to words of the other. In a table the headings are in one row or one column. */
function haveOwnHeadings(sides: readonly Sides[]): boolean {
  const isHeading = (row: Row) => row.length > 0 && row.every(({ font }) => IS_BOLD.test(font));
  const both = sides.filter(({ left, right }) => left.length > 0 && right.length > 0);
  return (
    both.length >= LEAST_ROWS.withHeadings &&
    both.some(({ left, right }) => isHeading(left) && !isHeading(right)) &&
    both.some(({ left, right }) => isHeading(right) && !isHeading(left))
  );
}

/** Sentences continue in the next line of the same column. */
function haveOwnSentences(sides: readonly Sides[]): boolean {
  return (["left", "right"] as const).every((side) => {
    const lines = sides
      .map((each) => each[side].map(({ text }) => text).join(" "))
      .filter((line) => line !== "");
    const rest = lines.slice(1);
    const continued = rest.filter((line) => /^\p{Ll}/u.test(line)).length;
    const letters = lines.reduce((sum, line) => sum + line.length, 0);
    return (
      rest.length > 0 &&
      continued >= LEAST_CONTINUED * rest.length &&
      letters >= LEAST_LETTERS * lines.length
    );
  });
}

const COLUMN = { lines: 8, width: 0.8 };

/** Without the page's number at its foot. A line may reach as far as the others of its column, or to the margin. */
export function linesOfPage(pieces: readonly PdfPiece[], width: number, page: number): PdfLine[] {
  const parts = splitColumns(pieces).map(linesOf);
  const foot = Math.min(...parts.flat().map(({ y }) => y));
  const isNumber = numberOfPage(`${page}`);
  return parts.flatMap((all) => {
    const lines = all.filter((line) => line.y > foot || !isNumber.test(textIn(line)));
    const margin = Math.min(...lines.map(({ left }) => left));
    const rightmost = Math.max(...lines.map(({ right }) => right));
    setEnds(lines, parts.length > 1 ? rightmost : Math.max(width - margin, rightmost));
    return lines;
  });
}

function setEnds(lines: readonly PdfLine[], most: number): void {
  for (const line of lines) {
    const column = lines.flatMap(({ left, right }) => (isNear(left, line.left) ? [right] : []));
    const longest = Math.max(...column);
    const isWide = longest - line.left > COLUMN.width * (most - line.left);
    line.end = isWide || column.length > COLUMN.lines ? longest : most;
  }
}
