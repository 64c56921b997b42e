/**
 * The facts that the judges protocol records, the mean confidence of a panel, and what the protocol
 * tells about a meeting.
 */

import { z } from "zod";
import { decide } from "../../engine/meeting/decide.ts";
import { isAtLeast } from "../../engine/protocol/compare.ts";
import { defineFact } from "../../engine/protocol/facts.ts";
import type { Finding, Told } from "../../engine/protocol/protocol.ts";
import { getMember, type MeetingState, type MemberState } from "../../engine/transcript/state.ts";
import { nameOutcome } from "../../engine/words/figures.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import { type Article, entry, fields, type Labeled, section } from "../../text/article.ts";
import { toPlainId } from "../../text/plain.ts";
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

function listJudgeFindings(state: MeetingState, id: string, iteration: number): Finding[] {
  const judge = getMember(state, id);
  const findings = findAnswer(judge, iteration)?.findings ?? [];
  return findings.map(({ says, ...cited }) => ({
    ...checkCitation(cited, state.documents),
    member: judge.seat.persona.name,
    says,
  }));
}

function findAnswer(member: MemberState, iteration: number) {
  const parsed = answerSchema.safeParse(member.ballots[iteration - 1]?.reply);
  return parsed.success ? parsed.data : null;
}

export function tellJudges(state: MeetingState): Partial<Told> {
  return {
    facts: [iterationJudged],
    columns: () => [
      { name: "iterations", title: "Iterations", value: ({ ballots }) => ballots.length },
    ],
    status: () => createStatus(state),
    record: () => createRecord(state),
    closing: () => describeClosing(state),
    findings: () => listFindings(state),
    files: () => [{ name: "judgement.json", content: collectJudgement(state) }],
  };
}

function createStatus(state: MeetingState): Article {
  const { recommendation = null } = panelConcluded.readLast(state) ?? {};
  return fields([
    ...iterationJudged.readAll(state).map(({ iteration, aggregate, threshold }): Labeled => {
      const mean = aggregate === null ? "none" : roundToThousandths(aggregate);
      return [`iteration ${iteration}`, `confidence ${mean} of ${threshold}`];
    }),
    ["chair", recommendation === null ? null : toPlainId(recommendation)],
  ]);
}

function describeClosing(state: MeetingState): string {
  const last = iterationJudged.readLast(state);
  const times = last?.iteration === 1 ? "asked once" : `asked ${last?.iteration ?? 0} times`;
  return last?.reached ? `the panel was sure enough, ${times}` : `the panel was ${times}`;
}

function createRecord(state: MeetingState): Article {
  const asked = iterationJudged
    .readAll(state)
    .flatMap((each) => entry(`Iteration ${each.iteration}`, describeIteration(each)));
  return [
    ...section(2, "The chair", createChairsParts(state)),
    ...section(2, "How often the panel was asked", asked),
  ];
}

function createChairsParts(state: MeetingState): Article {
  const concluded = panelConcluded.readLast(state);
  if (!concluded) return [];
  const { final, agreed, disputed, recommendation } = concluded;
  const outcome = decide(state);
  const votes = Object.entries(outcome.votes).map(([name, count]) => `${toPlainId(name)} ${count}`);
  return [
    ...entry(
      `Recommendation: ${toPlainId(recommendation ?? "none")}`,
      final ?? "The chair gave no text.",
    ),
    ...listEntry("Agreed", agreed),
    ...listEntry("Disputed", disputed),
    ...entry(
      `The judges' decision: ${nameOutcome(outcome, state.scenario)}`,
      `${outcome.rule}: ${votes.join(", ")}`,
    ),
  ];
}

function collectJudgement(state: MeetingState) {
  const concluded = panelConcluded.readLast(state);
  return {
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
          findings: listJudgeFindings(state, id, iteration),
          error: judged.error,
        },
      ];
    }),
  );
}

/** Of the last answers. */
function listFindings(state: MeetingState): readonly Finding[] {
  const { judges = {}, iteration = 0 } = iterationJudged.readLast(state) ?? {};
  return Object.keys(judges).flatMap((id) => listJudgeFindings(state, id, iteration));
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

function describeIteration({ iteration, aggregate, threshold, reached }: Iteration): string {
  const mean =
    aggregate === null
      ? "no judge told a confidence"
      : `mean confidence ${roundToThousandths(aggregate)}`;
  return `iteration ${iteration}: ${mean}, ${reached ? "reaches" : "below"} ${threshold}`;
}

function roundToThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function listEntry(title: string, lines: readonly string[]): Article {
  return lines.length === 0 ? [] : entry(title, lines.join("\n"));
}
