import { z } from "zod";
import { atLeast } from "../../meeting/contract/compare.ts";
import { factKind } from "../../meeting/contract/facts.ts";

/** How one judge came through one iteration. */
const judged = z.strictObject({
  status: z.enum(["ok", "absent"]),
  verdict: z.string().nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  /** Why there is no answer; null where there is one. */
  error: z.string().nullable(),
});
export type Judged = z.infer<typeof judged>;

/** One run of the whole panel. */
export const iterationJudged = factKind(
  "iteration.judged",
  z.strictObject({
    /** From 1. */
    iteration: z.int().min(1),
    judges: z.record(z.string(), judged),
    /** Mean of the confidences told; null where none was. */
    aggregate: z.number().nullable(),
    threshold: z.number(),
    reached: z.boolean(),
    /** Judges whose confidence did not enter the mean. */
    excluded: z.array(z.string()),
  }),
);

/** Mean confidence over the judges who answered and told one; the others are named. */
export function meanConfidence(judges: Readonly<Record<string, Judged>>): {
  readonly aggregate: number | null;
  readonly excluded: readonly string[];
} {
  const told = Object.values(judges).flatMap(({ status, confidence }) =>
    status === "ok" && confidence !== null ? [confidence] : [],
  );
  const excluded = Object.entries(judges).flatMap(([id, { status, confidence }]) =>
    status !== "ok" || confidence === null ? [id] : [],
  );
  const sum = told.reduce((total, each) => total + each, 0);
  return { aggregate: told.length === 0 ? null : sum / told.length, excluded };
}

/** Whether the panel is sure enough: at the threshold is enough, and no confidence at all is not. */
export function isSure(aggregate: number | null, threshold: number): boolean {
  return aggregate !== null && atLeast(aggregate, threshold);
}

type Iteration = ReturnType<typeof iterationJudged.all>[number];

/** `iteration 2: mean confidence 0.8, reaches 0.75`; null of nothing. */
export function iterationInWords(found: Iteration | undefined): string | null {
  if (!found) return null;
  const { iteration, aggregate, threshold, reached } = found;
  const mean = aggregate === null ? "no judge told a confidence" : `mean confidence ${rounded(aggregate)}`;
  return `iteration ${iteration}: ${mean}, ${reached ? "reaches" : "below"} ${threshold}`;
}

/** To three digits after the point. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
