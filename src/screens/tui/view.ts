import { entryIndexAt } from "../../showing/entries.ts";
import { actsLine, footerLine } from "./footer.ts";
import { composeLines } from "./frame/compose.ts";
import { bottomRule, formRule, helpRule, topRule } from "./frame/frame.ts";
import { headerLines } from "./frame/header.ts";
import { helpWindow } from "./frame/help.ts";
import { type Box, isTooSmall, LEAST } from "./frame/layout.ts";
import { memberRows } from "./frame/members.ts";
import { type Parts, partsOf } from "./frame/parts.ts";
import { ACTS, KEYS } from "./keys.ts";
import type { Window } from "./paint/flow.ts";
import { fitLine, type Line, lineWidth, span } from "./paint/spans.ts";
import type { ViewState } from "./state/model.ts";
import { highlighted } from "./transcript/transcript.ts";

export function view(state: ViewState): readonly Line[] {
  const { columns, rows } = state.size;
  if (isTooSmall(state.size)) return tooSmall(columns, rows);
  const parts = partsOf(state);
  const help = state.isHelpOpen ? helpWindow(state, [...KEYS, ...ACTS]) : null;
  const lines = [
    ...headerLines(state, columns),
    topRule(state, parts),
    ...(help ? helpLines(help, parts) : bodyLines(state, parts)),
    state.isActing ? actsLine(state, columns) : help ? helpRule(help, columns) : bottomRule(state, parts),
    footerLine(state, columns),
  ];
  return lines.map((line) => fitLine(line, columns));
}

type Placed = { readonly box: Box; readonly lines: readonly Line[]; readonly pad: number };

function bodyLines(state: ViewState, parts: Parts): readonly Line[] {
  const { geometry, table } = parts;
  const { meeting } = state;
  const { members, transcript, panel, form } = geometry;
  const placed: readonly Placed[] = [
    {
      box: members,
      lines: meeting
        ? memberRows(state, meeting, table, members.width - 1, members.height).map(({ line }) => line)
        : [],
      pad: 0,
    },
    transcript && { box: transcript, lines: transcriptLines(state, parts), pad: 0 },
    panel && { box: panel, lines: panelLines(parts), pad: 1 },
    form && { box: { ...form, top: form.top - 1, height: 1 }, lines: [formRule(state, form)], pad: 0 },
    form && { box: form, lines: composeLines(state, form.width - 1, form.height), pad: 0 },
  ].filter((each) => each !== null);
  return Array.from({ length: geometry.body }, (_, row) => rowAt(row, placed));
}

function rowAt(row: number, placed: readonly Placed[]): Line {
  return placed
    .filter(({ box }) => row >= box.top && row < box.top + box.height)
    .toSorted((a, b) => a.box.left - b.box.left)
    .flatMap(({ box, lines, pad }) => {
      const rule = box.left > 0 ? [span("│", "rule")] : [];
      return [...rule, ...fitLine([span(" ".repeat(pad)), ...(lines[row - box.top] ?? [])], box.width)];
    });
}

function transcriptLines(state: ViewState, { window }: Parts): readonly Line[] {
  const query = state.search?.query ?? "";
  const marked = markedRow(state, window);
  const lines = window?.rows.map(({ flowLine }, row) => {
    const line = highlighted(flowLine.line, query);
    return row === marked ? withMark(line) : line;
  });
  return lines && lines.length > 0 ? lines : waitingFor(state);
}

function panelLines({ panelWindow }: Parts): readonly Line[] {
  return panelWindow?.rows.map(({ flowLine }) => flowLine.line) ?? [];
}

function markedRow({ marked, items }: ViewState, window: Window | null): number {
  if (marked === null || !window) return -1;
  const index = entryIndexAt(items, marked);
  return window.rows.findIndex(({ block, flowLine }) => block === index && flowLine.line.length > 0);
}

function withMark([first, ...rest]: Line): Line {
  if (!first) return [];
  const text = first.text.startsWith(" ") ? first.text.slice(1) : first.text.replace(/ $/, "");
  return [span("▸", "accent"), span(text, first.role), ...rest];
}

function waitingFor(state: ViewState): readonly Line[] {
  return [[], [span("  "), span(state.meeting ? "No messages yet." : "Opening the meeting...", "dim")]];
}

function helpLines({ rows }: Window, { geometry }: Parts): readonly Line[] {
  return Array.from({ length: geometry.body }, (_, row) => [span("  "), ...(rows[row]?.flowLine.line ?? [])]);
}

function tooSmall(columns: number, rows: number): readonly Line[] {
  const words = `Boardroom needs ${LEAST.columns}x${LEAST.rows}; this is ${columns}x${rows}`;
  const line = lineWidth([span(words)]) <= columns ? words : `needs ${LEAST.columns}x${LEAST.rows}`;
  return Array.from({ length: Math.max(1, rows) }, (_, row) => fitLine(row === 0 ? [span(line)] : [], columns));
}
