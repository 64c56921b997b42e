import { z } from "zod";
import { factKinds } from "../../../engine/meeting/contract/facts.ts";
import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import {
  claimSchema,
  decisionSchema,
  driftSchema,
  expectationSchema,
  leadSchema,
  stopSchema,
  stressSchema,
  tensionSchema,
  verificationSchema,
} from "./records.ts";
import { roleSchema } from "./roles.ts";

const round = z.int().min(1);
const ids = z.array(z.string());

/** `lints` tell where a model did not keep to what was asked of it. */
const spokenSchema = z.object({
  round,
  role: roleSchema,
  message: z.string(),
  words: z.int(),
  lints: ids.optional(),
});
const holders = z.object({
  action: z.string(),
  guardian: z.string(),
  observer: z.string(),
  critic: z.string(),
});

export const PHASES = {
  A: "Lead Assignment",
  B: "Lead Proposal",
  C: "Supplements",
  D: "Task",
  E: "Cross-Validation",
  F: "Claims Update",
  G: "Assessment",
  H: "Drift Check",
} as const;
type RoundsPhase = keyof typeof PHASES;

const policySchema = z.object({
  criticTightened: z.boolean().optional(),
  claims: z.object({ least: z.int().min(0), most: z.int().min(0) }).optional(),
  stress: z.object({ round, absent: roleSchema }).optional(),
  /** From this round on drift is checked in every round, until a check passes. */
  driftFrom: round.optional(),
  /** So that the claims on record are tested. */
  noClaimsIn: round.optional(),
  references: z.int().min(2).optional(),
});
export type Policy = z.infer<typeof policySchema>;

const synthesisPoint = z.object({ text: z.string(), cites: ids });

const SCHEMAS = {
  "deliberation.opened": z.object({
    roles: holders,
    anchor: z.string(),
    rounds: round,
    stress: z.array(z.object({ round, absent: roleSchema })),
    stressReason: z.string().nullable(),
  }),
  "roles.assigned": z.object({ roles: holders, why: z.string() }),
  "stress.predicted": z.object({
    round,
    absent: roleSchema,
    predicted: z.string(),
    expects: z.array(expectationSchema).optional(),
  }),
  /** Held now, since the signals would stop the rounds before it. */
  "stress.brought-forward": z.object({ round, absent: roleSchema, planned: round }),
  "phase.entered": z.object({
    round,
    phase: z.enum(["A", "B", "C", "D", "E", "F", "G", "H"]),
    title: z.string(),
  }),
  "lead.assigned": leadSchema.extend({
    present: z.array(roleSchema),
    kind: z.enum(["normal", "wrap-up", "synthesis"]),
  }),
  "proposal.made": spokenSchema,
  "supplement.made": spokenSchema,
  "artefact.filed": z.object({ round, role: roleSchema, holder: z.string(), artefact: z.json(), lints: ids }),
  "role.absent": z.object({ round, role: roleSchema, phase: z.string(), reason: z.string() }),
  "verification.made": verificationSchema,
  "claim.raised": claimSchema,
  "validation.failed": z.object({ round, errors: ids }),
  "decision.made": decisionSchema,
  "assessment.made": z.object({
    round,
    convergence: z.string(),
    architectureImpact: z.string(),
    anchor: z.string().nullable(),
  }),
  "tension.raised": tensionSchema,
  "tension.resolved": z.object({ id: z.string(), round }),
  "drift.checked": driftSchema,
  "drift.addressed": z.object({ round, by: z.string() }),
  "stress.scored": stressSchema,
  "signals.read": stopSchema.extend({ slope: z.number() }),
  "alarm.raised": z.object({ round, alarm: z.literal("sycophancy"), slopes: z.array(z.number()) }),
  "failure.detected": z.object({ round, mode: z.string(), detail: z.string() }),
  "response.made": z.object({ round, mode: z.string(), text: z.string(), policy: policySchema }),
  "audit.made": z.object({ round, mode: z.string(), of: ids, finding: z.string() }),
  "convergence.judged": z.object({ round, converged: z.boolean(), satisfied: z.int(), reason: z.string() }),
  "synthesis.written": z.object({
    summary: z.string(),
    settled: z.array(synthesisPoint),
    open: z.array(synthesisPoint),
    recommendation: z.string(),
  }),
} as const;

export const FACTS = factKinds(SCHEMAS);

export type FactData<Name extends keyof typeof SCHEMAS> = z.infer<(typeof SCHEMAS)[Name]>;
export type RoundsFact = {
  [Name in keyof typeof SCHEMAS]: { readonly name: Name; readonly data: FactData<Name> };
}[keyof typeof SCHEMAS];

export async function enterPhase(floor: Floor, round: number, phase: RoundsPhase): Promise<void> {
  await FACTS["phase.entered"].record(floor, { round, phase, title: PHASES[phase] });
}
