import type { MeetingState } from "../../engine/transcript/state.ts";
import * as facts from "./facts.ts";

export function attemptOf(state: MeetingState, attempt: number) {
  const isThis = (fact: { readonly attempt: number }) => fact.attempt === attempt;
  return {
    attempt,
    phase1: facts.panelAnswered.all(state).find(isThis)?.answers ?? [],
    divergence: facts.divergenceAssessed.all(state).find(isThis) ?? null,
    phase2: facts.panelCrossExamined.all(state).find(isThis)?.replies ?? null,
    contributions: facts.founderContributed.all(state).filter(isThis),
    claims: facts.claimChecked.all(state).filter(isThis),
    arbitration: facts.panelArbitrated.all(state).find(isThis) ?? null,
    review: facts.founderReviewed.all(state).find(isThis) ?? null,
    brought: facts.dataBrought.all(state).filter(isThis),
  };
}

export function attemptsIn(state: MeetingState): number {
  return facts.panelAnswered.all(state).length;
}
