import type { z } from "zod";
import type { Cue, Floor } from "../../../engine/meeting/contract/floor.ts";
import { asking, form, group, list, option, place, words } from "../../../engine/meeting/form/reply-form.ts";
import { documentBlock } from "../../../engine/perspective/layers.ts";
import { escapeText } from "../../../engine/scaffold/escape.ts";
import { checkCitation } from "../../../scenario/documents/citations.ts";
import type { Document } from "../../../scenario/schema/scenario.ts";
import { CHECKER } from "../agents.ts";
import { broughtDocuments } from "../brought.ts";
import { type BroughtData, broughtData, type ClaimData } from "../cue-data.ts";
import { type CheckedClaim, claimChecked } from "../facts.ts";
import { measured } from "../measured.ts";
import { speaksOf } from "./basis.ts";

const checkForm = form("claim-check", {
  why: words("why you find so"),
  basis: list(group({ ref: place(), quote: words("the words that stand there") }), 10),
  result: option(["supported", "refuted", "unverifiable"]),
});
type ClaimCheckReply = z.infer<typeof checkForm.reply>;

type UncheckedClaim = Pick<CheckedClaim, "attempt" | "person" | "claim">;

/** Supported only where words on the same matter stand in the documents. */
export async function checkClaim(floor: Floor, claimed: UncheckedClaim): Promise<void> {
  const { turn, taken } = await measured(
    floor,
    CHECKER.id,
    checkCue(claimed, broughtDocuments(floor), broughtData(floor)),
  );
  const unverifiable = { result: "unverifiable" as const, basis: [], taken };
  if (turn.status !== "spoke") {
    const why = turn.status === "absent" ? turn.reason : "the checker passed";
    return claimChecked.record(floor, { ...claimed, ...unverifiable, why, flags: ["unchecked"] });
  }
  const documents = [...floor.state.documents, ...broughtDocuments(floor)];
  const { why, result } = turn.reply;
  const basis = turn.reply.basis.map(({ ref, quote }) => ({
    ref,
    quote,
    found: quotedAt({ ref, quote }, documents),
  }));
  const standing = basis.filter(({ found }) => found !== "absent");
  const isUnfounded = result !== "unverifiable" && standing.length === 0;
  const isApart =
    result !== "unverifiable" &&
    !isUnfounded &&
    !standing.some(({ quote }) => speaksOf(claimed.claim, quote, result));
  await claimChecked.record(floor, {
    ...claimed,
    result: isUnfounded || isApart ? "unverifiable" : result,
    why,
    basis,
    flags: isUnfounded ? ["basis_not_found"] : isApart ? ["basis_apart"] : [],
    taken,
  });
}

/** A mere pointer at a line bears nothing out. */
function quotedAt(
  basis: { readonly ref: string; readonly quote: string },
  documents: readonly Document[],
): "exact" | "near" | "absent" {
  const { found } = checkCitation(basis, documents);
  return found === "reference" ? "absent" : found;
}

function checkCue(
  { claim }: UncheckedClaim,
  later: readonly Document[],
  data: BroughtData,
): Cue<ClaimCheckReply> {
  return {
    ...asking(checkForm, [
      "Check this claim against the documents, and against nothing else:",
      `<Claim>${escapeText(claim)}</Claim>`,
      ...later.map(documentBlock),
      "supported: the documents say it. refuted: they say otherwise. unverifiable: they do not tell. Quote word for word what it rests on.",
    ]),
    data: { ...data, claim } satisfies ClaimData,
    mayFail: true,
  };
}
