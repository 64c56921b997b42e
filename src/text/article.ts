/**
 * An article is a list of blocks. Protocols and tables build it. The terminal, Markdown and pages print it.
 * These builders clean all text. The printers escape it.
 */

import { sanitize, sanitizeCell, sanitizeLine } from "./sanitize.ts";

export type Article = readonly Block[];

export type Block =
  | Heading
  | Paragraph
  | List
  | Fields
  | Quote
  | Table
  | Verbatim
  | Note
  | DebateEntry;

export type Heading = {
  is: "heading";
  level: number;
  words: Words;
  /** The result, in its color. Markdown has no colors and does not print it. */
  aside?: Cell | undefined;
};

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

export type Fields = { is: "fields"; fields: readonly Field[] };

export type Field = {
  label: string;
  words: Words;
  /** Titles of columns of the last table: the field is shown only if one of them had no room. */
  replaces?: readonly string[] | undefined;
};

export type Table = {
  is: "table";
  columns: readonly TableColumn[];
  /** A terminal draws no line between its rows. */
  isDense?: boolean;
};

/** How a column fits a narrow terminal. */
export type ColumnFit = {
  /** A narrow terminal hides the column with the highest rank first, and never one without a rank. */
  rank?: number;
  /** The cells of columns with a higher number stay on one line longer. */
  whole?: 1 | 2;
  /** Words of more columns may be broken. */
  breaksAt?: number;
};

export type TableColumn = ColumnFit & { title: string; cells: readonly Cell[] };

/** Numbers are aligned right. */
export type Cell = { words: Words; isNumber: boolean; tone: Tone | null };

/** Selects a color: green for "for", red for "against". */
export type Tone = "for" | "against" | "neutral" | "option";

/** A message of a debate. */
export type DebateEntry = {
  is: "entry";
  turn: number;
  name: string;
  title: string;
  /** The member that it is addressed to. */
  to: string | null;
  /** The hearers, if it has no addressee. */
  audience: string;
  /** An agent runs the procedure and has no vote. */
  isAgent: boolean;
  body: Article;
  parts: readonly EntryPart[];
};

/** A citation, a verdict or another thing that a message brings with its text. */
export type EntryPart = {
  kind:
    | "exact"
    | "near"
    | "pointed"
    | "missing"
    | "exhibit"
    | "verdict"
    | "reason"
    | "grounds"
    | "left"
    | "flag";
  text: string;
  rest: string;
  body?: string | undefined;
  /** The turn that the text names. */
  turn?: number | undefined;
};

/** A short text that every reader must see, such as who answered. */
export type Note = { is: "note"; words: Words };

type Verbatim = { is: "verbatim"; text: string };

export type Mark = "bold" | "italic";

export type Span = { text: string; mark?: Mark | undefined };

export type Words = readonly Span[];

/** Content of one line. Of a paragraph, its words. */
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

/** A heading of an article. `level` is 1 to 6. */
export function heading(level: number, content: LineContent, aside?: Cell): Heading {
  return { is: "heading", level, words: toWords(content), aside };
}

/** A list of an article. An item is a line, and may have further items below it. */
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

export type ColumnOf<Row> = ColumnFit & {
  title: string;
  cell: (row: Row) => LineContent | null;
  tone?: (row: Row) => Tone | null;
};

/** A table of an article: a cell for each column of each row. */
export function table<Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[]): Table {
  return {
    is: "table",
    columns: columns.map(({ title, cell, tone, ...fit }) => ({
      ...fit,
      title: sanitizeLine(title),
      cells: rows.map((row) => toCell(cell(row) ?? "", tone?.(row))),
    })),
  };
}

export function toCell(content: LineContent, tone: Tone | null = null): Cell {
  const words = typeof content === "string" ? [{ text: sanitizeCell(content) }] : toWords(content);
  return { words, isNumber: typeof content === "number", tone };
}

/** The rows of a table, each with a cell of every column. */
export function listRows({ columns }: Table): readonly (readonly Cell[])[] {
  const [first] = columns;
  return (first?.cells ?? []).map((_, row) => columns.flatMap(({ cells }) => cells[row] ?? []));
}

export type Labeled = readonly [
  label: string,
  text: LineContent | null | undefined,
  replaces?: readonly string[],
];

/** Without those that have no text. */
export function fields(labeled: readonly Labeled[]): Article {
  const each = labeled.flatMap(([label, text, replaces]) =>
    text == null ? [] : [{ label, words: toWords(text), replaces }],
  );
  return each.length === 0 ? [] : [{ is: "fields", fields: each }];
}

export function listFields(article: Article): readonly Field[] {
  return article.flatMap((block) => (block.is === "fields" ? block.fields : []));
}

/** The parts that begin with a heading of this level, without what is before the first. */
export function splitParts(article: Article, level: number): readonly Part[] {
  const parts: { title: Words; body: Block[] }[] = [];
  for (const block of article) {
    if (block.is === "heading" && block.level === level)
      parts.push({ title: block.words, body: [] });
    else parts.at(-1)?.body.push(block);
  }
  return parts;
}

export type Part = { title: Words; body: Article };

export function note(content: LineContent): Note {
  return { is: "note", words: toWords(content) };
}

/** Nothing if it has no parts. */
export function section(level: number, title: LineContent, parts: Article): Article {
  return parts.length === 0 ? [] : [heading(level, title), ...parts];
}

/** An entry of a protocol's record. */
export function entry(title: LineContent, text: string): Article {
  return section(3, title, [paragraphs(text)]);
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
