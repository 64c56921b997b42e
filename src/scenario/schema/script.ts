// The schema of a script: what simulated members say. A play is one persona with one opening verdict,
// a thread is talk without an owner, and a beat is one message. Code only chooses among their texts.

import { z } from "zod";
import { referenceSchema } from "./document.ts";
import { idSchema } from "./persona.ts";

const SENTENCE_END = /[.?!]["”’']?$/;

const text = z
  .string()
  .trim()
  .min(1)
  .refine((said) => SENTENCE_END.test(said), {
    message: "must end with a full stop, a question mark or an exclamation mark",
    params: { remedy: "Write a whole sentence, with its mark." },
  })
  .meta({ pattern: SENTENCE_END.source });

const acceptOneOrMany = <Item extends z.ZodType>(item: Item) =>
  z.union([item.transform((one) => [one]), z.array(item)]);

const texts = acceptOneOrMany(text);

/** The key of words that are the same for every member. */
export const EVERYONE = "any";

/** Words for each member, by short name; a plain text or a list is for all of them. */
const voiced = <Words extends z.ZodType>(words: Words) =>
  z.union([
    words.transform((all): Record<string, z.output<Words>> => ({ [EVERYONE]: all })),
    z.record(z.string(), words),
  ]);

const words = z.string().trim().min(1);
const oneOrMore = acceptOneOrMany(words);

const CITED = /^(\S+#L\d+(?:-L\d+)?) \| ([\s\S]+)$/;
const citation = z.union([
  z
    .string()
    .regex(CITED, 'must look like "memo.md#L12 | the words of the line"')
    .transform((cited) => {
      const [, ref = "", quote = ""] = CITED.exec(cited) ?? [];
      return { ref, quote: quote.trim() };
    }),
  z.strictObject({
    ref: referenceSchema.describe("Document and lines, such as memo.md#L12"),
    quote: words.describe("Exact words from there"),
  }),
]);
const citations = acceptOneOrMany(citation).default([]);
export type Cited = { ref: string; quote: string };

const entry = z.strictObject({
  choice: words.describe("One of the sheet's choices"),
  reason: text.describe("Why, in a sentence"),
  cite: citations.describe("Lines that support it"),
});
const sheet = z
  .record(z.string(), entry)
  .default({})
  .describe("By item of a jury's sheet: what is written there");

const ids = z.array(idSchema).default([]);
const key = z.string().regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, "must look like play.beat");
const keys = z.array(key);

const facts = {
  cite: citations.describe('Lines that it cites, such as "memo.md#L12 | the words of the line"'),
  sums: z
    .array(z.string().regex(/=/, 'must be a sum such as "3.36 - 1.04 = 2.32"'))
    .default([])
    .describe("Inferences of the speaker: sums of numbers of the documents"),
  own: z
    .array(z.number())
    .default([])
    .describe("Numbers that are not from the case, such as a bet or the year of an own story"),
  sheet,
  topic: idSchema.optional().describe("Agenda topic of a jury that it belongs to"),
  ground: voiced(words)
    .optional()
    .describe("A clause for the one who sums up: what the verdict rests on"),
};

const beatSchema = z.strictObject({
  me: voiced(texts).optional().describe("What the owner of the play says"),
  by: z.record(z.string(), texts).optional().describe("What others say, by member"),
  // biome-ignore lint/suspicious/noThenProperty: a script is data and is never awaited.
  then: ids.describe("Beats that may follow; none ends the exchange"),
  if: acceptOneOrMany(words)
    .optional()
    .describe("Who may speak it: yes (has a verdict for), no (any other verdict), or verdict ids"),
  other: z.boolean().default(false).describe("Only by one who has not spoken in this thread"),
  now: z.boolean().default(false).describe("Only directly after the beat before it"),
  needs: keys.default([]).describe("Beats that must come before it"),
  bars: keys.default([]).describe("Beats that exclude it"),
  offers: idSchema.optional().describe("The term that it offers"),
  accepts: idSchema.optional().describe("The term that it accepts"),
  refuses: idSchema.optional().describe("The term that it refuses"),
  agreed: idSchema.optional().describe("The term that must have been accepted"),
  turns: words
    .optional()
    .describe(
      "The verdict that the owner turns to, or that its condition asks for in words of a chair",
    ),
  after: voiced(texts).optional().describe("With turns: the recorded reason"),
  leaves: voiced(texts).optional().describe("With turns: said at the end; default the reason"),
  thanks: z
    .record(z.string(), texts)
    .default({})
    .describe("With turns: what a member says at the end after these last words"),
  crux: words.optional().describe("With turns: what would change the new verdict"),
  for: key
    .optional()
    .describe("With turns: the beat that moved it, such as play.beat, if not the one before"),
  to: z.array(z.string()).default([]).describe("Members who may be addressed"),
  ...facts,
});
export type BeatFile = z.infer<typeof beatSchema>;

const threadFields = {
  start: z.array(idSchema).min(1).describe("Beats that may begin it"),
  beats: z.record(idSchema, beatSchema).describe("Messages, by id"),
  weight: z.number().positive().default(2).describe("How readily it is drawn"),
  bars: keys.default([]).describe("Beats that keep it from being raised"),
};

const playSchema = z.strictObject({
  who: acceptOneOrMany(z.string()).describe("The member, or members, whose opening it is"),
  verdict: words.describe("The verdict that it opens with"),
  criterion: acceptOneOrMany(idSchema)
    .default([])
    .describe("Criteria whose priority makes a member open with it"),
  says: voiced(texts).describe("The opening: what is at stake, the best fact and the crux"),
  brief: voiced(texts).optional().describe("Shorter openings"),
  reason: voiced(words).describe("Words of every opening: the recorded reason"),
  crux: voiced(words).describe("Words of every opening: what would turn the owner"),
  open: voiced(words).describe("A clause for the one who sums up: what is not settled"),
  last: voiced(texts).describe(
    "Said at the end by an owner who did not turn, also by result; or by an agent if it dissents",
  ),
  meets: keys
    .default([])
    .describe("Beats elsewhere that would turn an owner; no one says them before it has turned"),
  hooks: z.array(text).default([]).describe("Leads of one who comes back to it"),
  grades: z
    .record(idSchema, z.int().min(1).max(5))
    .default({})
    .describe("Grades of a judge, by criterion; default 4, 3 or 2 by the side of the verdict"),
  ...threadFields,
  ...facts,
});
export type PlayFile = z.infer<typeof playSchema>;

const threadSchema = z.strictObject({
  id: idSchema.describe("Name of the thread"),
  sheet,
  topic: facts.topic,
  ...threadFields,
});
export type ThreadFile = z.infer<typeof threadSchema>;

const memberSchema = z.strictObject({
  id: idSchema.optional().describe("Persona id; default the key"),
  drafts: z.boolean().default(false).describe("May offer terms while undecided"),
  stubborn: z.number().min(0).max(1).optional().describe("Default that of the persona"),
  introduce: z
    .array(text)
    .default([])
    .describe("How a member begins a jury, or an agent its summary"),
});

const byResult = z
  .object({
    for: z.record(z.string(), texts).describe("After a result for, by member"),
    against: z.record(z.string(), texts).describe("After a result against"),
    split: z.record(z.string(), texts).describe("After no result"),
  })
  .catchall(z.record(z.string(), texts))
  .optional();

const testSchema = z.strictObject({
  must: z
    .string()
    .trim()
    .min(1)
    .max(240)
    .regex(/[^.!?]$/, "must be a clause without a full stop")
    .describe("The condition of the verdict that it tests"),
  says: text.optional().describe("The claim; default that the condition is met"),
  test: text.describe("What one would do to find out, such as: Cut the line for a day."),
  found: z
    .enum(["holds", "breaks", "open"])
    .describe("The recorded result; open if it was not tried"),
  cite: citation.optional().describe("The line that states the result; required unless it is open"),
});
export type TestFile = z.infer<typeof testSchema>;

export const scriptSchema = z.strictObject({
  members: z.record(z.string(), memberSchema).default({}).describe("Short names of the personas"),
  prepared: z
    .array(text)
    .default([])
    .describe("Said to {name}, a person who asks about something that no beat covers"),
  terms: z.record(idSchema, text).default({}).describe("By term: its words in the result"),
  sum: byResult.describe(
    "How each member says the result at the end, by outcome, or by the verdict that most members hold",
  ),
  grounds: z
    .record(z.string(), oneOrMore)
    .default({})
    .describe("By outcome or verdict: words before what those who hold it rest on"),
  agreed: oneOrMore.prefault("Agreed:").describe("Words before the terms that were accepted"),
  open: z
    .strictObject({
      one: oneOrMore.prefault("Not settled:").describe("After a result for, or a split"),
      against: oneOrMore.prefault("Without an answer:").describe("After a result against"),
    })
    .prefault({})
    .describe("Words before what is not settled"),
  count: z
    .partialRecord(z.enum(["for", "against", "split", "neutral"]), text)
    .default({})
    .describe(
      "By outcome: the count in words, with {for} and {against}; neutral, with {neutral}, is added if any are",
    ),
  plays: z.record(idSchema, playSchema).default({}).describe("Openings and their tests, by id"),
  threads: z.array(threadSchema).default([]).describe("Talk that belongs to no opening"),
  tests: z
    .record(z.string(), z.array(testSchema))
    .default({})
    .describe("By verdict: what members of rounds claim and test"),
  sheet: sheet.describe("Entries of a jury's sheet for items that the debate did not settle"),
});
export type Script = z.infer<typeof scriptSchema>;
