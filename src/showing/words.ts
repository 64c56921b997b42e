/**
 * Puts parts of a verdict table into words: votes, changes, citations, costs, times and the badge
 * of who answered. Tables, pages and screens use these functions, so that they say the same.
 */

import { findOutsider, findPerson } from "../engine/people/person.ts";
import type { ShownCost } from "../engine/transcript/call-events.ts";
import type { DescribedEvent } from "../engine/transcript/event.ts";
import type { CheckedCitation, Outcome } from "../engine/transcript/events.ts";
import { formatChoice, formatMover, formatVerdict, nameOutcome } from "../engine/words/figures.ts";
import { words } from "../engine/words/words.ts";
import { dropMissing } from "../lists.ts";
import { isProgram } from "../models/contract/model-spec.ts";
import { groupThousands } from "../text/plain.ts";
import type { MemberRow, Tally, VerdictTable } from "./verdict-schema.ts";

export function toOneLine({ text, body }: DescribedEvent): string {
  return body === undefined ? text : `${text}: ${body}`;
}

export type Answered = {
  simulated: boolean;
  members: readonly Pick<MemberRow, "model">[];
};

/** Who answered: simulated members, or which models. Everything that shows a result prints it. */
export function formatBadge(...meetings: readonly Answered[]): string {
  if (meetings.every(({ simulated }) => simulated)) return words.simulated;
  const seats = meetings.flatMap(({ members }) => members);
  const models = new Set(
    seats.flatMap((seat) => (seat.model !== "" && findPerson(seat) === null ? [seat.model] : [])),
  );
  return models.size === 0 ? words.people : words.models([...models].toSorted());
}

/** A seat that a person has, not a model and not an agent from outside. */
export function isPerson(seat: Pick<MemberRow, "model">): boolean {
  return findPerson(seat) !== null && findOutsider(seat) === null;
}

/** The people who took part: those with a seat, and the one who accepted the outcome. */
export function listPeople({
  members,
  outcome,
}: Pick<VerdictTable, "members" | "outcome">): readonly string[] {
  const seated = members.filter(isPerson).map((row) => findPerson(row) ?? row.name);
  return [...new Set(dropMissing([...seated, outcome?.acceptedBy]))];
}

export function formatFinal(row: MemberRow): string {
  const verdict = formatVerdict(row.final);
  return isByVoteAlone(row) ? words.ballot.by(verdict) : verdict;
}

/** The final verdict was voted, and not said in the debate. */
export function isByVoteAlone({ final, finalBy, said }: MemberRow): boolean {
  return finalBy === "ballot" && said !== final;
}

/** The member voted otherwise than it last said. */
export function votedOtherwise({ said, vote }: Pick<MemberRow, "said" | "vote">): boolean {
  return said !== null && vote !== null && said !== vote.verdict;
}

/** `0 of 5 differ`, `1 of 5 differ: Emily Watson said Hire, voted No hire`, `not measured`. */
export function formatSaidAndVoted({
  saidAndVoted: gap,
  members,
}: Pick<VerdictTable, "saidAndVoted" | "members">): string {
  if (gap === null) return words.table.notMeasured;
  const named = members
    .filter(votedOtherwise)
    .map(({ name, said, vote }) =>
      words.table.saidAndVoted(name, formatVerdict(said), formatVerdict(vote?.verdict ?? null)),
    );
  const counted = words.table.differ(gap.differ, gap.members);
  return named.length === 0 ? counted : `${counted}: ${named.join("; ")}`;
}

/** `Hire, confidence 0.7: resume.md line 12`. */
export function formatFinalVote(vote: NonNullable<MemberRow["vote"]>, reasonAbove: string | null) {
  const { verdict, confidence, reasoning } = vote;
  const sure = confidence === null ? "" : words.message.confidence(String(confidence));
  const reason = reasoning === null || reasoning === reasonAbove ? "" : `: ${reasoning}`;
  return formatVerdict(verdict) + sure + reason;
}

