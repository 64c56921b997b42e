import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { HumanAnswer, HumanRequest } from "../../engine/meeting/contract/floor.ts";
import { readAnswer } from "../../engine/meeting/people/person-form.ts";
import { BoardroomError } from "../../errors.ts";
import { type Io, usage } from "../../home/process/io.ts";

export type SaidFlags = {
  readonly file?: string;
  readonly say?: string;
  readonly verdict?: string;
  readonly because?: string;
  readonly moved?: string;
  readonly sure?: number;
  readonly change?: string;
  readonly to?: string;
  readonly topic?: string;
  readonly ready?: boolean;
  readonly json?: string | true;
  readonly cite?: readonly string[];
  readonly withdraw?: boolean;
  readonly pass?: boolean;
  readonly absent?: string;
};

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
} as const satisfies Record<string, keyof SaidFlags>;

export async function givenBy(
  io: Io,
  flags: SaidFlags,
  request: Parameters<typeof readAnswer>[1],
): Promise<HumanAnswer | null> {
  const { file, absent, json } = flags;
  if (typeof json === "string") return fromJson(json);
  if (file !== undefined) return fromFile(resolve(io.cwd, file), file, request);
  if (absent !== undefined) return { absent };
  const named = Object.entries(FIELDS).map(([field, flag]) => [field, flags[flag]]);
  const said = Object.fromEntries(named.filter(([, value]) => value !== undefined)) as HumanAnswer;
  if (Object.keys(said).length === 0) return null;
  if (request.form === "json" && !flags.pass && !isFieldsOf(request, said)) throw fieldsAsked(request);
  return said;
}

function fromJson(text: string): HumanAnswer {
  const read = readAnswer(text, { form: "json" });
  if ("answer" in read && text.trim().startsWith("{")) return read.answer;
  throw usage(
    "--json needs one JSON object",
    'Its fields are those of --json without an answer, such as --json \'{"content": "Yes."}\'.',
  );
}

/** Whether everything that flags say is a field that is asked for, as `--ready` is where the roll is called. */
function isFieldsOf(request: Parameters<typeof readAnswer>[1], said: object): boolean {
  const fields = propertiesOf(request);
  return Object.keys(said).every((name) => Object.hasOwn(fields, name));
}

function propertiesOf({ schema }: { readonly schema?: unknown }): object {
  return ((schema ?? {}) as { readonly properties?: object }).properties ?? {};
}

function fieldsAsked(request: HumanRequest): BoardroomError {
  return usage(
    `fields are asked for, not words: ${Object.keys(propertiesOf(request)).join(", ")}`,
    "Write one on each line of a file (YAML or JSON), and give it with --file answer.yaml; or give --json '{...}'.",
  );
}

async function fromFile(
  path: string,
  shown: string,
  request: Parameters<typeof readAnswer>[1],
): Promise<HumanAnswer> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    const message = `the answer cannot be read (${cause.code})`;
    throw new BoardroomError("usage", { place: { file: shown }, message }, { cause });
  });
  const isFields = /\.(?:json|ya?ml)$/i.test(shown);
  const read = readAnswer(text, isFields ? { ...request, form: "json" } : request);
  if ("answer" in read) return read.answer;
  throw usage(read.problem, undefined, shown);
}
