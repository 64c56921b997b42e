/** The panel at the right of the full-screen view: tally, member, costs or documents. */

import { countSpoken } from "../../engine/money/limits.ts";
import { readCost } from "../../engine/transcript/call-events.ts";
import { collectSources } from "../../engine/transcript/citations.ts";
import type { MeetingState, MemberState, VerdictEntry } from "../../engine/transcript/state.ts";
import {
  countClosingBallots,
  formatBallot,
  formatMover,
  formatStatedVerdict,
  formatVerdict,
} from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { countFigures } from "../../showing/verdict-table.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import { formatCited, formatCost, formatDollars } from "../../showing/words.ts";
import { formatCount, groupThousands } from "../../text/plain.ts";
import { cutText } from "../../text/width.ts";
import { createFlow, createRows, type Flow, type Rows } from "./flow.ts";
import { createSpan, justifyLine } from "./lines.ts";
import { findCurrentSpeaker, type PanelName, type ViewState } from "./model.ts";
import {
  describeStatus,
  displayName,
  findCurrent,
  findMark,
  sortSeats,
  type Table,
} from "./table.ts";
import { createTallyFlow } from "./tally.ts";

export const PANEL_TITLES: Readonly<Record<PanelName, string>> = {
  tally: "tally",
  member: "member",
  cost: "costs",
  documents: "documents",
};

export function createPanel(
  state: ViewState,
  meeting: MeetingState,
  table: Table,
  name: PanelName,
  width: number,
): Flow {
  switch (name) {
    case "tally":
      return createTallyFlow(state, meeting, table, width);
    case "member": {
      const seat =
        state.chosen ?? findCurrentSpeaker(state) ?? meeting.scenario.members[0]?.id ?? "";
      return createMemberFlow(state, meeting, seat, table, width);
    }
    case "cost":
      return createCostFlow(meeting, table, width);
    case "documents":
      return createDocumentsFlow(state, meeting, width);
    default:
      return name satisfies never;
  }
}

/** What the person's seat may cite, with the numbers of the lines. */
function createDocumentsFlow(state: ViewState, meeting: MeetingState, width: number): Flow {
  const rows = createRows(width);
  const seat = findQuestion(state)?.request.seat;
  const { documents } = collectSources(meeting, String(seat ?? ""));
  if (documents.length === 0) rows.text("No documents.", "dim");
  for (const { name, text } of documents) {
    rows.heading(name);
    text.split("\n").forEach((line, index) => {
      if (line.trim() !== "") rows.text(`L${index + 1} ${line}`);
    });
    rows.blank();
  }
  return createFlow(rows.lines);
}

function createCostFlow(meeting: MeetingState, table: Table, width: number): Flow {
  const rows = createRows(width);
  rows.heading("Cost and tokens");
  if (meeting.simulated) rows.text("Simulated members: no tokens, no cost.", "dim");
  rows.blank();
  for (const member of sortSeats(table, [...meeting.members.values()], ({ seat }) => seat.id)) {
    if (member.seat.model === "template") continue;
    addSpending(rows, displayName(table, member.seat.id), member.spending, meeting.simulated);
  }
  rows.add([createSpan("─".repeat(width), "rule")]);
  addSpending(rows, "all", meeting.spending, meeting.simulated);
  rows.blank();
  addLimits(rows, meeting);
  return createFlow(rows.lines);
}

function addSpending(
  rows: Rows,
  name: string,
  spent: MemberState["spending"],
  isSimulated: boolean,
): void {
  const { calls, failedCalls, input, cacheRead, output } = spent;
  const failed = failedCalls > 0 ? `, ${failedCalls} failed` : "";
  const shown = readCost(spent);
  const isByPlan = shown.byPlan !== undefined && shown.cost === null;
  const dollars = isSimulated || isByPlan ? "" : formatDollars(shown.cost);
  const payer = shown.byPlan === undefined ? "" : `; ${formatCost({ ...shown, cost: null })}`;
  rows.add(
    justifyLine(
      [createSpan(cutText(name, rows.width - 12), "strong")],
      [createSpan(dollars)],
      rows.width,
    ),
  );
  const cached = input > 0 ? `, ${Math.round((100 * cacheRead) / input)} % cached` : "";
  const tokens = isSimulated
    ? ""
    : `: ${groupThousands(input)} in${cached}, ${groupThousands(output)} out`;
  rows.text(
    `${formatCount(calls, "call")}${failed}${tokens}${payer}`,
    failedCalls > 0 ? "warn" : "dim",
    2,
  );
}

function addLimits(rows: Rows, meeting: MeetingState): void {
  const { limits } = meeting.scenario;
  const { input, output, cost } = meeting.spending;
  const add = (name: string, used: number | null, of: number | undefined) => {
    if (of === undefined) return;
    const role = used === null || used / of < 0.8 ? "text" : used / of < 0.95 ? "warn" : "error";
    rows.pair(
      name,
      used === null ? `at most ${of}` : `${Math.round(used * 10_000) / 10_000} of ${of}`,
      role,
    );
  };
  rows.heading("Limits");
  add("messages", countSpoken(meeting), limits.messages);
  add("tokens", input + output, limits.tokens);
  add("dollars", cost, limits.dollars);
  add("minutes", null, limits.minutes);
}

