import type { StatusLine } from "../../../engine/meeting/contract/protocol.ts";
import { NO_VERDICT } from "../../../engine/transcript/events.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { countVerdicts } from "../../../showing/table/tally.ts";
import {
  optionInWords,
  optionsInWords,
  outcomeInWords,
  sidesInWords,
  verdictInWords,
} from "../../../showing/words.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { cutText, displayWidth } from "../../../text/width.ts";
import type { Flow } from "../paint/flow.ts";
import { cutLine, span } from "../paint/spans.ts";
import { bar, heldBy } from "../state/held.ts";
import type { ViewState } from "../state/model.ts";
import { resultOf } from "../state/result.ts";
import { badgeOf, inOrder, markOf, type Table } from "../state/table.ts";
import { addHistory, type History } from "./history.ts";
import { createRows, flowOf, type Rows } from "./rows.ts";

export function tallyFlow(
  state: Pick<ViewState, "standing">,
  meeting: MeetingState,
  table: Table,
  width: number,
): Flow {
  const rows = createRows(width, table.mask);
  const seats = inOrder(table, [...meeting.members.values()], ({ seat }) => seat.id);
  const members = seats.filter(({ seat }) => seat.kind === "member");
  const shown = { state, meeting, members, table };
  if (meeting.outcome) addOutcome(rows, meeting, table);
  addStanding(rows, state.standing ?? []);
  addTally(rows, shown);
  rows.blank();
  addHistory(rows, shown);
  addOpening(rows, shown);
  addChanges(rows, shown);
  return flowOf(rows.lines);
}

/** The outcome is first: below the chart it would often be out of sight. */
function addOutcome(rows: Rows, meeting: MeetingState, table: Table): void {
  const { outcome } = meeting;
  if (!outcome) return;
  const result = resultOf(meeting, table);
  rows.heading("Outcome", outcome.rule);
  rows.add([span(` ${paintableLine(outcomeInWords(outcome)).toUpperCase()} `, result?.chip ?? "chip-none")]);
  rows.text(outcome.reason);
  rows.blank();
}

function addStanding(rows: Rows, standing: readonly StatusLine[]): void {
  if (standing.length === 0) return;
  rows.heading("Procedure");
  for (const { label, value } of standing) {
    const fits = displayWidth(paintableLine(`${label} ${value}`)) < rows.width;
    if (fits) rows.pair(paintableLine(label), value);
    else {
      rows.text(label, "dim");
      rows.text(value, "text", 2);
    }
  }
  rows.blank();
}

function addTally(rows: Rows, { state, meeting, members, table }: History): void {
  const { verdicts } = meeting.scenario;
  const held = members.map((member) => heldBy(state, member).verdict);
  const tally = countVerdicts(held, verdicts);
  rows.heading(meeting.outcome ? "Final verdicts" : "Verdicts now");
  rows.text(table.countsOptions ? optionsInWords(tally) : sidesInWords(tally), "dim");
  const ids = [...verdicts.map(({ id }) => id), NO_VERDICT];
  const label = Math.min(18, Math.max(...ids.map((id) => displayWidth(id))));
  const room = Math.max(4, rows.width - label - 7);
  for (const id of ids) {
    const votes = tally.options[id] ?? 0;
    if (id === NO_VERDICT && votes === 0) continue;
    const { letter, role } = markOf(table, id);
    rows.add([
      span(`${letter} `, role),
      span(cutText(optionInWords(id), label).padEnd(label + 1), votes > 0 ? role : "dim"),
      ...(votes > 0
        ? [span("█".repeat(Math.max(1, Math.round((votes / members.length) * room))), role), span(` ${votes}`)]
        : []),
    ]);
  }
}

function addOpening(rows: Rows, { meeting, members, table }: History): void {
  const opening = members.map(({ ballots }) => ballots.find(({ kind }) => kind === "opening"));
  if (opening.every((ballot) => ballot === undefined)) return;
  const tally = countVerdicts(
    opening.map((ballot) => ballot?.verdict ?? null),
    meeting.scenario.verdicts,
  );
  rows.blank();
  rows.heading("Vote without talk");
  rows.text(table.countsOptions ? optionsInWords(tally) : sidesInWords(tally), "dim");
  if (table.countsOptions) return;
  const share = (tally.sides.for ?? 0) / Math.max(1, members.length);
  rows.add([...bar(share, Math.min(24, rows.width - 6), "for"), span(" for", "dim")]);
}

function addChanges(rows: Rows, { members, table }: History): void {
  // A long meeting has thousands of changes, and this is laid out with every repaint.
  const changes = members
    .flatMap(({ seat, verdicts }) =>
      verdicts.slice(-MOST_CHANGES - 1).flatMap(({ verdict, turn }, index, last) => {
        const from = last[index - 1]?.verdict;
        return from === undefined ? [] : [{ seat: seat.id, from, to: verdict, turn }];
      }),
    )
    .toSorted((a, b) => b.turn - a.turn);
  const count = members.reduce((sum, { verdicts }) => sum + Math.max(0, verdicts.length - 1), 0);
  if (count === 0) return;
  rows.blank();
  rows.heading("Who moved", count === 1 ? "1 change" : `${count} changes`);
  for (const { seat, from, to, turn } of changes.slice(0, MOST_CHANGES))
    rows.add(
      cutLine(
        [
          span(`${String(turn).padStart(4)}  `, "dim"),
          span(badgeOf(table, seat).text, badgeOf(table, seat).role),
          span(` ${paintableLine(verdictInWords(from))}`, markOf(table, from).role),
          span(" → ", "dim"),
          span(paintableLine(verdictInWords(to)), markOf(table, to).role),
        ],
        rows.width,
      ),
    );
}

const MOST_CHANGES = 50;
