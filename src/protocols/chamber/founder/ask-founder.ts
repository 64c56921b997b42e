import { z } from "zod";
import type { Floor, HumanRequest } from "../../../engine/meeting/contract/floor.ts";

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
  readonly fromWords: (words: FounderWords) => unknown;
  readonly objection?: (answer: z.infer<Schema>) => string | null;
};

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

const TRIES = 3;

const silence = z.union([z.object({ pass: z.literal(true) }), z.object({ absent: z.string() })]);
