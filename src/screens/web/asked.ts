import { z } from "zod";

const words = z.string().trim().min(1).max(8000);

const droppedSchema = z.strictObject({ name: z.string().min(1).max(200), data: z.base64() });

export const askedActSchema = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("interject"), text: words }),
  z.strictObject({ act: z.enum(["close-debate", "adjourn"]) }),
]);
export type AskedAct = Readonly<z.infer<typeof askedActSchema>>;

/** Consent to spend, and above a limit the reason. */
const consent = { approve: z.boolean().optional(), because: words.optional() };

export const askedHoldSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("pause") }),
  z.strictObject({ do: z.literal("resume"), ...consent }),
]);
export type AskedHold = Readonly<z.infer<typeof askedHoldSchema>>;

const to = z.string().min(1).max(80);

export const askedAnswerSchema = z.union([
  z.strictObject({ to, answer: z.record(z.string(), z.json()) }),
  z.strictObject({ to, another: z.string().min(1).max(400) }),
]);
export type AskedAnswer = Readonly<z.infer<typeof askedAnswerSchema>>;

export const askedMeetingSchema = z.strictObject({
  scenario: z.string().trim().min(1).max(400),
  model: z.string().trim().min(1).max(200).optional(),
  documents: z.array(droppedSchema).max(20).default([]),
  isSubject: z.boolean().default(false),
});
export type PageMeeting = Readonly<z.infer<typeof askedMeetingSchema>>;

export const askedStartSchema = z.strictObject({ ...askedMeetingSchema.shape, ...consent });
export type AskedStart = Readonly<z.infer<typeof askedStartSchema>>;
