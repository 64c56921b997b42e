import { ownOf } from "../../lists.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Criterion } from "../../scenario/schema/scenario.ts";
import { commonCriterion } from "./criteria.ts";

export const AGAINST_FROM = 0.2;

const ENOUGH_WEIGHED = 8;

const OF_TEMPER = 0.6;

/** -1 against to 1 for, before anything is read: by priorities and optimism. */
export function interestOf(
  { priorities, optimism }: Pick<Persona, "priorities" | "optimism">,
  criteria: readonly Pick<Criterion, "id">[],
): number {
  const weighed = criteria.map(({ id }) => ({
    weight: ownOf(priorities, id) ?? 0,
    leans: commonCriterion(id)?.leans ?? 0,
  }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const sum = weighed.reduce((total, { weight, leans }) => total + weight * leans, 0);
  const mean = sum / Math.max(all, ENOUGH_WEIGHED);
  return Math.max(-1, Math.min(1, mean + OF_TEMPER * optimism));
}

export function isCritical(
  persona: Pick<Persona, "priorities" | "optimism">,
  criteria: readonly Pick<Criterion, "id">[],
) {
  return interestOf(persona, criteria) <= -AGAINST_FROM;
}
