import { z } from "zod";

/** A name of something known; nothing that could be a path. */
const known = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^/\\\0]+$/, "must be a name, not a path");

const words = z.string().trim().min(1);

export const matterArguments = {
  scenario: known.describe("Name of a scenario, as list_scenarios gives it"),
  question: words.max(2_000).optional().describe("Asked in place of the scenario's question"),
  seed: z
    .union([z.int(), words.max(120)])
    .optional()
    .describe("Decides every draw; the same seed makes the same simulated meeting"),
  maxMessages: z.int().min(1).max(1_000).optional().describe("Most messages, notices, passes and absences"),
  model: words
    .max(200)
    .optional()
    .describe("Model of every member, such as simulated or anthropic:claude-sonnet-5-5"),
  members: z
    .record(known, words.max(200))
    .optional()
    .describe("Model of single members by id; agent:NAME keeps a seat for an agent from outside"),
  protocol: words
    .max(60)
    .regex(/^[a-z][a-z0-9-]*$/, "must be the name of a protocol")
    .optional()
    .describe("Procedure by name; left out, the scenario's"),
};
