// The common criteria of decisions, and how far a persona leans for or against a proposal by its
// weights of them.

import { lookUpKey } from "../../lists.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Criterion } from "../../scenario/schema/scenario.ts";

type CommonCriterion = Criterion & {
  /** How those who weigh it most see a proposal before they read it: -1 brakes, 1 drives. */
  leans: number;
} & Stake;

/** What those who weigh a criterion most can gain or lose, and one thing that would turn them. */
export type Stake = { stake: string; turnedBy: string };

function defineCriterion(
  id: string,
  name: string,
  leans: number,
  question: string,
  [stake, turnedBy]: readonly [string, string],
): CommonCriterion {
  return { id, name, leans, question, stake, turnedBy };
}

const ROWS: readonly CommonCriterion[] = [
  defineCriterion(
    "collaboration",
    "Collaboration",
    0.3,
    "Do the others gain from it, and work well with it?",
    [
      "Your group has to work with the result every week.",
      "An agreement with those who would share the work.",
    ],
  ),
  defineCriterion(
    "continuity",
    "Staying up",
    -0.6,
    "Does it keep working when a part of it fails?",
    ["You are called when it fails.", "A rehearsed way back, timed under load."],
  ),
  defineCriterion("cost", "Money", -0.9, "What does it cost in all, and who pays it?", [
    "You answer for the sum if the estimate is wrong.",
    "The real bill of a comparable case.",
  ]),
  defineCriterion("craft", "Skill in the work", 0, "Is the work itself done well?", [
    "You put your name to the quality of the work.",
    "A piece of the work itself that holds under a close look.",
  ]),
  defineCriterion("customers", "Customers", 0.3, "What changes for its users?", [
    "You face the customers the morning after.",
    "The words or the acts of a customer, and no forecast.",
  ]),
  defineCriterion(
    "delivery",
    "Time and delivery",
    0.5,
    "Can it be done in the time that it is given?",
    ["You promised a date.", "A plan whose first step is already done."],
  ),
  defineCriterion(
    "ethics",
    "Ethics and compliance",
    -0.5,
    "Are people, data and the law treated with care?",
    [
      "You answer for those who are affected and were not asked.",
      "A check by a person without an interest in the result.",
    ],
  ),
  defineCriterion(
    "evidence",
    "Evidence",
    -0.5,
    "What has been shown, against what it is compared with?",
    [
      "You have been wrong once by trusting a figure.",
      "A figure that another group has measured again.",
    ],
  ),
  defineCriterion(
    "industry-impact",
    "Use in practice",
    0.4,
    "Has the work reached those who use it?",
    ["You judge it by its users.", "One user who depends on it today."],
  ),
  defineCriterion("innovation", "New ground", 0.8, "Does it open something that was closed?", [
    "You will not get this chance twice.",
    "Proof that the old way cannot do it.",
  ]),
  defineCriterion("integrity", "Correct data", -0.5, "Does every record stay right?", [
    "You repair the records if they go wrong.",
    "A test with last year's data and no difference.",
  ]),
  defineCriterion("leadership", "Leadership", 0, "Are people led, kept and developed?", [
    "The people concerned come to you when it goes wrong.",
    "A leader of such a group who would do it.",
  ]),
  defineCriterion(
    "market-timing",
    "Market and timing",
    0.5,
    "Is there a market, and is now the time?",
    ["You lose the market if it is too early or too late.", "A buyer with a date and a budget."],
  ),
  defineCriterion("operability", "Those who run it", -0.4, "Can those who will run it do so?", [
    "Your people run it at night.",
    "A week in which your people have run it themselves.",
  ]),
  defineCriterion("people", "Those who do the work", 0, "Whose work changes, and how?", [
    "It is your people's work that changes.",
    "What those people said when they were asked.",
  ]),
  defineCriterion(
    "reliability",
    "Keeping promises",
    -0.2,
    "Is what was promised done, and seen through?",
    ["You have given your word to others.", "A promise of the same people that was kept."],
  ),
  defineCriterion(
    "research-depth",
    "Research depth",
    -0.1,
    "Is the method sound, and what is new in it?",
    ["Your own field will judge the method.", "A result that another group has reproduced."],
  ),
  defineCriterion("reversibility", "A way back", -0.8, "How is it undone, and until when?", [
    "You decide on the day on which it must be undone.",
    "The last date to undo it, and the person who would.",
  ]),
  defineCriterion("risk-terms", "Risk and terms", -0.8, "Who carries what goes wrong?", [
    "You carry what goes wrong.",
    "Terms by which another party carries it.",
  ]),
  defineCriterion(
    "security",
    "Security and privacy",
    -0.7,
    "Who could get in, and what would they get?",
    ["You explain the breach to those whose data it was.", "An attack that was tried and failed."],
  ),
  defineCriterion(
    "strategy",
    "Direction",
    0.8,
    "Does it lead where the organisation wants to go?",
    ["You have promised a direction in public.", "A cheaper step in another direction."],
  ),
  defineCriterion("team", "Team", 0, "Can these people do it?", [
    "You work with these people afterwards.",
    "What they did when a plan of theirs failed.",
  ]),
  defineCriterion("technical-moat", "Technical moat", 0, "What would others need years to copy?", [
    "You have seen such a lead vanish in a year.",
    "What others would need, with its cost and time.",
  ]),
  defineCriterion("traction", "Traction", 0.5, "Who uses it or pays for it already?", [
    "You count users, not promises.",
    "Users who pay and came back.",
  ]),
  defineCriterion("unit-economics", "Unit economics", -0.3, "What is left of each sale?", [
    "You see each sale on your account.",
    "One sale with all its costs, line by line.",
  ]),
];

export function findCommonCriterion(id: string): CommonCriterion | undefined {
  return ROWS.find((each) => each.id === id);
}

/** As a scenario has them. */
export function selectCommonCriteria(ids: readonly string[]): readonly Criterion[] {
  return ids.flatMap((id) => {
    const found = findCommonCriterion(id);
    if (!found) return [];
    const { id: own, name, question } = found;
    return [{ id: own, name, question }];
  });
}

export const COMMON_CRITERIA: readonly CommonCriterion[] = ROWS;

export const AGAINST_FROM = 0.2;

const ENOUGH_WEIGHED = 8;

const OF_TEMPER = 0.6;

/** -1 against to 1 for, before anything is read: by priorities and optimism. */
export function computeInterest(
  { priorities, optimism }: Persona,
  criteria: readonly Criterion[],
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

export function isCritical(persona: Persona, criteria: readonly Criterion[]) {
  return computeInterest(persona, criteria) <= -AGAINST_FROM;
}
