import { linesOfPage } from "./pdf-columns.ts";
import { BULLET, isNear, NUMBER, type PdfLine, type PdfPiece, textIn } from "./pdf-lines.ts";
import { type PdfTag, taggedLines } from "./pdf-tags.ts";
import { type Block, itemMark, rowOf, textOf } from "./text-structure.ts";

export type PdfPage = {
  pieces: readonly PdfPiece[];
  width: number;
  tree: PdfTag | null;
};

const PARAGRAPH_STEP = 1.6;
const HEADING = { larger: 1.15, longest: 100 };
/** By its tags, else by places, sizes and fonts. */
export function textOfPdf(pages: readonly PdfPage[], dividesWords: boolean): string {
  const tagged = pages.map(({ pieces, tree }) => tree && taggedLines(pieces, tree));
  const isTagged = !tagged.includes(null);
  const lines = pages.flatMap(({ pieces, width }, page) => {
    const own = isTagged ? tagged[page] : linesOfPage(pieces, width, page + 1);
    return (own ?? []).map((line) => ({ ...line, page }));
  });
  return textOf(blocksOf(lines, joinerFor(lines, dividesWords)));
}

const CJK =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]";
const IN_CJK = new RegExp(`${CJK}\n${CJK}`, "u");
const LEAST_DIVIDED = 3;

type Joiner = (before: string, after: string) => string;

function joinerFor(lines: readonly PdfLine[], dividesWords: boolean): Joiner {
  const text = lines.map(textIn).join("\n");
  const words = new Set(text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu));
  const isOften =
    dividesWords || (text.match(/\p{Ll}[-‐]\n\p{Ll}/gu) ?? []).length >= LEAST_DIVIDED;
  return (before, after) => {
    if (IN_CJK.test(`${before.slice(-1)}\n${after.slice(0, 1)}`)) return before + after;
    if (!/\S[-‐–—]$|:\/\/\S{0,200}\/$/.test(before)) return `${before} ${after}`;
    const [, first = "", second] =
      /(?<![\p{L}\p{N}-])([\p{L}\p{N}-]+)[-‐]\n(\p{Ll}+)/u.exec(`${before}\n${after}`) ?? [];
    const isDivided =
      second !== undefined &&
      !words.has(`${first}-${second}`) &&
      (isOften || words.has(first + second));
    return (isDivided ? before.slice(0, -1) : before) + after;
  };
}

/** A line continues in the next one if the first word there had no room in it. */
function isFull({ cells, left, right, end }: PdfLine, next: PdfLine): boolean {
  const letter = (right - left) / (cells[0]?.text.length || 1);
  const [word = ""] = (next.cells[0]?.text ?? "").split(/\s/);
  return cells.length === 1 && end - right < letter * (1.25 * word.length + 1);
}

function usualPiece(pieces: readonly PdfPiece[]): PdfPiece | undefined {
  const keyOf = ({ font, size }: PdfPiece) => `${size} ${font}`;
  const characters = new Map<string, number>();
  for (const piece of pieces)
    characters.set(keyOf(piece), (characters.get(keyOf(piece)) ?? 0) + piece.text.length);
  const [most] = [...characters].toSorted(([, a], [, b]) => b - a);
  return pieces.find((piece) => keyOf(piece) === most?.[0]);
}

const IS_BOLD = /bold|black|heavy|demi|medi|CMBX|SFBX/i;
/** Headings are larger than the text, or whole bold lines. The highest is 1, and text is 0. */
function levelsOf(lines: readonly PdfLine[]): (line: PdfLine, isAlone: boolean) => number {
  const { size: body = 1, font = "" } = usualPiece(lines.flatMap(({ pieces }) => pieces)) ?? {};
  const isLarge = ({ size }: PdfLine) => size >= HEADING.larger * body;
  const isOther = (piece: PdfPiece) => IS_BOLD.test(piece.font) && !IS_BOLD.test(font);
  const sizes = new Set(lines.filter(isLarge).map(({ size }) => size));
  const signs: (number | string)[] = [...sizes].toSorted((a, b) => b - a);
  return (line, isAlone) => {
    const text = textIn(line);
    const isSmall =
      isAlone &&
      line.mark === "" &&
      line.cells.length === 1 &&
      !/[.,;]$/.test(text) &&
      line.pieces.every(isOther);
    const sign = isLarge(line) ? line.size : isSmall ? line.pieces[0]?.font : undefined;
    if (sign === undefined || text.length > HEADING.longest) return 0;
    if (!signs.includes(sign)) signs.push(sign);
    return signs.indexOf(sign) + 1;
  };
}

