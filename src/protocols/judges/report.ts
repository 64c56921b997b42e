/**
 * The facts that the judges protocol records, the mean confidence of a panel, and the file
 * judgement.json.
 */

import { z } from "zod";
import { isAtLeast } from "../../engine/protocol/compare.ts";
import { defineFact } from "../../engine/protocol/facts.ts";
import type { OutputFile } from "../../engine/protocol/protocol.ts";
import { getMember, type MeetingState, type MemberState } from "../../engine/transcript/state.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import { answerSchema } from "./options.ts";

/** `final` is null if the chair failed or had nothing to read. */
export const panelConcluded = defineFact("panel.concluded", {
  fields: z.strictObject({
    final: z.string().nullable(),
    agreed: z.array(z.string()),
    disputed: z.array(z.string()),
    recommendation: z.string().nullable(),
  }),
});

function findAnswer(member: MemberState, iteration: number) {
  const parsed = answerSchema.safeParse(member.ballots[iteration - 1]?.reply);
  return parsed.success ? parsed.data : null;
}

export function createOutputs(state: MeetingState): OutputFile[] {
  const concluded = panelConcluded.readLast(state);
  const report = {
    runId: state.meeting,
    title: state.scenario.title,
    question: state.scenario.question,
    simulated: state.simulated,
    status: state.outcome?.status ?? null,
    iterations: iterationJudged.readAll(state).map(({ iteration, aggregate, reached }) => ({
      iteration,
      aggregate,
      reached,
      members: collectMembers(state, iteration),
    })),
    final: concluded?.final ?? null,
    agreed: concluded?.agreed ?? [],
    disputed: concluded?.disputed ?? [],
    recommendation: concluded?.recommendation ?? null,
    outcome: state.outcome,
  };
  return [{ name: "judgement.json", text: `${JSON.stringify(report, null, 2)}\n` }];
}

function collectMembers(state: MeetingState, iteration: number) {
  const judges = iterationJudged.readAll(state)[iteration - 1]?.judges ?? {};
  return Object.fromEntries(
    Object.entries(judges).map(([id, judged]) => {
      const answer = findAnswer(getMember(state, id), iteration);
      return [
        id,
        {
          status: judged.status,
          content: answer?.analysis ?? null,
          confidence: judged.confidence,
          verdict: judged.verdict,
          grades: answer?.grades ?? null,
          findings: (answer?.findings ?? []).map((finding) => ({
            ...finding,
            found: checkCitation(finding, state.documents).found,
          })),
          error: judged.error,
        },
      ];
    }),
  );
}

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
});
type Iteration = z.infer<typeof iterationSchema>;
export const iterationJudged = defineFact("iteration.judged", {
  fields: iterationSchema,
  describe: describeIteration,
});

/** Of the judges who answered and stated one. */
export function computeMeanConfidence(judges: Readonly<Record<string, Judged>>): number | null {
  const stated = Object.values(judges).flatMap(({ status, confidence }) =>
    status === "ok" && confidence !== null ? [confidence] : [],
  );
  const sum = stated.reduce((total, each) => total + each, 0);
  return stated.length === 0 ? null : sum / stated.length;
}

export function isConfident(aggregate: number | null, threshold: number): boolean {
  return aggregate !== null && isAtLeast(aggregate, threshold);
}

export function describeIteration({ iteration, aggregate, threshold, reached }: Iteration): string {
  const mean =
    aggregate === null
      ? "no judge told a confidence"
      : `mean confidence ${roundToThousandths(aggregate)}`;
  return `iteration ${iteration}: ${mean}, ${reached ? "reaches" : "below"} ${threshold}`;
}

export function roundToThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
