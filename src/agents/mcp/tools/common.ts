import { z } from "zod";

export const meetingArgument = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe("Id of the meeting, as list_meetings and start_meeting give it");

export const cursorArgument = z
  .string()
  .max(40)
  .optional()
  .describe("`next` of the answer before; left out, from the beginning");

export const tokenArgument = z
  .string()
  .max(100)
  .optional()
  .describe("Your seat's or owner's token for this meeting, where you have one");

export const roomToken = z.string().max(100).describe("Your token in this room, as subscribe gave it");

export const secondsArgument = z
  .number()
  .min(0)
  .max(25)
  .default(20)
  .describe("How long to wait, at most 25 s; call again for longer");

export const nextField = z.string().nullable().describe("Cursor of what follows; null at the end");

export const seatToken = z.string().max(100).describe("Your seat's token, as join_meeting gave it");

/** Letters of two alphabets that look alike, side by side. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;

export const nameArgument = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}\p{Cf}:]+$/u, "must be a name on one line, without a colon")
  .refine(
    (name) => !MIXED.test(name),
    "mixes alphabets within a word, as a name does that is to look like another",
  );