function blocksOf(lines: readonly PdfLine[], joined: Joiner): Block[] {
  const levelOf = levelsOf(lines);
  const blocks: (Block & { text: string; line: PdfLine })[] = [];
  let items: number[] = [];
  for (const [index, line] of lines.entries()) {
    const { known, mark, left, cells, size } = line;
    const before = lines[index - 1];
    const last = blocks.at(-1);
    const whole = (text: string) => text.split("\n").reduce(joined);
    const words = whole(textIn(line));
    const text = NUMBER.test(mark) ? `${mark} ${words}` : words;
    const isElsewhere = !before || before.page !== line.page || before.y < line.y;
    const isGap = isElsewhere || before.y - line.y > PARAGRAPH_STEP * Math.max(before.size, size);
    const isRest = isElsewhere
      ? /^\p{Ll}/u.test(text) && !/[.!?:]$/.test(last?.text ?? ".")
      : !isGap;
    const flows = known && !isElsewhere ? !known.isFirst : isRest;
    const goesOn = before !== undefined && flows && isFull(before, line);
    const level = known ? known.level : levelOf(line, isGap || !goesOn || last?.kind === "heading");
    const isBelow = last?.kind === "item" && isNear(left, last.line.left);
    const isWrapped =
      goesOn && last?.kind !== "heading" && !BULLET.test(mark) && !(isBelow && mark !== "");
    const isItem = known ? known.kind === "item" && known.isFirst : mark !== "";
    const isBeside = [before, lines[index + 1]].some((each) => each?.cells.length === cells.length);
    const cellIn = (column: number) => cells.find((cell) => isNear(cell.left, column))?.text ?? "";
    const columns = last?.kind === "row" && !known ? last.line.cells : cells;
    const isFilled = cells.every((cell) =>
      columns.some((column) => isNear(column.left, cell.left)),
    );
    const isRow = known
      ? known.kind === "row"
      : cells.length > 1 && (isBeside || (isFilled && columns !== cells));
    if (last?.kind !== "item") items = [];
    if (level > 0 && last?.kind === "heading" && goesOn && before.size === size)
      last.text = joined(last.text, text);
    else if (level > 0)
      blocks.push({ kind: "heading", text: `${"#".repeat(level)} ${text}`, line });
    else if (isRow) {
      const isShort = cells.length < columns.length;
      const row = isShort
        ? columns.map((each) => cellIn(each.left))
        : cells.map((cell) => cell.text);
      const owner = isShort && last ? last.line : line;
      blocks.push(...rowOf(row.map(whole), last).map((each) => ({ ...each, line: owner })));
    } else if (isItem && !isWrapped) {
      const start = cells[0]?.left ?? 0;
      items = [...items.filter((each) => each < start && !isNear(each, start)), start];
      const [, number] = NUMBER.exec(mark) ?? [];
      const own = itemMark(items.length, number === undefined ? "-" : `${number}.`);
      blocks.push({ kind: "item", text: own + words, line });
    } else if (
      last &&
      last.kind !== "heading" &&
      (goesOn || (flows && last.kind === "item" && left > last.line.left && !isBelow))
    )
      last.text = joined(last.text, text);
    else if (last?.kind === "paragraph" && flows) last.text += `\n${text}`;
    else blocks.push({ kind: "paragraph", text, line });
  }
  return blocks;
}
