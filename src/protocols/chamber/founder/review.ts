import { z } from "zod";
import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { memberOf } from "../../../engine/transcript/member-of.ts";
import { namedDocument, tooMuch } from "../brought.ts";
import { type Arbitrated, dataBrought, founderReviewed } from "../facts.ts";
import { openly } from "../labels.ts";
import type { ChamberOptions } from "../options.ts";
import { askFounder, type FounderWords } from "./ask-founder.ts";
import { dataSchema } from "./data.ts";

type Review = "accept" | "reject" | "challenge" | "none";

export async function askReview(
  floor: Floor,
  options: ChamberOptions,
  arbitrated: Arbitrated,
  mayRerun: boolean,
): Promise<Review> {
  const { founder } = options;
  const modes = (founder?.modes ?? []).filter((mode) => mode === "approver" || mode === "challenger");
  if (!founder || modes.length === 0) return "none";
  const { person } = founder;
  const allowed = [
    ...(modes.includes("approver") ? ["accept", "reject"] : ["accept"]),
    ...(modes.includes("challenger") && mayRerun ? ["challenge"] : []),
  ];
  const nameOf = (id: string) => memberOf(floor.state, id).seat.persona.name;
  const { attempt, outcome, confidence, dissent, action, text } = openly(arbitrated, nameOf);
  const answer = await askFounder(floor, person, {
    request: {
      kind: "panel-review",
      text: `The panel has answered, and the arbiter reads ${outcome}. You may ${eitherOf(allowed)}.`,
      attempt,
      allowed,
      outcome,
      synthesis: text?.synthesis ?? "",
      confidence,
      dissent,
      action,
      minorityViews: text?.minorityViews ?? [],
      form: REVIEW_FORM,
    },
    schema: reviewSchema,
    fromWords: reviewIn,
    objection: (review) => {
      if (!allowed.includes(review.decision)) return `decision must be one of ${allowed.join(", ")}`;
      return review.decision === "challenge" ? tooMuch(floor, options, review.data?.text) : null;
    },
  });
  const { decision = "none" } = answer ?? {};
  await founderReviewed.record(floor, {
    attempt,
    person,
    decision,
    aspect: answer?.decision === "challenge" ? answer.aspect : null,
    because: answer?.because ?? null,
  });
  if (answer?.decision === "challenge") {
    const document = answer.data ? namedDocument(floor, answer.data) : null;
    await dataBrought.record(floor, {
      attempt,
      person,
      aspect: answer.aspect,
      assignment: null,
      document,
      shown: null,
    });
  }
  return decision;
}

const REVIEW_FORM =
  '{"decision": "accept"}, {"decision": "reject", "because": "..."} or {"decision": "challenge", "aspect": "...", "data": {"name": "...", "text": "..."} or null}';

const reviewSchema = z.discriminatedUnion(
  "decision",
  [
    z.strictObject({ decision: z.literal("accept"), because: z.string().nullish() }),
    z.strictObject({
      decision: z.literal("reject"),
      because: z.string("a rejection needs its reason").trim().min(1, "a rejection needs its reason"),
    }),
    z.strictObject({
      decision: z.literal("challenge"),
      aspect: z.string("a challenge names its aspect").trim().min(1, "a challenge names its aspect"),
      because: z.string().nullish(),
      data: dataSchema.nullish(),
    }),
  ],
  "decision must be accept, reject or challenge",
);

function reviewIn({ verdict, content, reasoning }: FounderWords): unknown {
  const decision = verdict?.toLowerCase();
  if (decision === "challenge") return { decision, aspect: content, because: reasoning };
  return { decision, because: reasoning ?? content };
}

function eitherOf(words: readonly string[]): string {
  const [last = "", ...others] = [...words].reverse();
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}
