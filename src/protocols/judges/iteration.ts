import { z } from "zod";
import { atLeast } from "../../engine/meeting/contract/compare.ts";
import { fact } from "../../engine/meeting/contract/facts.ts";

const judged = z.strictObject({
  status: z.enum(["ok", "absent"]),
  verdict: z.string().nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  error: z.string().nullable(),
});
export type Judged = z.infer<typeof judged>;

const iterationSchema = z.strictObject({
  /** From 1. */
  iteration: z.int().min(1),
  judges: z.record(z.string(), judged),
  aggregate: z.number().nullable(),
  threshold: z.number(),
  reached: z.boolean(),
  excluded: z.array(z.string()),
});
type Iteration = z.infer<typeof iterationSchema>;
export const iterationJudged = fact("iteration.judged", { fields: iterationSchema, words: iterationInWords });

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

export function isSure(aggregate: number | null, threshold: number): boolean {
  return aggregate !== null && atLeast(aggregate, threshold);
}

export function iterationInWords({ iteration, aggregate, threshold, reached }: Iteration): string {
  const mean = aggregate === null ? "no judge told a confidence" : `mean confidence ${rounded(aggregate)}`;
  return `iteration ${iteration}: ${mean}, ${reached ? "reaches" : "below"} ${threshold}`;
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
