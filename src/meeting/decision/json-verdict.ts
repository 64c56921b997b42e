import { NONE } from "../../scenario/schema/scenario.ts";
import type { Stance } from "../contract/floor.ts";

/** What a JSON reply may give as its verdict: an option's id, or that there is none. */
export function verdictIds(verdicts: readonly { readonly id: string }[]): string[] {
  return [...verdicts.map(({ id }) => id), NONE];
}

/** The position that a JSON reply takes; of who has no verdict no confidence counts. */
export function stanceIn(given: {
  readonly verdict: string;
  readonly reasoning: string;
  readonly wouldChange?: string | null | undefined;
  readonly confidence: number | null;
}): Stance {
  const { verdict, reasoning, confidence } = given;
  const wouldChange = given.wouldChange ?? null;
  return verdict === NONE
    ? { verdict: null, abstains: true, reasoning, wouldChange, confidence: null }
    : { verdict, reasoning, wouldChange, confidence };
}
