import { z } from "zod";
import type { Cue, Floor, HumanRequest } from "../../engine/meeting/contract/floor.ts";
import { asking, form, group, list, option, place, words } from "../../engine/meeting/form/reply-form.ts";
import { documentBlock } from "../../engine/perspective/layers.ts";
import { escapeText } from "../../engine/scaffold/escape.ts";
import { memberOf } from "../../engine/transcript/member-of.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import { type Document, NONE } from "../../scenario/schema/scenario.ts";
import { CHECKER } from "./agents.ts";
import { confidenceIn, stanceIn } from "./answers.ts";
import { broughtDocuments, laterDocuments, namedDocument, tooMuch } from "./brought.ts";
import { type BroughtData, broughtData, type ClaimData } from "./cue-data.ts";
import {
  type Arbitrated,
  type CheckedClaim,
  claimChecked,
  dataBrought,
  founderContributed,
  founderReviewed,
} from "./facts.ts";
import { openly } from "./labels.ts";
import { measured } from "./measured.ts";
import type { ChamberOptions } from "./options.ts";

const dataSchema = z.object({
  name: z.string().trim().min(1).max(120),
  text: z.string().trim().min(1),
});

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
    "Before the arbiter combines the answers, you may add your own view. It carries your name, is marked unverified, and is not a vote.",
  verifier: "You may have claims checked. The arbiter gets a claim as a fact only if the documents support it.",
} as const;

const entrySchema = z.strictObject({
  contribution: z
    .strictObject({
      stance: z.string().nullish(),
      reasoning: z.string().trim().min(1, "a view needs a text"),
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
  if (contribution && !modes.includes("contributor")) return "you may enter only claims here, not a view";
  if (claims.length > 0 && !modes.includes("verifier")) return "you may enter only a view here, not claims";
  const stance = contribution?.stance;
  if (stance == null || stanceIn(stance, ids) !== null) return null;
  return `the stance must be one of ${[...ids, NONE].join(", ")}, or omitted`;
}

const checkForm = form("claim-check", {
  why: words("your reason"),
  basis: list(group({ ref: place(), quote: words("exact words from those lines") }), 10),
  result: option(["supported", "refuted", "unverifiable"]),
});
type ClaimCheckReply = z.infer<typeof checkForm.reply>;

type UncheckedClaim = Pick<CheckedClaim, "attempt" | "person" | "claim">;

/** A result counts only if the words it quotes are in the documents. */
async function checkClaim(floor: Floor, claimed: UncheckedClaim): Promise<void> {
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
  const isUnfounded = result !== "unverifiable" && basis.every(({ found }) => found === "absent");
  await claimChecked.record(floor, {
    ...claimed,
    result: isUnfounded ? "unverifiable" : result,
    why,
    basis,
    flags: isUnfounded ? ["basis_not_found"] : [],
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
      "Check this claim against the documents only:",
      `<Claim>${escapeText(claim)}</Claim>`,
      ...later.map(documentBlock),
      "supported: the documents state it. refuted: they state the opposite. unverifiable: they state neither. Quote the exact words that you rely on.",
    ]),
    data: { ...data, claim } satisfies ClaimData,
    mayFail: true,
  };
}

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
      text: `The panel has answered. The outcome of the arbiter is ${outcome}. You may ${eitherOf(allowed)}.`,
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

const broughtSchema = z.union(
  [z.strictObject({ data: dataSchema }), z.strictObject({ document: z.string() })],
  "give data with a name and a text, or the name of a document that was brought to the meeting, or pass",
);

export async function askForData(
  floor: Floor,
  options: ChamberOptions,
  arbitrated: Arbitrated,
): Promise<boolean> {
  const { founder } = options;
  const { attempt, assignment } = arbitrated;
  if (!founder || !assignment) return false;
  const { person } = founder;
  const { what, from, acceptance } = assignment;
  const answer = await askFounder(floor, person, {
    request: {
      kind: "panel-data",
      text: `The arbiter needs data: ${what}, from ${from}. It is enough when: ${acceptance}. The panel then answers again with your data.`,
      attempt,
      assignment,
      form: DATA_FORM,
    },
    schema: broughtSchema,
    fromWords: ({ content }) =>
      content === undefined ? {} : { data: { name: `${person}.md`, text: content } },
    objection: (given) => {
      if ("data" in given) return tooMuch(floor, options, given.data.text);
      const known = laterDocuments(floor).map(({ name }) => name);
      if (known.includes(given.document)) return tooMuch(floor, options, "");
      return `no document ${given.document} was brought to the meeting: ${known.join(", ") || "none was"}`;
    },
  });
  if (answer === null) return false;
  const document = "data" in answer ? namedDocument(floor, answer.data) : null;
  const shown = "document" in answer ? answer.document : null;
  await dataBrought.record(floor, { attempt, person, aspect: null, assignment, document, shown });
  return true;
}

const DATA_FORM =
  '{"data": {"name": "...", "text": "..."}}, {"document": "name of one brought to the meeting"} or {"pass": true}';

const wordsSchema = z.strictObject({
  content: z.string().optional(),
  verdict: z.string().optional(),
  reasoning: z.string().optional(),
  confidence: z.number().optional(),
  cite: z.array(z.string()).optional(),
});
type FounderWords = z.infer<typeof wordsSchema>;

type FounderQuestion<Schema extends z.ZodType> = {
  readonly request: HumanRequest;
  readonly schema: Schema;
  readonly fromWords: (words: FounderWords) => unknown;
  readonly objection?: (answer: z.infer<Schema>) => string | null;
};

async function askFounder<Schema extends z.ZodType>(
  floor: Floor,
  person: string,
  { request, schema, fromWords, objection = () => null }: FounderQuestion<Schema>,
): Promise<z.infer<Schema> | null> {
  let problem: string | null = null;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answer: unknown = await floor.ask(person, problem === null ? request : { ...request, problem });
    if (silence.safeParse(answer).success) return null;
    const words = wordsSchema.safeParse(answer);
    const read = schema.safeParse(words.success ? fromWords(words.data) : answer);
    problem = read.success ? objection(read.data) : z.prettifyError(read.error);
    if (read.success && problem === null) return read.data;
  }
  return null;
}

const TRIES = 3;

const silence = z.union([z.object({ pass: z.literal(true) }), z.object({ absent: z.string() })]);
