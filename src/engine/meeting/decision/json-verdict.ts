import { NONE } from "../../../scenario/schema/scenario.ts";
import type { Stance } from "../contract/floor.ts";

export function verdictIds(verdicts: readonly { readonly id: string }[]): string[] {
  return [...verdicts.map(({ id }) => id), NONE];
}

/** Without a verdict no confidence counts. */
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
