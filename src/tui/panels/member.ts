import type { MeetingState, MemberState } from "../../transcript/state.ts";
import type { Flow } from "../flow.ts";
import { nameOf, sideMark, type Table } from "../item-lines.ts";
import { chipOf, statusOf } from "../members.ts";
import type { ViewState } from "../model.ts";
import { span } from "../spans.ts";
import { createRows, flowOf, type Rows } from "./rows.ts";

/** One seat in full: who it is, what it held and after whose words that changed. */
export function memberFlow(
  state: ViewState,
  meeting: MeetingState,
  seatId: string,
  table: Table,
  width: number,
): Flow {
  const member = meeting.members.get(seatId);
  const rows = createRows(width);
  if (!member) return flowOf(rows.lines);
  const { seat } = member;
  const { persona } = seat;
  rows.heading(nameOf(table, seat.id), statusOf(state, member).text);
  rows.text(persona.title, "dim");
  rows.text(`model ${seat.model}${seat.weight === 1 ? "" : `, weight ${seat.weight}`}`, "dim");
  if (seat.kind === "member") {
    rows.blank();
    rows.add([...chipOf(state, member, table)]);
    addVerdicts(rows, member, table);
    addBallots(rows, member, table);
  }
  rows.blank();
  addFigures(rows, member);
  rows.blank();
  rows.heading("Persona");
  rows.text(`Expertise: ${persona.expertise.join(", ")}`);
  rows.text(`Personality: ${persona.personality}`);
  rows.text(`Speaks: ${persona.speakingStyle}`);
  addPriorities(rows, meeting, member);
  if (persona.background !== "") {
    rows.blank();
    rows.text(persona.background, "dim");
  }
  return flowOf(rows.lines);
}

function addVerdicts(rows: Rows, { verdicts, withdrawnAt }: MemberState, table: Table): void {
  for (const [index, { verdict, turn, after, reasoning, wouldChange }] of verdicts.entries()) {
    const { letter, role } = sideMark(table.sides.get(verdict));
    rows.blank();
    rows.add([span(`${letter} ${verdict}`, role), span(`  turn ${turn}`, "dim")]);
    if (after) rows.text(`after ${nameOf(table, after.speaker)} at turn ${after.turn}`, "accent", 2);
    else if (index === 0) rows.text("first verdict", "dim", 2);
    if (reasoning) rows.text(reasoning, "text", 2);
    if (wouldChange) rows.text(`would change it: ${wouldChange}`, "dim", 2);
  }
  if (withdrawnAt) {
    rows.blank();
    rows.text(`withdrew at turn ${withdrawnAt.turn}`, "dim");
  }
}

function addBallots(rows: Rows, { ballots }: MemberState, table: Table): void {
  if (ballots.length > 0) rows.blank();
  for (const { kind, verdict } of ballots) {
    const { letter, role } = sideMark(table.sides.get(verdict ?? ""));
    rows.add([span(`${kind} ballot: `, "dim"), span(`${letter} ${verdict ?? "no valid vote"}`, role)]);
  }
}

function addFigures(rows: Rows, member: MemberState): void {
  const found = (mark: string) => member.citations.filter((citation) => citation.found === mark).length;
  rows.pair("messages, passes, absences", `${member.messages}, ${member.passes}, ${member.absences}`);
  rows.pair("words", String(member.words));
  const absent = found("absent");
  rows.pair(
    "passages found, not found",
    `${found("exact") + found("near")}, ${absent}`,
    absent > 0 ? "error" : "text",
  );
}

function addPriorities(rows: Rows, meeting: MeetingState, { seat }: MemberState): void {
  const priorities = Object.entries(seat.persona.priorities).sort(([, a], [, b]) => b - a);
  if (priorities.length === 0) return;
  rows.blank();
  rows.heading("Priorities");
  const names = new Map(meeting.scenario.criteria.map(({ id, name }) => [id, name]));
  for (const [id, weight] of priorities)
    rows.pair(names.get(id) ?? id, `${"█".repeat(Math.round(weight))} ${weight}`, "bar");
}
