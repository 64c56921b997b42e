import { z } from "zod";
import type { Floor, HumanRequest } from "../../../meeting/contract/floor.ts";

/** An answer in the words of any other turn, in place of the fields that are asked for. */
const wordsSchema = z.strictObject({
  content: z.string().optional(),
  verdict: z.string().optional(),
  reasoning: z.string().optional(),
  confidence: z.number().optional(),
  cite: z.array(z.string()).optional(),
});
export type FounderWords = z.infer<typeof wordsSchema>;

type FounderQuestion<Schema extends z.ZodType> = {
  readonly request: HumanRequest;
  readonly schema: Schema;
  /** What plain words come to in the form of the schema. */
  readonly fromWords: (words: FounderWords) => unknown;
  /** What else is wrong with an answer; null where nothing is. */
  readonly objection?: (answer: z.infer<Schema>) => string | null;
};

/** Asks a person until the answer fits, a few times; null where none did, or where there is nothing to say. */
export async function askFounder<Schema extends z.ZodType>(
  floor: Floor,
  person: string,
  { request, schema, fromWords, objection = () => null }: FounderQuestion<Schema>,
): Promise<z.infer<Schema> | null> {
  let problem: string | null = null;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answer: unknown = await floor.ask(person, problem === null ? request : { ...request, problem });
    if (silence.safeParse(answer).success) return null;
    const words = wordsSchema.safeParse(answer);
    const read = schema.safeParse(words.success ? fromWords(words.data) : answer);
    problem = read.success ? objection(read.data) : z.prettifyError(read.error);
    if (read.success && problem === null) return read.data;
  }
  return null;
}

/** How often a person is asked the same thing, when the answer does not fit. */
const TRIES = 3;

const silence = z.union([z.object({ pass: z.literal(true) }), z.object({ absent: z.string() })]);
