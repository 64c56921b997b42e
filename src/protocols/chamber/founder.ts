import { z } from "zod";
import type { Cue, Floor, HumanRequest } from "../../meeting/floor.ts";
import { documentBlock } from "../../perspective/layers.ts";
import { escapeText } from "../../scaffold/escape.ts";
import { checkCitation } from "../../scenario/citations.ts";
import { documentName, normaliseText, uniqueName } from "../../scenario/document-text.ts";
import type { Document } from "../../scenario/scenario.ts";
import { CHECKER } from "./agents.ts";
import { confidenceIn, stanceIn } from "./answers.ts";
import { contextTokens, tooLong } from "./context.ts";
import {
  type Arbitrated,
  type Brought,
  type CheckedClaim,
  claimChecked,
  dataBrought,
  founderContributed,
  founderReviewed,
} from "./facts.ts";
import { measured } from "./measured.ts";
import type { ChamberOptions } from "./options.ts";
import { openly } from "./session.ts";

type Founder = NonNullable<ChamberOptions["founder"]>;

const dataSchema = z.object({
  name: z.string().trim().min(1).max(120),
  text: z.string().trim().min(1),
});

const entrySchema = z.object({
  contribution: z
    .object({
      stance: z.string().nullish(),
      reasoning: z.string().trim().min(1),
      confidence: z.union([z.number(), z.string()]).nullish(),
      evidence: z.array(z.string()).default([]),
    })
    .nullish(),
  claims: z.array(z.string().trim().min(1)).max(10).default([]),
});

const reviewSchema = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("accept"), because: z.string().nullish() }),
  z.object({ decision: z.literal("reject"), because: z.string().trim().min(1) }),
  z.object({
    decision: z.literal("challenge"),
    aspect: z.string().trim().min(1),
    because: z.string().nullish(),
    data: dataSchema.nullish(),
  }),
]);

const broughtSchema = z.union([
  z.object({ data: dataSchema }),
  z.object({ document: z.string() }),
  z.object({ pass: z.literal(true) }),
]);

/** How often a person is asked the same thing, when the answer does not fit. */
const TRIES = 3;

/** Hears a further voice and claims, before the arbiter does. A claim enters the arbitration only where it is supported. */
export async function hearEntries(floor: Floor, founder: Founder | undefined, attempt: number): Promise<void> {
  const modes = (founder?.modes ?? []).filter((mode) => mode === "contributor" || mode === "verifier");
  if (!founder || modes.length === 0) return;
  const { scenario } = floor.state;
  const ids = scenario.verdicts.map(({ id }) => id);
  const { person } = founder;
  const entry = await ask(floor, person, entrySchema, {
    kind: "panel-entry",
    modes,
    attempt,
    question: scenario.question,
    stances: ids,
    form: ENTRY_FORM,
  });
  const { contribution, claims = [] } = entry ?? {};
  if (contribution && modes.includes("contributor")) {
    await founderContributed.record(floor, {
      attempt,
      person,
      stance: contribution.stance == null ? null : stanceIn(contribution.stance, ids),
      reasoning: contribution.reasoning,
      confidence: confidenceIn(contribution.confidence),
      evidence: contribution.evidence,
    });
  }
  if (!modes.includes("verifier")) return;
  for (const claim of claims) await checkClaim(floor, { attempt, person, claim });
}

const ENTRY_FORM =
  '{"contribution": {"stance": "...", "reasoning": "...", "confidence": 0.7, "evidence": ["..."]} or null, "claims": ["a claim to be checked"]}';

type CheckReply = {
  readonly why: string;
  readonly basis: readonly { readonly ref: string; readonly quote: string }[];
  readonly result: CheckedClaim["result"];
};

type Claim = Pick<CheckedClaim, "attempt" | "person" | "claim">;

/** A claim is supported only where the words that support it stand in the documents. */
async function checkClaim(floor: Floor, claimed: Claim): Promise<void> {
  const { turn, taken } = await measured(floor, CHECKER.id, checkCue(claimed, broughtDocuments(floor)));
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
    found: quote.trim() === "" ? ("absent" as const) : checkCitation({ ref, quote }, documents).found,
  }));
  const stands = basis.some(({ found }) => found !== "absent");
  const isUnfounded = result !== "unverifiable" && !stands;
  await claimChecked.record(floor, {
    ...claimed,
    result: isUnfounded ? "unverifiable" : result,
    why,
    basis,
    flags: isUnfounded ? ["basis_not_found"] : [],
    taken,
  });
}

function checkCue({ claim }: Claim, later: readonly Document[]): Cue<CheckReply> {
  return {
    kind: "claim-check",
    text: [
      "Check this claim against the documents, and against nothing else:",
      `<Claim>${escapeText(claim)}</Claim>`,
      ...later.map(documentBlock),
      "supported: the documents say it. refuted: they say otherwise. unverifiable: they do not tell. Quote word for word what it rests on.",
      'Reply with JSON, in place of a message: {"why": "...", "basis": [{"ref": "name-of-document#L3", "quote": "the words there"}], "result": "supported | refuted | unverifiable"}.',
    ].join("\n"),
    reply: z.object({
      why: z.string(),
      basis: z.array(z.object({ ref: z.string(), quote: z.string() })).max(10),
      result: z.enum(["supported", "refuted", "unverifiable"]),
    }),
    audience: "record",
    mayFail: true,
  };
}

