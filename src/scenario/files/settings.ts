// The settings that a file or the environment can state, and how they are read. `home/settings`
// reads the files.

import { z } from "zod";
import { parseYamlWithoutSecrets } from "./secrets.ts";
import { type Environment, readVariable, type VariableName } from "./variables.ts";
import { validate } from "./yaml-file.ts";

export const settingsSchema = z.strictObject({
  model: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("Model of members whose scenario names none, such as anthropic:claude-sonnet-5-5"),
  seed: z
    .union([z.int(), z.string().min(1)])
    .optional()
    .describe("Seed of all random choices; a number or a word"),
  maxMessages: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe("Messages, reminders and passes together"),
  out: z
    .string()
    .min(1)
    .optional()
    .describe("Folder that transcripts are written to; default transcripts"),
});
export type Settings = z.infer<typeof settingsSchema>;

/** `schema`: that of this page, with fields of those who have more settings. */
export function parseSettings<Value>(
  { text, file }: { text: string; file: string },
  schema: z.ZodType<Value>,
): Value {
  const yaml = parseYamlWithoutSecrets({ file, text, code: "settings-invalid", isOwn: true });
  return validate(yaml.value === null ? { ...yaml, value: {} } : yaml, schema, "settings-invalid");
}

const NAMES = {
  model: "BOARDROOM_MODEL",
  seed: "BOARDROOM_SEED",
  maxMessages: "BOARDROOM_MAX_MESSAGES",
  out: "BOARDROOM_OUT",
} as const satisfies Record<keyof Settings, VariableName>;

/** An empty variable states nothing. */
export function readEnvironmentSettings(environment: Environment): Settings {
  const stated = Object.entries(NAMES).flatMap(([setting, variable]) => {
    const text = readVariable(environment, variable);
    if (text === "") return [];
    return [[setting, setting === "maxMessages" ? readNumber(text) : text]];
  });
  const locateVariable = ([key]: readonly PropertyKey[]) => ({
    file: NAMES[String(key) as keyof Settings],
  });
  const value: unknown = Object.fromEntries(stated);
  return validate(
    { file: "", value, locate: locateVariable, locateKey: locateVariable },
    settingsSchema,
    "settings-invalid",
  );
}

function readNumber(text: string): number | string {
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
