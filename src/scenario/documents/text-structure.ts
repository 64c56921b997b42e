export type Block = { readonly kind: "heading" | "item" | "row" | "paragraph"; readonly text: string };

/** Headings as in Markdown, list items with a hyphen, rows of tables on a line each; a blank line between other parts. */
export function textOf(blocks: readonly Block[]): string {
  const levelled = headingLevels();
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
function headingLevels(): (line: string) => string {
  let open: number[] = [];
  return (line) =>
    line.replace(/^#{1,6}(?= )/, ({ length }) => {
      open = [...open.filter((level) => level < length), length];
      return "#".repeat(open.length);
    });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

export const TITLE_CLASS = "title";

/** Of the simple HTML that mammoth makes of a Word document. */
export function textOfHtml(html: string): string {
  const blocks: Block[] = [];
  let text = "";
  let cells: string[] | null = null;
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

export function itemMark(depth: number, mark = "-"): string {
  return `${"  ".repeat(Math.max(0, depth - 1))}${mark} `;
}

export function rowOf(cells: readonly string[], before: Block | undefined): readonly Block[] {
  const row = (each: readonly string[]) => ({ kind: "row", text: `| ${each.join(" | ")} |` }) as const;
  return before?.kind === "row" ? [row(cells)] : [row(cells), row(cells.map(() => "---"))];
}

/** Line by line as in the file: one mark for items, no emphasis, links as their words. Word and PDF files give the same. */
export function textOfMarkdown(text: string): string {
  const nested = text.matchAll(/^( +)(?:[-*+]|\d{1,2}[.)]) /gm);
  const unit = Math.min(...[...nested].map(([, spaces = ""]) => spaces.length));
  const levelled = headingLevels();
  let isCode = false;
  return text
    .split("\n")
    .map((line) => {
      if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
      if (isCode) return line;
      const [, spaces = "", number, words] = /^(\s*)(?:[-*+]|(\d{1,2})[.)]) +(.*)$/.exec(line) ?? [];
      const mark = itemMark(1 + spaces.length / unit, number === undefined ? "-" : `${number}.`);
      return withoutMarks(words === undefined ? levelled(tidyRow(line)) : mark + words);
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
