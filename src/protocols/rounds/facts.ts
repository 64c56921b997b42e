/**
 * The facts that the rounds protocol records, and the sentences that people read about them. What
 * the arbiter announces has no second sentence here.
 * ledger.ts reads them together.
 */

import { z } from "zod";
import { defineFact } from "../../engine/protocol/facts.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import { getMemberName } from "../../engine/transcript/state.ts";
import { BASES } from "./artifacts.ts";
import * as r from "./records.ts";

const round = z.int().min(1);
const ids = z.array(z.string());

/** `lints` name each way in which a model did not follow its instruction. */
const spokenFields = z.object({
  round,
  role: r.roleSchema,
  message: z.string(),
  words: z.int(),
  lints: ids.optional(),
});
const holders = z.record(r.roleSchema, z.string());

const PHASES = {
  A: "Lead Assignment",
  B: "Lead Proposal",
  C: "Supplements",
  D: "Task",
  E: "Cross-Validation",
  F: "Claims Update",
  G: "Assessment",
  H: "Drift Check",
} as const;

const policySchema = z.object({
  criticTightened: z.boolean().optional(),
  claims: z.object({ least: z.int().min(0), most: z.int().min(0) }).optional(),
  stress: z.object({ round, absent: r.roleSchema }).optional(),
});
export type Policy = z.infer<typeof policySchema>;

const synthesisPoint = z.object({ text: z.string(), cites: ids });

