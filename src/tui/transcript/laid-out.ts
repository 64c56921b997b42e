import { paintable } from "../../text/paintable.ts";
import { displayWidth } from "../../text/width.ts";
import { wrap } from "../../text/wrap.ts";
import type { FlowLine } from "../paint/flow.ts";
import { type Line, lineWidth, type Span, span, type TextRole } from "../paint/spans.ts";
import type { Table } from "../state/table.ts";

/** Columns before what is said: the turn's number stands in them. */
export const INDENT = 6;

/** Lines of prose longer than this are hard to follow from one to the next. */
export const MOST_COLUMNS = 104;

export type Layout = {
  readonly lines: FlowLine[];
  add(line: Line): void;
  /** Wraps a text, set in, behind an optional mark on its first row. */
  text(text: string, how: Placing): void;
  /** Markdown: headings stand out, items hang behind their mark, escapes are taken back. */
  markdown(text: string, how: Placing): void;
  /** Pieces one after another, none of them broken, over as many rows as they need. */
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
        if (level !== undefined) put(unescaped(heading), { ...how, role: "strong" });
        else put(unescaped(line), how, item.length);
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

/** What an escape in Markdown stands for. */
function unescaped(text: string): string {
  return text.replace(/\\([\\`*_[\]<>|#~$+=:.)-])/g, "$1").replaceAll("&amp;", "&");
}
