/**
 * What the person behind a chamber can do: add a view, have claims checked, accept, reject or
 * challenge the result, and bring missing data.
 */

import { z } from "zod";
import * as f from "../../engine/form/reply-form.ts";
import { toReplySchema } from "../../engine/form/reply-form.ts";
import { renderDocument } from "../../engine/perspective/view.ts";
import type { Floor, HumanRequest, Instruction } from "../../engine/protocol/floor.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import { dropMissing } from "../../lists.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import { type Document, NONE } from "../../scenario/schema/scenario.ts";
import { readConfidence, readStance } from "./answers.ts";
import * as facts from "./facts.ts";
import {
  type AddedData,
  type ClaimData,
  collectAddedData,
  findExcess,
  listAddedDocuments,
  listLaterDocuments,
  nameDocument,
} from "./instruction-data.ts";
import { revealArbitration } from "./labels.ts";
import { CHECKER, type ChamberOptions } from "./options.ts";

const data = f.allowNull(
  f.group({
    name: f.acceptValue(z.string().trim().min(1).max(120), '"a name for it"'),
    text: f.requireText("its text"),
  }),
);

/** A person chooses from the options; an answer of a program may write them in another case. */
const defineEntryForm = <Stance extends z.ZodType>(stance: { schema: Stance; sample: string }) =>
  f.defineForm("panel-entry", {
    contribution: f.allowNull(
      f.group({
        stance: f.allowNull(stance),
        reasoning: f.requireText("your view in words"),
        confidence: f.acceptConfidence(),
        evidence: f.acceptValue(z.array(z.string()).default([]), '["name-of-document#Lfrom-Lto"]'),
      }),
    ),
    claims: f.acceptValue(
      z.array(z.string().trim().min(1)).max(10).default([]),
      '["a claim to be checked"]',
    ),
  });
const readEntry = defineEntryForm(f.acceptText("one of the stances"));

const defineReviewForm = (decisions: readonly Exclude<Review, "none">[]) =>
  f.defineForm("panel-review", {
    decision: f.acceptOption(decisions),
    aspect: f.allowNull(f.acceptText("what to look at again, for a challenge")),
    because: f.allowNull(f.acceptText("your reason, for a rejection")),
    data,
  });

const DATA_FORM = f.defineForm("panel-data", {
  data,
  document: f.allowNull(f.acceptText("name of one brought to the meeting")),
});

/** Only supported claims enter the arbitration. */
export async function hearEntries(
  floor: Floor,
  founder: ChamberOptions["founder"],
  attempt: number,
): Promise<void> {
  const modes = (founder?.modes ?? []).filter(
    (mode) => mode === "contributor" || mode === "verifier",
  );
  if (!founder || modes.length === 0) return;
  const { scenario } = floor.state;
  const ids = scenario.verdicts.map(({ id }) => id);
  const { person } = founder;
  const entry = await askFounder(floor, person, {
    form: readEntry,
    shown: defineEntryForm(f.acceptOption(ids)),
    request: {
      text: [...modes.map((mode) => MAY[mode]), "Pass, if you have nothing to add."].join(" "),
      attempt,
    },
    objection: (said) => findObjection(said, modes, ids),
  });
  const { contribution, claims = [] } = entry ?? {};
  if (contribution) {
    await facts.founderContributed.record(floor, {
      attempt,
      person,
      stance: contribution.stance == null ? null : readStance(contribution.stance, ids),
      reasoning: contribution.reasoning,
      confidence: readConfidence(contribution.confidence),
      evidence: contribution.evidence,
    });
  }
  for (const claim of claims) await checkClaim(floor, { attempt, person, claim });
}

const MAY = {
  contributor:
    "Before the arbiter combines the answers, you may add your own view. It carries your name, is marked unverified, and is not a vote.",
  verifier:
    "You may have claims checked. The arbiter gets a claim as a fact only if the documents support it.",
} as const;

