import { knownOf } from "../../../lists.ts";
import type { DecisionRule, Scenario, Side } from "../../../scenario/schema/scenario.ts";
import { drawFrom } from "../../routing/draw.ts";
import { takesPosition } from "../../scaffold/message.ts";
import { NO_VERDICT, type Outcome } from "../../transcript/events.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState, MemberState } from "../../transcript/state.ts";
import { above, atLeast } from "../contract/compare.ts";
import type { Vote } from "../contract/vote.ts";
import { type AggregatingRule, decideByAggregate, isAggregating } from "./decide-by.ts";
import { rankingIn } from "./ranked-ballot.ts";
import { credit } from "./settle.ts";
import { asVoted, turnoutOf } from "./voted.ts";

export type FinalVerdict = {
  /** null with `by` set: it said that it has none, and why. */
  readonly verdict: string | null;
  readonly by: "ballot" | "debate" | null;
  readonly reasoning: string | null;
  readonly wouldChange: string | null;
  readonly confidence: number | null;
};

/** The last closing ballot counts where it is valid; else the last public verdict. */
export function finalVerdict(member: MemberState): FinalVerdict {
  const last = member.ballots.findLast(({ kind }) => kind === "closing");
  const ballot = last && takesPosition(last) ? last : undefined;
  const stated = ballot ?? member.verdicts.at(-1);
  if (!stated) return { verdict: null, by: null, reasoning: null, wouldChange: null, confidence: null };
  const { verdict, reasoning, wouldChange, confidence } = stated;
  return { verdict, by: ballot ? "ballot" : "debate", reasoning, wouldChange, confidence };
}

/** The outcome of the final verdicts by the scenario's rule. */
export function decide(state: MeetingState): Outcome {
  const votes = state.scenario.members.map((seat) => {
    const member = memberOf(state, seat.id);
    const { verdict, by, confidence } = finalVerdict(member);
    const ranking = rankingIn(member.ballots.findLast(({ kind }) => kind === "closing")?.reply);
    return { verdict, abstains: by !== null, weight: seat.weight, confidence, ranking };
  });
  return countVotes(votes, state.scenario, drawFrom(state.seed, "decision", "tie"));
}

/** Majorities are of all seated members, missing verdicts included. A side needs more than any other, neutral too; fewer than half voting decides nothing. */
export function countVotes(
  votes: readonly Vote[],
  scenario: Pick<Scenario, "verdicts" | "decision">,
  draw = 0,
): Outcome {
  const { rule } = scenario.decision;
  const outcome = isAggregating(rule)
    ? decideByAggregate(votes, scenario, draw)
    : countHeads(votes, { ...scenario, rule });
  return asVoted(outcome, turnoutOf(votes));
}

const NOBODY = { name: NO_VERDICT, votes: 0 };

type Counting = Pick<Scenario, "verdicts" | "decision"> & { readonly rule: CountingRule };

function countHeads(votes: readonly Vote[], { verdicts, decision, rule }: Counting): Outcome {
  const sideOf = new Map(verdicts.map((option) => [option.id, option.side]));
  const names = decision.by === "option" ? verdicts.map(({ id }) => id) : ["for", "against", "neutral"];
  const tally = Object.fromEntries([...names, NO_VERDICT].map((name) => [name, 0]));
  for (const { verdict, weight } of votes) {
    // A changed record may hold a verdict that is none of its options: it counts for none.
    const side = verdict === null ? undefined : sideOf.get(verdict);
    const name =
      side === undefined || verdict === null ? NO_VERDICT : decision.by === "option" ? verdict : side;
    credit(tally, name, rule === "weighted" ? weight : 1);
  }
  const [first = NOBODY, second = NOBODY] = names
    .map((name) => ({ name, votes: tally[name] ?? 0 }))
    .sort((a, b) => b.votes - a.votes);
  const seated = Object.values(tally).reduce((sum, count) => sum + count, 0);
  const margin = first.votes - second.votes;
  const isNeutral = decision.by === "side" && first.name === "neutral";
  const wins = margin > 0 && !isNeutral && reaches(rule, first.votes, seated);
  const option = decision.by === "option" && wins ? first.name : null;
  const side = wins ? (option === null ? (first.name as Side) : knownOf(sideOf, option)) : null;
  return {
    status: wins ? "decided" : "split",
    side,
    option,
    rule: ruleInWords(rule, decision.by),
    votes: tally,
    margin,
    reason: reasonInWords({
      wins,
      name: first.name,
      votes: first.votes,
      margin,
      seated,
      rule,
    }),
  };
}

type CountingRule = Exclude<DecisionRule["rule"], AggregatingRule>;

/** Exact in whole numbers: two thirds of 3 are 2. */
function reaches(rule: CountingRule, votes: number, seated: number): boolean {
  switch (rule) {
    case "plurality-of-sides":
    case "weighted":
      return true;
    case "majority":
      return above(votes * 2, seated);
    case "supermajority":
      return atLeast(votes * 3, seated * 2);
    case "unanimity":
      return atLeast(votes, seated);
    default:
      return rule satisfies never;
  }
}

function ruleInWords(rule: CountingRule, by: DecisionRule["by"]): string {
  const names = {
    "plurality-of-sides": by === "option" ? "plurality of options" : "plurality of sides",
    majority: "majority of seated members",
    supermajority: "two thirds of seated members",
    unanimity: "unanimity of seated members",
    weighted: "plurality of weighted votes",
  } as const;
  return by === "option" && rule !== "plurality-of-sides" ? `${names[rule]}, by option` : names[rule];
}

type DecisionFacts = {
  wins: boolean;
  name: string;
  votes: number;
  margin: number;
  seated: number;
  rule: string;
};

function reasonInWords({ wins, name, votes, margin, seated, rule }: DecisionFacts): string {
  const of = `${votes} of ${seated} votes`;
  if (wins) return `${of} ${name === "for" || name === "against" ? name : `for ${name}`}`;
  if (votes === 0) return "no member took a side";
  if (margin === 0) return `equal votes, ${votes} each of ${seated}`;
  if (name === "neutral") return `${of} neutral: neither for nor against is ahead`;
  return `${of} ${name} do not make ${rule === "unanimity" ? "unanimity" : `a ${rule}`}`;
}
