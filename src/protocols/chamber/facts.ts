/**
 * The facts that the chamber records, the sentences that people read about them, and all facts of
 * one attempt together.
 */

import { z } from "zod";
import { defineFact } from "../../engine/protocol/facts.ts";
import { getMemberName, type MeetingState } from "../../engine/transcript/state.ts";
import { toPlainId } from "../../text/plain.ts";
import { evidenceItem } from "./answers.ts";

export function getByPanelist<Entry extends { panelist: string }>(
  entries: readonly Entry[],
  id: string,
): Entry {
  const entry = entries.find(({ panelist }) => panelist === id);
  if (!entry) throw new Error(`there is nothing of the panelist ${id}`);
  return entry;
}

const confidence = z.number().min(0).max(1).nullable();
const reported = z.union([z.number(), z.string()]).nullable();

/** `unparsed` is kept word for word in `raw`, with the stance UNCLEAR. */
const panelAnswer = z.object({
  panelist: z.string(),
  model: z.string(),
  status: z.enum(["ok", "unparsed", "absent"]),
  /** An option's id, or UNCLEAR; null if there is no answer. */
  stance: z.string().nullable(),
  reasoning: z.string(),
  confidence,
  confidenceAsGiven: reported,
  evidence: z.array(evidenceItem),
  raw: z.string(),
  flags: z.array(z.string()),
  error: z.string().nullable(),
});
export type PanelAnswer = z.infer<typeof panelAnswer>;

export const LABELS = ["confirming", "revising", "standing_by_with_counter_argument"] as const;

const crossReply = z.object({
  panelist: z.string(),
  status: z.enum(["ok", "unparsed", "absent"]),
  label: z.enum(LABELS).nullable(),
  response: z.string(),
  counterArgument: z.string().nullable(),
  newStance: z.string().nullable(),
  newConfidence: confidence,
  finalStance: z.string(),
  finalConfidence: confidence,
  raw: z.string(),
  flags: z.array(z.string()),
  error: z.string().nullable(),
});
export type CrossReply = z.infer<typeof crossReply>;

const attempt = z.int().min(1).describe("Nth time that the panel was asked, from 1");

export const sessionOpened = defineFact("session.opened", {
  fields: z.object({
    level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    because: z.array(z.string()),
    trigger: z.enum(["founder", "pipeline"]),
    contextTokens: z.int(),
  }),
});

export const panelAnswered = defineFact("panel.answered", {
  fields: z.object({ attempt, answers: z.array(panelAnswer) }),
  describe: ({ answers }, state) => {
    const lines = answers.map(
      ({ panelist, stance, confidence }) =>
        `${getMemberName(state, panelist)} ${formatStance(stance, confidence)}`,
    );
    return `the panel has answered: ${lines.join("; ")}`;
  },
});

const REASONS = ["stance", "confidence", "facts", "meaning"] as const;

const divergence = z.object({
  attempt,
  triggered: z.boolean(),
  reasons: z.array(z.object({ kind: z.enum(REASONS), detail: z.string() })),
  classifier: z.enum(["asked", "unavailable"]),
  topics: z.array(z.string()),
  skipped: z.string().nullable(),
});
export type Divergence = z.infer<typeof divergence>;
export const divergenceAssessed = defineFact("divergence.assessed", {
  fields: divergence,
  describe: ({ triggered, skipped, reasons }) => {
    if (!triggered) return "the answers do not diverge";
    const left = skipped === null ? "" : ` (no cross-examination: ${skipped})`;
    return `the answers diverge: ${reasons.map(({ detail }) => detail).join("; ")}${left}`;
  },
});

export const panelCrossExamined = defineFact("panel.cross-examined", {
  fields: z.object({ attempt, replies: z.array(crossReply) }),
  describe: ({ replies }, state) => {
    const lines = replies.map(
      ({ panelist, label, finalStance, finalConfidence }) =>
        `${getMemberName(state, panelist)} ${toPlainId(label ?? "without a reply")}, ${formatStance(finalStance, finalConfidence)}`,
    );
    return `cross-examined: ${lines.join("; ")}`;
  },
});

/** A person's own answer: unverified, and not in the panel's count. */
const contribution = z.object({
  attempt,
  person: z.string(),
  stance: z.string().nullable(),
  reasoning: z.string(),
  confidence,
  evidence: z.array(z.string()),
});
export type Contribution = z.infer<typeof contribution>;
export const founderContributed = defineFact("founder.contributed", {
  fields: contribution,
  describe: ({ person }) => `${person} adds a view, unverified`,
});

const checkedClaim = z.object({
  attempt,
  person: z.string(),
  claim: z.string(),
  result: z.enum(["supported", "refuted", "unverifiable"]),
  why: z.string(),
  basis: z.array(
    z.object({ ref: z.string(), quote: z.string(), found: z.enum(["exact", "near", "absent"]) }),
  ),
  flags: z.array(z.string()),
});
export type CheckedClaim = z.infer<typeof checkedClaim>;
export const claimChecked = defineFact("claim.checked", {
  fields: checkedClaim,
  describe: ({ person, result, claim }) => `a claim of ${person} is ${result}: ${claim}`,
});

