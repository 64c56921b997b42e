import { displayWidth } from "../../reports/wrap.ts";
import type { Draft } from "../../transcript/events.ts";
import type { Flow } from "../flow.ts";
import { nameOf, type Table } from "../item-lines.ts";
import { bar, shortName } from "../members.ts";
import type { ViewState } from "../model.ts";
import { type Line, span } from "../spans.ts";
import { createRows, flowOf, type Rows } from "./rows.ts";

/** Why the last speaker was chosen: every weight and share, and where the draw fell. */
export function weightsFlow({ selection, meeting }: ViewState, table: Table, width: number): Flow {
  const rows = createRows(width);
  rows.heading("Who speaks next");
  if (meeting?.requestedSpeaker) {
    rows.text(`${nameOf(table, meeting.requestedSpeaker)} has been given the floor and speaks next.`, "accent");
    rows.blank();
  }
  if (!selection) {
    rows.text("Nobody has been drawn yet.", "dim");
    return flowOf(rows.lines);
  }
  addLast(rows, selection, table);
  return flowOf(rows.lines);
}

function addLast(rows: Rows, selection: Draft<"speaker.selected">, table: Table): void {
  const { selector, speaker, weights, draw, why } = selection;
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  rows.text(`The floor went to ${nameOf(table, speaker)}.`);
  rows.text(`selector ${selector}: ${why}`, "dim");
  rows.blank();
  const label = Math.min(
    Math.max(10, rows.width - 24),
    Math.max(...weights.map(({ seat }) => displayWidth(nameOf(table, seat)))),
  );
  for (const { seat, weight } of weights) {
    const share = total > 0 ? weight / total : 0;
    rows.add(
      weightRow({ name: nameOf(table, seat), isChosen: seat === speaker, weight, share }, label, rows.width),
    );
  }
  rows.blank();
  if (draw === null) {
    rows.text("No draw: nothing was left to chance.", "dim");
    return;
  }
  addDraw(rows, selection, draw, total, table);
}

type Row = {
  readonly name: string;
  readonly isChosen: boolean;
  readonly weight: number;
  readonly share: number;
};

function weightRow({ name, isChosen, weight, share }: Row, label: number, width: number): Line {
  const shown = shortName(name, label);
  const figures = `${numeral(weight).padStart(6)}${`${(share * 100).toFixed(1)}%`.padStart(7)}`;
  const room = Math.max(0, width - label - 3 - figures.length);
  return [
    span(isChosen ? "▸ " : "  ", "accent"),
    span(shown + " ".repeat(label - displayWidth(shown)), isChosen ? "accent" : weight === 0 ? "dim" : "text"),
    span(figures, "dim"),
    span(" "),
    ...(room >= 3 ? bar(share, Math.min(room, 20)) : []),
  ];
}

/** The draw on a scale from 0 to 1, on which every weight has its stretch. */
function addDraw(
  rows: Rows,
  selection: Draft<"speaker.selected">,
  draw: number,
  total: number,
  table: Table,
): void {
  const width = Math.max(10, rows.width - 1);
  rows.text(`draw ${draw.toFixed(4)} × total ${numeral(total)} = ${(draw * total).toFixed(2)}`);
  const place = Math.min(width - 1, Math.floor(draw * width));
  const scale: { text: string; isChosen: boolean }[] = [];
  let sum = 0;
  for (const [index, { seat, weight }] of selection.weights.entries()) {
    const from = Math.round((sum / total) * width);
    sum += weight;
    const to = Math.round((sum / total) * width);
    scale.push({ text: (index % 2 === 0 ? "━" : "═").repeat(to - from), isChosen: seat === selection.speaker });
  }
  rows.add(
    [span(" ".repeat(place)), span("▼", "accent")],
    scale.map(({ text, isChosen }) => span(text, isChosen ? "accent" : "dim")),
  );
  const before = selection.weights.slice(
    0,
    selection.weights.findIndex(({ seat }) => seat === selection.speaker),
  );
  const from = before.reduce((left, { weight }) => left + weight, 0);
  const own = selection.weights.find(({ seat }) => seat === selection.speaker)?.weight ?? 0;
  if (from <= draw * total && draw * total < from + own)
    rows.text(
      `It falls between ${numeral(from)} and ${numeral(from + own)}: ${nameOf(table, selection.speaker)}'s stretch.`,
      "dim",
    );
}

function numeral(weight: number): string {
  return Number.isInteger(weight) ? String(weight) : weight.toFixed(2);
}
