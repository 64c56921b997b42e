import { unescapeMarkdown } from "../../../text/markdown.ts";
import { paintable } from "../../../text/paintable.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrap } from "../../../text/wrap.ts";
import type { FlowLine } from "../paint/flow.ts";
import { type Line, lineWidth, type Span, span, type TextRole } from "../paint/spans.ts";
import type { Table } from "../state/table.ts";

export const INDENT = 6;

/** Lines of prose longer than this are hard to follow from one to the next. */
export const MOST_COLUMNS = 104;

export type Layout = {
  readonly lines: FlowLine[];
  add(line: Line): void;
  text(text: string, how: Placing): void;
  /** Styles headings and list items, and removes Markdown escapes. */
  markdown(text: string, how: Placing): void;
  pieces(pieces: readonly Line[], how: { readonly indent: number; readonly mark: Span }): void;
};

type Placing = { readonly indent: number; readonly role: TextRole; readonly mark?: Span | Line };

/** Places count the characters laid out before, so that they are the same at every width. */
export function createLayout(given: number, mask: Table["mask"]): Layout {
  const width = Math.min(given, MOST_COLUMNS);
  const lines: FlowLine[] = [];
  let at = 0;

  function put(paragraph: string, { indent, role, mark }: Placing, hang = 0): void {
    const began = at;
    let searched = 0;
    for (const [index, row] of wrap(paragraph, Math.max(8, width - indent - hang)).entries()) {
      const found = row === "" ? searched : Math.max(searched, paragraph.indexOf(row, searched));
      const before = indent + (index === 0 ? 0 : hang);
      const marks = index === 0 && mark ? ("text" in mark ? [mark] : mark) : [];
      const head = [span(" ".repeat(Math.max(0, before - lineWidth(marks)))), ...marks];
      lines.push({ line: [...head, span(row, role)], at: began + found });
      searched = found + row.length;
    }
    at = began + paragraph.length + 1;
  }

  return {
    lines,
    add(line) {
      lines.push({ line, at });
      at += 1;
    },
    text(text, { mark, ...how }) {
      const paragraphs = paintable(mask(text)).trim().split("\n");
      for (const [index, paragraph] of paragraphs.entries())
        put(paragraph, index === 0 && mark ? { ...how, mark } : how);
    },
    markdown(text, how) {
      let hasHeading = false;
      for (const line of paintable(mask(text)).trim().split("\n")) {
        if (line === "" && hasHeading) continue;
        const [, level, heading = ""] = /^(#+) (.*)$/.exec(line) ?? [];
        const [, item = ""] = /^((?:[-*]|\d+\.) +)/.exec(line) ?? [];
        if (level !== undefined) put(unescapeMarkdown(heading), { ...how, role: "strong" });
        else put(unescapeMarkdown(line), how, item.length);
        hasHeading = level !== undefined;
      }
    },
    pieces(pieces, { indent, mark }) {
      let row: Span[] = [span(" ".repeat(Math.max(0, indent - displayWidth(mark.text)))), mark];
      for (const piece of pieces) {
        if (lineWidth(row) + lineWidth(piece) > width && lineWidth(row) > indent) {
          this.add(row);
          row = [span(" ".repeat(indent))];
        }
        row.push(...piece);
      }
      this.add(row);
    },
  };
}