function findObjection(
  { contribution, claims }: z.infer<typeof readEntry.reply>,
  modes: readonly string[],
  ids: readonly string[],
) {
  if (contribution && !modes.includes("contributor"))
    return "you may enter only claims here, not a view";
  if (claims.length > 0 && !modes.includes("verifier"))
    return "you may enter only a view here, not claims";
  const stance = contribution?.stance;
  if (stance == null || readStance(stance, ids) !== null) return null;
  return `the stance must be one of ${[...ids, NONE].join(", ")}, or omitted`;
}

const CHECK_FORM = f.defineForm("claim-check", {
  why: f.acceptText("your reason"),
  basis: f.list(
    f.group({ ref: f.acceptPlace(), quote: f.acceptText("exact words from those lines") }),
    10,
  ),
  result: f.acceptOption(["supported", "refuted", "unverifiable"]),
});
type ClaimCheckReply = z.infer<typeof CHECK_FORM.reply>;

type UncheckedClaim = Pick<facts.CheckedClaim, "attempt" | "person" | "claim">;

/** A result counts only if the words it quotes are in the documents. */
async function checkClaim(floor: Floor, claimed: UncheckedClaim): Promise<void> {
  const turn = await floor.turn(
    CHECKER.id,
    askCheck(claimed, listAddedDocuments(floor), collectAddedData(floor)),
  );
  const unverifiable = { result: "unverifiable" as const, basis: [] };
  if (turn.status !== "spoke") {
    const why = turn.status === "absent" ? turn.reason : "the checker passed";
    return facts.claimChecked.record(floor, {
      ...claimed,
      ...unverifiable,
      why,
      flags: ["unchecked"],
    });
  }
  const documents = [...floor.state.documents, ...listAddedDocuments(floor)];
  const { why, result } = turn.reply;
  const basis = turn.reply.basis.map(({ ref, quote }) => ({
    ref,
    quote,
    found: checkQuote({ ref, quote }, documents),
  }));
  const isUnfounded = result !== "unverifiable" && basis.every(({ found }) => found === "absent");
  await facts.claimChecked.record(floor, {
    ...claimed,
    result: isUnfounded ? "unverifiable" : result,
    why,
    basis,
    flags: isUnfounded ? ["basis_not_found"] : [],
  });
}

function checkQuote(
  basis: { ref: string; quote: string },
  documents: readonly Document[],
): "exact" | "near" | "absent" {
  const { found } = checkCitation(basis, documents);
  return found === "reference" ? "absent" : found;
}

function askCheck(
  { claim }: UncheckedClaim,
  later: readonly Document[],
  data: AddedData,
): Instruction<ClaimCheckReply> {
  return {
    ...f.createInstruction(CHECK_FORM, [
      "Check this claim against the documents only:",
      `<Claim>${escapeText(claim)}</Claim>`,
      ...later.map(renderDocument),
      "supported: the documents state it. refuted: they state the opposite. unverifiable: they state neither. Quote the exact words that you rely on.",
    ]),
    data: { ...data, claim } satisfies ClaimData,
    isNeeded: true,
  };
}

type Review = "accept" | "reject" | "challenge" | "none";

