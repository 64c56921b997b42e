import { z } from "zod";
import {
  field,
  filledWords,
  form,
  group,
  list,
  option,
  orNull,
  yesNo,
} from "../../../engine/meeting/form/reply-form.ts";
import { evidencePlaces, knownIds, type Ledger } from "../record/ledger.ts";
import { citeSchema, decisionSchema, ROLES } from "../record/records.ts";

const LEAST_REFERENCES = 2;

export function checkForm(ledger: Ledger) {
  const places = new Set(evidencePlaces(ledger));
  const claims = new Set(ledger.claims.map(({ id }) => id));
  const refs = z
    .array(z.string().transform(withPaddedRound))
    .refine((all) => new Set(all).size >= LEAST_REFERENCES, `name ${LEAST_REFERENCES} different places`)
    .superRefine((all, context) => refuse(context, "no such place", all, places));
  const affected = z
    .array(z.object({ claim_id: z.string(), partly: yesNo().schema }))
    .superRefine((all, context) =>
      refuse(
        context,
        "no such claim",
        all.map(({ claim_id }) => claim_id),
        claims,
      ),
    );
  return form("rounds-check", {
    result: option(["BROKEN", "ROBUST", "UNCLEAR"]),
    evidence_refs: field(refs, '["a place from the list above"]'),
    notes: filledWords("1 to 3 sentences"),
    affected: field(affected, '[{"claim_id": "id of the claim", "partly": (true or false)}]'),
  });
}
export type CheckReply = z.infer<ReturnType<typeof checkForm>["reply"]>;

function refuse(
  { addIssue }: z.core.$RefinementCtx,
  message: string,
  given: readonly string[],
  known: ReadonlySet<string>,
): void {
  const strangers = given.filter((each) => !known.has(each));
  if (strangers.length > 0) addIssue({ code: "custom", message: `${message}: ${strangers.join(", ")}` });
}

/** `round_3` and `round_03` are one place. */
function withPaddedRound(ref: string): string {
  return ref.replace(/\bround_(\d)(?=[/.])/g, "round_0$1");
}

export function assessmentForm(ledger: Ledger) {
  const known = knownIds(ledger);
  const open = new Set(ledger.tensions.filter(({ status }) => status === "open").map(({ id }) => id));
  const cite = citeSchema.refine(({ type, id }) => known.has(id) && TYPES[id.charAt(0)] === type, {
    error: ({ input }) => `not recorded as such: ${(input as { id: string }).id}`,
  });
  const { type, relation } = citeSchema.shape;
  const citeSample = `{"type": "${type.options.join(" | ")}", "id": "its id", "relation": "${relation.options.join(" | ")}"}`;
  const resolved = z.array(z.string()).superRefine((ids, context) => refuse(context, "not open", ids, open));
  return form("rounds-assessment", {
    decisions: list(
      group({
        text: filledWords("what is decided"),
        cites: field(z.array(cite).min(1), `[${citeSample}]`),
        madeBy: option(decisionSchema.shape.made_by.options),
      }),
      3,
    ),
    convergence: filledWords("on which points the roles agree more, and on which they do not"),
    newTensions: list(
      group({
        roles: field(z.array(z.enum(ROLES)).min(1), `["${ROLES.join(" | ")}"]`),
        text: filledWords("what they pull apart on"),
      }),
      3,
    ),
    resolvedTensions: field(resolved, '["id of an open tension that is settled"]'),
    architectureImpact: filledWords("what the round means for the architecture"),
    anchor: orNull(filledWords("how the round serves the anchor, or null")),
  });
}

const TYPES: Readonly<Record<string, string>> = { C: "claim", V: "verification", D: "decision" };

export const driftForm = form("rounds-drift", {
  verdict: option(["PASS", "FAIL", "PARTIAL"]),
  deviation: field(z.int().min(1).max(5), "(a number from 1 to 5)"),
  notes: filledWords("what the decisions answer now"),
  addresses: field(z.array(z.int().min(1)), "[(number of a round)]"),
});

export const stressForm = form("rounds-stress", {
  observed: filledWords("what the round lacks"),
  score: field(z.int().min(1).max(3), "(a number from 1 to 3)"),
});

export function synthesisForm(ledger: Ledger) {
  const known = knownIds(ledger);
  const cites = z.array(z.string()).superRefine((ids, context) => refuse(context, "not recorded", ids, known));
  const point = group({
    text: filledWords("the point in a sentence"),
    cites: field(cites, '["ids of what supports it"]'),
  });
  return form("rounds-synthesis", {
    summary: filledWords("what the rounds have shown"),
    settled: list(point, 12),
    open: list(point, 12),
    recommendation: filledWords("what follows, with its conditions"),
  });
}
