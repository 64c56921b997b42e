import { paintable, paintableLine } from "../../../text/paintable.ts";
import { wrap } from "../../../text/wrap.ts";
import type { Flow, FlowLine } from "../paint/flow.ts";
import { BLANK, justified, type Line, span, type TextRole } from "../paint/spans.ts";

export type Rows = {
  readonly width: number;
  readonly lines: Line[];
  add(...lines: readonly Line[]): void;
  heading(text: string, right?: string): void;
  text(text: string, role?: TextRole, indent?: number): void;
  pair(label: string, value: string, role?: TextRole): void;
  blank(): void;
};

export function createRows(width: number, mask = (text: string) => text): Rows {
  const lines: Line[] = [];
  return {
    width,
    lines,
    add: (...more) => lines.push(...more),
    heading: (text, right = "") =>
      lines.push(justified([span(text, "strong")], right === "" ? [] : [span(right, "dim")], width)),
    text(text, role = "text", indent = 0) {
      for (const row of wrap(paintable(mask(text)).trim(), Math.max(8, width - indent)))
        lines.push([span(" ".repeat(indent)), span(row, role)]);
    },
    pair(label, value, role = "text") {
      lines.push(justified([span(label, "dim")], [span(paintableLine(mask(value)), role)], width));
    },
    blank: () => lines.push(BLANK),
  };
}

export function flowOf(lines: readonly Line[]): Flow {
  const block: readonly FlowLine[] = lines.map((line, at) => ({ line, at }));
  return { length: 1, lines: () => block };
}
