import { z } from "zod";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;

export const seatId = z.string();
export const count = z.int().min(0);

export const usageSchema = z.object({
  uncached: count,
  cacheRead: count,
  cacheWrite: count,
  output: count,
  reasoning: count,
  /** The part of `cacheWrite` that was written to live for an hour. */
  cacheWriteLong: count.optional(),
});

/** What a call may take at most: tokens of its input and its output limit, and dollars; null when the price is unknown. */
const estimateSchema = z.object({ input: count, output: count, cost: z.number().nullable() });

/** What the two ways a call can end have in common beside who asked whom. */
export const callFacts = {
  latencyMs: z.number(),
  /** Milliseconds the call was held back by its provider's rate and concurrency limits. */
  heldMs: z.number().optional(),
  requestId: z.string().optional(),
  estimate: estimateSchema.optional(),
};

export const artifactSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("citation"), ref: z.string(), quote: z.string() }),
  z.object({
    kind: z.literal("exhibit"),
    id: z.string(),
    type: z.enum(["note", "table", "chart"]),
    title: z.string(),
    body: z.string(),
  }),
]);

/** A citation or a quotation held against the documents: found word for word, nearly so, or not at all; or a mere pointer. */
export const checkedCitationSchema = z.object({
  /** null for a quotation that names no place. */
  ref: z.string().nullable(),
  quote: z.string(),
  /** `reference`: it points at lines that are there, and quotes less than two words of them. */
  found: z.enum(["exact", "near", "absent", "reference"]),
  /** Where it stands: lines `from` to `to`; left out where nothing was found, and in records of before it was kept. */
  place: z.object({ document: z.string(), from: count, to: count }).optional(),
});
export type CheckedCitation = z.infer<typeof checkedCitationSchema>;

/** The longer quotations in reasoning and wouldChange; left out where neither is given, and in records of before they were checked. */
export const quotations = z.array(checkedCitationSchema).optional();

/** A message that was heard, and words that it holds, on which a change of verdict rests. */
export const movedBySchema = z.object({ message: z.string(), passage: z.string() });

export const parse = z.enum(["strict", "trimmed", "salvaged", "failed"]);
export const flags = z.array(z.string());

/** The fields of a verdict as it counted, after checking. */
export const stance = {
  verdict: z.string().nullable(),
  /** Present where it is said, with the reasoning why, that there is no verdict, which is null then. */
  abstains: z.literal(true).optional(),
  reasoning: z.string().nullable(),
  wouldChange: z.string().nullable(),
  confidence: z.number().min(0).max(1).nullable(),
};

/** `all`, named seats, or `record`: kept, shown to nobody, its author included. */
export const audienceSchema = z.union([z.literal("all"), z.literal("record"), z.array(seatId)]);
export type Audience = z.infer<typeof audienceSchema>;

export const ballotKind = z.enum(["opening", "called", "closing"]);
export type BallotKind = z.infer<typeof ballotKind>;

/** `context`: a model's context window. */
export const limitName = z.enum(["messages", "minutes", "tokens", "dollars", "context"]);
export type LimitName = z.infer<typeof limitName>;

/** What a person may do to a meeting that is not their turn. */
export const actSchema = z.discriminatedUnion("act", [
  z.object({ act: z.literal("interject"), text: z.string() }),
  z.object({ act: z.literal("give-floor"), to: seatId }),
  z.object({ act: z.literal("call-ballot") }),
  /** Ends the debate; the closing ballot follows. */
  z.object({ act: z.literal("close-debate") }),
  z.object({ act: z.literal("whisper"), to: seatId, text: z.string() }),
  z.object({ act: z.literal("bring-document"), name: z.string() }),
  z.object({ act: z.literal("adjourn") }),
]);
export type PersonAct = z.infer<typeof actSchema>;

/** Under this name votes count whoever stated no verdict. */
export const NO_VERDICT = "NO_VERDICT";

export const outcomeSchema = z.object({
  /** undecided: fewer than half of the members were heard, or gave a verdict. unaccepted: an option was found that a person has to accept, and nobody has. */
  status: z.enum([
    "decided",
    "unaccepted",
    "undecided",
    "split",
    "hung",
    "no-consensus",
    "need-more-data",
    "partial",
  ]),
  side: z.enum(["for", "against", "neutral"]).nullable(),
  /** Set under `by: option`, or where the protocol decides for one option. */
  option: z.string().nullable(),
  /** The decision rule in words, such as `plurality of sides`. */
  rule: z.string(),
  /** Votes by side or option, in the scenario's order, with `NO_VERDICT` last. */
  votes: z.record(z.string(), z.number()),
  /** Votes of the winner less those of the next. */
  margin: z.number(),
  /** One sentence for a person. */
  reason: z.string(),
});
/** What a meeting decided. */
export type Outcome = z.infer<typeof outcomeSchema>;