export async function askReview(
  floor: Floor,
  options: ChamberOptions,
  arbitrated: facts.Arbitrated,
  mayRerun: boolean,
): Promise<Review> {
  const { founder } = options;
  const modes = (founder?.modes ?? []).filter(
    (mode) => mode === "approver" || mode === "challenger",
  );
  if (!founder || modes.length === 0) return "none";
  const { person } = founder;
  const allowed: readonly Exclude<Review, "none">[] = dropMissing([
    "accept" as const,
    modes.includes("approver") && ("reject" as const),
    modes.includes("challenger") && mayRerun && ("challenge" as const),
  ]);
  const { attempt, outcome, confidence, dissent, action, text } = revealArbitration(
    arbitrated,
    floor.state,
  );
  const answer = await askFounder(floor, person, {
    form: defineReviewForm(["accept", "reject", "challenge"]),
    shown: defineReviewForm(allowed),
    request: {
      text: `The panel has answered. The outcome of the arbiter is ${outcome}. You may ${joinWithOr(allowed)}.`,
      attempt,
      allowed,
      outcome,
      synthesis: text?.synthesis ?? "",
      confidence,
      dissent,
      action,
      minorityViews: text?.minorityViews ?? [],
    },
    objection: (review) => {
      if (!allowed.includes(review.decision))
        return `decision must be one of ${allowed.join(", ")}`;
      if (review.decision === "reject" && !review.because?.trim())
        return "a rejection needs its reason";
      if (review.decision !== "challenge") return null;
      return review.aspect?.trim()
        ? findExcess(floor, review.data?.text)
        : "a challenge names its aspect";
    },
  });
  const { decision = "none", because = null, data } = answer ?? {};
  const aspect = decision === "challenge" ? (answer?.aspect?.trim() ?? null) : null;
  await facts.founderReviewed.record(floor, { attempt, person, decision, aspect, because });
  if (aspect !== null) {
    const document = data ? nameDocument(floor, data) : null;
    await facts.dataBrought.record(floor, {
      attempt,
      person,
      aspect,
      assignment: null,
      document,
      shown: null,
    });
  }
  return decision;
}

function joinWithOr(words: readonly string[]): string {
  const [last = "", ...others] = [...words].reverse();
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}

export async function askForData(
  floor: Floor,
  options: ChamberOptions,
  arbitrated: facts.Arbitrated,
): Promise<boolean> {
  const { founder } = options;
  const { attempt, assignment } = arbitrated;
  if (!founder || !assignment) return false;
  const { person } = founder;
  const { what, from, acceptance } = assignment;
  const answer = await askFounder(floor, person, {
    form: DATA_FORM,
    request: {
      text: `The arbiter needs data: ${what}, from ${from}. It is enough when: ${acceptance}. The panel then answers again with your data.`,
      attempt,
      assignment,
    },
    objection: ({ data, document }) => {
      if (data) return findExcess(floor, data.text);
      const known = listLaterDocuments(floor).map(({ name }) => name);
      if (document && known.includes(document)) return findExcess(floor, "");
      return document
        ? `no document ${document} was brought to the meeting: ${known.join(", ") || "none was"}`
        : "give data with a name and a text, or the name of a document that was brought to the meeting, or pass";
    },
  });
  if (answer === null) return false;
  const document = answer.data ? nameDocument(floor, answer.data) : null;
  const shown = document ? null : (answer.document ?? null);
  await facts.dataBrought.record(floor, {
    attempt,
    person,
    aspect: null,
    assignment,
    document,
    shown,
  });
  return true;
}

type FounderQuestion<Reply> = {
  form: f.ReplyForm<Reply>;
  /** The fields that this founder may fill in here. */
  shown?: { reply: z.ZodType };
  request: Omit<HumanRequest, "kind">;
  objection: (answer: Reply) => string | null;
};

async function askFounder<Reply>(
  floor: Floor,
  person: string,
  { form, shown = form, request, objection }: FounderQuestion<Reply>,
): Promise<Reply | null> {
  const asked = { ...request, kind: form.kind, schema: toReplySchema(shown.reply) } as HumanRequest;
  // Unknown names are refused, so that nothing a person wrote is lost.
  const schema = (form.reply as unknown as z.ZodObject).strict() as unknown as z.ZodType<Reply>;
  let problem: string | null = null;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answer: unknown = await floor.ask(
      person,
      problem === null ? asked : { ...asked, problem },
    );
    if (silence.safeParse(answer).success) return null;
    const read = schema.safeParse(answer);
    problem = read.success ? objection(read.data) : z.prettifyError(read.error);
    if (read.success && problem === null) return read.data;
  }
  return null;
}

const TRIES = 3;

const silence = z.union([z.object({ pass: z.literal(true) }), z.object({ absent: z.string() })]);
