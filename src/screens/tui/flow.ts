/**
 * A long text in blocks, of which a window shows some rows. The debate and the panels are such
 * texts.
 */

import { cleanForPainting, cleanLineForPainting } from "../../text/paintable.ts";
import { wrap } from "../../text/wrap.ts";
import { BLANK, createSpan, justifyLine, type Line, type TextRole } from "./lines.ts";

/** `at` is the place in the block's text where the row begins; it never decreases within a block. */
export type FlowLine = { line: Line; at: number };

export type Flow = { length: number; lines(block: number): readonly FlowLine[] };

export type Anchor = { block: number; at: number };

export type Window = {
  rows: readonly { block: number; flowLine: FlowLine }[];
  top: Anchor;
  isAtStart: boolean;
  isAtEnd: boolean;
};

export const START: Anchor = { block: 0, at: Number.NEGATIVE_INFINITY };

export function openWindow(flow: Flow, anchor: Anchor, height: number): Window {
  const place = resolve(flow, anchor);
  const last = findLastPlace(flow, height);
  return createWindow(flow, isBefore(last, place) ? last : place, height);
}

export function openLastWindow(flow: Flow, height: number): Window {
  return createWindow(flow, findLastPlace(flow, height), height);
}

/** The anchor so many rows further down, or up where negative; never past the last full window. */
export function moveAnchor(flow: Flow, from: Anchor, rows: number, height: number): Anchor {
  const place = resolve(flow, from);
  const last = findLastPlace(flow, height);
  const moved = walk(flow, isBefore(last, place) ? last : place, rows);
  return findAnchor(flow, isBefore(last, moved) ? last : moved);
}

type FlowRow = { block: number; line: number };

function createWindow(flow: Flow, place: FlowRow, height: number): Window {
  const rows: { block: number; flowLine: FlowLine }[] = [];
  let { block, line } = place;
  let isAtEnd = true;
  for (; block < flow.length; block++, line = 0) {
    const lines = flow.lines(block);
    for (const flowLine of lines.slice(line, line + height - rows.length)) {
      rows.push({ block, flowLine });
      line++;
    }
    if (line < lines.length) {
      isAtEnd = false;
      break;
    }
    if (rows.length === height && block + 1 < flow.length) {
      isAtEnd = !hasRows(flow, block + 1);
      break;
    }
  }
  const isAtStart = place.line === 0 && !hasRowsBefore(flow, place.block);
  return { rows, top: findAnchor(flow, place), isAtStart, isAtEnd };
}

function resolve(flow: Flow, { block, at }: Anchor): FlowRow {
  if (flow.length === 0) return { block: 0, line: 0 };
  if (block >= flow.length)
    return { block: flow.length - 1, line: Math.max(0, flow.lines(flow.length - 1).length - 1) };
  const line = flow.lines(block).findLastIndex((row) => row.at <= at);
  return { block, line: Math.max(0, line) };
}

function findAnchor(flow: Flow, { block, line }: FlowRow): Anchor {
  return { block, at: flow.length === 0 ? START.at : (flow.lines(block)[line]?.at ?? START.at) };
}

function findLastPlace(flow: Flow, height: number): FlowRow {
  let left = height;
  for (let block = flow.length - 1; block >= 0; block--) {
    const { length } = flow.lines(block);
    if (length >= left) return { block, line: length - left };
    left -= length;
  }
  return { block: 0, line: 0 };
}

function walk(flow: Flow, from: FlowRow, rows: number): FlowRow {
  let { block, line } = from;
  let left = rows;
  while (left > 0) {
    const { length } = flow.lines(block);
    if (line + left < length) return { block, line: line + left };
    if (block + 1 >= flow.length) return { block, line: Math.max(0, length - 1) };
    left -= length - line;
    block += 1;
    line = 0;
  }
  while (left < 0) {
    if (line + left >= 0) return { block, line: line + left };
    if (block === 0) return { block: 0, line: 0 };
    left += line;
    block -= 1;
    line = flow.lines(block).length;
  }
  return { block, line };
}

function isBefore(a: FlowRow, b: FlowRow): boolean {
  return a.block < b.block || (a.block === b.block && a.line < b.line);
}

function hasRows(flow: Flow, from: number): boolean {
  for (let block = from; block < flow.length; block++)
    if (flow.lines(block).length > 0) return true;
  return false;
}

function hasRowsBefore(flow: Flow, block: number): boolean {
  for (let before = block - 1; before >= 0; before--)
    if (flow.lines(before).length > 0) return true;
  return false;
}

export type Rows = ReturnType<typeof createRows>;

export function createRows(width: number, mask = (text: string) => text) {
  const lines: Line[] = [];
  return {
    width,
    lines,
    add: (...more: readonly Line[]) => lines.push(...more),
    heading: (text: string, right = "") =>
      lines.push(
        justifyLine(
          [createSpan(text, "strong")],
          right === "" ? [] : [createSpan(right, "dim")],
          width,
        ),
      ),
    text(text: string, role: TextRole = "text", indent = 0) {
      for (const row of wrap(cleanForPainting(mask(text)).trim(), Math.max(8, width - indent)))
        lines.push([createSpan(" ".repeat(indent)), createSpan(row, role)]);
    },
    pair(label: string, value: string, role: TextRole = "text") {
      lines.push(
        justifyLine(
          [createSpan(label, "dim")],
          [createSpan(cleanLineForPainting(mask(value)), role)],
          width,
        ),
      );
    },
    blank: () => lines.push(BLANK),
  };
}

export function createFlow(lines: readonly Line[]): Flow {
  const block: readonly FlowLine[] = lines.map((line, at) => ({ line, at }));
  return { length: 1, lines: () => block };
}
