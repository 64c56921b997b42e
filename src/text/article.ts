/**
 * An article: what a record says, as blocks. Protocols and tables build it; terminal, Markdown and pages print it.
 * A block knows nothing of where it is printed. All text is cleaned here, and escaped by the printers.
 */

import { sanitize, sanitizeLine } from "./sanitize.ts";

export type Article = readonly Block[];

export type Block = Heading | Paragraph | List | Quote | Table | Verbatim;

export type Heading = { is: "heading"; level: number; words: Words };

/** A line break in a span is kept, and an empty line begins a new paragraph. */
export type Paragraph = { is: "paragraph"; words: Words };

export type List = { is: "list"; items: readonly ListItem[] };

export type ListItem = {
  words: Words;
  depth: number;
  /** For an item of a list of tasks. */
  isDone?: boolean | undefined;
  below?: Article | undefined;
};

export type Quote = { is: "quote"; words: Words; source?: Words | undefined };

export type Table = { is: "table"; heads: readonly Words[]; rows: readonly (readonly Words[])[] };

type Verbatim = { is: "verbatim"; text: string };

export type Mark = "bold" | "italic";

export type Span = { text: string; mark?: Mark | undefined };

export type Words = readonly Span[];

/** Goes on one line. A paragraph gives its words. */
export type LineContent = string | number | Paragraph;

const MARKS: Readonly<Record<string, Mark>> = { "**": "bold", "*": "italic" };

/** A paragraph. In the template `**` and `*` are marks; inserted text never is. */
export function md(template: TemplateStringsArray, ...inserted: readonly LineContent[]): Paragraph {
  const words: Span[] = [];
  let mark: Mark | undefined;
  for (const [index, text] of template.entries()) {
    for (const piece of text.split(/(\*\*|\*)/)) {
      if (piece in MARKS) mark = mark === undefined ? MARKS[piece] : undefined;
      else if (piece !== "") words.push({ text: piece, mark });
    }
    const content = inserted[index];
    if (content === undefined) continue;
    words.push(...toWords(content).map((span) => ({ text: span.text, mark: span.mark ?? mark })));
  }
  return { is: "paragraph", words };
}

export function line(content: LineContent): Paragraph {
  return { is: "paragraph", words: toWords(content) };
}

/** Keeps single line breaks. */
export function paragraphs(text: string): Paragraph {
  return {
    is: "paragraph",
    words: [{ text: sanitize(text).trim().split("\n").map(sanitizeLine).join("\n") }],
  };
}

export function heading(level: number, content: LineContent): Heading {
  return { is: "heading", level, words: toWords(content) };
}

export function list(items: readonly (LineContent | ListItem)[]): List {
  return { is: "list", items: items.map((item) => (isItem(item) ? item : listItem(item))) };
}

/** `below`: blocks that belong to the item. */
export function listItem(content: LineContent, below?: Article): ListItem {
  return { words: toWords(content), depth: 0, below };
}

export function taskItem(content: LineContent, isDone: boolean): ListItem {
  return { words: toWords(content), depth: 0, isDone };
}

/** Items of a list below the item before them. */
export function nestItems(items: readonly LineContent[]): readonly ListItem[] {
  return items.map((item) => ({ words: toWords(item), depth: 1 }));
}

/** Keeps the line breaks of a text. */
export function blockquote(content: string | Paragraph, source?: LineContent): Quote {
  const { words } = typeof content === "string" ? paragraphs(content) : content;
  return { is: "quote", words, source: source === undefined ? undefined : toWords(source) };
}

export function verbatim(text: string): Verbatim {
  return { is: "verbatim", text: sanitize(text).replace(/\n$/, "") };
}

type TableColumn<Row> = readonly [title: string, cell: (row: Row) => LineContent];

export function table<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): Table {
  return {
    is: "table",
    heads: columns.map(([title]) => toWords(title)),
    rows: rows.map((row) => columns.map(([, cell]) => toWords(cell(row)))),
  };
}

/** Nothing if it has no parts. */
export function section(level: number, title: LineContent, parts: Article): Article {
  return parts.length === 0 ? [] : [heading(level, title), ...parts];
}

/** With its headings one level below `level`. */
export function putUnder(level: number, article: Article): Article {
  return article.map((block) => (block.is === "heading" ? { ...block, level: level + 1 } : block));
}

export function readWords(words: Words): string {
  return words.map(({ text }) => text).join("");
}

function isItem(item: LineContent | ListItem): item is ListItem {
  return typeof item === "object" && "depth" in item;
}

function toWords(content: LineContent): Words {
  return typeof content === "object" ? content.words : [{ text: sanitizeLine(String(content)) }];
}
