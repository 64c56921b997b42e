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
  readonly fontName: string;
  readonly hasEOL: boolean;
};

/** `lefts`: where its cells begin. */
type Line = Measures & { text: string; lefts: number[]; fonts: Set<string> };
type Measures = Record<"size" | "left" | "right" | "y", number>;

/** Also the private characters of Word's symbol fonts, and the letter that it takes for a circle. */
const BULLET = /^(?:[•●▪◦‣·∙○■□\uF0A7\uF0B7–—-]\s+(?:\| )?|o \| )/;
const NUMBER = /^\d{1,2}[.)] /;
const LEAST_HEADING = 1.15;
const LONGEST_HEADING = 100;
/** Of the size of the letters; narrower gaps are spaces. */
const LEAST_COLUMN_GAP = 1.1;
/** Of the size of the letters; lines of one cell are no further apart. */
const CELL_STEP = 1.35;
/** Points from the margin. What lies further right is a column. */
const INDENT = { least: 6, most: 130, same: 14 };

type Layout = {
  /** Of headings, the largest first. */
  readonly sizes: readonly number[];
  /** Fonts of these and not of the text: smaller headings have them, too. */
  readonly fonts: ReadonlySet<string>;
  /** Of indented lines, if several lines begin there. */
  readonly indents: readonly number[];
  readonly right: number;
  readonly joined: (before: string, after: string) => string;
};

/** A PDF knows only places, sizes and fonts: larger lines are headings, indented ones items, wide gaps columns. */
export function textOfPdf(
  pages: readonly (readonly PdfPiece[])[],
  { width, dividesWords }: { readonly width: number; readonly dividesWords: boolean },
): string {
  const drawn = pages.map((page, index) => withoutNumber(linesOf(page), index + 1));
  const joined = joinerFor(drawn.flat(), dividesWords);
  const lines = drawn.map((page) => withWholeCells(page, joined));
  const all = lines.flat();
  const body = mostWritten(all, ({ size }) => size) ?? 0;
  const sizes = [...new Set(all.map(({ size }) => size))]
    .filter((size) => size >= body * LEAST_HEADING)
    .toSorted((a, b) => b - a);
  const fonts = new Set(all.flatMap((line) => (sizes.includes(line.size) ? [...line.fonts] : [])));
  fonts.delete(mostWritten(all, ({ fonts: [first = ""] }) => first) ?? "");
  const margin = Math.min(...all.map(({ left }) => left));
  const lefts = all.filter(({ size }) => !sizes.includes(size)).map(({ left }) => left);
  const indents = [...new Set(lefts)]
    .filter((left) => left > margin + INDENT.least && left < margin + INDENT.most)
    .filter((left) => lefts.indexOf(left) !== lefts.lastIndexOf(left))
    .toSorted((a, b) => a - b)
    .filter((left, index, all) => index === 0 || left - (all[index - 1] ?? 0) > INDENT.same);
  const right = Math.max(width - margin, ...all.map((line) => line.right));
  return lines.map((page) => textOf(blocksOf(page, { sizes, fonts, indents, right, joined }))).join("\n\n");
}

function linesOf(pieces: readonly PdfPiece[]): Line[] {
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const { str, height, width, transform, fontName, hasEOL } of pieces) {
    const [left = 0, y = 0] = transform.slice(4);
    line ??= { text: "", lefts: [left], fonts: new Set(), size: 0, left: Math.round(left), right: 0, y };
    const isGap = str.trim() === "" && width > LEAST_COLUMN_GAP * line.size;
    line.text += isGap ? " | " : str;
    if (isGap) line.lefts.push(left + width);
    if (str.trim() !== "") line.fonts.add(fontName);
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

/** Of the page, at its foot. */
function withoutNumber(lines: readonly Line[], page: number): readonly Line[] {
  const isNumber = new RegExp(`^(?:\\p{L}+ )?[-–]? ?${page}(?: ?(?:/|\\p{L}+) ?\\d+)?(?: ?[-–])?$`, "u");
  return isNumber.test(lines.at(-1)?.text.trim() ?? "") ? lines.slice(0, -1) : lines;
}

/** A line that begins below a column of the row above continues that cell. */
function withWholeCells(lines: readonly Line[], joined: Layout["joined"]): readonly Line[] {
  const whole: Line[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    const column = before?.lefts.findIndex((left, at) => at > 0 && Math.abs(left - line.left) < 3) ?? -1;
    const step = (before?.y ?? 0) - line.y;
    if (!before || column < 0 || line.lefts.length > 1 || step <= 0 || step > CELL_STEP * before.size) {
      whole.push(line);
      continue;
    }
    const cells = cellsOf(before);
    cells[column] = joined(cells[column] ?? "", line.text.trim());
    whole.splice(-1, 1, { ...before, text: cells.join(" | "), right: line.right, y: line.y });
  }
  return whole;
}

function cellsOf(line: Line | undefined): string[] {
  return line?.text.split(" | ").map((cell) => cell.trim()) ?? [];
}

const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]";
const IN_CJK = new RegExp(`${CJK}\n${CJK}`, "u");
/** So many hyphens at line ends are no accident. */
const LEAST_DIVIDED = 3;

