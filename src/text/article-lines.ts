/** The lines of an article before a terminal wraps them. The plain view and the screen print them in their own styles. */

import {
  type Article,
  type Block,
  type ListItem,
  listRows,
  readWords,
  type Words,
} from "./article.ts";

type ArticleLine = {
  text: string;
  /** Columns by which the rows after the first are indented. */
  hang: number;
  isHeading: boolean;
};

/** A blank line separates blocks; none follows a heading. */
export function listLines(article: Article): readonly ArticleLine[] {
  return article.flatMap((block, index) => {
    const before = article[index - 1];
    const gap = before && before.is !== "heading" ? [toLine("")] : [];
    return [...gap, ...listBlock(block)];
  });
}

function listBlock(block: Block): readonly ArticleLine[] {
  switch (block.is) {
    case "heading":
      return [{ ...toLine(readWords(block.words)), isHeading: true }];
    case "paragraph":
    case "note":
      return splitWords(block.words).map((text) => toLine(text));
    case "list":
      return block.items.flatMap(listItem);
    case "quote":
      return [...splitWords(block.words), ...(block.source ? splitWords(block.source) : [])].map(
        (text) => toLine(`  ${text}`, 2),
      );
    case "table":
      return listRows(block).map((cells) =>
        toLine(cells.map(({ words }) => readWords(words)).join(" | ")),
      );
    case "fields":
      return block.fields.map(({ label, words }) => toLine(`${label}: ${readWords(words)}`, 2));
    case "entry":
      return [toLine(`${block.name}:`), ...listLines(block.body)];
    case "verbatim":
      return block.text.split("\n").map((text) => toLine(text));
    default:
      return block satisfies never;
  }
}

function listItem({ words, depth, below = [] }: ListItem): readonly ArticleLine[] {
  const indent = "  ".repeat(depth);
  const item = toLine(`${indent}- ${readWords(words)}`, indent.length + 2);
  return [item, ...listLines(below).map((each) => ({ ...each, text: `${indent}  ${each.text}` }))];
}

function splitWords(words: Words): readonly string[] {
  return readWords(words).split("\n");
}

function toLine(text: string, hang = 0): ArticleLine {
  return { text, hang, isHeading: false };
}
