/** Prints an article as Markdown, in which no text from outside becomes markup. */

import { dropMissing } from "../lists.ts";
import {
  type Article,
  type Block,
  type DebateEntry,
  type EntryPart,
  type Field,
  heading,
  type ListItem,
  line,
  list,
  listItem,
  listRows,
  type Mark,
  md,
  putUnder,
  type Table,
  verbatim,
  type Words,
} from "./article.ts";
import { capitalize } from "./plain.ts";

/** A whole file. */
export function printMarkdown(article: Article): string {
  return `${joinBlocks(article)}\n`;
}

function joinBlocks(article: Article): string {
  const printed = article.map(printBlock);
  return printed.filter((text) => text !== "").join("\n\n");
}

function printBlock(block: Block): string {
  switch (block.is) {
    case "heading":
      return `${"#".repeat(block.level)} ${printWords(block.words)}`;
    case "paragraph":
      return printWords(block.words);
    case "list":
      return block.items.map(printItem).join("\n");
    case "quote": {
      const source = block.source ? `\n${printWords(block.source)}` : "";
      const lines = `${printWords(block.words)}${source}`.split("\n");
      return lines.map((each) => `> ${each}`.trimEnd()).join("\n");
    }
    case "table":
      return printTable(block);
    case "fields":
      return block.fields.flatMap(printField).join("\n");
    case "entry":
      return joinBlocks(listEntryBlocks(block));
    case "note":
      return `*${printWords(block.words)}*`;
    case "verbatim":
      return printVerbatim(block.text);
    default:
      return block satisfies never;
  }
}

function listEntryBlocks({ turn, name, title, to, body, parts }: DebateEntry): Article {
  const whom = to === null ? "" : `, to ${to}`;
  return dropMissing([
    heading(3, md`${turn}. ${`${name} (${title})${whom}`}`),
    ...putUnder(3, body),
    parts.length > 0 && list(parts.map(toPartItem)),
  ]);
}

function toPartItem({ kind, text, rest, body }: EntryPart): ListItem {
  const said = `${PART_SIGNS[kind] ?? ""}${capitalize(text)}`;
  const item = kind === "verdict" ? md`**${said}**${rest}` : line(said + rest);
  return listItem(item, body === undefined ? [] : [verbatim(body)]);
}

const PART_SIGNS: Readonly<Partial<Record<EntryPart["kind"], string>>> = {
  exact: "✓ ",
  near: "✓ ",
  missing: "✗ ",
};

function printTable(table: Table): string {
  const rows = listRows(table).map((cells) => cells.map(({ words }) => printWords(words)));
  const heads = table.columns.map(({ title }) => escapeMarkdown(title));
  return [heads, heads.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** Every column of a table is shown, so no field replaces one. */
function printField({ label, words, replaces }: Field): readonly string[] {
  return replaces ? [] : [`- **${escapeMarkdown(label)}:** ${printWords(words)}`];
}

function printItem({ words, depth, isDone, below = [] }: ListItem): string {
  const task = isDone === undefined ? "" : `[${isDone ? "x" : " "}] `;
  const item = `${"  ".repeat(depth)}- ${task}${printWords(words)}`;
  if (below.length === 0) return item;
  const lines = joinBlocks(below).split("\n");
  return [item, "", ...lines.map((each) => (each === "" ? "" : `  ${each}`))].join("\n");
}

/** In a fence longer than any run of backticks in the text. */
function printVerbatim(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

const SIGNS: Readonly<Record<Mark, string>> = { bold: "**", italic: "*" };

/** Neighbors with the same mark stand between one pair of its signs. */
function printWords(words: Words): string {
  let printed = "";
  let open: Mark | undefined;
  for (const { text, mark } of words) {
    if (mark !== open) printed += `${open ? SIGNS[open] : ""}${mark ? SIGNS[mark] : ""}`;
    printed += escapeLines(text);
    open = mark;
  }
  return printed + (open ? SIGNS[open] : "");
}

function escapeLines(text: string): string {
  const lines = text.split("\n").map(escapeMarkdown);
  return lines.join("  \n").replace(/(?: {2}\n)+ {2}\n/g, "\n\n");
}

/** On one line. Within a word `_` and `#` are no markup and stay. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<>|~$]/g, "\\$&")
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_")
    .replace(/(^|\s)#/g, "$1\\#")
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
    .replace(/^([-+=])/, "\\$1")
    .replace(/\b(https?):\/\//gi, "$1\\://");
}
