// The common criteria of decisions, and how far a persona leans for or against a proposal by its
// weights of them.

import { lookUpKey } from "../../lists.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Criterion } from "../../scenario/schema/scenario.ts";

type CommonCriterion = Criterion & {
  /** How those who weigh it most see a proposal before they read it: -1 brakes, 1 drives. */
  leans: number;
};

function defineCriterion(
  id: string,
  name: string,
  leans: number,
  question: string,
): CommonCriterion {
  return { id, name, leans, question };
}

const ROWS: readonly CommonCriterion[] = [
  defineCriterion(
    "collaboration",
    "Collaboration",
    0.3,
    "Do the others gain from it, and work well with it?",
  ),
  defineCriterion(
    "continuity",
    "Staying up",
    -0.6,
    "Does it keep working when a part of it fails?",
  ),
  defineCriterion("cost", "Money", -0.9, "What does it cost in all, and who pays it?"),
  defineCriterion("craft", "Skill in the work", 0, "Is the work itself done well?"),
  defineCriterion("customers", "Customers", 0.3, "What changes for its users?"),
  defineCriterion(
    "delivery",
    "Time and delivery",
    0.5,
    "Can it be done in the time that it is given?",
  ),
  defineCriterion(
    "ethics",
    "Ethics and compliance",
    -0.5,
    "Are people, data and the law treated with care?",
  ),
  defineCriterion(
    "evidence",
    "Evidence",
    -0.5,
    "What has been shown, against what it is compared with?",
  ),
  defineCriterion(
    "industry-impact",
    "Use in practice",
    0.4,
    "Has the work reached those who use it?",
  ),
  defineCriterion("innovation", "New ground", 0.8, "Does it open something that was closed?"),
  defineCriterion("integrity", "Correct data", -0.5, "Does every record stay right?"),
  defineCriterion("leadership", "Leadership", 0, "Are people led, kept and developed?"),
  defineCriterion(
    "market-timing",
    "Market and timing",
    0.5,
    "Is there a market, and is now the time?",
  ),
  defineCriterion("operability", "Those who run it", -0.4, "Can those who will run it do so?"),
  defineCriterion("people", "Those who do the work", 0, "Whose work changes, and how?"),
  defineCriterion(
    "reliability",
    "Keeping promises",
    -0.2,
    "Is what was promised done, and seen through?",
  ),
  defineCriterion(
    "research-depth",
    "Research depth",
    -0.1,
    "Is the method sound, and what is new in it?",
  ),
  defineCriterion("reversibility", "A way back", -0.8, "How is it undone, and until when?"),
  defineCriterion("risk-terms", "Risk and terms", -0.8, "Who carries what goes wrong?"),
  defineCriterion(
    "security",
    "Security and privacy",
    -0.7,
    "Who could get in, and what would they get?",
  ),
  defineCriterion("strategy", "Direction", 0.8, "Does it lead where the organisation wants to go?"),
  defineCriterion("team", "Team", 0, "Can these people do it?"),
  defineCriterion("technical-moat", "Technical moat", 0, "What would others need years to copy?"),
  defineCriterion("traction", "Traction", 0.5, "Who uses it or pays for it already?"),
  defineCriterion("unit-economics", "Unit economics", -0.3, "What is left of each sale?"),
];

export function findCommonCriterion(id: string): CommonCriterion | undefined {
  return ROWS.find((each) => each.id === id);
}

export const COMMON_CRITERIA: readonly CommonCriterion[] = ROWS;

export const AGAINST_FROM = 0.2;

const ENOUGH_WEIGHED = 8;

const OF_TEMPER = 0.6;

/** -1 against to 1 for, before anything is read: by priorities and optimism. */
export function computeInterest(
  { priorities, optimism }: Pick<Persona, "priorities" | "optimism">,
  criteria: readonly Pick<Criterion, "id">[],
): number {
  const weighed = criteria.map(({ id }) => ({
    weight: lookUpKey(priorities, id) ?? 0,
    leans: findCommonCriterion(id)?.leans ?? 0,
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
  return computeInterest(persona, criteria) <= -AGAINST_FROM;
}
