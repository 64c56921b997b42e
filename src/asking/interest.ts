import { ownOf } from "../lists.ts";
import type { Persona } from "../scenario/schema/persona.ts";
import type { Criterion } from "../scenario/schema/scenario.ts";
import { commonCriterion } from "./criteria.ts";

/** From here on an interest counts as one against a proposal. */
export const AGAINST_FROM = 0.2;

/** A persona that weighs less than this in all has little interest in the matter. */
const ENOUGH_WEIGHED = 8;

/** The share of a persona's optimism in its interest. */
const OF_TEMPER = 0.6;

/** Which way a persona tends to see a proposal before it has read it, -1 against to 1 for: by its priorities and optimism. */
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

/** Whether a persona tends to see a proposal critically. */
export function isCritical(
  persona: Pick<Persona, "priorities" | "optimism">,
  criteria: readonly Pick<Criterion, "id">[],
) {
  return interestOf(persona, criteria) <= -AGAINST_FROM;
}
