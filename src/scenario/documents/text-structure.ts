// Writes headings, lists and tables of every format in one form of Markdown.

export type Block = {
  kind: "heading" | "item" | "row" | "paragraph";
  text: string;
};

/** Headings as in Markdown, list items with a hyphen, rows of tables on a line each; a blank line between other parts. */
export function printBlocks(blocks: readonly Block[]): string {
  const levelled = createHeadingLevels();
  return blocks
    .filter(({ text }) => text !== "")
    .map((block) => (block.kind === "heading" ? { ...block, text: levelled(block.text) } : block))
    .map(({ kind, text }, index, all) => {
      const isSame = kind === all[index - 1]?.kind && (kind === "item" || kind === "row");
      return `${index === 0 ? "" : isSame ? "\n" : "\n\n"}${text}`;
    })
    .join("");
}

/** Levels have no gaps, because a PDF does not show gaps. */
function createHeadingLevels(): (line: string) => string {
  let open: number[] = [];
  return (line) =>
    line.replace(/^#{1,6}(?= )/, ({ length }) => {
      open = [...open.filter((level) => level < length), length];
      return "#".repeat(open.length);
    });
}

export function formatItemMark(depth: number, mark = "-"): string {
  return `${"  ".repeat(Math.max(0, depth - 1))}${mark} `;
}

export function createRows(cells: readonly string[], before: Block | undefined): readonly Block[] {
  const escapeCell = (cell: string) => cell.replaceAll(/(?<!\\)\|/g, "\\|");
  const createRow = (each: readonly string[]) =>
    ({ kind: "row", text: `| ${each.map(escapeCell).join(" | ")} |` }) as const;
  return before?.kind === "row"
    ? [createRow(cells)]
    : [createRow(cells), createRow(cells.map(() => "---"))];
}

/** Line by line as in the file: one mark for items, no emphasis, links as their words. Word and PDF files give the same. */
export function readMarkdown(text: string): string {
  const nested = text.matchAll(/^( +)(?:[-*+]|\d{1,2}[.)]) /gm);
  const unit = Math.min(...[...nested].map(([, spaces = ""]) => spaces.length));
  const levelled = createHeadingLevels();
  let isCode = false;
  return hashHeadings(text.split("\n"))
    .map((line) => {
      if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
      if (isCode) return line;
      const [, spaces = "", number, words] =
        /^(\s*)(?:[-*+]|(\d{1,2})[.)]) +(.*)$/.exec(line) ?? [];
      const mark = formatItemMark(
        1 + spaces.length / unit,
        number === undefined ? "-" : `${number}.`,
      );
      return dropMarks(words === undefined ? levelled(tidyRow(line)) : mark + words);
    })
    .join("\n")
    .replaceAll(/\n\n(?:-{3,}|\*{3,}|_{3,})(?=\n\n)/g, "");
}

/** Headings that a line of = or - marks are written with # as the others. */
function hashHeadings(lines: readonly string[]): string[] {
  const from = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  const written: string[] = [];
  let isCode = false;
  for (const [at, line] of lines.entries()) {
    if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, mark] = /^ {0,3}(=+|-+) *$/.exec(line) ?? [];
    const before = written.at(-1) ?? "";
    const isMarked = at > from && mark !== undefined && !isCode && IS_PARAGRAPH.test(before);
    if (!isMarked) {
      written.push(line);
      continue;
    }
    let words = (written.pop() ?? "").trim();
    while (written.length > from && IS_PARAGRAPH.test(written.at(-1) ?? ""))
      words = `${written.pop()?.trim()} ${words}`;
    written.push(`${mark?.startsWith("=") ? "#" : "##"} ${words}`);
  }
  return written;
}

const IS_PARAGRAPH =
  /^ {0,3}(?!(?:#{1,6}|>|[-*+]|\d{1,9}[.)])(?:\s|$)|```|~~~|>|\||(?:[-*_] *){3,}$)\S/;

function tidyRow(line: string): string {
  if (!/^ *\|.*\| *$/.test(line)) return line;
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  return `| ${cells.map((cell) => cell.trim().replace(/^:?-+:?$/, "---")).join(" | ")} |`;
}

function dropMarks(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]{0,500})\]\([^)\s]{0,1000}\)/g, "$1")
    .replaceAll(/<([^<>\s]+)>/g, (tag, address: string) => (/.[.@]./.test(address) ? address : tag))
    .replace(/^> ?/, "")
    .replaceAll(/(?<!`)(`{1,9})(?!`)(.+?)(?<!`)\1(?!`)/g, "$2")
    .replaceAll(/(\*\*|__)(?=\S)(.{1,1000}?)(?<=\S)\1/g, "$2")
    .replaceAll(/(?<![\w*])([*_])(?=\S)([^*_]+?)(?<=\S)\1(?![\w*])/g, "$2");
}