export const assignment = z.object({
  what: z.string().trim().min(1).describe("The data that is missing"),
  from: z.string().trim().min(1).describe("Who or what can give it"),
  acceptance: z.string().trim().min(1).describe("When it is good enough"),
});

export const NO_CONSENSUS = "NO_CONSENSUS";
export const NEED_MORE_DATA = "NEED_MORE_DATA";

const dissent = z.enum(["low", "medium", "high"]);
const action = z.enum(["proceed", "proceed_with_caveats", "require_further_investigation"]);

const arbitrated = z.object({
  attempt,
  labels: z.record(z.string(), z.string()),
  order: z.array(z.string()),
  /** null if the arbiter gave nothing that could be read. */
  text: z
    .strictObject({
      consensus: z.array(z.string()),
      disagreements: z.array(
        z.object({
          topic: z.string(),
          positions: z.array(z.string()),
          why: z.string(),
          kind: z.enum(["genuine", "wording"]),
        }),
      ),
      evidence: z.array(z.object({ position: z.string(), assessment: z.string() })),
      synthesis: z.string(),
      uncertainty: z.string(),
      reasoning: z.string(),
      minorityViews: z.array(z.string()),
    })
    .nullable(),
  raw: z.string(),
  /** The option that the arbiter reads out of the answers, or NO_CONSENSUS. */
  outcome: z.string(),
  assignment: assignment.nullable(),
  /** Out of 10. */
  confidence: z.number().min(0).max(10).nullable(),
  dissent,
  action,
});
export type Arbitrated = z.infer<typeof arbitrated>;
export const panelArbitrated = defineFact("panel.arbitrated", {
  fields: arbitrated,
  describe: ({ text, outcome, confidence, dissent, action }) =>
    text === null
      ? "the arbiter gave no synthesis"
      : `the arbiter reads ${toPlainId(outcome)}, confidence ${confidence ?? "not stated"} of 10, dissent ${dissent}: ${toPlainId(action)}`,
});

export const founderReviewed = defineFact("founder.reviewed", {
  fields: z.object({
    attempt,
    person: z.string(),
    decision: z.enum(["accept", "reject", "challenge", "none"]),
    aspect: z.string().nullable(),
    because: z.string().nullable(),
  }),
  describe: ({ person, decision, aspect }) =>
    decision === "none" ? null : `${person}: ${decision}${aspect === null ? "" : ` (${aspect})`}`,
});

const brought = z.object({
  attempt,
  person: z.string(),
  aspect: z.string().nullable(),
  assignment: assignment.nullable(),
  document: z.object({ name: z.string(), text: z.string() }).nullable(),
  /** Name of a document that everybody is shown already. */
  shown: z.string().nullable(),
});
export type Brought = z.infer<typeof brought>;
export const dataBrought = defineFact("data.brought", {
  fields: brought,
  describe: ({ person, document }) => document && `${person} brings ${document.name}`,
});

export const sessionConcluded = defineFact("session.concluded", {
  fields: z.object({
    status: z.enum([
      "completed",
      "unaccepted",
      "no_consensus",
      "degraded",
      "failed_quorum",
      "declined",
    ]),
    level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    missing: z.array(z.string()),
    reruns: z.int(),
  }),
});

export const FACTS_IN_WORDS = [
  panelAnswered,
  panelCrossExamined,
  divergenceAssessed,
  panelArbitrated,
  founderContributed,
  claimChecked,
  founderReviewed,
  dataBrought,
];

export function describeClosing(state: MeetingState): string {
  const { status, reruns } = sessionConcluded.readLast(state) ?? { status: null, reruns: 0 };
  if (status === "failed_quorum") return "fewer than two panelists answered";
  const times = reruns === 0 ? "asked once" : `asked ${reruns + 1} times`;
  return `the panel was ${times}, and the arbiter has concluded`;
}

function formatStance(stance: string | null, confidence: number | null): string {
  if (stance === null) return "is absent";
  return confidence === null ? toPlainId(stance) : `${toPlainId(stance)} (${confidence})`;
}

export function collectAttempt(state: MeetingState, attempt: number) {
  const isThis = (fact: { attempt: number }) => fact.attempt === attempt;
  return {
    attempt,
    phase1: panelAnswered.readAll(state).find(isThis)?.answers ?? [],
    divergence: divergenceAssessed.readAll(state).find(isThis) ?? null,
    phase2: panelCrossExamined.readAll(state).find(isThis)?.replies ?? null,
    contributions: founderContributed.readAll(state).filter(isThis),
    claims: claimChecked.readAll(state).filter(isThis),
    arbitration: panelArbitrated.readAll(state).find(isThis) ?? null,
    review: founderReviewed.readAll(state).find(isThis) ?? null,
    brought: dataBrought.readAll(state).filter(isThis),
  };
}

export function countAttempts(state: MeetingState): number {
  return panelAnswered.readAll(state).length;
}
