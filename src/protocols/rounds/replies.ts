/**
 * The JSON that the arbiter and the lead reply with in a round, checked against the recorded ids
 * and places.
 */

import { z } from "zod";
import * as f from "../../engine/form/reply-form.ts";
import { collectIds, type Ledger, listEvidencePlaces } from "./ledger.ts";
import { type CheckNumber, citeSchema, decisionSchema, ROLES } from "./records.ts";

const LEAST_REFERENCES = 2;

export type AskedCheck = { check: CheckNumber; places: readonly string[] };

export type CheckReplies = Partial<Record<`check${CheckNumber}`, CheckReply>>;
export type CheckReply = z.infer<ReturnType<typeof defineOneCheck>["schema"]>;

/** Has a field for each check. The schema lists the places of the check, and any recorded place is accepted. */
export function defineCheckForm(
  ledger: Ledger,
  asked: readonly AskedCheck[],
): f.ReplyForm<CheckReplies> {
  const known = new Set(listEvidencePlaces(ledger));
  const parts = asked.map(
    ({ check, places }) => [`check${check}`, defineOneCheck(places, known)] as const,
  );
  return f.defineForm("rounds-check", Object.fromEntries(parts));
}

function defineOneCheck(places: readonly string[], known: ReadonlySet<string>) {
  const refs = z
    .array(
      z
        .string()
        .meta({ enum: places.map(toShortPlace) })
        .transform(toPlace),
    )
    .transform((all) => [...new Set(all)].filter((place) => known.has(place)))
    .refine(
      ({ length }) => length >= LEAST_REFERENCES,
      `name ${LEAST_REFERENCES} different places from the list`,
    );
  return f.group({
    evidence_refs: f.acceptValue(refs, '["a place of this check"]'),
    notes: f.requireText("1 to 3 sentences"),
    result: f.acceptOption(["BROKEN", "ROBUST", "UNCLEAR"]),
    affected: f.list(
      f.group({ claim_id: f.acceptText("id of the claim"), partly: f.acceptYesNo() }),
    ),
  });
}

/** `R3-action-steps` for `artifacts/round_03/action.md#steps`, and `D-2-1` for a decision's line. */
export function toShortPlace(place: string): string {
  return place
    .replace(/^artifacts\/round_0*(\d+)\/(\w+)\.md#/, "R$1-$2-")
    .replace(/^state\/decisions\.jsonl#/, "");
}

/** Members may write either form, and `round_3` for `round_03`. */
function toPlace(ref: string): string {
  const [, round = "", role = "", anchor = ""] = /^R(\d+)-([a-z]+)-(\w+)$/.exec(ref) ?? [];
  if (round !== "") return `artifacts/round_${round.padStart(2, "0")}/${role}.md#${anchor}`;
  if (/^D-\d/.test(ref)) return `state/decisions.jsonl#${ref}`;
  return ref.replace(/\bround_(\d)(?=[/.])/g, "round_0$1");
}

/** The schema lists `citable`. Any recorded id is accepted, and unknown ids are dropped. */
export function defineAssessmentForm(ledger: Ledger, citable: readonly string[]) {
  const known = collectIds(ledger);
  const { relation } = citeSchema.shape;
  const cite = z.object({ id: z.string().meta({ enum: [...citable] }), relation });
  const cites = z
    .array(cite)
    .transform((all) => all.filter(({ id }) => known.has(id)).map(toCite))
    .refine(({ length }) => length > 0, "cite at least one recorded id");
  return f.defineForm("rounds-assessment", {
    decisions: f.list(
      f.group({
        text: f.requireText("what is decided"),
        cites: f.acceptValue(
          cites,
          `[{"id": "id of what supports it", "relation": "${relation.options.join(" | ")}"}]`,
        ),
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
    resolvedTensions: f.list(f.acceptText("id of an open tension that is settled")),
    architectureImpact: f.requireText("what the round means for the architecture"),
    anchor: f.allowNull(f.requireText("how the round serves the anchor, or null")),
  });
}

type Cite = z.infer<typeof citeSchema>;

function toCite({ id, relation }: Pick<Cite, "id" | "relation">): Cite {
  return { type: TYPES[id.charAt(0)] ?? "claim", id, relation };
}

const TYPES: Readonly<Record<string, Cite["type"]>> = {
  C: "claim",
  V: "verification",
  D: "decision",
};

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
  const cites = z.array(z.string()).transform((ids) => ids.filter((id) => known.has(id)));
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
