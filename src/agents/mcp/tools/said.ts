import { z } from "zod";
import type { Json } from "../../../engine/transcript/events.ts";
import { BoardroomError } from "../../../errors.ts";

/** Most characters of one answer. */
const LONGEST = 64_000;

const text = z.string().trim().min(1).max(LONGEST);

export const speakArguments = {
  question: z.string().max(80).optional().describe("Path of the question, as wait_for_turn gave it"),
  content: text.optional().describe("Your words to the others"),
  verdict: text.optional().describe("One of the options, or NONE for no verdict"),
  reasoning: text.optional().describe("Why you hold that verdict, or have none"),
  wouldChange: text.optional().describe("What would change your verdict"),
  confidence: z.number().min(0).max(1).optional().describe("How sure you are, 0 to 1"),
  movedBy: z
    .strictObject({ message: text, passage: text })
    .optional()
    .describe("What changed your verdict: id of a message you heard, and words that stand in it"),
  artifacts: z
    .array(z.strictObject({ ref: text, quote: z.string().max(4_000).default("") }))
    .max(40)
    .optional()
    .describe("Passages you cite, such as resume.md#L12-L14; an empty quote is filled in from the lines"),
  to: text.optional().describe("Whom you address, by name; left out, everybody"),
  topic: text.optional().describe("Topic of the agenda that your words belong to"),
  ready: z.boolean().optional().describe("The phase may end for your part"),
  withdrawn: z.boolean().optional().describe("You leave the debate, with your verdict on record"),
  pass: z.boolean().optional().describe("You say nothing this time"),
  fields: z
    .record(z.string(), z.json())
    .optional()
    .describe("Where `isForm` is true: the fields that are asked for, as JSON"),
  scaffold: text.optional().describe("The whole message in the XML form of the rules, in place of fields"),
};

type SpeakGiven = { readonly [Name in keyof typeof speakArguments]?: unknown };

export function saidIn(given: SpeakGiven): { readonly [key: string]: Json } {
  const { question: _, fields, scaffold, artifacts, withdrawn, ...said } = given;
  const words = {
    ...said,
    ...(artifacts !== undefined && { cite: artifacts }),
    ...(withdrawn !== undefined && { withdraw: withdrawn }),
  };
  const own = Object.fromEntries(
    Object.entries(words).filter(([, value]) => value !== undefined && value !== false),
  );
  const ways = [fields !== undefined, scaffold !== undefined, Object.keys(own).length > 0].filter(Boolean);
  if (ways.length !== 1)
    throw refused(ways.length === 0 ? "nothing is said" : "it is said in two ways at once");
  const answer = fields ?? (scaffold === undefined ? own : { scaffold });
  const size = JSON.stringify(answer).length;
  if (size > LONGEST)
    throw new BoardroomError("too-much", {
      message: `an answer of ${size} characters`,
      remedy: `At most ${LONGEST} are taken: say less.`,
    });
  return answer as { readonly [key: string]: Json };
}

function refused(message: string): BoardroomError {
  return new BoardroomError("answer-refused", {
    message,
    remedy: "Give the fields of a message, or `fields`, or `scaffold`; `pass` says nothing this time.",
  });
}
