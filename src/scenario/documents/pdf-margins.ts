/**
 * Removes the heads and feet of the pages of a PDF: lines at the same height of several pages, and page numbers.
 * `pdf-text.ts` calls it before it reads the lines.
 */
import { listRows } from "./pdf-columns.ts";
import { createPageNumberPattern, isNear, type PdfPiece } from "./pdf-lines.ts";

type Margin = {
  pieces: readonly PdfPiece[];
  page: number;
  y: number;
  text: string;
  isNumber: boolean;
};

/** Lines of a page that may be its head, and as many that may be its foot. */
const DEPTH = 2;

/** The pieces of each page without heads and feet, and their words. */
export function omitMargins(pages: readonly (readonly PdfPiece[])[]): {
  pages: PdfPiece[][];
  omitted: string[];
} {
  const margins = pages.flatMap((pieces, page) => listMargins(pieces, page + 1));
  const repeated = margins.filter(({ page, y, text }) =>
    margins.some((each) => each.page !== page && isNear(each.y, y) && each.text === text),
  );
  const numbers = margins.filter(({ isNumber }) => isNumber);
  const omitted = new Set([...repeated, ...numbers].flatMap(({ pieces }) => pieces));
  const words = repeated.map(({ text }) => text).filter((text) => /\p{L}/u.test(text));
  return {
    pages: pages.map((pieces) => pieces.filter((piece) => !omitted.has(piece))),
    omitted: [...new Set(words)],
  };
}

/** Without the page number, so that feet are equal. */
function listMargins(pieces: readonly PdfPiece[], page: number): Margin[] {
  const rows = listRows(pieces.filter(({ text }) => text.trim() !== ""));
  const outer = new Set([...rows.slice(0, DEPTH), ...rows.slice(-DEPTH)]);
  return [...outer].map((row) => {
    const text = row.map((piece) => piece.text.trim()).join(" ");
    const plain = text.replace(new RegExp(`(?<!\\d)${page}(?!\\d)`), "");
    const isNumber = createPageNumberPattern(`${page}`).test(text);
    return { pieces: row, page, y: row[0]?.y ?? 0, text: plain.trim(), isNumber };
  });
}
