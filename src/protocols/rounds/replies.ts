/**
 * The JSON that the arbiter and the lead reply with in a round, checked against the recorded ids
 * and places.
 */

import { z } from "zod";
import * as f from "../../engine/form/reply-form.ts";
import { collectIds, type Ledger, listEvidencePlaces } from "./ledger.ts";
import { citeSchema, decisionSchema, ROLES } from "./records.ts";

const LEAST_REFERENCES = 2;

export function defineCheckForm(ledger: Ledger) {
  const places = new Set(listEvidencePlaces(ledger));
  const claims = new Set(ledger.claims.map(({ id }) => id));
  const refs = z
    .array(z.string().transform(padRound))
    .refine(
      (all) => new Set(all).size >= LEAST_REFERENCES,
      `name ${LEAST_REFERENCES} different places`,
    )
    .superRefine((all, context) => refuse(context, "no such place", all, places));
  const affected = z
    .array(z.object({ claim_id: z.string(), partly: f.acceptYesNo().schema }))
    .superRefine((all, context) =>
      refuse(
        context,
        "no such claim",
        all.map(({ claim_id }) => claim_id),
        claims,
      ),
    );
  return f.defineForm("rounds-check", {
    evidence_refs: f.acceptValue(refs, '["a place from the list above"]'),
    notes: f.requireText("1 to 3 sentences"),
    result: f.acceptOption(["BROKEN", "ROBUST", "UNCLEAR"]),
    affected: f.acceptValue(
      affected,
      '[{"claim_id": "id of the claim", "partly": (true or false)}]',
    ),
  });
}
export type CheckReply = z.infer<ReturnType<typeof defineCheckForm>["reply"]>;

function refuse(
  { addIssue }: z.core.$RefinementCtx,
  message: string,
  given: readonly string[],
  known: ReadonlySet<string>,
): void {
  const strangers = given.filter((each) => !known.has(each));
  if (strangers.length > 0)
    addIssue({ code: "custom", message: `${message}: ${strangers.join(", ")}` });
}

/** `round_3` and `round_03` are one place. */
function padRound(ref: string): string {
  return ref.replace(/\bround_(\d)(?=[/.])/g, "round_0$1");
}

export function defineAssessmentForm(ledger: Ledger) {
  const known = collectIds(ledger);
  const open = new Set(
    ledger.tensions.filter(({ status }) => status === "open").map(({ id }) => id),
  );
  const cite = citeSchema.refine(({ type, id }) => known.has(id) && TYPES[id.charAt(0)] === type, {
    error: ({ input }) => `not recorded as such: ${(input as { id: string }).id}`,
  });
  const { type, relation } = citeSchema.shape;
  const citeSample = `{"type": "${type.options.join(" | ")}", "id": "its id", "relation": "${relation.options.join(" | ")}"}`;
  const resolved = z
    .array(z.string())
    .superRefine((ids, context) => refuse(context, "not open", ids, open));
  return f.defineForm("rounds-assessment", {
    decisions: f.list(
      f.group({
        text: f.requireText("what is decided"),
        cites: f.acceptValue(z.array(cite).min(1), `[${citeSample}]`),
        madeBy: f.acceptOption(decisionSchema.shape.made_by.options),
      }),
      3,
    ),
    convergence: f.requireText("on which points the roles agree more, and on which they do not"),
    newTensions: f.list(
      f.group({
        roles: f.acceptValue(z.array(z.enum(ROLES)).min(1), `["${ROLES.join(" | ")}"]`),
        text: f.requireText("what they pull apart on"),
      }),
      3,
    ),
    resolvedTensions: f.acceptValue(resolved, '["id of an open tension that is settled"]'),
    architectureImpact: f.requireText("what the round means for the architecture"),
    anchor: f.allowNull(f.requireText("how the round serves the anchor, or null")),
  });
}

const TYPES: Readonly<Record<string, string>> = { C: "claim", V: "verification", D: "decision" };

export const DRIFT_FORM = f.defineForm("rounds-drift", {
  notes: f.requireText("what the decisions answer now"),
  verdict: f.acceptOption(["PASS", "FAIL", "PARTIAL"]),
  deviation: f.acceptValue(z.int().min(1).max(5), "(a number from 1 to 5)"),
  addresses: f.acceptValue(z.array(z.int().min(1)), "[(number of a round)]"),
});

export const STRESS_FORM = f.defineForm("rounds-stress", {
  observed: f.requireText("what the round lacks"),
  score: f.acceptValue(z.int().min(1).max(3), "(a number from 1 to 3)"),
});

export function defineSynthesisForm(ledger: Ledger) {
  const known = collectIds(ledger);
  const cites = z
    .array(z.string())
    .superRefine((ids, context) => refuse(context, "not recorded", ids, known));
  const point = f.group({
    text: f.requireText("the point in a sentence"),
    cites: f.acceptValue(cites, '["ids of what supports it"]'),
  });
  return f.defineForm("rounds-synthesis", {
    summary: f.requireText("what the rounds have shown"),
    settled: f.list(point, 12),
    open: f.list(point, 12),
    recommendation: f.requireText("what follows, with its conditions"),
  });
}
