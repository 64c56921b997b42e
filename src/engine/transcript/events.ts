import { z } from "zod";
import { proposerSchema } from "../../scenario/schema/assessment.ts";
import {
  actSchema,
  artifactSchema,
  audienceSchema,
  ballotKind,
  callFacts,
  checkedCitationSchema,
  count,
  flags,
  json,
  limitName,
  movedBySchema,
  outcomeSchema,
  parse,
  quotations,
  raisableLimit,
  seatId,
  stance,
  usageSchema,
} from "./event-fields.ts";
import { scenarioSchema, seatsSchema } from "./opening-fields.ts";

export {
  type Audience,
  actSchema,
  type BallotKind,
  type CheckedCitation,
  checkedCitationSchema,
  type Json,
  type LimitName,
  NO_VERDICT,
  type Outcome,
  outcomeSchema,
  type PersonAct,
  type RaisableLimit,
} from "./event-fields.ts";

/** The transcript's format; the reader accepts version 1 for ever. */
export const FORMAT_VERSION = 1;

/** Rules of prompts and of reading replies in a meeting with a language model; simulated boards, like old records, have 1. */
export const RULES_VERSION = 2;

const columnSchema = z.object({
  name: z.string(),
  title: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
});
export type RecordedColumn = Readonly<z.infer<typeof columnSchema>>;

const bodies = {
  "meeting.opened": {
    format: z.literal(FORMAT_VERSION),
    /** Digest of scenario, personas, documents, models and seed, and of the nonce. */
    meeting: z.string(),
    protocol: z.string(),
    seed: z.string(),
    nonce: z.string().optional(),
    simulated: z.boolean(),
    /** Version of the rules for prompts and replies: resuming needs the same; left out, 1. */
    rules: z.int().min(1).optional(),
    /** By provider, the host called when the meeting opened; left out where all stayed in this process. */
    hosts: z.record(z.string(), z.string()).optional(),
    proposer: proposerSchema.optional(),
    scenario: scenarioSchema,
    seats: seatsSchema,
  },
  /** A person's leave, used up by this meeting: at the opening, or beside its fork. */
  "meeting.approved": {
    id: z.string(),
    by: z.string(),
    approved: z.string(),
    because: z.string().optional(),
    /** Dollars; null where a price was unknown. */
    estimate: z.number().nullable(),
    binding: z.object({ question: z.string(), context: z.string(), price: z.string() }),
  },
  "document.added": {
    name: z.string(),
    title: z.string(),
    subject: z.boolean(),
    sha256: z.string(),
    text: z.string(),
    by: z.string().nullable(),
    /** Left out where everybody reads it; else the lines each seat was given, and no other seat any. */
    shownTo: z.record(seatId, z.array(z.tuple([z.int(), z.int()]))).optional(),
  },
  "speaker.selected": {
    selector: z.string(),
    speaker: seatId,
    weights: z.array(z.object({ seat: seatId, weight: z.number() })),
    draw: z.number().nullable(),
    why: z.string(),
  },
  "call.answered": {
    speaker: seatId,
    purpose: z.enum(["turn", "repair", "continuation"]),
    asked: z.string(),
    answered: z.string(),
    request: z.string(),
    text: z.string(),
    stop: z.enum(["end", "length", "repeat"]),
    usage: usageSchema.nullable(),
    /** Dollars; null when the price is unknown. */
    cost: z.number().nullable(),
    ...callFacts,
  },
  "call.failed": {
    speaker: seatId,
    purpose: z.enum(["turn", "repair", "continuation"]),
    asked: z.string(),
    request: z.string(),
    kind: z.string(),
    message: z.string(),
    partial: z.string(),
    /** Milliseconds; null when there is no next attempt. */
    retryInMs: z.number().nullable(),
    usage: usageSchema.optional(),
    cost: z.number().nullable().optional(),
    ...callFacts,
  },
  "message.spoken": {
    id: z.string(),
    speaker: seatId,
    to: seatId.nullable(),
    artifacts: z.array(artifactSchema),
    ...stance,
    movedBy: movedBySchema.optional(),
    ready: z.boolean(),
    withdrawn: z.boolean(),
    content: z.string(),
    audience: audienceSchema,
    topic: z.string().optional(),
    parse,
    flags,
    citations: z.array(checkedCitationSchema),
    quotations,
    words: count,
    reply: json.optional(),
  },
  "turn.passed": { speaker: seatId, parse, flags },
  "turn.absent": {
    speaker: seatId,
    reason: z.string(),
    ballot: ballotKind.optional(),
    /** The provider answered nobody: not the member's doing, and not for good. */
    cause: z.literal("outage").optional(),
  },
  "impersonation.attempted": { speaker: seatId, as: seatId },
  "ballot.cast": {
    speaker: seatId,
    ballot: ballotKind,
    ...stance,
    movedBy: movedBySchema.optional(),
    parse,
    flags,
    quotations,
    reply: json.optional(),
    text: z.string().optional(),
  },
  "notice.given": {
    agent: seatId,
    kind: z.string(),
    text: z.string(),
    about: z.array(seatId),
    words: count,
    topic: z.string().optional(),
  },
  "person.acted": {
    person: z.string(),
    order: count,
    does: actSchema,
    refused: z.string().optional(),
    /** Came through the inbox folder: kept so that it is not taken twice. */
    id: z.string().optional(),
  },
  /** At an effect's own path where the protocol asks; at `17.1`, `17.2` ... where a person has the floor in turn 17. */
  "human.asked": { person: z.string(), request: json },
  "human.answered": {
    person: z.string(),
    answer: json,
    id: z.string().optional(),
  },
  "time.passed": { until: z.iso.datetime() },
  "budget.warned": {
    limit: limitName,
    used: z.number(),
    of: z.number(),
    member: seatId.optional(),
    /** Nothing more fits: the meeting goes to its closing ballot, or the member is out of the draw. */
    stops: z.literal(true).optional(),
  },
  /** A person lets the meeting take more, from the effect at its path on. */
  "limit.raised": { limit: raisableLimit, from: z.number(), to: z.number() },
  /** The oldest entries of one seat's view give way to a summary: the start of a new prefix. */
  "history.summarised": { speaker: seatId, entries: count, text: z.string() },
  /** The meeting parts here from the one whose lines stand above, before the effect at its path. */
  "meeting.forked": {
    from: z.string(),
    shared: count,
    meeting: z.string(),
    nonce: z.string().optional(),
    simulated: z.boolean(),
    seed: z.string(),
    seats: seatsSchema,
    hidden: z.array(z.string()),
    proposer: proposerSchema.optional(),
  },
  "fact.recorded": {
    name: z.string(),
    data: json,
    /** The words of a protocol that is not built in; null where it is of no interest. */
    told: z.string().nullable().optional(),
  },
  "meeting.adjourned": { reason: z.string() },
  "meeting.suspended": { reason: z.string(), kind: z.string(), speaker: seatId.nullable() },
  "meeting.closed": {
    reason: z.string(),
    outcome: outcomeSchema,
    columns: z.array(columnSchema).optional(),
    /** Of a protocol that counts by a rule of its own: what the opening ballots come to. */
    opening: outcomeSchema.optional(),
  },
} as const;

