// `programs:` of the user's own settings: commands that may be started to answer for members.

import { z } from "zod";

export const programSettingsSchema = z.strictObject({
  command: z
    .array(z.string())
    .min(1)
    .refine(
      ([file = ""]) => /^(?:[\w.@+-]+|\/.*|[A-Za-z]:[\\/].*)$/.test(file),
      "must begin with a name on your PATH or an absolute path, such as [codex-acp]",
    )
    .describe("The program and its arguments, as a list. No shell reads them"),
  speaks: z
    .enum(["acp", "text"])
    .optional()
    .describe(
      "acp: the Agent Client Protocol, version 1. text: the prompt on stdin, the reply on stdout; only for a program whose tools are off. Default acp",
    ),
  env: z
    .record(z.string().min(1), z.string())
    .optional()
    .describe("Variables that it is given, with their values; no keys"),
  pass: z
    .array(z.string().min(1))
    .optional()
    .describe("Variables of your environment that it may see besides the usual ones"),
  concurrency: z.int().min(1).optional().describe("Calls under way at once; default 2"),
  firstSeconds: z
    .number()
    .positive()
    .optional()
    .describe("Longest silence before a reply begins; default 180"),
  idleSeconds: z
    .number()
    .positive()
    .optional()
    .describe("Longest silence within a reply; default 120"),
  totalSeconds: z.number().positive().optional().describe("Longest call; default 600"),
});
export type ProgramSettings = z.infer<typeof programSettingsSchema>;
