import { findingsIn, type GivenFinding } from "../../engine/transcript/citations.ts";
import type { CheckedCitation, Json } from "../../engine/transcript/events.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/scenario.ts";

type FindingView = { readonly citation: CheckedCitation; readonly says: string | null };

export type AnswerView = {
  readonly findings: readonly FindingView[];
  readonly grades: readonly (readonly [name: string, grade: number])[];
  readonly rest: { readonly [key: string]: Json };
};

type ToldAbove = {
  readonly verdict: string | null;
  readonly reasoning: string | null;
  readonly wouldChange: string | null;
};

export function answerIn(
  reply: Json | undefined,
  told: ToldAbove,
  documents: readonly Document[],
): AnswerView | null {
  if (!isRecord(reply)) return null;
  const findings: FindingView[] = [];
  const grades: [string, number][] = [];
  const rest: Record<string, Json> = {};
  for (const [key, value] of Object.entries(reply)) {
    if (isTold(key, value, told)) continue;
    const given = findingsIn(value);
    if (given.length > 0) findings.push(...given.map((each) => findingOf(each, documents)));
    else if (isRecord(value) && isGrades(value)) grades.push(...(Object.entries(value) as [string, number][]));
    else rest[key] = value;
  }
  return { findings, grades, rest };
}

function findingOf({ ref, quote, says }: GivenFinding, documents: readonly Document[]): FindingView {
  const checked = checkCitation({ ref, quote }, documents);
  return { citation: checked, says: says ?? null };
}

function isGrades(value: { readonly [key: string]: Json }): boolean {
  const entries = Object.values(value);
  return entries.length > 0 && entries.every((each) => typeof each === "number");
}

function isTold(key: string, value: Json, { verdict, reasoning, wouldChange }: ToldAbove): boolean {
  if (key === "confidence" || value === null || value === "") return true;
  return typeof value === "string" && [verdict, reasoning, wouldChange].includes(value);
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
