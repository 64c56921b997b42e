// The schema of a script: what simulated members can say about one scenario. Code only chooses
// among its sentences.

import { z } from "zod";
import { referenceSchema } from "./document.ts";
import { idSchema } from "./persona.ts";
import { playFields } from "./play.ts";

const LONGEST_SENTENCE = 45;

const SENTENCE_END = /[.?]["”’]?$/;

const sentence = z
  .string()
  .trim()
  .min(1)
  .refine((text) => SENTENCE_END.test(text), {
    message: "must end with a full stop or a question mark",
    params: { remedy: "Write a whole sentence, with its full stop." },
  })
  .refine((text) => text.split(/\s+/).length <= LONGEST_SENTENCE, {
    message: `must have at most ${LONGEST_SENTENCE} words`,
    params: { remedy: "Shorten it, or make two entries of it." },
  })
  .meta({ pattern: SENTENCE_END.source });

const sentences = z.union([sentence.transform((one) => [one]), z.array(sentence)]);

const ownSentences = z.record(idSchema, sentences);

const answerSchema = z.union([
  sentence.transform((says) => ({ says, by: {} })),
  z.strictObject({
    says: sentence.describe("The sentence that answers"),
    by: ownSentences.default({}).describe("The answer in one member's voice, by persona id"),
  }),
]);

const testSchema = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(240)
    .describe("What one would do to find out, such as: cut the line for a day"),
  found: z
    .enum(["holds", "breaks", "open"])
    .describe("The recorded result; open if it was not tried"),
  ref: referenceSchema
    .optional()
    .describe("The line that states the result; required unless it is open"),
});

const pointSchema = z.strictObject({
  id: idSchema.describe("Name of the point, such as early-leavers"),
  issue: idSchema.optional().describe("The issue it belongs to"),
  ref: referenceSchema.describe("Document and lines of the quote, such as memo.md#L31"),
  quote: z.string().trim().min(1).describe("Word for word from there, with … for omitted words"),
  bears: z
    .record(idSchema, z.number().min(-1).max(1))
    .describe("What it shows by criterion, from -1 (against) to 1 (for)"),
  for: z
    .string()
    .min(1)
    .optional()
    .describe("If the verdicts are choices: the one that `bears` is about"),
  short: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .optional()
    .describe("A noun phrase for it, such as: the early leavers"),
  lines: sentences.default([]).describe("Statements that make the point"),
  by: ownSentences.default({}).describe("Statements in one member's voice, by persona id"),
  answers: z
    .record(idSchema, answerSchema)
    .default({})
    .describe(
      "By id of a point of the opposite direction: the sentence that answers it with this point",
    ),
  stays: sentence
    .optional()
    .describe("Said after any answer to this point, by the member who made it"),
  won: sentence.optional().describe("Said by a member that this point has just persuaded"),
  ask: sentence.optional().describe("A question that tests the point"),
  reply: z
    .union([
      sentence,
      z.strictObject({
        with: idSchema.describe("Id of the point that answers the question"),
        says: sentence.describe("The answer, said with that point"),
      }),
    ])
    .optional()
    .describe("The answer to `ask`: another point with a sentence, or what the documents lack"),
  change: sentence.optional().describe("What would change the mind of a member who relies on it"),
  condition: sentence.optional().describe("The condition of a conditional yes that settles it"),
  topic: idSchema.optional().describe("Agenda topic of a jury that it belongs to"),
  items: z
    .record(idSchema, z.string().min(1))
    .optional()
    .describe("The choice it supports, by item of a jury's sheet"),
  holds: z
    .string()
    .trim()
    .min(1)
    .max(240)
    .regex(/[^.!?]$/, "must be a clause without a full stop")
    .optional()
    .describe("The condition under which the option holds in this case"),
  tests: z
    .array(testSchema)
    .default([])
    .describe("How the option can be tested in this case, and the result"),
});
/** One fact in the documents, and what people would say about it. */
export type Point = z.infer<typeof pointSchema>;

/** `{name}`, `{short}` and `{verdict}` are filled in. */
export const ACTS = [
  "agree",
  "heard",
  "grant",
  "second",
  "lean",
  "doubt",
  "credit",
  "late",
  "moved",
  "movedBy",
  "vote",
  "because",
  "back",
] as const;
const stock = z.array(z.string().trim().min(1)).default([]);
const acts = Object.fromEntries(ACTS.map((act) => [act, stock])) as Record<
  (typeof ACTS)[number],
  typeof stock
>;

const voiceSchema = z.strictObject({
  talk: z.number().min(1).max(10).default(4).describe("Turns of argument in a usual meeting"),
  asks: z.number().min(0).max(1).default(0.25).describe("How readily the member asks, 0 to 1"),
  ...acts,
});
export type Voice = z.infer<typeof voiceSchema>;

const commonVoiceSchema = voiceSchema.extend({
  quote: stock.describe("Quotes a point without sentences: {line} and {quote}"),
  stays: stock.describe("Stays with a point whose script has no sentence for it"),
  introduce: stock.describe(
    "Introduces the member in a jury: {question} of the criterion that matters most",
  ),
  unknown: stock.describe("Said to {name}, whose question the member's own papers cannot answer"),
  prepared: stock.describe("Said when a person asks about something that no point covers"),
});

/** By persona id; `common` is for everyone else. */
export const voicesFileSchema = z
  .object({ common: commonVoiceSchema.optional() })
  .catchall(voiceSchema);

export const scriptSchema = z.strictObject({
  spoken: z
    .record(z.string(), z.string().trim().min(1))
    .default({})
    .describe("Each verdict as people say it"),
  cuts: z
    .record(z.string(), z.number().min(-1).max(1))
    .optional()
    .describe("Lowest score, from -1 to 1, for each verdict; default evenly spaced"),
  because: z
    .record(z.string(), sentence)
    .default({})
    .describe("By outcome: the reason that a report prints"),
  issues: z
    .record(idSchema, sentences)
    .default({})
    .describe("By issue: sentences that turn the talk to it"),
  points: z.array(pointSchema).default([]).describe("The facts that a person could weigh"),
  ...playFields,
});
export type ScriptFile = z.infer<typeof scriptSchema>;
export type Script = ScriptFile & {
  voices: {
    common: z.infer<typeof commonVoiceSchema>;
    [persona: string]: Voice;
  };
};

export const recordedScriptSchema = scriptSchema.extend({
  voices: z.object({ common: commonVoiceSchema }).catchall(voiceSchema),
});

export const WHOLE_CASE = "case";