/** A hyphen that only divides a word at the end of a line goes. One that the text has elsewhere stays. */
function joinerFor(lines: readonly Line[], dividesWords: boolean): Layout["joined"] {
  const text = lines.map((line) => line.text.trim()).join("\n");
  const words = new Set(text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu));
  const isOften = dividesWords || (text.match(/\p{Ll}[-‐]\n\p{Ll}/gu) ?? []).length >= LEAST_DIVIDED;
  return (before, after) => {
    if (IN_CJK.test(`${before.slice(-1)}\n${after.slice(0, 1)}`)) return before + after;
    if (!/\S[-‐–—]$/.test(before)) return `${before} ${after}`;
    const [, first = "", second] = /([\p{L}\p{N}-]+)[-‐]\n(\p{Ll}+)/u.exec(`${before}\n${after}`) ?? [];
    const isDivided =
      second !== undefined && !words.has(`${first}-${second}`) && (isOften || words.has(first + second));
    return (isDivided ? before.slice(0, -1) : before) + after;
  };
}

/** What most characters have. */
function mostWritten<Key>(lines: readonly Line[], keyOf: (line: Line) => Key): Key | undefined {
  const characters = new Map<Key, number>();
  for (const line of lines) characters.set(keyOf(line), (characters.get(keyOf(line)) ?? 0) + line.text.length);
  return [...characters].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function blocksOf(lines: readonly Line[], { sizes, fonts, indents, right, joined }: Layout): Block[] {
  const blocks: { kind: Block["kind"]; text: string; bullet?: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const text = line.text.replaceAll(/[^\S\n]+/g, " ").trim();
    const before = lines[index - 1];
    const last = blocks.at(-1);
    const isGap = before === undefined || Math.abs(before.y - line.y) > 1.6 * Math.max(before.size, line.size);
    const isInFont = isGap && line.lefts.length === 1 && [...line.fonts].every((font) => fonts.has(font));
    const size = isInFont && !sizes.includes(line.size) ? sizes.length : sizes.indexOf(line.size);
    const level = text.length > LONGEST_HEADING ? -1 : size;
    const cells = cellsOf(line);
    const isRow = [before, lines[index + 1]].some((each) => cellsOf(each).length === cells.length);
    const nearest = indents.findLastIndex((left) => left <= line.left);
    const depth = line.left - (indents[nearest] ?? 0) > INDENT.same ? 0 : nearest + 1;
    const mark = itemMark(Math.max(1, depth));
    const isFurtherIn = line.left > (last?.bullet ?? right);
    const continues = before && !isGap && (isFurtherIn || isFull(before, line, right));
    const isRest = before && !isGap && before.size === line.size && isFull(before, line, right);
    if (level >= 0 && last?.kind === "heading" && isRest) last.text = joined(last.text, text);
    else if (level >= 0)
      blocks.push({ kind: "heading", text: `${"#".repeat(Math.min(6, level + 1))} ${text}` });
    else if (BULLET.test(text))
      blocks.push({ kind: "item", text: text.replace(BULLET, mark), bullet: line.left });
    else if (cells.length > 1 && isRow) blocks.push(...rowOf(cells, last));
    else if (last && last.kind !== "heading" && continues) last.text = joined(last.text, text);
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
