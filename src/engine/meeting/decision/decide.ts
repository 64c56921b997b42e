import { z } from "zod";
import { knownOf, ownOf } from "../../../lists.ts";
import type { DecisionRule, Scenario, Side } from "../../../scenario/schema/scenario.ts";
import { plainId } from "../../../text/plain.ts";
import { drawFrom } from "../../routing/select.ts";
import { takesPosition } from "../../scaffold/message.ts";
import type { Json, Outcome } from "../../transcript/events.ts";
import { type MeetingState, type MemberState, memberOf } from "../../transcript/state.ts";
import { NO_VERDICT } from "../../words/figures.ts";
import { above, atLeast } from "../contract/compare.ts";
import type { Vote } from "../contract/protocol.ts";

export type FinalVerdict = {
  /** null with `by` set: it said that it has none, and why. */
  readonly verdict: string | null;
  readonly by: "ballot" | "debate" | null;
  readonly reasoning: string | null;
  readonly wouldChange: string | null;
  readonly confidence: number | null;
};

/** The last closing ballot counts if it is valid, else the last public verdict. */
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
  const outcome =
    rule === "borda" ? decideByRanking(votes, scenario, draw) : countHeads(votes, { ...scenario, rule });
  return asVoted(outcome, turnoutOf(votes));
}

const NOBODY = { name: NO_VERDICT, votes: 0 };

type Counting = Pick<Scenario, "verdicts" | "decision"> & { readonly rule: CountingRule };

function countHeads(votes: readonly Vote[], { verdicts, decision, rule }: Counting): Outcome {
  const sideOf = new Map(verdicts.map((option) => [option.id, option.side]));
  const names = decision.by === "option" ? verdicts.map(({ id }) => id) : ["for", "against", "neutral"];
  const tally = Object.fromEntries([...names, NO_VERDICT].map((name) => [name, 0]));
  for (const { verdict, weight } of votes) {
    // A changed record can contain a verdict that is no option: it counts for none.
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
    reason: reasonInWords({ wins, name: first.name, votes: first.votes, margin, seated, rule }),
  };
}

type CountingRule = Exclude<DecisionRule["rule"], "borda">;

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
  if (wins) return `${of} ${name === "for" || name === "against" ? name : `for ${plainId(name)}`}`;
  if (votes === 0) return "no member took a side";
  if (margin === 0) return `equal votes, ${votes} each of ${seated}`;
  if (name === "neutral") return `${of} neutral, so no side has the most`;
  return `${of} ${plainId(name)} do not make ${rule === "unanimity" ? "unanimity" : `a ${rule}`}`;
}

export function needsRanking({ rule }: DecisionRule): boolean {
  return rule === "borda";
}

/** Best first. Missing options are last and equal. */
export type Ranking = { readonly by: string; readonly order: readonly string[]; readonly weight?: number };

/** Of N options the one in rank k, from 1, gets N - k points. Missing options share the remaining ranks. */
export function borda(
  rankings: readonly Ranking[],
  options: readonly string[],
  draw: number | null = null,
): Settled {
  const scores = zeros(options);
  for (const { order, weight = 1 } of rankings) {
    const ranked = [...new Set(order)].filter((option) => options.includes(option));
    const rest = (ranked.length + 1 + options.length) / 2;
    for (const option of options) {
      const place = ranked.includes(option) ? ranked.indexOf(option) + 1 : rest;
      credit(scores, option, weight * (options.length - place));
    }
  }
  return settle(scores, draw);
}

function decideByRanking(
  votes: readonly Vote[],
  { verdicts, decision }: Pick<Scenario, "verdicts" | "decision">,
  draw: number,
): Outcome {
  const options = verdicts.map(({ id }) => id);
  const { tie = "split" } = decision;
  const rankings = votes.flatMap(({ verdict, ranking, weight }, index) =>
    verdict === null ? [] : [{ by: String(index), order: ranking ?? [verdict], weight }],
  );
  const ranking = borda(rankings, options, tie === "draw" ? draw : null);
  const { winner, scores } = ranking;
  const [first = 0, second = 0] = Object.values(scores).sort((a, b) => b - a);
  return {
    status: winner === null ? "split" : "decided",
    side: verdicts.find(({ id }) => id === winner)?.side ?? null,
    option: winner,
    rule: "borda of options",
    votes: { ...scores, [NO_VERDICT]: votes.length - rankings.length },
    margin: first - second,
    reason: inWords(ranking),
  };
}

