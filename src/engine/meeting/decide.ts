// From final verdicts to the outcome, by the scenario's rule for a decision. Protocols call
// `decide` once, at the close.

import { requireEntry } from "../../lists.ts";
import type { DecisionRule, Scenario, Side } from "../../scenario/schema/scenario.ts";
import { toPlainId } from "../../text/plain.ts";
import { isAbove, isAtLeast } from "../protocol/compare.ts";
import type { Vote } from "../protocol/protocol.ts";
import { hasPosition } from "../scaffold/message.ts";
import type { Outcome } from "../transcript/events.ts";
import { getMember, type MeetingState, type MemberState } from "../transcript/state.ts";
import { NO_VERDICT } from "../words/figures.ts";

export type FinalVerdict = {
  /** null with `by` set: it said that it has none, and why. */
  verdict: string | null;
  by: "ballot" | "debate" | null;
  reasoning: string | null;
  wouldChange: string | null;
  confidence: number | null;
};

/** The last closing ballot counts if it is valid, else the last public verdict. */
export function findFinalVerdict(member: MemberState): FinalVerdict {
  const vote = findFinalVote(member);
  const said = member.verdicts.at(-1);
  const counted = vote ?? said;
  if (!counted)
    return { verdict: null, by: null, reasoning: null, wouldChange: null, confidence: null };
  const { verdict } = counted;
  const before = said?.verdict === verdict ? said : counted;
  // A vote in the form of messages names only a line, so the table keeps the reasons of the debate.
  const [first, second] = vote?.reply === undefined ? [before, counted] : [counted, before];
  return {
    verdict,
    by: vote ? "ballot" : "debate",
    reasoning: first.reasoning ?? second.reasoning,
    wouldChange: first.wouldChange ?? second.wouldChange,
    confidence: counted.confidence ?? before.confidence,
  };
}

/** A member's last closing ballot, if it took a position. */
export function findFinalVote({ ballots }: MemberState): MemberState["ballots"][number] | null {
  const last = ballots.findLast(({ kind }) => kind === "closing");
  return last && hasPosition(last) ? last : null;
}

/** The outcome of the final verdicts by the scenario's rule. */
export function decide(state: MeetingState): Outcome {
  const votes = state.scenario.members.map((seat) => {
    const { verdict, by, confidence } = findFinalVerdict(getMember(state, seat.id));
    return { verdict, abstains: by !== null, weight: seat.weight, confidence };
  });
  return countVotes(votes, state.scenario);
}

/** Majorities are of all seated members, missing verdicts included. A side needs more than any other, neutral too; fewer than half voting decides nothing. */
export function countVotes(
  votes: readonly Vote[],
  scenario: Pick<Scenario, "verdicts" | "decision">,
): Outcome {
  return applyTurnout(countHeads(votes, scenario), countTurnout(votes));
}

const NOBODY = { name: NO_VERDICT, votes: 0 };

function countHeads(
  votes: readonly Vote[],
  { verdicts, decision }: Pick<Scenario, "verdicts" | "decision">,
): Outcome {
  const { rule } = decision;
  const sides = new Map(verdicts.map((option) => [option.id, option.side]));
  const options = countOptions(votes, { verdicts, decision });
  const names = decision.by === "option" ? verdicts.map(({ id }) => id) : SIDES;
  const tally = decision.by === "option" ? options : countSides(options, verdicts);
  const [first = NOBODY, second = NOBODY] = names
    .map((name) => ({ name, votes: tally[name] ?? 0 }))
    .sort((a, b) => b.votes - a.votes);
  const seated = Object.values(tally).reduce((sum, count) => sum + count, 0);
  const margin = first.votes - second.votes;
  const isNeutral = decision.by === "side" && first.name === "neutral";
  const wins = margin > 0 && !isNeutral && reaches(rule, first.votes, seated);
  const option = decision.by === "option" && wins ? first.name : null;
  const side = wins ? (option === null ? (first.name as Side) : requireEntry(sides, option)) : null;
  return {
    status: wins ? "decided" : "split",
    side,
    option,
    rule: nameRule(rule, decision.by),
    votes: tally,
    options: decision.by === "option" ? undefined : options,
    margin,
    reason: writeReason({ wins, name: first.name, votes: first.votes, margin, seated, rule }),
  };
}

