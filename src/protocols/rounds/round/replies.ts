import { z } from "zod";
import { evidencePlaces, knownIds, type Ledger } from "../record/ledger.ts";
import { citeSchema } from "../record/records.ts";

const LEAST_REFERENCES = 2;

const text = z.string().trim().min(1);

export function checkSchema(ledger: Ledger, candidates: readonly string[] = []) {
  const places = new Set(evidencePlaces(ledger));
  const claims = new Map(ledger.claims.map((claim) => [claim.id, claim]));
  return z
    .object({
      result: z.enum(["BROKEN", "ROBUST", "UNCLEAR"]),
      evidence_refs: z.array(text).min(LEAST_REFERENCES),
      notes: text.describe("1 to 3 sentences"),
      affected: z.array(z.object({ claim_id: text, partly: z.boolean() })),
      ...(candidates.length === 0
        ? {}
        : {
            candidates: z
              .array(z.enum(candidates as [string, ...string[]]))
              .describe("every candidate that this result is about; empty if it is about none in particular"),
          }),
    })
    .superRefine(({ evidence_refs, affected }, { addIssue }) => {
      const unknown = evidence_refs.map(withPaddedRound).filter((ref) => !places.has(ref));
      if (unknown.length > 0) {
        addIssue({ code: "custom", path: ["evidence_refs"], message: `no such place: ${unknown.join(", ")}` });
      }
      if (new Set(evidence_refs.map(withPaddedRound)).size < LEAST_REFERENCES) {
        const message = `name ${LEAST_REFERENCES} different places`;
        addIssue({ code: "custom", path: ["evidence_refs"], message });
      }
      const strangers = affected
        .filter(({ claim_id }) => !claims.has(claim_id))
        .map(({ claim_id }) => claim_id);
      if (strangers.length > 0) {
        addIssue({ code: "custom", path: ["affected"], message: `no such claim: ${strangers.join(", ")}` });
      }
    });
}
export type CheckReply = z.infer<ReturnType<typeof checkSchema>> & { readonly candidates?: readonly string[] };

/** `round_3` and `round_03` are one place. */
export function withPaddedRound(ref: string): string {
  return ref.replace(/\bround_(\d)(?=[/.])/g, "round_0$1");
}

export function assessmentSchema(ledger: Ledger) {
  const known = knownIds(ledger);
  const open = new Set(ledger.tensions.filter(({ status }) => status === "open").map(({ id }) => id));
  return z
    .object({
      decisions: z
        .array(
          z.object({
            text,
            cites: z.array(citeSchema).min(1),
            madeBy: z.enum(["consensus", "round_lead", "adversary_concession"]),
          }),
        )
        .max(3),
      convergence: text.describe("on which points the roles agree more, and on which they do not"),
      newTensions: z
        .array(z.object({ roles: z.array(z.enum(["action", "guardian", "observer", "critic"])).min(1), text }))
        .max(3),
      resolvedTensions: z.array(text),
      architectureImpact: text,
      anchor: text.nullable().describe("how the round serves the anchor"),
    })
    .superRefine(({ decisions, resolvedTensions }, { addIssue }) => {
      for (const [index, { cites }] of decisions.entries()) {
        const wrong = cites.filter(({ type, id }) => !known.has(id) || TYPES[id.charAt(0)] !== type);
        if (wrong.length === 0) continue;
        const message = `not recorded as such: ${wrong.map(({ type, id }) => `${type} ${id}`).join(", ")}`;
        addIssue({ code: "custom", path: ["decisions", index, "cites"], message });
      }
      const unknown = resolvedTensions.filter((id) => !open.has(id));
      if (unknown.length > 0) {
        addIssue({ code: "custom", path: ["resolvedTensions"], message: `not open: ${unknown.join(", ")}` });
      }
    });
}

const TYPES: Readonly<Record<string, string>> = { C: "claim", V: "verification", D: "decision" };

export const driftReplySchema = z.object({
  verdict: z.enum(["PASS", "FAIL", "PARTIAL"]),
  deviation: z.int().min(1).max(5),
  notes: text,
  addresses: z.array(z.int().min(1)),
});

export const stressReplySchema = z.object({ observed: text, score: z.int().min(1).max(3) });

export function synthesisSchema(ledger: Ledger) {
  const known = knownIds(ledger);
  const point = z.object({
    text,
    cites: z.array(text).refine((ids) => ids.every((id) => known.has(id)), "cites an id that is not recorded"),
  });
  return z.object({
    summary: text,
    settled: z.array(point).max(12),
    open: z.array(point).max(12),
    recommendation: text,
  });
}
