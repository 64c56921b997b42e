/**
 * What a message is, as the record has it, and what the reader of a reply reports about it. Every
 * other room takes these types from here.
 */

import { z } from "zod";
import { NONE } from "../../scenario/schema/scenario.ts";

const artifactSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("citation").describe("Kind of artifact"),
    ref: z.string().describe("Document and lines"),
    quote: z.string().describe("Exact words from those lines"),
  }),
  z.object({
    kind: z.literal("exhibit"),
    id: z.string().describe("Turn and number; cited as ID#L1"),
    type: z.enum(["note", "table", "chart"]).describe("Form of an exhibit"),
    title: z.string().describe("Title"),
    body: z.string().describe("The words"),
  }),
]);
export type Artifact = Readonly<z.infer<typeof artifactSchema>>;

const movedBySchema = z.object({
  message: z.string().describe("Id in the record of the message that changed the verdict"),
  passage: z.string().describe("Exact words from it"),
});
export type MovedBy = Readonly<z.infer<typeof movedBySchema>>;

export const stanceFields = {
  verdict: z.string().nullable().describe("Option id, or null"),
  abstains: z.literal(true).optional().describe("The reasoning says why there is no verdict"),
  reasoning: z.string().nullable().describe("Why"),
  wouldChange: z.string().nullable().describe("The fact or argument that would change the verdict"),
  confidence: z.number().min(0).max(1).nullable().describe("How sure the member is, 0 to 1"),
};

export const messageFields = {
  id: z
    .string()
    .describe("Id in the record, such as m14. People and members see the number of the turn"),
  speaker: z.string().describe("Seat id"),
  to: z.string().nullable().describe("Seat id of the addressee; null: everyone"),
  artifacts: z
    .array(artifactSchema)
    .describe("Citations, and notes, tables and charts of the speaker"),
  ...stanceFields,
  movedBy: movedBySchema.optional().describe("What changed the verdict"),
  ready: z.boolean().describe("The phase may end as far as the speaker is concerned"),
  withdrawn: z.boolean().describe("The speaker leaves the debate"),
  content: z.string().describe("The words"),
};

export type Message = Readonly<Omit<z.infer<z.ZodObject<typeof messageFields>>, "artifacts">> & {
  /** Meeting time, ISO 8601. */
  at: string;
  topic?: string | undefined;
  artifacts: readonly Artifact[];
};

export function hasPosition({ verdict, abstains }: TakesPosition): boolean {
  return verdict !== null || abstains === true;
}

export function namePosition({ verdict, abstains }: TakesPosition): string | null {
  return abstains ? NONE : verdict;
}

type TakesPosition = { verdict: string | null; abstains?: true | undefined };

export function listTexts({ content, reasoning, wouldChange, artifacts }: Message): string[] {
  const reasons = [reasoning, wouldChange].filter((text) => text !== null);
  const laid = artifacts.map((each) =>
    each.kind === "citation" ? each.quote : `${each.title}\n${each.body}`,
  );
  return [content, ...reasons, ...laid];
}

export const NO_CONTENT = {
  to: null,
  artifacts: [],
  verdict: null,
  reasoning: null,
  wouldChange: null,
  confidence: null,
  ready: false,
  withdrawn: false,
  content: "",
} as const satisfies Omit<Message, "id" | "at" | "speaker">;

export const parseResult = z.enum(["strict", "trimmed", "salvaged", "failed"]);
export type ParseResult = z.infer<typeof parseResult>;

/** Claims of the model, before the engine decides what counts. */
export type ParsedReply = Omit<Message, "id" | "at" | "speaker" | "abstains"> & {
  parse: ParseResult;
  speaker: string | null;
  pass: boolean;
  flags: readonly ParseFlag[];
  /** `Speaker` of every further message in the reply, which never counts. */
  furtherSpeakers: readonly string[];
};

export type ParseFlag =
  | "no-scaffold"
  | "text-around-message"
  | "unclosed-tag"
  | "several-messages"
  | "several-verdicts"
  | "repeated-field"
  | "verdict-in-content"
  | "verdict-not-salvageable"
  | "bad-confidence"
  | "too-long";