export function formatFirst({ first, abstains }: MemberRow): string | null {
  return first === null && !abstains.includes("first") ? null : formatVerdict(first);
}

export function formatLeaving(row: MemberRow): string {
  const { status, withdrawnAtTurn, absentBecause, unanswered } = row;
  const open = unanswered.map((turn) => `[${turn}]`).join(", ");
  if (status === "withdrawn")
    return words.table.turn(withdrawnAtTurn) + (open && words.table.leftWithout(open));
  if (status === "absent") return words.table.absentBecause(absentBecause);
  return words.table.nothing;
}

export function formatWhen({ turn, message, in: where }: MemberRow["changes"][number]): string {
  return message === null ? words.table.inBallot(where) : words.table.atTurn(turn);
}

/** `Hire → No hire at turn 14, moved by Dr. James Kumar (turn 13): "two years late"` */
export function formatChange(change: MemberRow["changes"][number], called = formatVerdict): string {
  const { from, to } = change;
  const mover = formatMover({ movedBy: change.movedBy, heard: change.after });
  const changed = words.table.change(called(from), called(to), formatWhen(change));
  return mover === "" ? changed : `${changed}, ${mover}`;
}

export function formatCited({ cited }: Pick<MemberRow, "cited">): string {
  const { exact, near, absent, references } = cited;
  const quoted = exact + near + absent === 0 ? [] : [words.table.citedCounts(exact, near, absent)];
  const pointed = references === 0 ? [] : [words.table.pointedAt(references)];
  return [...quoted, ...pointed].join("; ") || words.table.none;
}

type Reasons = Pick<MemberRow, "reasoning" | "wouldChange"> & {
  citations: readonly CheckedCitation[];
};

export function listUnfoundQuotes({
  citations,
  reasoning,
  wouldChange,
}: Reasons): readonly string[] {
  const reasons = `${reasoning ?? ""}\n${wouldChange ?? ""}`;
  const absent = citations.filter(({ ref, found }) => ref === null && found === "absent");
  return [...new Set(absent.map(({ quote }) => quote))].filter((quote) => reasons.includes(quote));
}

export function formatUnfound(quote: string): string {
  return `${words.found.absent} ${words.message.inAnyDocument}: "${quote}"`;
}

function formatSides({ sides }: Tally): string {
  return words.outcome.sides(
    sides.for ?? 0,
    sides.against ?? 0,
    sides.neutral ?? 0,
    sides.NO_VERDICT ?? 0,
  );
}

/** `Hire 3, 60 %; No hire 2, 40 %`. Shares are of the members with a verdict. */
export function formatOptions({ options }: Tally): string {
  const counted = Object.entries(options).filter(([, votes]) => votes > 0);
  const cast = counted.reduce((sum, [id, votes]) => (id === "NO_VERDICT" ? sum : sum + votes), 0);
  const share = (id: string, votes: number) =>
    id === "NO_VERDICT" ? "" : `, ${Math.round((100 * votes) / cast)} %`;
  return counted.map(([id, votes]) => `${formatChoice(id)} ${votes}${share(id, votes)}`).join("; ");
}

export function isWeighted({ members }: VerdictTable): boolean {
  return members.some(({ weight }) => weight !== 1);
}

export function formatDissent({
  outcome,
  dissent,
}: Pick<VerdictTable, "outcome" | "dissent">): string {
  if (dissent.length > 0)
    return dissent.map(({ name, verdict }) => `${name} (${formatVerdict(verdict)})`).join(", ");
  if (outcome === null) return words.outcome.none;
  return findPrevailing(outcome) ? words.table.none : words.outcome.nothingPrevailed;
}

type Prevailing = Pick<Outcome, "option" | "side">;

/** What prevailed: an option or a side; of a hung jury the larger side, and no side if they are equal. */
export function findPrevailing({ status, option, side, votes }: Outcome): Prevailing | null {
  if (option !== null || side !== null) return { option, side };
  if (status !== "hung") return null;
  const ahead = (votes.for ?? 0) - (votes.against ?? 0);
  return { option: null, side: ahead === 0 ? null : ahead > 0 ? "for" : "against" };
}

