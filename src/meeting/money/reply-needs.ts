import type { Model } from "../../models/port/model.ts";
import type { MemberState } from "../../transcript/state.ts";

/** Tokens with which a reply can still be whole; below it is not asked for. */
const LEAST = 400;
/** What a reply takes where nothing is known of its member yet: its form and some 150 words, or a ballot's reasons. */
const USUAL = { message: 1_000, ballot: 500 };
/** Tokens of thinking beside it, where a model thinks: usual, and the least that leads to a reply. */
const THINKING = { usual: 1_500, least: 600 };
/** A reply may well be so many times as long as its member's replies were on average. */
const TIMES_THE_MEAN = 2;
/** A call may well cost so many times what its member's calls cost so far. */
const TIMES_THE_USUAL = 1.5;

type OwnSpending = Pick<MemberState, "spending">["spending"];

/** Output tokens below which a call is not worth making: what this member's replies take, at most what it may take. */
export function outputNeeded(
  { calls, output }: Pick<OwnSpending, "calls" | "output">,
  { capabilities }: Pick<Model, "capabilities">,
  { isBallot, full }: { readonly isBallot: boolean; readonly full: number },
): number {
  const thinking = capabilities.reasoningEffort ? THINKING.usual : 0;
  const usual = (isBallot ? USUAL.ballot : USUAL.message) + thinking;
  const taken = calls === 0 ? usual : Math.ceil((TIMES_THE_MEAN * output) / calls);
  return Math.min(full, Math.max(LEAST, isBallot ? Math.min(usual, taken) : taken));
}

/** With how little a closing ballot is asked for, where the reserve has to be shared out. */
export function leastOutput({ capabilities }: Pick<Model, "capabilities">, full: number): number {
  return Math.min(full, LEAST + (capabilities.reasoningEffort ? THINKING.least : 0));
}

/** Output tokens of a message at the plan's expected length. */
export function usualOutput({ capabilities }: Pick<Model, "capabilities">, full: number): number {
  return Math.min(full, 254 + (capabilities.reasoningEffort ? 400 : 0));
}

/** What a member's next call is likely to cost, by what its calls cost for each token set aside for their input; at most its dearest price. */
export function likelyCost(
  { estimatedInput, chargedDollars }: Pick<OwnSpending, "estimatedInput" | "chargedDollars">,
  { input, dearest }: { readonly input: number; readonly dearest: number },
): number {
  if (estimatedInput === 0) return dearest;
  return Math.min(dearest, (TIMES_THE_USUAL * chargedDollars * input) / estimatedInput);
}