export type Review = "accept" | "reject" | "challenge" | "none";

/** Asks the person to accept, reject or send back the panel's answer; a challenge with its data is on record after this. */
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
  const nameOf = (id: string) => floor.state.members.get(id)!.seat.persona.name;
  const { attempt, outcome, confidence, dissent, action, text } = openly(arbitrated, nameOf);
  const answer = await ask(
    floor,
    person,
    reviewSchema.refine(
      ({ decision }) => allowed.includes(decision),
      `decision must be one of ${allowed.join(", ")}`,
    ),
    {
      kind: "panel-review",
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
    (review) => (review.decision === "challenge" ? tooMuch(floor, options, review.data?.text) : null),
  );
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

/** Asks for the data that an arbitration calls for; whether any was brought. */
export async function askForData(
  floor: Floor,
  options: ChamberOptions,
  arbitrated: Arbitrated,
): Promise<boolean> {
  const { founder } = options;
  const { attempt, assignment } = arbitrated;
  if (!founder || !assignment) return false;
  const { person } = founder;
  const answer = await ask(
    floor,
    person,
    broughtSchema,
    { kind: "panel-data", attempt, assignment, form: DATA_FORM },
    (given) => {
      if ("data" in given) return tooMuch(floor, options, given.data.text);
      if (!("document" in given)) return null;
      const known = laterDocuments(floor).map(({ name }) => name);
      if (known.includes(given.document)) return tooMuch(floor, options, "");
      return `no document ${given.document} was brought to the meeting: ${known.join(", ") || "none was"}`;
    },
  );
  if (answer === null || "pass" in answer) return false;
  const document = "data" in answer ? namedDocument(floor, answer.data) : null;
  const shown = "document" in answer ? answer.document : null;
  await dataBrought.record(floor, { attempt, person, aspect: null, assignment, document, shown });
  return true;
}

const DATA_FORM =
  '{"data": {"name": "...", "text": "..."}}, {"document": "name of one brought to the meeting"} or {"pass": true}';

/** What was brought since the first answers, as everybody is shown it from then on; empty where nothing was. */
export function broughtBlock(floor: Floor): string {
  const all = dataBrought.all(floor.state);
  if (all.length === 0) return "";
  const documents = broughtDocuments(floor);
  const lines = all.map(({ person, aspect, assignment, shown }) =>
    aspect === null
      ? `- ${escapeText(person)} brought what was missing: ${escapeText(assignment?.what ?? "")}${shown === null ? "" : ` (${escapeText(shown)})`}`
      : `- ${escapeText(person)} asks to look again at: ${escapeText(aspect)}`,
  );
  return ["The question was answered before, and since then:", ...lines, ...documents.map(documentBlock)].join(
    "\n",
  );
}

function broughtDocuments({ state }: Floor): Document[] {
  return dataBrought.all(state).flatMap(({ document }) => (document ? [asDocument(document)] : []));
}

/** Documents brought to the meeting itself, which everybody is shown from then on. */
function laterDocuments({ state }: Floor): readonly Document[] {
  const opening = new Set(state.scenario.documents.map(({ name }) => name));
  return state.documents.filter(({ name }) => !opening.has(name));
}

function asDocument({ name, text }: NonNullable<Brought["document"]>): Document {
  return { name, title: name, subject: false, sha256: "", text };
}

/** Under a name that can be cited and that no other document has. */
function namedDocument(
  floor: Floor,
  { name, text }: z.infer<typeof dataSchema>,
): NonNullable<Brought["document"]> {
  const safe = documentName(name);
  const takenNames = [...floor.state.documents, ...broughtDocuments(floor)].map((each) => each.name);
  return { name: uniqueName(safe, takenNames), text: normaliseText(text) };
}

function tooMuch(floor: Floor, { maxContextTokens }: ChamberOptions, text: string | undefined): string | null {
  if (text === undefined) return null;
  const later = [...laterDocuments(floor), ...broughtDocuments(floor), { text: normaliseText(text) }];
  return tooLong(contextTokens(floor.state.scenario, later), maxContextTokens);
}

/** Asks a person until the answer fits, a few times; null where none did. */
async function ask<Schema extends z.ZodType>(
  floor: Floor,
  person: string,
  schema: Schema,
  request: HumanRequest,
  objection: (answer: z.infer<Schema>) => string | null = () => null,
): Promise<z.infer<Schema> | null> {
  let problem: string | null = null;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answer: unknown = await floor.ask(person, problem === null ? request : { ...request, problem });
    const read = schema.safeParse(answer);
    problem = read.success ? objection(read.data) : z.prettifyError(read.error);
    if (read.success && problem === null) return read.data;
  }
  return null;
}
