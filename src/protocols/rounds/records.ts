/**
 * The records that rounds leave: claims, verifications, decisions, leads, drift, tensions, stress
 * and stop signals. Their field names are a file format and stay as they are.
 */

import { z } from "zod";

/** In the order that breaks ties. */
export const ROLES = ["action", "guardian", "observer", "critic"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const ROLE_FACTS = {
  action: {
    question: "What does it actually do?",
    artifact: "Behavioral Trace Set",
    without: "Artifacts refer less to earlier rounds, and more checks stay UNCLEAR.",
  },
  guardian: {
    question: "What must hold?",
    artifact: "Identity Invariant Check",
    without: "More checks stay UNCLEAR, and fewer claims change.",
  },
  observer: {
    question: "Can a real operator use it?",
    artifact: "Operator Walkthrough",
    without: "The other roles raise fewer claims, and fewer claims change.",
  },
  critic: {
    question: "What is the strongest argument against it?",
    artifact: "Adversarial Test Case",
    without: "Fewer checks come out BROKEN, and fewer claims change.",
  },
} as const satisfies Record<Role, object>;

export const CHECKS = [1, 2, 3, 4] as const;
export type CheckNumber = (typeof CHECKS)[number];

type CheckFacts = {
  name: string;
  /** Without one of these the check does not apply. */
  needs: readonly Role[];
  broken: string;
  robust: string;
  unclear: string;
};

export const CHECK_FACTS: Readonly<Record<CheckNumber, CheckFacts>> = {
  1: {
    name: "critic_attack_on_action_trace",
    needs: ["action", "critic"],
    broken:
      "under realistic preconditions the attack flips the outcome of a trace or breaks an invariant of its state",
    robust: "the traces hold; say what absorbed the attack",
    unclear: "attack and traces meet at the level of narrative only",
  },
  2: {
    name: "guardian_vs_observer_walkthrough",
    needs: ["guardian", "observer"],
    broken: "a supported action of the operator leads to a state against the invariant",
    robust: "such a state is impossible by structure",
    unclear: "the walkthrough leaves that path untested",
  },
  3: {
    name: "observer_friction_vs_critic_attack",
    needs: ["observer", "critic"],
    broken: "at least one friction point coincides with a surface of the attack",
    robust: "friction and attack are orthogonal",
    unclear: "they overlap in part",
  },
  4: {
    name: "all_vs_prior_decisions",
    needs: [],
    broken: "an artifact contradicts an earlier decision without saying so",
    robust:
      "every artifact cites at least one earlier decision, and contradictions are named as overturned decisions",
    unclear: "the artifacts are new ground that no earlier decision touches",
  },
};

/** Check 4 has nothing to look back on in round 1. */
export function explainNotApplicable(
  check: CheckNumber,
  { round, absent }: { round: number; absent: readonly Role[] },
): string | null {
  if (check === 4) return round === 1 ? "There are no decisions before round 1." : null;
  const missing = CHECK_FACTS[check].needs.filter((role) => absent.includes(role));
  return missing.length === 0 ? null : `Absent in this round: ${missing.join(", ")}.`;
}

export const CLAIM_ID = /^C-(\d+)-(\d+)$/;
const VERIFICATION_ID = /^V-(\d+)-([1-4])$/;
const DECISION_ID = /^D-(\d+)-(\d+)$/;

const round = z.int().min(1);

export const STATUSES = [
  "pending",
  "tested_confirmed",
  "tested_refuted",
  "partially_refuted",
  "tested_unclear",
  "superseded",
] as const;
const statusSchema = z.enum(STATUSES);
export type Status = z.infer<typeof statusSchema>;

export function formatStatus(status: Status): string {
  return status.replace("tested_", "").replaceAll("_", " ");
}

const polaritySchema = z.enum(["robustness", "weakness"]);
export type Polarity = z.infer<typeof polaritySchema>;

/** One line of `claims.jsonl`, as the claim was born; verifications tell the rest. */
export const claimSchema = z.object({
  id: z.string().regex(CLAIM_ID, "must look like C-3-1"),
  round,
  raised_by: roleSchema,
  text: z.string().trim().min(1),
  testable_as: z.string().trim().min(1, "is mandatory: one observable outcome"),
  status: statusSchema,
  /** Whether the claim says that something holds or fails; a critic's says by default that it fails. */
  polarity: polaritySchema.optional(),
  supersedes: z.string().regex(CLAIM_ID, "must look like C-3-1").optional(),
  raised_at_artifact: z.string().optional(),
});
export type ClaimRecord = z.infer<typeof claimSchema>;

const resultSchema = z.enum(["BROKEN", "ROBUST", "UNCLEAR", "NOT_APPLICABLE"]);
export type Result = z.infer<typeof resultSchema>;

const statusChangeSchema = z.object({
  claim_id: z.string().regex(CLAIM_ID, "must look like C-3-1"),
  from: statusSchema,
  to: statusSchema,
});
export type StatusChange = z.infer<typeof statusChangeSchema>;

export const verificationSchema = z.object({
  id: z.string().regex(VERIFICATION_ID, "must look like V-3-1"),
  round,
  check: z.enum([
    "critic_attack_on_action_trace",
    "guardian_vs_observer_walkthrough",
    "observer_friction_vs_critic_attack",
    "all_vs_prior_decisions",
  ]),
  result: resultSchema,
  /** `path#section`, at least two unless the check does not apply. */
  evidence_refs: z.array(z.string().min(1)),
  notes: z.string(),
  claims_affected: z.array(z.string()),
  claim_status_changes: z.array(statusChangeSchema),
});
export type Verification = z.infer<typeof verificationSchema>;

export const citeSchema = z.object({
  type: z.enum(["claim", "verification", "decision"]),
  id: z.string(),
  relation: z.enum(["based-on", "supported-by", "supersedes", "builds-on"]),
});

export const decisionSchema = z.object({
  id: z.string().regex(DECISION_ID, "must look like D-3-1"),
  round,
  text: z.string().trim().min(1),
  cites: z.array(citeSchema).min(1, "needs at least one citation"),
  made_by: z.enum(["consensus", "round_lead", "adversary_concession"]),
  round_artifact_refs: z.array(z.string()),
});
export type Decision = z.infer<typeof decisionSchema>;

/** A null lead: no role was present. */
export const leadSchema = z.object({
  round,
  lead: roleSchema.nullable(),
  is_stress: z.boolean(),
  absent_agent: roleSchema.nullable(),
});
export type LeadEntry = z.infer<typeof leadSchema>;

export const driftSchema = z.object({
  round,
  verdict: z.enum(["PASS", "FAIL", "PARTIAL"]),
  /** 1: none to speak of; 5: another product. */
  deviation: z.int().min(1).max(5),
  notes: z.string(),
  /** A decision, or the round that stated it. */
  addressed_by: z.string().optional(),
});
export type Drift = z.infer<typeof driftSchema>;

export const tensionSchema = z.object({
  id: z.string().regex(/^T-\d+-\d+$/, "must look like T-3-1"),
  round,
  /** Two or more roles make a joint tension. */
  source: z.array(z.string()).min(1),
  text: z.string().trim().min(1),
  status: z.enum(["open", "resolved"]),
});
export type Tension = z.infer<typeof tensionSchema>;

export const stressSchema = z.object({
  round,
  absent: roleSchema,
  predicted: z.string(),
  observed: z.string(),
  /** 1 no difference, 2 a minor omission, 3 a whole aspect is missing. */
  score: z.int().min(1).max(3),
});
export type StressRecord = z.infer<typeof stressSchema>;

const signalSchema = z.object({ ok: z.boolean(), detail: z.string() });

export const stopSchema = z.object({
  round,
  signals: z.object({
    1: signalSchema,
    2: signalSchema,
    3: signalSchema,
    4: signalSchema,
    5: signalSchema,
    6: signalSchema,
  }),
  satisfied: z.int().min(0).max(6),
  verdict: z.string(),
});
export type StopReading = z.infer<typeof stopSchema>;
type SignalNumber = keyof StopReading["signals"];
export const SIGNAL_NUMBERS: readonly SignalNumber[] = [1, 2, 3, 4, 5, 6];

export const SIGNAL_TITLES: Readonly<Record<SignalNumber, string>> = {
  1: "claims change less than half as often as at the peak",
  2: "disagreement is not falling",
  3: "the lead rotates",
  4: "the roles were stressed",
  5: "no drift is open",
  6: "few claims are pending",
};

/** Enough for signals, detectors and evaluation, independent of the author. */
export type Records = {
  claims: readonly ClaimRecord[];
  verifications: readonly Verification[];
  decisions: readonly Decision[];
  leads: readonly LeadEntry[];
  drift: readonly Drift[];
  tensions: readonly Tension[];
  stress: readonly StressRecord[];
};

export function getPolarity(claim: Pick<ClaimRecord, "polarity" | "raised_by">): Polarity {
  return claim.polarity ?? (claim.raised_by === "critic" ? "weakness" : "robustness");
}

export function readCheckNumber(verification: Verification): CheckNumber {
  const number = Number(VERIFICATION_ID.exec(verification.id)?.[2] ?? 4);
  return CHECKS.find((check) => check === number) ?? 4;
}

export function toArtifactPath(round: number, role: Role | "lead-proposal"): string {
  return `artifacts/round_${String(round).padStart(2, "0")}/${role}.md`;
}