/** Votes by option, in the scenario's order; `NO_VERDICT` is last. */
export function countOptions(
  votes: readonly Vote[],
  { verdicts, decision }: Pick<Scenario, "verdicts" | "decision">,
): Record<string, number> {
  const counted = Object.fromEntries(
    [...verdicts.map(({ id }) => id), NO_VERDICT].map((id) => [id, 0]),
  );
  for (const { verdict, weight } of votes) {
    // A changed record can contain a verdict that is no option: it counts for none.
    const id =
      verdicts.some((option) => option.id === verdict) && verdict !== null ? verdict : NO_VERDICT;
    counted[id] = (counted[id] ?? 0) + (decision.rule === "weighted" ? weight : 1);
  }
  return counted;
}

const SIDES = ["for", "against", "neutral"] as const;

function countSides(
  options: Record<string, number>,
  verdicts: Scenario["verdicts"],
): Record<string, number> {
  const counted = SIDES.map((side) => {
    const own = verdicts.filter((option) => option.side === side);
    return [side, own.reduce((sum, { id }) => sum + (options[id] ?? 0), 0)] as const;
  });
  return { ...Object.fromEntries(counted), [NO_VERDICT]: options[NO_VERDICT] ?? 0 };
}

/** Exact in whole numbers: two thirds of 3 are 2. */
function reaches(rule: DecisionRule["rule"], votes: number, seated: number): boolean {
  switch (rule) {
    case "plurality-of-sides":
    case "weighted":
      return true;
    case "majority":
      return isAbove(votes * 2, seated);
    case "supermajority":
      return isAtLeast(votes * 3, seated * 2);
    case "unanimity":
      return isAtLeast(votes, seated);
    default:
      return rule satisfies never;
  }
}

function nameRule(rule: DecisionRule["rule"], by: DecisionRule["by"]): string {
  const names = {
    "plurality-of-sides": by === "option" ? "plurality of options" : "plurality of sides",
    majority: "majority of seated members",
    supermajority: "two thirds of seated members",
    unanimity: "unanimity of seated members",
    weighted: "plurality of weighted votes",
  } as const;
  return by === "option" && rule !== "plurality-of-sides"
    ? `${names[rule]}, by option`
    : names[rule];
}

type DecisionFacts = {
  wins: boolean;
  name: string;
  votes: number;
  margin: number;
  seated: number;
  rule: string;
};

function writeReason({ wins, name, votes, margin, seated, rule }: DecisionFacts): string {
  const of = `${votes} of ${seated} votes`;
  if (wins)
    return `${of} ${name === "for" || name === "against" ? name : `for ${toPlainId(name)}`}`;
  if (votes === 0) return "no member took a side";
  if (margin === 0) return `equal votes, ${votes} each of ${seated}`;
  if (name === "neutral") return `${of} neutral, so no side has the most`;
  return `${of} ${toPlainId(name)} do not make ${rule === "unanimity" ? "unanimity" : `a ${rule}`}`;
}

type Turnout = { seated: number; voted: number; abstained: number };

export function countTurnout(
  votes: readonly { verdict: string | null; abstains?: boolean | undefined }[],
): Turnout {
  return {
    seated: votes.length,
    voted: votes.filter(({ verdict }) => verdict !== null).length,
    abstained: votes.filter(({ verdict, abstains }) => verdict === null && abstains === true)
      .length,
  };
}

/** Decides nothing where fewer than half of the members voted. */
export function applyTurnout(outcome: Outcome, turnout: Turnout): Outcome {
  if (2 * turnout.voted >= turnout.seated) return outcome;
  const why = explainTooFew(turnout);
  return toUndecided(outcome, turnout.voted === 0 ? why : `${why} (${outcome.reason})`);
}

function toUndecided(outcome: Outcome, reason: string): Outcome {
  return { ...outcome, status: "undecided", side: null, option: null, reason };
}

function explainTooFew({ seated, voted, abstained }: Turnout): string {
  const few =
    voted === 0
      ? "no member gave a verdict"
      : `only ${voted} of ${seated} members gave a verdict, fewer than half`;
  const why = abstained === seated ? "all" : String(abstained);
  return abstained === 0 ? few : `${few}; ${why} said why they have none`;
}

const NOTHING: ReadonlySet<Outcome["status"]> = new Set([
  "undecided",
  "split",
  "hung",
  "no-consensus",
]);

export function decidedNothing(outcome: Outcome | null): boolean {
  return outcome !== null && NOTHING.has(outcome.status);
}
