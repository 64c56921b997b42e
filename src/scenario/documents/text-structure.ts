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
  let depth = 0;
  let isTitle = false;
  const below = html.includes(`class="${TITLE_CLASS}"`) ? 1 : 0;
  const flush = (kind: Block["kind"], mark = "") => {
    const plain = text.replaceAll(/[^\S\n]+/g, " ").trim();
    if (plain !== "") blocks.push({ kind, text: mark + plain });
    text = "";
  };
  for (const [token, slash, tag, words = ""] of html.matchAll(/<(\/?)(\w+)[^>]*>|([^<]+)/g)) {
    text += words.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
    const isEnd = slash === "/";
    if (tag === "br") text += "\n";
    else if (tag === "tr" && !isEnd) cells = [];
    else if (tag === "tr") {
      blocks.push({ kind: "row", text: (cells ?? []).join(" | ") });
      cells = null;
    } else if ((tag === "td" || tag === "th") && isEnd) {
      cells?.push(text.replaceAll(/\s+/g, " ").trim());
      text = "";
    } else if (cells !== null) text += tag === "p" ? " " : "";
    else if (tag === "ul" || tag === "ol") {
      if (!isEnd) flush("item", itemMark(depth));
      depth += isEnd ? -1 : 1;
    } else if (tag === "li" && isEnd) flush("item", itemMark(depth));
    else if (tag === "p" && isEnd && depth === 0) flush("paragraph");
    else if (tag !== undefined && /^h[1-6]$/.test(tag)) {
      if (isEnd) flush("heading", `${"#".repeat(isTitle ? 1 : Number(tag[1]) + below)} `);
      isTitle = !isEnd && token.includes(`class="${TITLE_CLASS}"`);
    }
  }
  return textOf(blocks);
}

function itemMark(depth: number): string {
  return `${"  ".repeat(Math.max(0, depth - 1))}- `;
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

const BULLET = /^[•●▪◦‣·∙-]\s+/;
const LEAST_HEADING = 1.15;
const LONGEST_HEADING = 100;

/** A PDF knows only places and sizes: larger lines are headings, and a gap begins a new part. */
export function textOfPdf(pages: readonly (readonly PdfPiece[])[]): string {
  const lines = pages.map(linesOf);
  const all = lines.flat();
  const body = commonSize(all);
  const sizes = [...new Set(all.map(({ size }) => size))]
    .filter((size) => size >= body * LEAST_HEADING)
    .toSorted((a, b) => b - a);
  const right = Math.max(...all.map((line) => line.right));
  return lines.map((page) => textOf(blocksOf(page, { sizes, right }))).join("\n\n");
}

function linesOf(pieces: readonly PdfPiece[]): Line[] {
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const { str, height, width, transform, hasEOL } of pieces) {
    const [left = 0, y = 0] = transform.slice(4);
    line ??= { text: "", size: 0, left, right: 0, y };
    line.text += str;
    line.size = Math.max(line.size, Math.round(height * 10) / 10);
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

function blocksOf(
  lines: readonly Line[],
  { sizes, right }: { readonly sizes: readonly number[]; readonly right: number },
): Block[] {
  const blocks: { kind: Block["kind"]; text: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const text = line.text.replaceAll(/[^\S\n]+/g, " ").trim();
    const level = text.length > LONGEST_HEADING ? -1 : sizes.indexOf(line.size);
    const before = lines[index - 1];
    const last = blocks.at(-1);
    const isGap = before === undefined || Math.abs(before.y - line.y) > 1.6 * Math.max(before.size, line.size);
    if (level >= 0) blocks.push({ kind: "heading", text: `${"#".repeat(Math.min(6, level + 1))} ${text}` });
    else if (BULLET.test(text)) blocks.push({ kind: "item", text: text.replace(BULLET, "- ") });
    else if (last === undefined || before === undefined || last.kind === "heading" || isGap)
      blocks.push({ kind: "paragraph", text });
    else last.text += isFull(before, right) ? ` ${text}` : `\n${text}`;
  }
  return blocks;
}

/** A line that reaches far to the right continues in the next one. */
function isFull(line: Line, right: number): boolean {
  return line.right - line.left > 0.8 * (right - line.left) && line.text.trim().length > 60;
}
