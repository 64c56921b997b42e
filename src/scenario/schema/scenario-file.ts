// The schema of scenario.yaml, as people write it. schemas/scenario.schema.json is generated from
// it.

import { z } from "zod";
import { assessmentSchema } from "./assessment.ts";
import { privateEntrySchema } from "./document.ts";
import { NAMED_ENDINGS } from "./endings.ts";
import { idSchema } from "./persona.ts";
import {
  criterionSchema,
  decisionSchema,
  limitsSchema,
  promptSchema,
  requirementSchema,
  samplingSchema,
  verdictOptionSchema,
} from "./scenario.ts";

const fallbackSchema = z.string().min(1);

export const memberSettings = {
  model: z
    .string()
    .min(1)
    .optional()
    .describe("provider:model, such as anthropic:claude-sonnet-5-5"),
  fallback: fallbackSchema.optional().describe("Model that answers while its provider is down"),
  sampling: samplingSchema
    .optional()
    .describe("Sampling of this member; missing values come from the scenario"),
  weight: z
    .number()
    .min(0)
    .max(100)
    .default(1)
    .describe("Votes under rule: weighted; 0 advises without a vote"),
  stake: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("What this member can gain or lose in this case; only its own prompt has it"),
  turnedBy: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("One thing that would turn this member; only its own prompt has it"),
};

export const memberEntrySchema = z.union([
  idSchema,
  z.strictObject({
    persona: idSchema.describe("Id of the persona: its file's name without .md"),
    id: idSchema
      .optional()
      .describe("Seat id if one persona is used twice; default the persona id"),
    ...memberSettings,
  }),
]);

export const documentEntrySchema = z.union([
  z.string().min(1),
  z.strictObject({
    file: z.string().min(1).describe(`Path within the scenario's folder: ${NAMED_ENDINGS}`),
    title: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe("What members call it; default the file's name"),
    subject: z
      .boolean()
      .default(false)
      .describe("The document the meeting judges, which --document replaces; at most one"),
  }),
]);

export const DEFAULT_PROTOCOL = "board";

export const scenarioFileSchema = z.strictObject({
  title: z.string().trim().min(1).max(160).describe("Heading of the meeting and its reports"),
  question: z
    .string()
    .trim()
    .min(1)
    .describe("The one thing to decide; members see it word for word"),
  context: z.string().trim().min(1).optional().describe("Background that every member should know"),
  protocol: idSchema
    .default(DEFAULT_PROTOCOL)
    .describe("How the meeting runs; see boardroom list protocols"),
  options: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("Settings of the protocol, such as selector; see its documentation"),
  verdicts: z
    .array(verdictOptionSchema)
    .min(2)
    .max(20)
    .describe("Positions a member can take, strongest for first; at least one for and one against"),
  sides: z
    .literal("none")
    .optional()
    .describe(
      "none: options are alternatives, such as two sites; they get option colors, not for and against",
    ),
  decision: decisionSchema.prefault({}).describe("How the members' verdicts become the outcome"),
  criticality: assessmentSchema
    .optional()
    .describe(
      "How important the decision is; missing values count as high. It decides what an agent may do alone",
    ),
  documents: z
    .array(documentEntrySchema)
    .default([])
    .describe("What every member can read and cite: paths, or mappings with a file in them"),
  private: z
    .record(idSchema, z.array(privateEntrySchema).min(1))
    .optional()
    .describe(
      "Evidence of single members, by seat: files, or lines of one such as memo.md#L3-L7. No other member sees it",
    ),
  criteria: z.array(criterionSchema).max(30).default([]).describe("What members judge by"),
  requirements: z
    .array(requirementSchema)
    .max(100)
    .default([])
    .describe("What is required; members see it"),
  members: z
    .array(memberEntrySchema)
    .min(1)
    .max(100)
    .describe("Who sits on the board: persona ids, or mappings with a persona in them"),
  model: z
    .string()
    .min(1)
    .optional()
    .describe("Model of every member without its own; default simulated"),
  fallback: fallbackSchema
    .optional()
    .describe("Fallback of every member without its own; default none"),
  whenNoKey: z
    .enum(["refuse", "simulate"])
    .default("refuse")
    .describe(
      "Without a key for any model named here: refuse to start, or simulate those members and report it",
    ),
  sampling: samplingSchema.optional().describe("Sampling of models; sent if a model accepts it"),
  limits: limitsSchema.prefault({}).describe("Limits of the meeting; at a limit, members vote"),
  prompt: promptSchema.prefault({}).describe("How language models see the meeting"),
  language: z
    .enum(["en", "de"])
    .optional()
    .describe("Language in which members write; simulated members speak English only"),
  startsAt: z.iso
    .datetime()
    .optional()
    .describe(
      "Time of the first message; default now, or 5 January 2026 if all members are simulated",
    ),
  seed: z
    .union([z.int(), z.string().min(1)])
    .optional()
    .describe("Seed of all random choices; the same seed gives the same choices"),
});
export type ScenarioFile = z.infer<typeof scenarioFileSchema>;
