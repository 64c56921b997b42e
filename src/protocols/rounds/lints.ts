/**
 * Notes on replies that do not follow their instruction. A note refuses nothing; it is recorded
 * with the reply.
 */

import { dropMissing } from "../../lists.ts";
import { ARTIFACT_WORDS, type Artifact, type Artifacts, countAllWords } from "./artifacts.ts";

export const PROPOSAL_WORDS = { least: 600, most: 800 } as const;
export const SUPPLEMENT_WORDS = { least: 200, most: 400 } as const;

type LeastAndMost = { least: number; most: number };

export function describeMeasure({ least, most }: LeastAndMost): string {
  return `${least} to ${most} words`;
}

/** Simulated members speak shortly, and people as they like. */
export function checkLength(words: number, measure: LeastAndMost, model: string): string[] {
  if (/^(?:simulated|human)(?::|$)/.test(model)) return [];
  if (words >= measure.least && words <= measure.most) return [];
  return [`${words} words, where ${describeMeasure(measure)} were asked for`];
}

/** A second answer would cost more than a long first one. */
export function checkArtifact(artifact: Artifact): string[] {
  const words = countAllWords(artifact);
  if (words <= ARTIFACT_WORDS) return [];
  return [`${words} words, where at most ${ARTIFACT_WORDS} were asked for`];
}

const RECORDED_REF =
  /^(?:R\d+-(?:action|guardian|observer|critic)(?:-[\w.]+)?|[CD]-\d+-\d+|V-\d+-[1-4])$/;
const DOCUMENT_REF = /^[^#\s]+#L\d+(?:-L\d+)?$/;

export const UNSPECIFIC_TARGET = "the target is not a recorded artifact, claim or decision";
export const SURE_OF_UNCLEAR = "confidence 4 or 5 on UNCLEAR";

/** Two failure modes count these. The artifact stands all the same. */
export function checkCritic(
  { target: { ref }, verdict, confidence }: Artifacts["critic"],
  round: number,
  known: ReadonlySet<string>,
): string[] {
  const isRecorded = RECORDED_REF.test(ref) && (ref.startsWith("R") || known.has(ref));
  const isFirst = round === 1 && DOCUMENT_REF.test(ref);
  return dropMissing([
    !isRecorded && !isFirst && UNSPECIFIC_TARGET,
    verdict === "UNCLEAR" && confidence >= 4 && SURE_OF_UNCLEAR,
  ]);
}
