/**
 * Describes the JSON that a model must reply with. One description gives the schema, the line in
 * the prompt and the position that a reply takes; protocols define their replies with it.
 */

import { z } from "zod";
import { dropMissing } from "../../lists.ts";

/** What a field accepts, and what a prompt shows in its place. */
export type Part<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema;
  sample: string;
};

export type Parts = Readonly<Record<string, Part>>;

type Fields<Of extends Parts> = { [Key in keyof Of]: Of[Key]["schema"] };

const TEXT = z.string();
const FILLED_TEXT = z.string().trim().min(1);

/** A sample describes the value: small models copy examples. */
export function acceptText(sample: string): Part<z.ZodString> {
  return { schema: TEXT.describe(sample), sample: `"${sample}"` };
}

export function requireText(sample: string): Part<z.ZodString> {
  return { schema: FILLED_TEXT.describe(sample), sample: `"${sample}"` };
}

export function acceptOption<const Id extends string>(
  ids: readonly Id[],
  sample = ids.join(" | "),
) {
  return { schema: z.enum(ids), sample: `"${sample}"` };
}

export function acceptYesNo(): Part<z.ZodBoolean> {
  return { schema: z.boolean(), sample: "(true or false)" };
}

/** Any other field, with what the prompt shows in its place. */
export function acceptValue<Schema extends z.ZodType>(
  schema: Schema,
  sample: string,
): Part<Schema> {
  return { schema, sample };
}

export function acceptConfidence(sample = "a number from 0 to 1") {
  return acceptValue(z.union([z.number(), z.string()]).nullish().describe(sample), `(${sample})`);
}

export function allowNull<Schema extends z.ZodType>({ schema, sample }: Part<Schema>) {
  return { schema: schema.nullish(), sample };
}

/** The place in a document that a quotation comes from. */
export function acceptPlace(): Part<z.ZodString> {
  return acceptText("name-of-document#Lfrom-Lto");
}

/** What a member found in a document, in the document's own words. */
export function acceptFinding<Ref extends z.ZodType>(ref: Part<Ref>) {
  return group({
    ref,
    quote: acceptText("exact words from those lines"),
    says: acceptText("what they show"),
  });
}

export function group<Of extends Parts>(parts: Of) {
  return { schema: z.object(collectSchemas(parts)), sample: describeSample(parts) };
}

export function list<Schema extends z.ZodType>({ schema, sample }: Part<Schema>, most?: number) {
  const items = z.array(schema);
  return { schema: most === undefined ? items : items.max(most), sample: `[${sample}]` };
}

export type ReplyForm<Reply, Position = never> = {
  kind: string;
  reply: z.ZodType<Reply>;
  line: string;
  stance?: (reply: Reply) => Position;
  verbatim?: { unread: Reply };
};

/** One description of an answer: its schema, its type, its line in a prompt, and the position that it takes. */
export function defineForm<Of extends Parts, Position = never, Unread = never>(
  kind: string,
  parts: Of,
  {
    position,
    isInstead = false,
    ...kept
  }: {
    position?: (reply: Answer<Of> | Unread) => Position;
    isInstead?: boolean;
    /** Replaces an answer that cannot be read. The answer is then kept word for word. */
    unread?: Unread;
  } = {},
): ReplyForm<Answer<Of> | Unread, Position> {
  return {
    kind,
    reply: z.object(collectSchemas(parts)) as unknown as z.ZodType<Answer<Of> | Unread>,
    line: `Reply with JSON${isInstead ? " instead of a message" : ""}: ${describeSample(parts)}.`,
    stance: position,
    verbatim: "unread" in kept ? { unread: kept.unread as Unread } : undefined,
  };
}

type Answer<Of extends Parts> = z.infer<z.ZodObject<Fields<Of>>>;

/** Asks with these lines, of which some can be missing; the line of the form ends them. */
export function createInstruction<Reply, Position>(
  { line, ...form }: ReplyForm<Reply, Position>,
  lines: readonly (string | undefined | false)[],
) {
  return { ...form, text: dropMissing([...lines, line]).join("\n"), audience: "record" as const };
}

function collectSchemas<Of extends Parts>(parts: Of): Fields<Of> {
  const schemas = Object.entries(parts).map(([name, { schema }]) => [name, schema] as const);
  return Object.fromEntries(schemas) as Fields<Of>;
}

function describeSample(parts: Parts): string {
  return `{${Object.entries(parts)
    .map(([name, { sample }]) => `"${name}": ${sample}`)
    .join(", ")}}`;
}

const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

/** The JSON Schema of an answer, made once for each schema. */
export function toReplySchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(schema) ?? z.toJSONSchema(schema, { io: "input" });
  schemas.set(schema, known);
  return known;
}
