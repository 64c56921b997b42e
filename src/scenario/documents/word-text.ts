// Reads a Word file by mammoth, and prints the HTML that it makes.

import { decodeText } from "../../text/entities.ts";
import { joinSpacedHeading } from "./document-title.ts";
import type { ReadFile } from "./extraction-process.ts";
import { type Block, createRows, formatItemMark, printBlocks } from "./text-structure.ts";
import { cleanWordFile } from "./word-parts.ts";

export async function createWordReader(): Promise<ReadFile> {
  const { default: mammoth } = await import("mammoth");
  // Without a title, `textOf` raises the headings.
  const styleMap = ["Title", ...[1, 2, 3, 4, 5].map((level) => `Heading ${level}`)].map(
    (name, at) => `p[style-name='${name}'] => h${at + 1}:fresh`,
  );
  return async (file) => {
    const { bytes, notes } = cleanWordFile(file);
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { styleMap });
    return { text: readHtml(value), notes };
  };
}

const TOKEN = /<(\/?)(\w+)\b[^<>]*>|([^<]+)/g;
/** Other tables lay out a page. */
const TABLE_OF_ROWS = /<table>(?:(?!<(?:table|h\d)\b).)*?<\/table>/sy;

/** Of the simple HTML that mammoth makes of a Word document. */
function readHtml(html: string): string {
  const blocks: Block[] = [];
  let text = "";
  let isInRows = false;
  let cells: string[] = [];
  /** How many rows below each column of a table are part of a cell above. */
  let taken: number[] = [];
  const lists: (number | null)[] = [];
  const flush = (kind: Block["kind"], mark = "") => {
    const plain = joinSpacedHeading(text.trim())
      .replaceAll(/(?:(?<! ) +)?\t+ */g, " | ")
      .replaceAll(/[^\S\n]+/g, " ");
    if (plain !== "") blocks.push({ kind, text: mark + plain });
    text = "";
  };
  const flushItem = () => {
    const number = lists.at(-1) ?? null;
    if (number !== null && text.trim() !== "") lists[lists.length - 1] = number + 1;
    flush("item", formatItemMark(lists.length, number === null ? "-" : `${number + 1}.`));
  };
  const fillTaken = () => {
    for (; (taken[cells.length] ?? 0) > 0; cells.push(""))
      taken[cells.length] = (taken[cells.length] ?? 0) - 1;
  };
  for (const { 0: token, 1: slash, 2: tag = "", 3: words = "", index } of html.matchAll(TOKEN)) {
    text += decodeText(words);
    const isEnd = slash === "/";
    const isCell = tag === "td" || tag === "th";
    if (tag === "br") text += "\n";
    else if (tag === "input") text += token.includes("checked") ? "☒" : "☐";
    else if (tag === "table") {
      TABLE_OF_ROWS.lastIndex = index;
      isInRows = !isEnd && TABLE_OF_ROWS.test(html);
      taken = [];
    } else if (isInRows && tag === "tr") {
      if (isEnd) {
        fillTaken();
        blocks.push(...createRows(cells, blocks.at(-1)));
      }
      cells = [];
    } else if (isInRows && isCell && !isEnd) {
      fillTaken();
      const [wide = 1, high = 1] = ["col", "row"].map((name) =>
        Number(new RegExp(`${name}span="(\\d+)"`).exec(token)?.[1] ?? 1),
      );
      // The first of its columns gets the words, the others stay empty.
      for (let at = 0; at < wide; at++) taken[cells.length + at] = at === 0 ? high - 1 : high;
    } else if (isInRows && isCell) {
      cells.push(text.replaceAll(/\s+/g, " ").trim());
      text = "";
      fillTaken();
    } else if (isInRows) text += /^(?:p|li)$/.test(tag) ? " " : "";
    else if (tag === "ul" || tag === "ol") {
      if (!isEnd) flushItem();
      if (isEnd) lists.pop();
      else lists.push(tag === "ol" ? 0 : null);
    } else if (tag === "li" && isEnd) flushItem();
    else if ((tag === "p" || isCell) && isEnd && lists.length === 0) flush("paragraph");
    else if (/^h[1-6]$/.test(tag) && isEnd) flush("heading", `${"#".repeat(Number(tag[1]))} `);
  }
  return printBlocks(blocks);
}
