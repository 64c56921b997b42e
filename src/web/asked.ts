import { z } from "zod";
import { actSchema, type Json } from "../transcript/events.ts";

const words = z.string().trim().min(1).max(8000);

/** A file dropped on a page, in base64. */
const droppedSchema = z.strictObject({ name: z.string().min(1).max(200), data: z.base64() });

/** What a page asks to be done to a meeting beside the turns of its members. */
export const askedActSchema = z.union([
  z.strictObject({ act: z.literal("bring-document"), file: droppedSchema }),
  actSchema.refine((does) => does.act !== "bring-document", "a document comes as a file"),
]);
export type AskedAct = Readonly<z.infer<typeof askedActSchema>>;

/** How a page asks a meeting to be held: back, on, or at another pace. */
export const askedHoldSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.enum(["pause", "step"]) }),
  /** Of a meeting that nobody holds: goes on with it; `approve` agrees to the money that it waits for. */
  z.strictObject({ do: z.literal("resume"), approve: z.boolean().optional(), because: words.optional() }),
  z.strictObject({
    do: z.literal("pace"),
    pace: z.union([z.literal("Infinity"), z.number().min(0.25).max(100)]),
  }),
]);
export type AskedHold = Readonly<z.infer<typeof askedHoldSchema>>;

/** What somebody who holds a seat says to the question at a path. */
export const askedAnswerSchema = z.union([
  z.strictObject({
    to: z.string().min(1).max(80),
    answer: z.record(z.string(), z.json() as z.ZodType<Json>),
  }),
  /** No answer yet: room for one more entry of a list in its form, by the label that a terminal asks for it by. */
  z.strictObject({ to: z.string().min(1).max(80), another: z.string().min(1).max(400) }),
]);
export type AskedAnswer = Readonly<z.infer<typeof askedAnswerSchema>>;

/** A meeting that a page asks for. */
export const askedMeetingSchema = z.strictObject({
  scenario: z.string().trim().min(1).max(400),
  question: words.optional(),
  model: z.string().trim().min(1).max(200).optional(),
  seed: z.string().trim().min(1).max(80).optional(),
  maxMessages: z.int().min(1).max(100_000).optional(),
  maxDollars: z.number().positive().max(1_000_000).optional(),
  documents: z.array(droppedSchema).max(20).default([]),
  /** The first of the documents is judged in place of the scenario's subject. */
  isSubject: z.boolean().default(false),
});
export type PageMeeting = Readonly<z.infer<typeof askedMeetingSchema>>;

/** The same, with the yes that its price needs. */
export const askedStartSchema = z.strictObject({
  ...askedMeetingSchema.shape,
  approve: z.boolean().optional(),
  because: words.optional(),
});
export type AskedStart = Readonly<z.infer<typeof askedStartSchema>>;