export const FACTS = {
  "deliberation.opened": defineFact("deliberation.opened", {
    fields: z.object({
      roles: holders,
      anchor: z.string(),
      rounds: round,
      stress: z.array(z.object({ round, absent: r.roleSchema })),
      stressReason: z.string().nullable(),
    }),
    describe: ({ roles, rounds, stressReason }, state) => {
      const taken = Object.entries(roles).map(
        ([role, seat]) => `${role}: ${getMemberName(state, seat)}`,
      );
      const reason =
        stressReason === null ? "" : ` Fewer than three roles are stressed: ${stressReason}`;
      return `${rounds} rounds. ${taken.join(", ")}.${reason}`;
    },
  }),
  "roles.assigned": defineFact("roles.assigned", {
    fields: z.object({ roles: holders, why: z.string() }),
    describe: ({ roles, why }, state) =>
      `Roles change, since ${why}: the critic is ${getMemberName(state, roles.critic)}.`,
  }),
  "stress.predicted": defineFact("stress.predicted", {
    fields: z.object({ round, absent: r.roleSchema, predicted: z.string() }),
    describe: ({ round, predicted }) => `Prediction for round ${round}: ${predicted}`,
  }),
  "stress.brought-forward": defineFact("stress.brought-forward", {
    fields: z.object({ round, absent: r.roleSchema, planned: round }),
    describe: ({ round, absent, planned }) =>
      `The stress test without the ${absent} moves from round ${planned} to round ${round}: the signals would stop the rounds before it.`,
  }),
  "phase.entered": defineFact("phase.entered", {
    fields: z.object({
      round,
      phase: z.enum(["A", "B", "C", "D", "E", "F", "G", "H"]),
      title: z.string(),
    }),
    describe: ({ round, phase }) => `Round ${round}, phase ${phase}: ${PHASES[phase]}`,
  }),
  "lead.assigned": defineFact("lead.assigned", {
    fields: r.leadSchema.extend({
      present: z.array(r.roleSchema),
      kind: z.enum(["normal", "wrap-up", "synthesis"]),
    }),
    describe: ({ lead, is_stress, absent_agent }) =>
      `${lead === null ? "No role is present to lead" : `The lead is the ${lead}`}${is_stress ? `; the ${absent_agent} is kept away` : ""}.`,
  }),
  "proposal.made": defineFact("proposal.made", {
    fields: spokenFields,
    describe: ({ role, lints }) =>
      lints === undefined ? null : `Notes on the ${role}'s proposal: ${lints.join("; ")}`,
  }),
  "supplement.made": defineFact("supplement.made", {
    fields: spokenFields,
    describe: ({ role, lints }) =>
      lints === undefined ? null : `Notes on the ${role}'s supplement: ${lints.join("; ")}`,
  }),
  "artefact.filed": defineFact("artefact.filed", {
    fields: z.object({
      round,
      role: r.roleSchema,
      holder: z.string(),
      basis: z.enum(BASES),
      artefact: z.json(),
      lints: ids,
    }),
    describe: ({ role, lints }) =>
      lints.length === 0 ? null : `Notes on the ${role}'s artifact: ${lints.join("; ")}`,
  }),
  "role.absent": defineFact("role.absent", {
    fields: z.object({ round, role: r.roleSchema, phase: z.string(), reason: z.string() }),
    describe: ({ role, phase, reason }) => `The ${role} is absent in phase ${phase}: ${reason}`,
  }),
  "verification.made": defineFact("verification.made", { fields: r.verificationSchema }),
  "claim.raised": defineFact("claim.raised", { fields: r.claimSchema }),
  "validation.failed": defineFact("validation.failed", {
    fields: z.object({ round, errors: ids }),
    describe: ({ errors }) => `The records of this round have errors: ${errors.join("; ")}`,
  }),
  "decision.made": defineFact("decision.made", { fields: r.decisionSchema }),
  "assessment.made": defineFact("assessment.made", {
    fields: z.object({
      round,
      convergence: z.string(),
      architectureImpact: z.string(),
      anchor: z.string().nullable(),
    }),
  }),
  "tension.raised": defineFact("tension.raised", { fields: r.tensionSchema }),
  "tension.resolved": defineFact("tension.resolved", {
    fields: z.object({ id: z.string(), round }),
    describe: ({ id }) => `${id} is resolved.`,
  }),
  "drift.checked": defineFact("drift.checked", {
    fields: r.driftSchema,
    describe: ({ verdict, notes }) => `Drift check: ${verdict}. ${notes}`,
  }),
  "drift.addressed": defineFact("drift.addressed", {
    fields: z.object({ round, by: z.string() }),
    describe: ({ round, by }) => `The drift of round ${round} is addressed: ${by}`,
  }),
  "stress.scored": defineFact("stress.scored", {
    fields: r.stressSchema,
    describe: ({ absent, score, observed }) => `Without the ${absent}, ${score} of 3: ${observed}`,
  }),
  "signals.read": defineFact("signals.read", {
    fields: r.stopSchema,
    describe: ({ round, verdict }) => `Signals after round ${round}: ${verdict}`,
  }),
  "failure.detected": defineFact("failure.detected", {
    fields: z.object({ round, mode: z.string(), detail: z.string() }),
  }),
  "response.made": defineFact("response.made", {
    fields: z.object({ round, mode: z.string(), text: z.string(), policy: policySchema }),
  }),
  "audit.made": defineFact("audit.made", {
    fields: z.object({ round, mode: z.string(), of: ids, finding: z.string() }),
    describe: ({ mode, finding }) => `Audit for ${mode}: ${finding}`,
  }),
  "convergence.judged": defineFact("convergence.judged", {
    fields: z.object({ round, converged: z.boolean(), satisfied: z.int(), reason: z.string() }),
    describe: ({ converged, reason }) =>
      `The rounds have ${converged ? "" : "not "}converged: ${reason}`,
  }),
  "synthesis.written": defineFact("synthesis.written", {
    fields: z.object({
      summary: z.string(),
      settled: z.array(synthesisPoint),
      open: z.array(synthesisPoint),
      recommendation: z.string(),
    }),
  }),
};

export type FactData<Name extends keyof typeof FACTS> = ReturnType<
  (typeof FACTS)[Name]["readAll"]
>[number];

export async function enterPhase(
  floor: Floor,
  round: number,
  phase: keyof typeof PHASES,
): Promise<void> {
  await FACTS["phase.entered"].record(floor, { round, phase, title: PHASES[phase] });
}
