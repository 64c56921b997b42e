import { ownOf, pairs } from "../../../lists.ts";
import type { DecisionRule, Scenario } from "../../../scenario/schema/scenario.ts";
import { NO_VERDICT, type Outcome } from "../../transcript/events.ts";
import type { Vote } from "../contract/vote.ts";
import { credit, type Standing, settle, type TieRule, zeros } from "./settle.ts";

const AGGREGATING = ["weighted-consensus", "borda"] as const;
export type AggregatingRule = (typeof AGGREGATING)[number];

export function isAggregating(rule: DecisionRule["rule"]): rule is AggregatingRule {
  return (AGGREGATING as readonly string[]).includes(rule);
}

export function needsRanking({ rule }: DecisionRule): boolean {
  return rule === "borda";
}

export type Choice = {
  readonly by: string;
  readonly option: string | null;
  readonly confidence?: number | null;
  readonly weight?: number;
};

/** A share is the given weight, else the confidence, else 1/N. Shares sum to 1 over the N who chose. */
export function weightedConsensus(
  choices: readonly Choice[],
  options: readonly string[],
  tie: TieRule = "none",
): Standing {
  const valid = choices.filter(({ option }) => option !== null && options.includes(option));
  const raw = valid.map(({ weight, confidence }) => weight ?? confidence ?? 1 / valid.length);
  const total = raw.reduce((sum, each) => sum + each, 0);
  const scores = zeros(options);
  for (const [{ option }, share] of pairs(valid, raw)) {
    if (option !== null) credit(scores, option, total > 0 ? share / total : 1 / valid.length);
  }
  return settle(scores, tie);
}

/** Best first; options left out are last and equal. */
export type Ranking = { readonly by: string; readonly order: readonly string[]; readonly weight?: number };

/** Of N options the one in place k, from 1, gets N - k points; options left out share the places that are left. */
export function borda(
  rankings: readonly Ranking[],
  options: readonly string[],
  tie: TieRule = "none",
): Standing {
  const scores = zeros(options);
  for (const { order, weight = 1 } of rankings) {
    const ranked = [...new Set(order)].filter((option) => options.includes(option));
    const rest = (ranked.length + 1 + options.length) / 2;
    for (const option of options) {
      const place = ranked.includes(option) ? ranked.indexOf(option) + 1 : rest;
      credit(scores, option, weight * (options.length - place));
    }
  }
  return settle(scores, tie);
}

function aggregate(
  votes: readonly Vote[],
  { verdicts, decision }: Pick<Scenario, "verdicts" | "decision">,
  draw: number,
): Standing {
  const options = verdicts.map(({ id }) => id);
  const { tie: said = "split" } = decision;
  const tie: TieRule = said === "draw" ? { draw } : said === "split" ? "none" : said;
  if (needsRanking(decision)) {
    const rankings = votes.flatMap(({ verdict, ranking, weight }, index) =>
      verdict === null ? [] : [{ by: String(index), order: ranking ?? [verdict], weight }],
    );
    return borda(rankings, options, tie);
  }
  const isWeighted = votes.some(({ weight }) => weight !== 1);
  const choices = votes.map(({ verdict, confidence, weight }, index) => ({
    by: String(index),
    option: verdict,
    confidence: confidence ?? null,
    ...(isWeighted && { weight }),
  }));
  return weightedConsensus(choices, options, tie);
}

export function decideByAggregate(
  votes: readonly Vote[],
  scenario: Pick<Scenario, "verdicts" | "decision">,
  draw: number,
): Outcome {
  const standing = aggregate(votes, scenario, draw);
  const { winner, scores } = standing;
  const [first = 0, second = 0] = Object.values(scores).sort((a, b) => b - a);
  const missing = votes.filter(({ verdict }) => verdict === null).length;
  return {
    status: winner === null ? "split" : "decided",
    side: scenario.verdicts.find(({ id }) => id === winner)?.side ?? null,
    option: winner,
    rule: `${scenario.decision.rule.replace("-", " ")} of options`,
    votes: { ...scores, [NO_VERDICT]: missing },
    margin: first - second,
    reason: inWords(standing),
  };
}

function inWords({ winner, scores, tied }: Standing): string {
  if (winner === null)
    return tied.length > 1 ? `${tied.join(" and ")} stand equal` : "no option came out ahead";
  const broken =
    tied.length > 1 ? `, the tie with ${tied.filter((each) => each !== winner).join(", ")} broken by rule` : "";
  return `${winner} has the highest score, ${Math.round((ownOf(scores, winner) ?? 0) * 1000) / 1000}${broken}`;
}
