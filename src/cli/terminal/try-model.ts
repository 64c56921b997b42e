import type { ApprovalFlags } from "../../home/money/approvals.ts";
import { askModel } from "../../home/money/ask-model.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import type { CallFlags, ProjectSettings } from "../../home/settings/settings.ts";
import { singleRequest } from "../../models/port/layout.ts";
import { dollarsInWords } from "../../showing/words.ts";

/** Tokens: room for models that think before they answer. */
const MOST_OUTPUT = 1_000;

type ToTry = {
  readonly spec: string;
  readonly outer: ProjectSettings;
  readonly flags: ApprovalFlags & CallFlags;
};

/** Resolves with the exit code; throws a failure with its kind. */
export async function tryModel(io: Io, { spec, outer, flags }: ToTry): Promise<number> {
  const answered = await askModel(io, {
    isOneAttempt: true,
    ...{ spec, outer, flags, most: MOST_OUTPUT, expected: 10 },
    request: singleRequest({
      shared: "You are asked whether you can be reached.",
      cue: "Answer with the one word READY.",
      maxOutputTokens: MOST_OUTPUT,
      cacheKey: "doctor",
    }),
    told: {
      as: "caller",
      does: "Trying",
      is: "call",
      ask: "Ask it? [y/N] ",
      nothing: "Nothing was asked.",
      without: "A simulated member always answers: name a provider and its model.",
      code: "draft-failed",
      failed: "does not answer",
    },
  });
  if (answered === null) return EXIT.waiting;
  const { answer, cost } = answered;
  const said = answer.text.replaceAll(/\s+/g, " ").trim().slice(0, 60);
  print(io.stdout, [`${spec} answers: ${JSON.stringify(said)} (${dollarsInWords(cost)})`]);
  return EXIT.decided;
}