function createMemberFlow(
  state: ViewState,
  meeting: MeetingState,
  seatId: string,
  table: Table,
  width: number,
): Flow {
  const member = meeting.members.get(seatId);
  if (!member) return createFlow([]);
  const { verdicts } = member;
  return {
    length: verdicts.length + 2,
    lines(block) {
      const rows = createRows(width, table.mask);
      const entry = verdicts[block - 1];
      if (block === 0) addSeat(rows, state, member, table);
      else if (entry) addVerdict(rows, entry, block === 1, { member, table });
      else addRest(rows, meeting, member, table);
      return rows.lines.map((line, at) => ({ line, at }));
    },
  };
}

function addSeat(rows: Rows, state: ViewState, member: MemberState, table: Table): void {
  const { seat } = member;
  rows.heading(displayName(table, seat.id), describeStatus(state, member).text);
  if (!table.isHidden(seat.id)) {
    rows.text(seat.persona.title, "dim");
    rows.text(`model ${seat.model}${seat.weight === 1 ? "" : `, weight ${seat.weight}`}`, "dim");
  }
  if (seat.kind !== "member") return;
  rows.blank();
  const { verdict, confidence, by } = findCurrent(state, member);
  const { sign, label, role } = findMark(table, { verdict });
  rows.add([createSpan(`${sign} ${label}`, role)]);
  const sure = confidence === null ? [] : [`${Math.round(confidence * 100)} % sure`];
  const basis = [...sure, ...(by === "ballot" ? ["by vote"] : [])];
  if (basis.length > 0) rows.text(basis.join(", "), "dim", 2);
}

function addVerdict(
  rows: Rows,
  entry: VerdictEntry,
  isFirst: boolean,
  { member, table }: { member: MemberState; table: Table },
): void {
  const { verdict, turn, message } = entry;
  const { sign, role } = findMark(table, { verdict });
  rows.blank();
  rows.add([
    createSpan(`${sign} ${formatVerdict(verdict)}`, role),
    createSpan(`  turn ${turn}`, "dim"),
  ]);
  const change = member.positions.find(
    (position, index) => index > 0 && position.message === message,
  );
  if (change)
    rows.text(
      formatMover(change, (seat) => displayName(table, seat)),
      "accent",
      2,
    );
  else if (isFirst) rows.text("first verdict", "dim", 2);
  addReasons(rows, entry);
}

type Reasons = Pick<VerdictEntry, "reasoning" | "wouldChange">;

function addReasons(rows: Rows, { reasoning, wouldChange }: Reasons): void {
  if (reasoning) rows.text(words.message.because(reasoning), "text", 2);
  if (wouldChange) rows.text(words.message.wouldChange(wouldChange), "dim", 2);
}

function addRest(rows: Rows, meeting: MeetingState, member: MemberState, table: Table): void {
  const { seat, withdrawnAt } = member;
  const { persona } = seat;
  if (withdrawnAt) {
    rows.blank();
    rows.pair(words.table.withdrew, words.table.turn(withdrawnAt.turn));
  }
  if (seat.kind === "member" && !table.isHidden(seat.id)) addBallots(rows, meeting, member, table);
  rows.blank();
  addFigures(rows, meeting, member);
  if (table.isHidden(seat.id)) return;
  rows.blank();
  rows.heading("Persona");
  rows.text(`Expertise: ${persona.expertise.join(", ")}`);
  rows.text(`Personality: ${persona.personality}`);
  rows.text(`Speaks: ${persona.speakingStyle}`);
}

/** Reasons given in private are shown when the meeting has closed. */
function addBallots(rows: Rows, { ending }: MeetingState, member: MemberState, table: Table): void {
  const { ballots, verdicts } = member;
  if (ballots.length > 0) rows.blank();
  const said = new Set(verdicts.map(({ reasoning }) => reasoning));
  for (const [index, ballot] of ballots.entries()) {
    const { kind, reasoning } = ballot;
    const name = formatBallot(ballots, kind, countClosingBallots(ballots, index));
    const { sign, role } = findMark(table, ballot);
    const vote = formatStatedVerdict(ballot) ?? words.ballot.noVote;
    rows.add([createSpan(`${name}: `, "dim"), createSpan(`${sign} ${vote}`, role)]);
    if (ending?.kind === "closed" && !said.has(reasoning)) addReasons(rows, ballot);
    said.add(reasoning);
  }
}

function addFigures(rows: Rows, meeting: MeetingState, member: MemberState): void {
  const { passes, absences } = member;
  const { turns, words: spoken, cited } = countFigures(meeting, member);
  rows.pair(words.table.turns, String(turns));
  if (passes + absences > 0) rows.pair("Passes, absences", `${passes}, ${absences}`);
  rows.pair(words.table.words, String(spoken));
  rows.pair(words.table.cited, formatCited({ cited }), cited.absent > 0 ? "error" : "text");
}
