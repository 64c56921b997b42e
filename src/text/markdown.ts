import { sanitise, sanitiseLine } from "./sanitise.ts";

/**
 * Text that is Markdown already. Only this file makes it: every word from outside passes an escape on the way in, so
 * that no heading, row, item or markup can come from what somebody wrote.
 */
export type Markdown = { readonly [markdown]: string };

declare const markdown: unique symbol;

/** What may stand in a line: words are escaped, Markdown is kept. */
export type LineContent = string | number | Markdown;

/** A line of Markdown: the template's own text is kept, what is put into it is escaped unless it is Markdown. */
export function md(template: TemplateStringsArray, ...words: readonly LineContent[]): Markdown {
  return made(String.raw({ raw: template }, ...words.map(inline)));
}

/** A line of somebody's words. */
export function line(words: LineContent): Markdown {
  return made(inline(words));
}

/** Words of several paragraphs; single line breaks are kept. */
export function paragraphs(text: string): Markdown {
  return made(escapeParagraphs(text));
}

/** A heading of level 1 to 6. */
export function heading(level: number, words: LineContent): Markdown {
  return made(`${"#".repeat(level)} ${inline(words)}`);
}

/** An item for each line, `depth` levels in. */
export function list(items: readonly LineContent[], depth = 0): Markdown {
  return made(items.map((item) => `${"  ".repeat(depth)}- ${inline(item)}`).join("\n"));
}

/** An item of a list with a block that belongs to it below its line. */
export function itemWith(words: LineContent, block: Markdown): Markdown {
  const lines = textOf(block).split("\n");
  return made([inline(words), "", ...lines.map((each) => (each === "" ? "" : `  ${each}`))].join("\n"));
}

/** Lines one below the other, without a blank line between them. */
export function stack(parts: readonly Markdown[]): Markdown {
  return made(parts.map(textOf).join("\n"));
}

/** Somebody's words set off as theirs: every line of a block quotation begins with `>`. */
export function blockquote(words: string | Markdown): Markdown {
  const lines = (typeof words === "string" ? escapeParagraphs(words) : textOf(words)).split("\n");
  return made(lines.map((each) => `> ${each}`.trimEnd()).join("\n"));
}

/** Text as it stands, in a fence longer than any run of backticks in it. */
export function verbatim(text: string): Markdown {
  const clean = sanitise(text).replace(/\n$/, "");
  const longest = Math.max(2, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return made(`${fence}\n${clean}\n${fence}`);
}

/** A table: a title and a cell for each row. */
export function table<Row>(
  columns: readonly (readonly [title: string, cell: (row: Row) => LineContent])[],
  rows: readonly Row[],
): Markdown {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return made(
    [
      row(columns.map(([title]) => inline(title))),
      row(columns.map(() => "---")),
      ...rows.map((each) => row(columns.map(([, cell]) => inline(cell(each))))),
    ].join("\n"),
  );
}

/** A section under its heading; nothing where it has no parts. */
export function section(level: number, title: LineContent, parts: readonly Markdown[]): readonly Markdown[] {
  return parts.length === 0 ? [] : [heading(level, title), ...parts];
}

/** Parts with a blank line between them, as a file's text. */
export function document(parts: readonly (Markdown | readonly Markdown[])[]): string {
  const written = parts.flat().map((part) => textOf(part as Markdown));
  return `${written.filter((text) => text !== "").join("\n\n")}\n`;
}

/** Words on one line, in which no character is read as markup; within a word `_` and `#` are none, and stay. */
export function escapeMarkdown(text: string): string {
  return sanitiseLine(text)
    .replace(/[\\`*[\]<>|~$]/g, "\\$&")
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_")
    .replace(/(^|\s)#/g, "$1\\#")
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
    .replace(/^([-+=])/, "\\$1")
    .replace(/\b(https?):\/\//gi, "$1\\://");
}

/** The same over several paragraphs; single line breaks are kept. */
function escapeParagraphs(text: string): string {
  return sanitise(text)
    .trim()
    .split("\n")
    .map(escapeMarkdown)
    .join("  \n")
    .replace(/(?: {2}\n)+ {2}\n/g, "\n\n");
}

/** The Markdown as text, for a file or a larger text. */
function textOf(part: Markdown): string {
  return (part as unknown as MadeText).text;
}

type MadeText = { readonly text: string };

function made(text: string): Markdown {
  return { text } satisfies MadeText as unknown as Markdown;
}

function inline(words: LineContent): string {
  if (typeof words === "object") return textOf(words);
  return escapeMarkdown(String(words));
}