/** Whether a member ends at what prevailed: at its side if options are not counted. */
export function isWith({ final, side }: MemberRow, prevails: Prevailing): boolean {
  return prevails.option === null ? side === prevails.side : final === prevails.option;
}

/** `4 for, 1 against, 0 neutral (Hire 4, 80 %; No hire 1, 20 %)`; without sides only the options. */
export function formatTally({ scenario }: Pick<VerdictTable, "scenario">, tally: Tally): string {
  const options = formatOptions(tally);
  return scenario.sides === "none" ? options : `${formatSides(tally)} (${options})`;
}

export function formatVotesBySide(table: Pick<VerdictTable, "scenario">, tally: Tally): string {
  return table.scenario.sides === "none" ? formatOptions(tally) : formatSides(tally);
}

export function formatOpeningVote(
  table: Pick<VerdictTable, "scenario" | "options">,
  alone: NonNullable<VerdictTable["withoutTalk"]>,
): string {
  return `${nameDecision(table, alone.outcome)}: ${formatTally(table, alone)}`;
}

export function nameDecision(
  { options, scenario }: Pick<VerdictTable, "scenario" | "options">,
  outcome: Outcome | null,
): string {
  return nameOutcome(outcome, { verdicts: options, sides: scenario.sides });
}

/** `15 s`, `3 min 5 s`. */
export function formatMinutes(minutes: number): string {
  const seconds = Math.round(minutes * 60);
  return `${seconds < 60 ? "" : `${Math.floor(seconds / 60)} min `}${seconds % 60} s`;
}

export function formatLength({ turns, messages, notices, minutes }: VerdictTable): string {
  return words.table.describeLength(turns, messages, notices, formatMinutes(minutes));
}

/** `$0.0123`; null is `unknown`, never zero. */
export function formatDollars(cost: number | null): string {
  if (cost === null) return words.table.unknown;
  return `$${cost.toFixed(cost !== 0 && cost < 1 ? 4 : 2)}`;
}

/** What a meeting or a member cost, with the calls that a plan paid. */
export function formatCost({ cost, byPlan }: ShownCost): string {
  if (byPlan === undefined) return formatDollars(cost);
  return cost === null ? words.table.byPlan : words.table.partlyByPlan(formatDollars(cost));
}

/** What calls of these models are expected to cost. Dollars are null if a price is unknown, or a plan pays. */
export function formatPrice(dollars: string | null, plans: readonly PricedModel[]): string {
  const programs = plans.filter(({ model }) => isProgram(model));
  const unpriced = plans.filter(({ model, cost }) => cost === null && !isProgram(model));
  if (unpriced.length > 0 || programs.length === 0) return dollars ?? words.table.unknownPrice;
  return dollars === null ? words.table.byPlan : words.table.partlyByPlan(dollars);
}

/** Printed instead of dollars for a model without a known price. */
export function nameUnknownCost(model: string): string {
  return isProgram(model) ? words.table.byPlan : words.table.unknown;
}

type PricedModel = { model: string; cost: unknown };

/** `12,400 in (9,100 from cache), 1,020 out`; null is `unknown`. */
export function formatTokens(tokens: MemberRow["tokens"]): string {
  if (!tokens) return words.table.unknown;
  const cached = tokens.cacheRead > 0 ? groupThousands(tokens.cacheRead) : null;
  return words.table.usage(groupThousands(tokens.input), cached, groupThousands(tokens.output));
}

export function formatCoverage({
  statements,
  covered,
  unread,
}: NonNullable<VerdictTable["read"]>): string {
  return words.table.coverage(covered, statements, unread);
}

export function formatEnding(ending: VerdictTable["ending"]): string {
  return ending === null ? words.table.stillOpen : ending.reason;
}
