import { sanitise, sanitiseLine } from "./sanitise.ts";

/** Already Markdown. Only this file makes it, so that every word from outside is escaped. */
export type Markdown = { [markdown]: string };

declare const markdown: unique symbol;

export type LineContent = string | number | Markdown;

/** Keeps the template's text and escapes inserted words that are not Markdown. */
export function md(template: TemplateStringsArray, ...words: readonly LineContent[]): Markdown {
  return made(String.raw({ raw: template }, ...words.map(inline)));
}

export function line(words: LineContent): Markdown {
  return made(inline(words));
}

/** Keeps single line breaks. */
export function paragraphs(text: string): Markdown {
  return made(escapeParagraphs(text));
}

export function heading(level: number, words: LineContent): Markdown {
  return made(`${"#".repeat(level)} ${inline(words)}`);
}

export function list(items: readonly LineContent[], depth = 0): Markdown {
  return made(items.map((item) => `${"  ".repeat(depth)}- ${inline(item)}`).join("\n"));
}

export function itemWith(words: LineContent, block: Markdown): Markdown {
  const lines = textOf(block).split("\n");
  return made(
    [inline(words), "", ...lines.map((each) => (each === "" ? "" : `  ${each}`))].join("\n"),
  );
}

export function stack(parts: readonly Markdown[]): Markdown {
  return made(parts.map(textOf).join("\n"));
}

export function blockquote(words: string | Markdown): Markdown {
  const lines = (typeof words === "string" ? escapeParagraphs(words) : textOf(words)).split("\n");
  return made(lines.map((each) => `> ${each}`.trimEnd()).join("\n"));
}

/** Markdown that a protocol wrote, with its headings one level below `level`. */
export function bodyUnder(level: number, text: string): Markdown {
  return made(text.trim().replace(/^#+ /gm, `${"#".repeat(level + 1)} `));
}

/** In a fence longer than any run of backticks in the text. */
export function verbatim(text: string): Markdown {
  const clean = sanitise(text).replace(/\n$/, "");
  const longest = Math.max(2, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return made(`${fence}\n${clean}\n${fence}`);
}

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

export function section(
  level: number,
  title: LineContent,
  parts: readonly Markdown[],
): readonly Markdown[] {
  return parts.length === 0 ? [] : [heading(level, title), ...parts];
}

export function document(parts: readonly (Markdown | readonly Markdown[])[]): string {
  const written = parts.flat().map((part) => textOf(part as Markdown));
  return `${written.filter((text) => text !== "").join("\n\n")}\n`;
}

/** On one line. Within a word `_` and `#` are no markup and stay. */
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

export function unescapeMarkdown(text: string): string {
  return text.replace(/\\([\\`*_[\]<>|#~$+=:.)-])/g, "$1").replaceAll("&amp;", "&");
}

function escapeParagraphs(text: string): string {
  return sanitise(text)
    .trim()
    .split("\n")
    .map(escapeMarkdown)
    .join("  \n")
    .replace(/(?: {2}\n)+ {2}\n/g, "\n\n");
}

function textOf(part: Markdown): string {
  return (part as unknown as MadeText).text;
}

type MadeText = { text: string };

function made(text: string): Markdown {
  return { text } satisfies MadeText as unknown as Markdown;
}

function inline(words: LineContent): string {
  if (typeof words === "object") return textOf(words);
  return escapeMarkdown(String(words));
}