export type EventType = keyof typeof bodies;

const line = {
  seq: z.int().min(1),
  /** Meeting time. */
  at: z.iso.datetime(),
  /** Of the effect this event belongs to; `17.2` is the second model call inside `17`. */
  path: z.string(),
};

type Body<Type extends EventType> = z.infer<z.ZodObject<(typeof bodies)[Type]>>;

export type Draft<Type extends EventType = EventType> = {
  [Each in Type]: { readonly type: Each; readonly path: string; readonly at: string } & Readonly<Body<Each>>;
}[Type];

export type MeetingEvent<Type extends EventType = EventType> = Draft<Type> & {
  readonly seq: number;
  /** SHA-256, hex, of the line before, without its newline; 64 zeros on the first. */
  readonly prev: string;
};

export type FinishedCall = MeetingEvent<"call.answered" | "call.failed">;

export function isFinishedCall<Event extends Draft>(
  event: Event,
): event is Extract<Event, { readonly type: "call.answered" | "call.failed" }> {
  return event.type === "call.answered" || event.type === "call.failed";
}

const eventSchemas = Object.entries(bodies).map(([type, body]) =>
  z.object({ ...line, type: z.literal(type), ...body, prev: z.string().length(64) }),
);

export const eventSchema = z.discriminatedUnion(
  "type",
  eventSchemas as unknown as [z.ZodObject, ...z.ZodObject[]],
) as unknown as z.ZodType<MeetingEvent>;
