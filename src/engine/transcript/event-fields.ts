import { z } from "zod";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** An event with these fields, as it is written. */
export type EventOf<Fields extends z.ZodRawShape> = { readonly path: string; readonly at: string } & Readonly<
  z.infer<z.ZodObject<Fields>>
>;

export const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;

export const seatId = z.string();
export const count = z.int().min(0);

export const usageSchema = z.object({
  uncached: count,
  cacheRead: count,
  cacheWrite: count,
  output: count,
  reasoning: count,
  cacheWriteLong: count.optional().describe("Part of cacheWrite that is kept for an hour"),
});

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

export const checkedCitationSchema = z.object({
  ref: z.string().nullable(),
  quote: z.string(),
  /** `reference`: it points at lines that are there, and quotes less than two words of them. */
  found: z.enum(["exact", "near", "absent", "reference"]),
  place: z.object({ document: z.string(), from: count, to: count }).optional(),
});
export type CheckedCitation = z.infer<typeof checkedCitationSchema>;

export const movedBySchema = z.object({ message: z.string(), passage: z.string() });

export const stance = {
  verdict: z.string().nullable(),
  abstains: z.literal(true).optional(),
  reasoning: z.string().nullable(),
  wouldChange: z.string().nullable(),
  confidence: z.number().min(0).max(1).nullable(),
};

/** `record`: kept in the transcript and never shown to a member. */
export const audienceSchema = z.union([z.literal("all"), z.literal("record"), z.array(seatId)]);
export type Audience = z.infer<typeof audienceSchema>;

export const ballotKind = z.enum(["opening", "called", "closing"]);
export type BallotKind = z.infer<typeof ballotKind>;

/** `context`: a model's context window. */
export const limitName = z.enum(["messages", "minutes", "tokens", "dollars", "context"]);
export const raisableLimit = limitName.exclude(["context"]);
export type RaisableLimit = z.infer<typeof raisableLimit>;
export type LimitName = z.infer<typeof limitName>;

export const actSchema = z.discriminatedUnion("act", [
  z.object({ act: z.literal("interject"), text: z.string() }),
  z.object({ act: z.literal("give-floor"), to: seatId }),
  z.object({ act: z.literal("call-ballot") }),
  z.object({ act: z.literal("close-debate") }),
  z.object({ act: z.literal("whisper"), to: seatId, text: z.string() }),
  z.object({ act: z.literal("bring-document"), name: z.string() }),
  z.object({ act: z.literal("adjourn") }),
]);
export type PersonAct = z.infer<typeof actSchema>;

export const NO_VERDICT = "NO_VERDICT";

export const outcomeSchema = z.object({
  /** undecided: fewer than half of the members gave a verdict. unaccepted: a person has to accept the option, and has not. */
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
  option: z.string().nullable(),
  rule: z.string(),
  votes: z.record(z.string(), z.number()),
  /** Votes of the winner less those of the next. */
  margin: z.number(),
  reason: z.string(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

export const columnSchema = z.object({
  name: z.string(),
  title: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
});
export type RecordedColumn = Readonly<z.infer<typeof columnSchema>>;
