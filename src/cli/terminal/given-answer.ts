// The flags of `act` that give an answer, and the answer they give. `ask-person.ts` asks for one
// instead.

import { resolve } from "node:path";
import { readAnswer } from "../../engine/people/person-form.ts";
import type { HumanAnswer, HumanRequest } from "../../engine/protocol/floor.ts";
import { BoardroomError } from "../../errors.ts";
import { MOST_OF_TEXT, readUtf8 } from "../../files.ts";
import { createUsageError, type Io } from "../../home/process/io.ts";
import { type FlagsOf, putUnder } from "./command.ts";
import { collectTexts, readShare } from "./flag-values.ts";

export const ANSWER_FLAGS = {
  json: ["--json [answer]", "Print the question as JSON, or answer it as JSON"],
  quiet: ["--quiet", "Print the verdict table only, if the meeting continues"],
  ...putUnder("Answer", {
    say: ["--say <text>", "Your message"],
    verdict: ["--verdict <option>", "Your verdict"],
    because: ["--because <text>", "Reason for the verdict"],
    moved: ["--moved <message>", 'What changed your verdict, such as "14: two years late"'],
    sure: ["--sure <share>", "Your confidence, 0 to 1", readShare],
    change: ["--change <text>", "What would change your verdict"],
    to: ["--to <name>", "The member you address"],
    topic: ["--topic <id>", "Topic of the agenda"],
    ready: ["--ready", "The phase can end for you"],
    cite: ["--cite <ref>", "A passage, such as resume.md#L12 (repeatable)", collectTexts],
    withdraw: ["--withdraw", "Leave the debate; your verdict stays"],
    pass: ["--pass", "Say nothing this time"],
    absent: ["--absent <reason>", "Give no answer; this is recorded"],
    file: ["--file <file>", "Answer from a file: .json, .yaml, or text with /verdict lines"],
  }),
} as const;

export type AnswerFlags = FlagsOf<typeof ANSWER_FLAGS>;

const FIELDS = {
  content: "say",
  verdict: "verdict",
  reasoning: "because",
  movedBy: "moved",
  confidence: "sure",
  wouldChange: "change",
  to: "to",
  topic: "topic",
  ready: "ready",
  cite: "cite",
  withdraw: "withdraw",
  pass: "pass",
} as const satisfies Record<string, keyof AnswerFlags>;

/** Names of these fields in a review of a proposal. */
const REVIEW: Readonly<Record<string, string>> = {
  verdict: "decision",
  content: "aspect",
  reasoning: "because",
};

export async function readAnswerFlags(
  io: Io,
  flags: AnswerFlags,
  request: Parameters<typeof readAnswer>[1],
): Promise<HumanAnswer | null> {
  const { file, absent, json } = flags;
  if (typeof json === "string") return parseJsonAnswer(json);
  if (file !== undefined) return readAnswerFrom(resolve(io.cwd, file), file, request);
  if (absent !== undefined) return { absent };
  const fields = getProperties(request);
  const chooseName = (field: string) =>
    Object.hasOwn(fields, field) || !Object.hasOwn(fields, REVIEW[field] ?? "")
      ? field
      : REVIEW[field];
  const named = Object.entries(FIELDS).map(([field, flag]) => [chooseName(field), flags[flag]]);
  const answer = Object.fromEntries(
    named.filter(([, value]) => value !== undefined),
  ) as HumanAnswer;
  if (Object.keys(answer).length === 0) return null;
  const isField = (name: unknown) => Object.hasOwn(fields, String(name));
  const hasFields =
    request.form === "json" || (request.kind !== "turn" && Object.keys(fields).length > 0);
  if (hasFields && !flags.pass && !Object.keys(answer).every(isField)) throw explainFields(request);
  return answer;
}

function parseJsonAnswer(text: string): HumanAnswer {
  const read = readAnswer(text, { form: "json" });
  if ("answer" in read && text.trim().startsWith("{")) return read.answer;
  throw createUsageError(
    "--json needs one JSON object",
    'Its fields are those of --json without an answer, such as --json \'{"content": "Yes."}\'.',
  );
}

function getProperties({ schema }: { schema?: unknown }): object {
  return ((schema ?? {}) as { properties?: object }).properties ?? {};
}

function explainFields(request: HumanRequest): BoardroomError {
  return createUsageError(
    `the question has fields: ${Object.keys(getProperties(request)).join(", ")}`,
    "Write one on each line of a file (YAML or JSON), and give it with --file answer.yaml; or give --json '{...}'.",
  );
}

function readAnswerFile(path: string, shown: string): string {
  try {
    return readUtf8(path, MOST_OF_TEXT);
  } catch (cause) {
    const message = `the answer cannot be read (${(cause as NodeJS.ErrnoException).code})`;
    throw new BoardroomError("usage", { place: { file: shown }, message }, { cause });
  }
}

function readAnswerFrom(
  path: string,
  shown: string,
  request: Parameters<typeof readAnswer>[1],
): HumanAnswer {
  const text = readAnswerFile(path, shown);
  const isFields = /\.(?:json|ya?ml)$/i.test(shown);
  const read = readAnswer(text, isFields ? { ...request, form: "json" } : request);
  if ("answer" in read) return read.answer;
  throw createUsageError(read.problem, undefined, shown);
}