function inWords({ winner, scores, tied }: Settled): string {
  if (winner === null)
    return tied.length > 1 ? `${tied.map(plainId).join(" and ")} stand equal` : "no option came out ahead";
  const broken =
    tied.length > 1
      ? `, the tie with ${tied
          .filter((each) => each !== winner)
          .map(plainId)
          .join(", ")} broken by rule`
      : "";
  return `${plainId(winner)} has the highest score, ${Math.round((ownOf(scores, winner) ?? 0) * 1000) / 1000}${broken}`;
}

const ranked = z.object({ ranking: z.array(z.string()) });

function rankingIn(reply: Json | undefined): readonly string[] | null {
  if (reply === undefined) return null;
  const parsed = ranked.safeParse(reply);
  return parsed.success ? parsed.data.ranking : null;
}

export type Settled = {
  readonly winner: string | null;
  readonly scores: Readonly<Record<string, number>>;
  readonly tied: readonly string[];
};

/** Scores within 1e-9 are a tie, which a draw in [0, 1) breaks. Nothing above zero is no winner. */
export function settle(scores: Readonly<Record<string, number>>, draw: number | null = null): Settled {
  const best = Math.max(0, ...Object.values(scores));
  const top = Object.entries(scores).flatMap(([option, score]) => (atLeast(score, best) ? [option] : []));
  const [first, ...others] = above(best, 0) ? top : [];
  if (first === undefined || others.length === 0) return { winner: first ?? null, scores, tied: [] };
  const winner = draw === null ? null : (top[Math.floor(draw * top.length)] ?? first);
  return { winner, scores, tied: top };
}

function credit(scores: Record<string, number>, option: string, worth: number): void {
  scores[option] = (ownOf(scores, option) ?? 0) + worth;
}

function zeros(options: readonly string[]): Record<string, number> {
  return Object.fromEntries(options.map((option) => [option, 0]));
}

type Turnout = { readonly seated: number; readonly voted: number; readonly abstained: number };

export function turnoutOf(
  votes: readonly { readonly verdict: string | null; readonly abstains?: boolean | undefined }[],
): Turnout {
  return {
    seated: votes.length,
    voted: votes.filter(({ verdict }) => verdict !== null).length,
    abstained: votes.filter(({ verdict, abstains }) => verdict === null && abstains === true).length,
  };
}

/** Decides nothing where fewer than half of the members voted. */
export function asVoted(outcome: Outcome, turnout: Turnout): Outcome {
  if (2 * turnout.voted >= turnout.seated) return outcome;
  const why = tooFewVoted(turnout);
  return undecided(outcome, turnout.voted === 0 ? why : `${why} (${outcome.reason})`);
}

function undecided(outcome: Outcome, reason: string): Outcome {
  return { ...outcome, status: "undecided", side: null, option: null, reason };
}

function tooFewVoted({ seated, voted, abstained }: Turnout): string {
  const few =
    voted === 0
      ? "no member gave a verdict"
      : `only ${voted} of ${seated} members gave a verdict, fewer than half`;
  const why = abstained === seated ? "all" : String(abstained);
  return abstained === 0 ? few : `${few}; ${why} said why they have none`;
}

/** A board of which fewer than half were heard decides nothing. */
export function asHeard(outcome: Outcome, state: MeetingState): Outcome {
  const seated = state.scenario.members.length;
  const heard = state.scenario.members.filter(({ id }) => isHeard(memberOf(state, id))).length;
  if (outcome.status !== "decided" || 2 * heard >= seated) return outcome;
  return undecided(
    outcome,
    `only ${heard} of ${seated} members were heard, fewer than half (${outcome.reason})`,
  );
}

/** A member was heard if it had a turn, or if it voted and was not absent at the end. */
function isHeard({ status, messages, passes, answers, ballots }: MemberState): boolean {
  if (messages + passes + answers > 0) return true;
  if (status === "absent") return false;
  return ballots.some((ballot) => takesPosition(ballot) || ballot.reply !== undefined);
}

const NOTHING: ReadonlySet<Outcome["status"]> = new Set(["undecided", "split", "hung", "no-consensus"]);

export function decidedNothing(outcome: Pick<Outcome, "status"> | null): boolean {
  return outcome !== null && NOTHING.has(outcome.status);
}
