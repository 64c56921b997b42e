/**
 * Schemas of the values that several events share: ids, usage, citations, acts of people, outcomes,
 * and the opening of a meeting. They check what a record contains; what the fields of a scenario
 * mean is defined in scenario/schema/.
 */

import { z } from "zod";
import { proposerSchema } from "../../scenario/schema/assessment.ts";
import { personaSchema } from "../../scenario/schema/persona.ts";
import { type Scenario, type Seat, samplingSchema } from "../../scenario/schema/scenario.ts";
import { scenarioFileSchema } from "../../scenario/schema/scenario-file.ts";
import { scriptSchema } from "../../scenario/schema/script.ts";
import { FORMAT_VERSION } from "./versions.ts";

export type Json = null | boolean | number | string | readonly Json[] | { [key: string]: Json };
/** An event with these fields, as it is written. */
export type EventOf<Fields extends z.ZodRawShape> = {
  path: string;
  at: string;
} & Readonly<z.infer<z.ZodObject<Fields>>>;

export const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;

/** Ids and digests of a foreign record are untrusted text: their form is checked here, once for every reader. */
export const meetingId = z.string().regex(/^[0-9a-f]{16}$/, "must be 16 hex digits");
export const digest = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hex digits");

export const seatId = z.string().describe("Seat id");
export const count = z.int().min(0);

export const usageSchema = z.object({
  uncached: count.describe("Input tokens that no cache answered"),
  cacheRead: count.describe("Input tokens read from a cache"),
  cacheWrite: count.describe("Input tokens written to a cache"),
  output: count.describe("Output tokens, thinking included"),
  reasoning: count.describe("Output tokens of thinking"),
  billed: z.number().min(0).optional().describe("Dollars, if the provider reports what it charges"),
});

export const checkedCitationSchema = z.object({
  ref: z.string().nullable().describe("Cited place; null for a quotation in the text"),
  quote: z.string().describe("The quoted words"),
  found: z
    .enum(["exact", "near", "absent", "reference"])
    .describe(
      "Result of the check; reference: the lines exist, and fewer than two of their words are quoted",
    ),
  place: z
    .object({
      document: z.string().describe("File"),
      from: count.describe("Line"),
      to: count.describe("Line"),
    })
    .optional()
    .describe("Document and lines where the words were found"),
  removed: z
    .literal(true)
    .optional()
    .describe("Present if all these lines of a diff are removed by it"),
});
export type CheckedCitation = z.infer<typeof checkedCitationSchema>;

/** `answers`: it answers a requirement, so it is no reason for the vote. */
export type Passage = CheckedCitation & { ballot?: true; answers?: true };

export const audienceSchema = z
  .union([z.literal("all"), z.literal("record"), z.array(seatId)])
  .describe("Seats that see it; record: kept in the transcript and never shown to a member");
export type Audience = z.infer<typeof audienceSchema>;

export const ballotKind = z.enum(["opening", "called", "closing"]).describe("Which ballot");
export type BallotKind = z.infer<typeof ballotKind>;

export const limitName = z
  .enum(["messages", "minutes", "tokens", "dollars", "context"])
  .describe("Which limit; context: a model's context window");
export const raisableLimit = limitName.exclude(["context"]).describe("Which limit");
export type RaisableLimit = z.infer<typeof raisableLimit>;
export type LimitName = z.infer<typeof limitName>;

export const actSchema = z.discriminatedUnion("act", [
  z.object({
    act: z.literal("interject").describe("Kind of act"),
    text: z.string().describe("The words"),
  }),
  z.object({ act: z.literal("give-floor"), to: seatId }),
  z.object({ act: z.literal("call-ballot") }),
  z.object({ act: z.literal("close-debate") }),
  z.object({ act: z.literal("whisper"), to: seatId, text: z.string() }),
  z.object({ act: z.literal("bring-document"), name: z.string().describe("File name") }),
  z.object({ act: z.literal("adjourn") }),
]);
export type PersonAct = z.infer<typeof actSchema>;

export const outcomeSchema = z.object({
  status: z
    .enum([
      "decided",
      "unaccepted",
      "undecided",
      "split",
      "hung",
      "no-consensus",
      "need-more-data",
      "partial",
    ])
    .describe(
      "undecided: fewer than half gave a verdict; unaccepted: a person has not accepted the option",
    ),
  side: z.enum(["for", "against", "neutral"]).nullable().describe("Side of the option"),
  option: z.string().nullable().describe("Id of the option that won, or null"),
  rule: z.string().describe("Decision rule"),
  votes: z
    .record(z.string(), z.number())
    .describe("Votes by side or by option, as the rule counts them"),
  options: z
    .record(z.string(), z.number())
    .optional()
    .describe("Votes by option, if the rule counts sides"),
  margin: z.number().describe("Votes of the winner less those of the next"),
  reason: z.string().describe("The outcome in words"),
  acceptedBy: z.string().optional().describe("Person who was asked and accepted it"),
});
export type Outcome = z.infer<typeof outcomeSchema>;

