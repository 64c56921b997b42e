import type { Model } from "../../../models/port/model.ts";
import type { MemberState } from "../../transcript/state.ts";

/** A call may well cost so many times what its member's calls cost so far. */
const TIMES_THE_USUAL = 1.5;

type OwnSpending = Pick<MemberState, "spending">["spending"];

export function usualThinking({ capabilities }: Pick<Model, "capabilities">): number {
  return capabilities.reasoningEffort ? 400 : 0;
}

export function usualOutput(model: Pick<Model, "capabilities">, full: number): number {
  return Math.min(full, 254 + usualThinking(model));
}

/** By what the member's calls cost for each token set aside for input; at most the dearest price. */
export function likelyCost(
  { estimatedInput, chargedDollars }: Pick<OwnSpending, "estimatedInput" | "chargedDollars">,
  { input, dearest }: { readonly input: number; readonly dearest: number },
): number {
  if (estimatedInput === 0) return dearest;
  return Math.min(dearest, (TIMES_THE_USUAL * chargedDollars * input) / estimatedInput);
}
