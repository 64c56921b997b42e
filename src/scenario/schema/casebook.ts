import { z } from "zod";
import { idSchema } from "./persona.ts";
import { referenceSchema } from "./reference.ts";

/**
 * A casebook: all that simulated members know of a matter. It stands between documents and minds, is written by a
 * person, by rules or by a model that read the case once, and is never shown to a language model at the table.
 */

const says = z
  .string()
  .trim()
  .min(1)
  .max(240)
  .regex(/[^.!?]$/, "must be a clause without a full stop: it is said within sentences");

const testSchema = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(240)
    .describe("What one would do to find out, as in: cut the line for a day"),
  found: z
    .enum(["holds", "breaks", "open"])
    .describe("What the documents say came of it: the candidate held, it broke, or nobody has tried"),
});

export const pointSchema = z.strictObject({
  id: idSchema.describe("What people call it, such as audit-window"),
  ref: referenceSchema.describe("Document and lines that the quote stands on, such as memo.md#L31"),
  quote: z.string().trim().min(1).describe("Word for word from there; … where something is left out"),
  says: says.describe("What it shows, in plain words, as a clause: the large systems will bundle this"),
  bears: z
    .record(idSchema, z.number().min(-1).max(1))
    .refine((bears) => Object.keys(bears).length > 0, "must name a criterion")
    .describe("What it shows by criterion, -1 (wholly against) to 1 (wholly for)"),
  severe: z
    .literal(true)
    .optional()
    .describe("A grave fact, such as fraud or a licence lost: ordinary merits do not outweigh it"),
  against: z.array(idSchema).default([]).describe("Ids of points it is weighed against"),
  asks: z
    .string()
    .trim()
    .min(1)
    .max(240)
    .optional()
    .describe("What one would ask about it, as in: what the pilots' contracts say about renewal"),
  settles: z
    .string()
    .trim()
    .min(1)
    .max(240)
    .optional()
    .describe("What would settle it, as in: a distribution agreement with one of them"),
  topic: idSchema.optional().describe("Agenda topic of a jury that it belongs to"),
  candidate: z
    .string()
    .min(1)
    .optional()
    .describe("The verdict it speaks on, where each stands for a candidate"),
  items: z
    .record(idSchema, z.string().min(1))
    .optional()
    .describe("The choice it speaks for, by item of a jury's sheet, such as o1: drop"),
  holds: says
    .optional()
    .describe(
      "On which condition the candidate holds in this matter, as a clause: the line is back within a day",
    ),
  tests: z
    .array(testSchema)
    .optional()
    .describe("How the candidate can be tested in this matter, and what the documents say came of that"),
});
/** One thing in the documents that a person could weigh. */
export type Point = z.infer<typeof pointSchema>;

export const requirementSchema = z.strictObject({
  id: idSchema.describe("What people call it, such as licence"),
  text: z.string().trim().min(1).max(240).describe("What is asked for, as in: current registration"),
  ref: referenceSchema.describe("Where it is asked for, such as job.md#L12"),
  must: z.boolean().default(false).describe("Nothing outweighs it where it is not met"),
  met: z.enum(["yes", "no", "open"]).default("open").describe("Whether the documents show that it is met"),
  by: idSchema.optional().describe("Id of the point that shows it"),
});
/** Something the post, the fund or the policy asks for. */
export type Requirement = z.infer<typeof requirementSchema>;

export const coverageSchema = z.strictObject({
  by: z.string().min(1).describe("hand, rules, or the model that read"),
  statements: z.int().min(0).describe("Statements that a person could weigh"),
  weighed: z.int().min(0).describe("Those of them that became points"),
  language: z.string().optional().describe("Language of what was not read, where the rules do not read it"),
});
/** How much of the documents was read, and by whom. */
export type Coverage = z.infer<typeof coverageSchema>;

/** The file `casebook.yaml`. */
export const casebookSchema = z.strictObject({
  documents: z
    .record(z.string(), z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex"))
    .optional()
    .describe(
      "SHA-256 of each document as it was when read; points of a document that was replaced are dropped",
    ),
  read: coverageSchema.optional().describe("Left out, it was written by hand and everything was read"),
  requirements: z
    .array(requirementSchema)
    .default([])
    .describe("What the post, the fund or the policy asks for"),
  points: z.array(pointSchema).default([]).describe("What in the documents a person could weigh"),
});
export type Casebook = z.infer<typeof casebookSchema>;

/** The criterion of scenarios that name none. */
export const WHOLE_CASE = "case";