/** The file's schema as a record holds its values: defaults are filled in, fields of later versions are kept, and the form of texts was checked where the file was read. */
function toRecordedSchema(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return toRecordedSchema(schema.unwrap());
  if (schema instanceof z.ZodOptional) return toRecordedSchema(schema.unwrap()).optional();
  if (schema instanceof z.ZodArray) return z.array(toRecordedSchema(schema.element));
  if (schema instanceof z.ZodRecord)
    return z.record(z.string(), toRecordedSchema(schema.valueType));
  if (schema instanceof z.ZodObject) return z.looseObject(toRecordedFields(schema.shape));
  return schema instanceof z.ZodString ? z.string() : (schema as z.ZodType);
}

function toRecordedFields(shape: z.ZodRawShape): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, toRecordedSchema(field)]),
  );
}

const id = z.string().min(1);
const person = { id, name: id, title: z.string(), model: id };

const {
  members: _,
  documents: __,
  private: ___,
  model: ____,
  fallback: ______,
  whenNoKey: _____,
  ...file
} = scenarioFileSchema.shape;

/** Made when the first record is read. */
const scenario = z.lazy(() =>
  z.looseObject({
    ...toRecordedFields(file),
    name: id,
    requirements: toRecordedSchema(file.requirements).optional(),
    script: scriptSchema.optional(),
    boardTest: z
      .looseObject({
        result: z.enum(["pass", "fail", "unclear", "void"]),
        summary: z.string(),
        board: z.string(),
        path: z.string(),
        lines: z.array(z.array(z.string())).optional(),
      })
      .optional(),
    excluded: z
      .array(z.looseObject({ ...person, by: z.string(), because: z.string().nullable() }))
      .optional(),
  }),
);

const seat = z.lazy(() =>
  z.looseObject({
    id,
    kind: z.enum(["member", "agent"]),
    persona: z.looseObject({
      ...toRecordedFields(personaSchema.shape),
      id,
      background: z.string(),
    }),
    model: id,
    fallback: id.optional().describe("Model that answers while its provider is down"),
    weight: z.number().min(0),
    stake: id.optional().describe("What the member can gain or lose in this case"),
    turnedBy: id.optional().describe("One thing that would turn the member"),
    sampling: toRecordedSchema(samplingSchema).optional(),
    form: z.literal("json").optional().describe("The member writes its messages in JSON"),
  }),
);

const scenarioSchema = keepUnchanged<Omit<Scenario, "documents" | "members">>(scenario);

export const seatsSchema = keepUnchanged<readonly Seat[]>(
  z.array(seat).superRefine((seats, { addIssue }) => {
    const ids = seats.map((each) => each.id);
    const twice = ids.findIndex((each, index) => ids.indexOf(each) !== index);
    if (twice !== -1)
      addIssue({ code: "custom", path: [twice, "id"], message: `${ids[twice]} is listed twice` });
  }),
);

/** Keeps the value exactly as written, so that the line hash stays the same. */
function keepUnchanged<T>(schema: z.ZodType): z.ZodType<T> {
  const checked = z.unknown().superRefine((value, { addIssue }) => {
    for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
      addIssue({ code: "custom", path: [...path], message });
  });
  return checked as unknown as z.ZodType<T>;
}

export const openingFields = {
  format: z.literal(FORMAT_VERSION).describe("Version of the format"),
  program: z.string().describe("Version of Boardroom that wrote the record"),
  meeting: meetingId.describe("Digest of scenario, personas, documents, models, seed and nonce"),
  protocol: z.string().describe("Name and version of the protocol"),
  seed: z.string().describe("Seed of all draws"),
  nonce: z
    .string()
    .optional()
    .describe("Distinguishes meetings of language models with the same content"),
  simulated: z.boolean().describe("No language model takes part"),
  hosts: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "By provider, the host called when the meeting opened; absent if all stayed in this process",
    ),
  proposer: proposerSchema.optional().describe("The agent that asked for the meeting"),
  scenario: scenarioSchema.describe("The scenario, with defaults filled in"),
  seats: seatsSchema.describe("Every seat with its persona and model"),
};
