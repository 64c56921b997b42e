import { weightsAhead } from "../../../engine/meeting/procedure/select-speaker.ts";
import type { Selection } from "../../../engine/routing/select.ts";
import type { Draft } from "../../../engine/transcript/events.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { pairs } from "../../../lists.ts";
import { cutText, displayWidth } from "../../../text/width.ts";
import type { Flow } from "../paint/flow.ts";
import { type Line, span } from "../paint/spans.ts";
import { bar } from "../state/held.ts";
import type { ViewState } from "../state/model.ts";
import { inOrder, nameOf, type Table } from "../state/table.ts";
import { createRows, flowOf, type Rows } from "./rows.ts";

export function weightsFlow(state: ViewState, table: Table, width: number): Flow {
  const { selection, meeting } = state;
  const rows = createRows(width, table.mask);
  if (meeting?.requestedSpeaker) {
    rows.text(`${nameOf(table, meeting.requestedSpeaker)} has been given the floor and speaks next.`, "accent");
    rows.blank();
  }
  if (!selection) rows.text(whyNone(meeting), "dim");
  else addLast(rows, selection, table);
  if (meeting && meeting.ending?.kind !== "closed") addNext(rows, state, meeting, table);
  return flowOf(rows.lines);
}

function whyNone(meeting: MeetingState | null): string {
  if (!meeting || isDrawn(meeting)) return "Nobody has been drawn yet.";
  return "Nobody is drawn here: the procedure says who is asked next.";
}

function isDrawn({ protocol }: MeetingState): boolean {
  return protocol.startsWith("board@") || protocol.startsWith("jury@");
}

/** Whoever speaks now cannot be drawn next, unless nobody else is left. */
function addNext(rows: Rows, { calls }: ViewState, meeting: MeetingState, table: Table): void {
  if (!meeting.protocol.startsWith("board@")) return;
  const [call] = calls.values();
  const speakers = [...meeting.speakers.slice(-40), ...(call ? [call.speaker] : [])];
  const weights = weightsAhead({ ...meeting, speakers });
  if (!weights) return;
  rows.blank();
  rows.heading("Next draw, as it stands");
  addWeights(rows, weights, null, table);
}

function addLast(rows: Rows, selection: Draft<"speaker.selected">, table: Table): void {
  const { selector, speaker, weights, draw, why } = selection;
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  rows.heading("Last draw");
  rows.text(`The floor went to ${nameOf(table, speaker)}.`);
  rows.text(`selector ${selector}: ${why}`, "dim");
  rows.blank();
  addWeights(rows, weights, speaker, table);
  rows.blank();
  if (draw === null) {
    rows.text("No draw: nothing was left to chance.", "dim");
    return;
  }
  // The scale has the order of the seats, by which members would be known.
  if (!table.isAnonymous) addDraw(rows, selection, draw, total, table);
}

function addWeights(rows: Rows, weights: Selection["weights"], chosen: string | null, table: Table): void {
  const listed = inOrder(table, weights, ({ seat }) => seat);
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const names = listed.map(({ seat }) => nameOf(table, seat));
  const room = Math.max(10, rows.width - 24);
  const fits = names.every((name) => displayWidth(name) <= room);
  const shown = fits ? names : names.map((name) => cutText(name.slice(name.lastIndexOf(" ") + 1), room));
  const label = Math.max(...shown.map(displayWidth));
  for (const [name, { seat, weight }] of pairs(shown, listed)) {
    const share = total > 0 ? weight / total : 0;
    rows.add(weightRow({ name, isChosen: seat === chosen, weight, share }, label, rows.width));
  }
}

type WeightRow = {
  readonly name: string;
  readonly isChosen: boolean;
  readonly weight: number;
  readonly share: number;
};

function weightRow({ name, isChosen, weight, share }: WeightRow, label: number, width: number): Line {
  const figures = `${numeral(weight).padStart(6)}${`${(share * 100).toFixed(1)}%`.padStart(7)}`;
  const room = Math.max(0, width - label - 3 - figures.length);
  return [
    span(isChosen ? "▸ " : "  ", "accent"),
    span(name + " ".repeat(label - displayWidth(name)), isChosen ? "accent" : weight === 0 ? "dim" : "text"),
    span(figures, "dim"),
    span(" "),
    ...(room >= 3 ? bar(share, Math.min(room, 20)) : []),
  ];
}

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
