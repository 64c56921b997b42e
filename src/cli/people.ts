import { basename, resolve } from "node:path";
import { parse, stringify } from "yaml";
import type { FileInbox } from "../meeting/file-inbox.ts";
import type { HumanAnswer, HumanRequest } from "../meeting/floor.ts";
import { bringing, isSamePerson } from "../meeting/inbox.ts";
import { FORM_HELP, readForm } from "../meeting/person-form.ts";
import type { AskPerson } from "../meeting/room.ts";
import { sleep } from "../models/sleep.ts";
import { readDocument } from "../scenario/documents.ts";
import type { Document } from "../scenario/scenario.ts";
import { sanitiseLine } from "../text/sanitise.ts";
import { type Io, print, printText } from "./io.ts";

type Setup = {
  readonly io: Io;
  readonly inbox: FileInbox;
  /** Who sits at this terminal; left out, everybody who is asked. */
  readonly as?: string | undefined;
};

/** Milliseconds between two looks into the inbox. */
const LOOK_MS = 250;

/**
 * Asks people at this terminal, one at a time, and lets those who sit elsewhere answer through the inbox. Where there
 * is no terminal nobody is asked, and the meeting waits.
 */
export function peopleAt({ io, inbox, as }: Setup): AskPerson {
  let last: Promise<unknown> = Promise.resolve();
  return (person, request, signal, path) => {
    if (!io.ask) return Promise.resolve(null);
    const isHere = as === undefined || isSamePerson(as, person);
    const elsewhere = new AbortController();
    const done = AbortSignal.any([signal, elsewhere.signal]);
    const watched = lookOut({ inbox, person, request, path, signal: done });
    if (!isHere) {
      print(io.stderr, [`Waiting for ${sanitiseLine(person)}, who answers with: boardroom answer`]);
      return watched;
    }
    const typed = last.then(() => (done.aborted ? null : promptPerson(io, person, request, done)));
    last = typed.catch(() => null);
    return Promise.race([typed, watched]).finally(() => elsewhere.abort());
  };
}

type Watched = {
  readonly inbox: FileInbox;
  readonly person: string;
  readonly request: HumanRequest;
  readonly path: string;
  readonly signal: AbortSignal;
};

/** Asks nobody here: resolves with null as soon as the inbox holds an answer, or the deadline has passed. */
export async function lookOut({ inbox, person, request, path, signal }: Watched): Promise<null> {
  const { deadline } = request;
  const until = typeof deadline === "string" ? Date.parse(deadline) : Number.POSITIVE_INFINITY;
  while (!signal.aborted && !inbox.holdsAnswer(person, path) && Date.now() < until)
    await sleep(LOOK_MS, signal);
  return null;
}

/** Asks at the terminal until a form can be read; null where the input has ended. */
export async function promptPerson(
  io: Io,
  person: string,
  request: HumanRequest,
  signal: AbortSignal,
): Promise<HumanAnswer | null> {
  print(io.stderr, ["", ...requestLines(person, request), ...howToAnswer(request)]);
  for (;;) {
    const text = await linesUntilDot(io, signal);
    if (text === null) return null;
    const read = text === HELP ? { problem: FORM_HELP.join("\n") } : readAnswer(text, request);
    if ("answer" in read) return read.answer;
    printText(io.stderr, `${read.problem}\n`);
  }
}

const HELP = "/help";

async function linesUntilDot(io: Io, signal: AbortSignal): Promise<string | null> {
  const lines: string[] = [];
  for (;;) {
    const line = await io.ask!("> ", signal);
    if (line === null || signal.aborted) return null;
    if (line.trim() === ".") return lines.join("\n");
    lines.push(line);
    if (/^\/(?:pass|absent\s.+|help)$/.test(line.trim()))
      return lines.length === 1 ? line.trim() : lines.join("\n");
  }
}

/** A filled-in form: slash lines where words are asked for, YAML where fields are. */
export function readAnswer(text: string, { form, kind }: HumanRequest): ReturnType<typeof readForm> {
  if (kind === "turn" && form !== "json") return readForm(text);
  if (text.trim() === "/pass") return { answer: { pass: true } };
  const absent = /^\/absent\s+(.+)$/.exec(text.trim());
  if (absent) return { answer: { absent: absent[1]! } };
  try {
    const value: unknown = parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { answer: value as HumanAnswer };
    return { problem: "Write a field and its value on each line, such as decision: accept" };
  } catch (error) {
    return { problem: `That is no YAML: ${(error as Error).message.split("\n")[0]}` };
  }
}

/** Reads a document that somebody wants to lay on the table. */
export async function bringDocument({ cwd }: Pick<Io, "cwd">, file: string): Promise<Document> {
  const { name, title, text } = await readDocument({ path: resolve(cwd, file), shown: basename(file) });
  return bringing("", { name, title, text }).document!;
}

/** What a person is asked, for a terminal. */
export function requestLines(person: string, request: HumanRequest): readonly string[] {
  const {
    kind,
    seat,
    text,
    problem,
    verdicts,
    standing,
    deadline,
    topics,
    occasion: _,
    form: __,
    ...rest
  } = request;
  const name = sanitiseLine(person);
  const lines = (value: unknown) => String(value).split("\n").map(sanitiseLine);
  if (kind !== "turn") {
    const { problem: wrong, kind: _, attempt: __, text: words, form: fields, ...asked } = request;
    return [
      `${name}, you are asked:`,
      ...objection(wrong),
      ...(words === undefined ? [] : lines(words)),
      ...(Object.keys(asked).length === 0 ? [] : lines(stringify(asked).trimEnd())),
      ...(fields === undefined ? [] : [sanitiseLine(`Fields: ${String(fields)}`)]),
    ];
  }
  return [
    `${name}, you have the floor as ${sanitiseLine(String(seat))}.`,
    ...objection(problem),
    ...lines(readable(text ?? "")),
    ...(Array.isArray(verdicts) ? [`Options: ${verdicts.join(", ")}.`] : []),
    ...(standing === undefined ? [] : [`Your verdict on record: ${String(standing)}.`]),
    ...(Array.isArray(topics) ? [`Topics: ${topics.join(", ")}.`] : []),
    ...(deadline === undefined ? [] : [`After ${String(deadline)} your silence is an absence.`]),
    ...(rest.schema === undefined ? [] : ["Fields:", ...fieldLines(rest.schema)]),
  ];
}

/** Quotation marks and the like as they are; no text gains a tag by it. */
function readable(text: unknown): string {
  return String(text).replaceAll("&quot;", '"').replaceAll("&apos;", "'").replaceAll("&amp;", "&");
}

function objection(problem: unknown): readonly string[] {
  return problem === undefined ? [] : [`Your answer could not be taken: ${sanitiseLine(String(problem))}`];
}

function fieldLines(schema: unknown): readonly string[] {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<
      Record<string, { type?: string; enum?: readonly string[]; description?: string }>
    >;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { type, enum: values, description }]) => {
    const what = values ? values.join(" | ") : (type ?? "value");
    const must = required.includes(name) ? "" : ", may be left out";
    return sanitiseLine(`  ${name}: ${what}${must}${description ? ` - ${description}` : ""}`);
  });
}

function howToAnswer({ form, kind }: HumanRequest): readonly string[] {
  return kind === "turn" && form !== "json"
    ? ["Write, and end with a dot on a line of its own. /verdict, /because, /to, /pass ...: /help lists them."]
    : ["Write a field and its value on each line (YAML), and end with a dot on a line of its own."];
}
