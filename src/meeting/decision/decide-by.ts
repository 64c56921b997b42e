import type { DecisionRule, Scenario } from "../../scenario/schema/scenario.ts";
import { NO_VERDICT, type Outcome } from "../../transcript/events.ts";
import type { Vote } from "../contract/vote.ts";
import { confidenceWeighted, weightedConsensus } from "./choices.ts";
import { borda, condorcet } from "./rankings.ts";
import type { Standing, TieRule } from "./settle.ts";

/** Decision rules that weigh or rank the members' positions instead of counting heads. */
const AGGREGATING = ["weighted-consensus", "confidence-weighted", "borda", "condorcet"] as const;
export type AggregatingRule = (typeof AGGREGATING)[number];

export function isAggregating(rule: DecisionRule["rule"]): rule is AggregatingRule {
  return (AGGREGATING as readonly string[]).includes(rule);
}

/** Rules that need each member's order of all options. */
export function needsRanking({ rule }: DecisionRule): boolean {
  return rule === "borda" || rule === "condorcet";
}

/** The options' scores by a scenario's rule; a ballot without a ranking names its verdict alone. */
function aggregate(
  votes: readonly Vote[],
  { verdicts, decision }: Pick<Scenario, "verdicts" | "decision">,
  draw: number,
): Standing & { readonly cycle?: readonly string[] } {
  const options = verdicts.map(({ id }) => id);
  const { tie: said = "split" } = decision;
  const tie: TieRule = said === "draw" ? { draw } : said === "split" ? "none" : said;
  const isWeighted = votes.some(({ weight }) => weight !== 1);
  const choices = votes.map(({ verdict, confidence, weight }, index) => ({
    by: String(index),
    option: verdict,
    confidence: confidence ?? null,
    ...(isWeighted && { weight }),
  }));
  const rankings = votes.flatMap(({ verdict, ranking, weight }, index) =>
    verdict === null ? [] : [{ by: String(index), order: ranking ?? [verdict], weight }],
  );
  switch (decision.rule) {
    case "weighted-consensus":
      return weightedConsensus(choices, options, tie);
    case "confidence-weighted":
      return confidenceWeighted(choices, options, tie);
    case "borda":
      return borda(rankings, options, tie);
    default:
      return condorcet(rankings, options);
  }
}

/** What such a rule decides: always one option, and the side that it points to. */
export function decideByAggregate(
  votes: readonly Vote[],
  scenario: Pick<Scenario, "verdicts" | "decision">,
  draw: number,
): Outcome {
  const { winner, scores, tied, cycle = [] } = aggregate(votes, scenario, draw);
  const [first = 0, second = 0] = Object.values(scores).sort((a, b) => b - a);
  const missing = votes.filter(({ verdict }) => verdict === null).length;
  const rule = `${scenario.decision.rule.replace("-", " ")} of options`;
  return {
    status: winner === null ? "split" : "decided",
    side: scenario.verdicts.find(({ id }) => id === winner)?.side ?? null,
    option: winner,
    rule,
    votes: { ...scores, [NO_VERDICT]: missing },
    margin: first - second,
    reason: inWords({ winner, scores, tied, cycle, isPairwise: scenario.decision.rule === "condorcet" }),
  };
}

type CountedFacts = Standing & { readonly cycle: readonly string[]; readonly isPairwise: boolean };

function inWords({ winner, scores, tied, cycle, isPairwise }: CountedFacts): string {
  if (cycle.length > 0 && winner === null) return `a cycle: ${cycle.join(", ")} beat one another in pairs`;
  if (winner === null)
    return tied.length > 1 ? `${tied.join(" and ")} stand equal` : "no option came out ahead";
  if (isPairwise) return `${winner} beats every other option in pairs`;
  const broken =
    tied.length > 1 ? `, the tie with ${tied.filter((each) => each !== winner).join(", ")} broken by rule` : "";
  return `${winner} has the highest score, ${Math.round((scores[winner] ?? 0) * 1000) / 1000}${broken}`;
}
