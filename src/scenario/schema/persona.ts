// The schema of a persona file, and the names that no persona may have.

import { z } from "zod";

export const idSchema = z
  .string()
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    "must be lowercase letters, digits and single hyphens, such as sarah-chen",
  )
  .max(64);

export const personaSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .describe("Full name with titles, as the others will read it"),
  title: z.string().trim().min(1).max(120).describe("Position, such as Senior Research Director"),
  expertise: z.array(z.string().trim().min(1)).min(1).describe("Fields this person can judge"),
  personality: z.string().trim().min(1).describe("Temper and manner, in a sentence or two"),
  speakingStyle: z.string().trim().min(1).describe("How this person talks, in a sentence or two"),
  priorities: z
    .record(idSchema, z.number().min(0).max(10))
    .default({})
    .describe("Weight 0 to 10 of each criterion this person cares about, by criterion id"),
  stubbornness: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe("0 yields to every good argument, 1 to none; used by simulated members"),
  optimism: z
    .number()
    .min(-1)
    .max(1)
    .default(0)
    .describe("Leaning before any evidence, -1 against to 1 for; used by simulated members"),
});

/** Names that the meeting uses itself, or that mean every member. */
const RESERVED: ReadonlySet<string> = new Set([
  "timekeeper",
  "system",
  "all",
  "everyone",
  "everybody",
  "boardroom",
]);

/** True for a name of the meeting itself, under which no person may speak. Ignores case and blanks. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(
    name
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[^\p{L}]/gu, ""),
  );
}

/** Who someone is; `background` is Markdown and may be empty. */
export type Persona = z.infer<typeof personaSchema> & {
  id: string;
  background: string;
};
