// The part of boardroom.yaml about providers, prices and repeated calls.

import { z } from "zod";
import type { RetryPolicy } from "../calls/retry.ts";
import { programSettingsSchema } from "../program/program-settings.ts";

const count = z.int().min(1);

const capabilitySchema = z.strictObject({
  contentParts: z.boolean().describe("Takes a message as a list of parts"),
  caching: z
    .enum(["breakpoints", "prompt-cache-key", "prompt-cache-breakpoints", "implicit", "none"])
    .describe("How it caches the beginning of a prompt"),
  sampling: z.boolean().describe("Takes a temperature"),
  systemRole: z.boolean().describe("Takes a system message"),
  structuredOutput: z.boolean().describe("Keeps to a JSON Schema"),
  form: z
    .enum(["tags", "grammar", "structured_outputs", "json", "found"])
    .describe(
      "How members write: in tags, in tags under a grammar (llama.cpp grammar, vLLM structured_outputs), or in JSON; found asks a local server",
    ),
  prefill: z.boolean().describe("Continues a reply that was cut off, if it is the last message"),
  reasoningEffort: z.boolean().describe("Takes a reasoning effort"),
  outputLimitKey: z
    .enum(["max_tokens", "max_completion_tokens"])
    .describe("Name of the limit of a reply"),
  contextWindow: count.nullable().describe("Tokens of prompt and reply together"),
});

/** Keys stay in the environment. */
const providerSettingsSchema = z.strictObject({
  speaks: z
    .enum(["anthropic", "openai", "ollama"])
    .optional()
    .describe("Protocol of the endpoint; default openai"),
  baseUrl: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .refine(
      (text) => !hasCredentials(text),
      "must hold no user name or password; name a keyVariable",
    )
    .optional()
    .describe("Address of the endpoint, such as `http://127.0.0.1:8080/v1`"),
  keyVariable: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of an environment variable, such as MY_API_KEY")
    .optional()
    .describe("Environment variable that holds the key"),
  capabilities: capabilitySchema
    .partial()
    .optional()
    .describe("What the endpoint accepts, if it differs"),
  concurrency: count.optional().describe("Calls under way at once; default 8"),
  requestsPerMinute: count.optional().describe("Most calls in a minute"),
  idleSeconds: z
    .number()
    .positive()
    .optional()
    .describe(
      "Longest silence within a reply; default 60. Before the first word of a local address, firstSeconds counts",
    ),
  firstSeconds: z.number().positive().optional().describe("Longest silence before a reply begins"),
  totalSeconds: z.number().positive().optional().describe("Longest call; default 600"),
  maxAttempts: count
    .max(20)
    .optional()
    .describe(
      "Most calls if one fails temporarily; default 4, and more while its provider does not answer at all",
    ),
  maxWaitSeconds: z
    .number()
    .min(0)
    .max(3_600)
    .optional()
    .describe(
      "Longest wait before a call is tried again, even if the provider asks for more; default 60",
    ),
  totalWaitSeconds: z
    .number()
    .min(0)
    .optional()
    .describe(
      "How long all members of a provider wait for it if it does not answer at all; default 600",
    ),
  giveUpSeconds: z
    .number()
    .positive()
    .optional()
    .describe("Longest time for one call with all its attempts and waits; default 900"),
});
export type ProviderSettings = z.infer<typeof providerSettingsSchema>;

/** Dollars for a million tokens. */
const ratesSchema = z.strictObject({
  input: z.number().min(0).describe("Of the prompt"),
  output: z.number().min(0).describe("Of the reply"),
  cacheRead: z
    .number()
    .min(0)
    .optional()
    .describe("Of input that the provider has cached; default input"),
  cacheWrite: z.number().min(0).optional().describe("Of input that it caches; default input"),
});

const priceSettingsSchema = ratesSchema.extend({
  tiers: z
    .array(
      ratesSchema.extend({ above: count.describe("Input tokens from which these rates hold") }),
    )
    .optional()
    .describe("Other rates for long prompts"),
});

export const modelSettingsSchema = z.strictObject({
  providers: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9-]*$/), providerSettingsSchema)
    .optional()
    .describe("Endpoints, by the first part of a model's name"),
  programs: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9-]*$/), programSettingsSchema)
    .optional()
    .describe(
      "Programs that answer for members, by the name in program:NAME; allowed in your user settings only",
    ),
  prices: z
    .record(z.string().min(1), priceSettingsSchema)
    .optional()
    .describe("Dollars for a million tokens, by model, such as openai:gpt-6-sol"),
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

export function toRetryPolicy(settings: ProviderSettings): Partial<RetryPolicy> {
  const { maxAttempts, maxWaitSeconds, totalWaitSeconds, giveUpSeconds } = settings;
  return {
    attempts: maxAttempts,
    maxWaitMs: toMilliseconds(maxWaitSeconds),
    totalWaitMs: toMilliseconds(totalWaitSeconds),
    totalMs: toMilliseconds(giveUpSeconds),
  };
}

export function toMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}

function hasCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== "" || password !== "";
}
