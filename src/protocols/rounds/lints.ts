/**
 * Notes on replies that do not follow their instruction. A note refuses nothing; it is recorded
 * with the reply.
 */

import { dropMissing } from "../../lists.ts";
import { ARTIFACT_WORDS, type Artifacts, countAllWords, TRACE_KINDS } from "./artifacts.ts";
import type { Role } from "./records.ts";

export const PROPOSAL_WORDS = { least: 600, most: 800 } as const;
export const SUPPLEMENT_WORDS = { least: 200, most: 400 } as const;

export type LeastAndMost = { least: number; most: number };

export function describeMeasure({ least, most }: LeastAndMost): string {
  return `${least} to ${most} words`;
}

/** Simulated members speak shortly, and people as they like. */
export function checkLength(words: number, measure: LeastAndMost, model: string): string[] {
  if (/^(?:simulated|human)(?::|$)/.test(model)) return [];
  if (words >= measure.least && words <= measure.most) return [];
  return [`${words} words, where ${describeMeasure(measure)} were asked for`];
}

type ArtifactCase = {
  claims: LeastAndMost;
  /** Targets that the critic may attack; null if any will do. */
  targets: readonly string[] | null;
  round: number;
  known: ReadonlySet<string>;
  /** Simulated members carry out no procedure: their lists may be short. */
  isSimulated: boolean;
};

/** Lists how an artifact differs from its instruction. The member is not asked again: a second answer costs too much. */
export function checkArtifact<Each extends Role>(
  role: Each,
  artifact: Artifacts[Each],
  given: ArtifactCase,
): string[] {
  const words = countAllWords(artifact);
  const shape = given.isSimulated ? [] : SHAPES[role](artifact);
  return dropMissing([
    words > ARTIFACT_WORDS && `${words} words, where at most ${ARTIFACT_WORDS} were asked for`,
    noteCount("claims", artifact.claims.length, given.claims),
    ...shape,
    ...(role === "critic" ? checkCritic(artifact as Artifacts["critic"], given) : []),
  ]);
}

type Note = string | false;

function noteCount(what: string, count: number, { least, most }: LeastAndMost): Note {
  const isKept = count >= least && count <= most;
  return !isKept && `${count} ${what}, where ${least} to ${most} were asked for`;
}

export const STEPS = {
  trace: { least: 10, most: 15 },
  walkthrough: { least: 8, most: 15 },
  attack: { least: 5, most: 10 },
} as const;

const SHAPES: { [Each in Role]: (artifact: Artifacts[Each]) => readonly Note[] } = {
  action: ({ traces }) => [
    ...TRACE_KINDS.map(
      (kind) => traces.every((each) => each.kind !== kind) && `no trace of kind ${kind}`,
    ),
    ...traces.flatMap(({ kind, initialState, steps }) => [
      noteCount(`steps of ${kind}`, steps.length, STEPS.trace),
      initialState.length < 3 && `${kind} begins with fewer than three variables`,
    ]),
  ],
  guardian: ({ verdict, mechanism, condition, evidence }) => [
    verdict === "FAIL" && !mechanism && "FAIL without a mechanism",
    verdict === "CONDITIONAL_PASS" && !condition && "CONDITIONAL_PASS without a condition",
    evidence.length === 0 && "no quotation",
  ],
  observer: ({ steps, friction }) => [
    noteCount("steps", steps.length, STEPS.walkthrough),
    ...friction.map(
      ({ step }) => step > steps.length && `friction at step ${step}, which is missing`,
    ),
  ],
  critic: ({ attack, preconditions }) => [
    noteCount("steps of attack", attack.length, STEPS.attack),
    preconditions.length === 0 && "no precondition",
  ],
};

const RECORDED_REF =
  /^(?:R\d+-(?:action|guardian|observer|critic)(?:-[\w.]+)?|[CD]-\d+-\d+|V-\d+-[1-4])$/;
const DOCUMENT_REF = /^[^#\s]+#L\d+(?:-L\d+)?$/;

export const UNSPECIFIC_TARGET = "the target is not a recorded artifact, claim or decision";
export const SURE_OF_UNCLEAR = "confidence 4 or 5 on UNCLEAR";

/** Two failure modes count these. */
function checkCritic(
  { target: { ref }, verdict, confidence }: Artifacts["critic"],
  { round, known, targets }: ArtifactCase,
): readonly Note[] {
  const isRecorded = RECORDED_REF.test(ref) && (ref.startsWith("R") || known.has(ref));
  const isFirst = round === 1 && isDocumentPlace(ref);
  const isAllowed = targets?.includes(ref) ?? (isRecorded || isFirst);
  return [
    !isAllowed && UNSPECIFIC_TARGET,
    verdict === "UNCLEAR" && confidence >= 4 && SURE_OF_UNCLEAR,
  ];
}

export function isDocumentPlace(ref: string): boolean {
  return DOCUMENT_REF.test(ref);
}
