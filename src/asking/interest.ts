import { ownOf } from "../lists.ts";
import type { DecisionAsked } from "../models/simulated/rules/ending.ts";
import { readByRules } from "../models/simulated/rules/read.ts";
import type { Persona } from "../scenario/schema/persona.ts";
import type { Criterion, Document } from "../scenario/schema/scenario.ts";
import { commonCriterion } from "./criteria.ts";

/** From so far on an interest counts as one against the likely answer. */
export const AGAINST_FROM = 0.2;

/** Who weighs less than this in all has little interest in the matter. */
const ENOUGH_WEIGHED = 8;

/** What an interest is measured by. */
type Weighed = { readonly criteria: readonly Pick<Criterion, "id">[]; readonly isChange: boolean };

/** How much of a persona's leaning before any evidence goes into its interest. */
const OF_TEMPER = 0.6;

/**
 * Which way a persona tends to see a proposal before it has read it, -1 against to 1 for: how those lean who weigh what
 * it weighs, and its own temper.
 */
export function interestOf(
  { priorities, optimism }: Pick<Persona, "priorities" | "optimism">,
  { criteria, isChange }: Weighed,
): number {
  const weighed = criteria.map(({ id }) => ({ weight: ownOf(priorities, id) ?? 0, leans: leaningOf(id) }));
  if (!isChange) return optimism;
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const sum = weighed.reduce((total, { weight, leans }) => total + weight * leans, 0);
  const mean = sum / Math.max(all, ENOUGH_WEIGHED);
  return Math.max(-1, Math.min(1, mean + OF_TEMPER * optimism));
}

function leaningOf(id: string): number {
  return commonCriterion(id)?.leans ?? 0;
}

/** The answer that is to be expected, 1 for or -1 against, and from what. */
export type LikelyAnswer = { readonly sign: 1 | -1; readonly from: "documents" | "question" };

type ToAnswer = {
  readonly question: string;
  readonly options: DecisionAsked["verdicts"];
  readonly criteria: readonly Criterion[];
  readonly choices: readonly unknown[];
};

/** So many points of the documents, and so much of their weight on one side, tell which answer is likely. */
const LEAST_POINTS = 4;
const LEAST_LEAD = 0.15;

/** What the documents speak for, read by rules; where they tell too little, or of several things, that whoever asks has it in mind. */
export function likelyAnswer(
  documents: readonly Document[],
  { question, options, criteria, choices }: ToAnswer,
): LikelyAnswer {
  if (choices.length > 0) return { sign: 1, from: "question" };
  const { points } = readByRules({ documents, criteria, matter: { question, verdicts: options } }).casebook;
  const strengths = points.flatMap(({ bears }) => Object.values(bears));
  const all = strengths.reduce((sum, each) => sum + Math.abs(each), 0);
  const lead = all === 0 ? 0 : strengths.reduce((sum, each) => sum + each, 0) / all;
  if (points.length < LEAST_POINTS || Math.abs(lead) < LEAST_LEAD) return { sign: 1, from: "question" };
  return { sign: lead > 0 ? 1 : -1, from: "documents" };
}
