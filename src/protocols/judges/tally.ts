import {
  confidenceWeighted,
  medianConfidence,
  plurality,
  weightedConsensus,
} from "../../meeting/decision/choices.ts";
import { finalVerdict } from "../../meeting/decision/decide.ts";
import { rankingIn } from "../../meeting/decision/ranked-ballot.ts";
import { borda, condorcet } from "../../meeting/decision/rankings.ts";
import type { Standing, TieRule } from "../../meeting/decision/settle.ts";
import { drawFrom } from "../../routing/draw.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { JudgesOptions } from "./options.ts";

/** The count of the last iteration's verdicts that stands beside the chair's text. */
export function tallyOf(
  state: MeetingState,
  { tally, tie: said }: Pick<JudgesOptions, "tally" | "tie">,
): Standing & { readonly cycle?: readonly string[] } {
  const options = state.scenario.verdicts.map(({ id }) => id);
  const tie: TieRule = said === "draw" ? { draw: drawFrom(state.seed, "tally", "tie") } : said;
  const isWeighted = state.scenario.members.some(({ weight }) => weight !== 1);
  const judges = state.scenario.members.map(({ id, weight }) => {
    const member = memberOf(state, id);
    const { verdict, confidence } = finalVerdict(member);
    const order = rankingIn(member.ballots.at(-1)?.reply) ?? (verdict === null ? [] : [verdict]);
    return { by: id, option: verdict, confidence, order, ...(isWeighted && { weight }) };
  });
  const rankings = judges.filter(({ option }) => option !== null);
  switch (tally) {
    case "plurality":
      return plurality(judges, options, tie);
    case "confidence-weighted":
      return confidenceWeighted(judges, options, tie);
    case "weighted-consensus":
      return weightedConsensus(judges, options, tie);
    case "median-confidence":
      return medianConfidence(judges, options, tie);
    case "borda":
      return borda(rankings, options, tie);
    case "condorcet":
      return condorcet(rankings, options);
    default:
      return tally satisfies never;
  }
}
