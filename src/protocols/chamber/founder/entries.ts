import { z } from "zod";
import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { NONE } from "../../../scenario/schema/scenario.ts";
import { confidenceIn, stanceIn } from "../answers.ts";
import { founderContributed } from "../facts.ts";
import type { ChamberOptions } from "../options.ts";
import { askFounder, type FounderWords } from "./ask-founder.ts";
import { checkClaim } from "./claim-check.ts";

/** A claim enters the arbitration only where it is supported. */
export async function hearEntries(
  floor: Floor,
  founder: ChamberOptions["founder"],
  attempt: number,
): Promise<void> {
  const modes = (founder?.modes ?? []).filter((mode) => mode === "contributor" || mode === "verifier");
  if (!founder || modes.length === 0) return;
  const { scenario } = floor.state;
  const ids = scenario.verdicts.map(({ id }) => id);
  const { person } = founder;
  const entry = await askFounder(floor, person, {
    request: {
      kind: "panel-entry",
      text: [...modes.map((mode) => MAY[mode]), "Pass, if you have nothing to add."].join(" "),
      modes,
      attempt,
      question: scenario.question,
      stances: ids,
      form: ENTRY_FORM,
    },
    schema: entrySchema,
    fromWords: contributionIn,
    objection: (said) => objectionTo(said, modes, ids),
  });
  const { contribution, claims = [] } = entry ?? {};
  if (contribution) {
    await founderContributed.record(floor, {
      attempt,
      person,
      stance: contribution.stance == null ? null : stanceIn(contribution.stance, ids),
      reasoning: contribution.reasoning,
      // A person is asked for 0 to 1, and means it.
      confidence: contribution.confidence === 1 ? 1 : confidenceIn(contribution.confidence),
      evidence: contribution.evidence,
    });
  }
  for (const claim of claims) await checkClaim(floor, { attempt, person, claim });
}

const ENTRY_FORM =
  '{"contribution": {"stance": "...", "reasoning": "...", "confidence": 0.7, "evidence": ["..."]} or null, "claims": ["a claim to be checked"]}';

const MAY = {
  contributor:
    "Before the arbiter puts the answers together you may add a view of your own: it is attributed to you, marked unverified, and counts as no vote.",
  verifier:
    "You may have claims checked: one that the documents support reaches the arbiter as a fact, others do not.",
} as const;

const entrySchema = z.strictObject({
  contribution: z
    .strictObject({
      stance: z.string().nullish(),
      reasoning: z.string().trim().min(1, "a view needs its words"),
      confidence: z.union([z.number(), z.string()]).nullish(),
      evidence: z.array(z.string()).default([]),
    })
    .nullish(),
  claims: z.array(z.string().trim().min(1)).max(10).default([]),
});
type FounderEntry = z.infer<typeof entrySchema>;

function contributionIn({ content, verdict, reasoning, confidence, cite }: FounderWords): unknown {
  const said = [content, reasoning].filter((text) => text !== undefined).join("\n\n");
  if (said === "" && verdict === undefined) return {};
  return { contribution: { stance: verdict, reasoning: said, confidence, evidence: cite } };
}

function objectionTo({ contribution, claims }: FounderEntry, modes: readonly string[], ids: readonly string[]) {
  if (contribution && !modes.includes("contributor"))
    return "a view of your own is not asked for: claims alone are";
  if (claims.length > 0 && !modes.includes("verifier"))
    return "claims are not checked here: give your view alone";
  const stance = contribution?.stance;
  if (stance == null || stanceIn(stance, ids) !== null) return null;
  return `the stance must be one of ${[...ids, NONE].join(", ")}, or be left out`;
}
