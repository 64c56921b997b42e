import { z } from "zod";
import { actSchema, type Json } from "../../engine/transcript/events.ts";

const words = z.string().trim().min(1).max(8000);

const droppedSchema = z.strictObject({ name: z.string().min(1).max(200), data: z.base64() });

export const askedActSchema = z.union([
  z.strictObject({ act: z.literal("bring-document"), file: droppedSchema }),
  actSchema.refine((does) => does.act !== "bring-document", "a document comes as a file"),
]);
export type AskedAct = Readonly<z.infer<typeof askedActSchema>>;

export const askedHoldSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.enum(["pause", "step"]) }),
  z.strictObject({ do: z.literal("resume"), approve: z.boolean().optional(), because: words.optional() }),
  z.strictObject({
    do: z.literal("pace"),
    pace: z.union([z.literal("Infinity"), z.number().min(0.25).max(100)]),
  }),
]);
export type AskedHold = Readonly<z.infer<typeof askedHoldSchema>>;

export const askedAnswerSchema = z.union([
  z.strictObject({
    to: z.string().min(1).max(80),
    answer: z.record(z.string(), z.json() as z.ZodType<Json>),
  }),
  z.strictObject({ to: z.string().min(1).max(80), another: z.string().min(1).max(400) }),
]);
export type AskedAnswer = Readonly<z.infer<typeof askedAnswerSchema>>;

export const askedMeetingSchema = z.strictObject({
  scenario: z.string().trim().min(1).max(400),
  question: words.optional(),
  model: z.string().trim().min(1).max(200).optional(),
  seed: z.string().trim().min(1).max(80).optional(),
  maxMessages: z.int().min(1).max(100_000).optional(),
  maxDollars: z.number().positive().max(1_000_000).optional(),
  documents: z.array(droppedSchema).max(20).default([]),
  isSubject: z.boolean().default(false),
});
export type PageMeeting = Readonly<z.infer<typeof askedMeetingSchema>>;

export const askedStartSchema = z.strictObject({
  ...askedMeetingSchema.shape,
  approve: z.boolean().optional(),
  because: words.optional(),
});
export type AskedStart = Readonly<z.infer<typeof askedStartSchema>>;
