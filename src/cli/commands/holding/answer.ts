import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { BoardroomError } from "../../../errors.ts";
import type { HumanAnswer, HumanRequest } from "../../../meeting/contract/floor.ts";
import { leaveAnswer } from "../../../meeting/people/file-inbox.ts";
import { isSamePerson } from "../../../meeting/people/inbox.ts";
import { outsiderOn, personOn } from "../../../meeting/people/person.ts";
import { readAnswer } from "../../../meeting/people/person-form.ts";
import { suggestion } from "../../../scenario/files/nearest.ts";
import { sanitiseLine } from "../../../text/sanitise.ts";
import { wrap } from "../../../text/wrap.ts";
import { foldTranscript } from "../../../transcript/folding/fold.ts";
import { readTranscript } from "../../../transcript/journal.ts";
import { hasWriter } from "../../../transcript/lock.ts";
import type { MeetingState } from "../../../transcript/state.ts";
import { lastSaid, type SaidBefore } from "../../../watching/last-said.ts";
import { fieldTakes, type SeatCall, seatAnswer, seatCall } from "../../../watching/seat.ts";
import { type LeftAnswer, refusal, toldByWriter } from "../../holding/answer-taken.ts";
import { promptPerson } from "../../holding/ask-person-here.ts";
import { resume } from "../../holding/go-on.ts";
import { requestLines } from "../../holding/request-lines.ts";
import { repeated, share } from "../../settings/flag-values.ts";
import { peopleOf } from "../../settings/protocols.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print, printJson } from "../../terminal/io.ts";
import { usage } from "../../terminal/usage.ts";

type AnswerFlags = {
  readonly as?: string;
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
  /** The answer as JSON; true where the request is to be printed as JSON. */
  readonly json?: string | true;
  readonly cite?: readonly string[];
  readonly withdraw?: boolean;
  readonly pass?: boolean;
  readonly absent?: string;
  readonly quiet?: boolean;
};

/** `boardroom answer`: what a person says who has the floor, from any terminal, at any time. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcript>", "transcript folder")
    .option("--as <name>", "who you are; may be left out where one person is waited for")
    .option("--file <file>", "your answer: .json, .yaml, or text with /verdict, /because ... lines")
    .option("--say <text>", "your words")
    .option("--verdict <option>", "the position you take")
    .option("--because <text>", "why you take it")
    .option("--moved <message>", 'what changed your verdict, such as "m14: two years late"')
    .option("--sure <share>", "how sure you are, 0 to 1", share)
    .option("--change <text>", "what would change your verdict")
    .option("--to <name>", "whom you address")
    .option("--topic <id>", "topic of the agenda that your words belong to")
    .option("--ready", "the phase may end for your part")
    .option("--cite <ref>", "a passage, such as resume.md#L12; may be repeated", repeated)
    .option("--withdraw", "leave the debate, with your verdict on record")
    .option("--pass", "say nothing this time")
    .option("--absent <why>", "do not answer, on record")
    .option("--json [answer]", "print what is asked as JSON; with an answer, give it as JSON")
    .option("--quiet", "when the meeting goes on, print the verdict table only")
    .addHelpText("after", HELP)
    .action(async (folder: string, flags: AnswerFlags) => finish(await answer(io, folder, flags)));
}

const HELP = `
Without an answer it prints what was said last and what is asked, and asks it where there is a terminal: fields one by
one, a decision sheet item by item. Where a process holds the meeting the answer is left for it; where none does, the
meeting goes on here. An answer that is not taken is told at once, with the reason and what you wrote (exit code 2). An
answer may come before it is asked for. Where fields are asked for in place of words, give them as --json or in a file.

Examples:
  boardroom answer transcripts/hiring-7
  boardroom answer transcripts/hiring-7 --as ngo --say "The grants are real." --verdict HIRE --because "Two audits."
  boardroom answer transcripts/memory-curation-7 --say "Keep it." --topic names --ready
  boardroom answer transcripts/hiring-7 --as ngo --file answer.yaml
  boardroom answer transcripts/hiring-7 --json
  boardroom answer transcripts/hiring-7 --json '{"content": "The grants are real.", "to": "Dr. Emily Watson"}'
  boardroom answer transcripts/hiring-7 --pass
  boardroom answer transcripts/niche-decision-7 --verdict reject --because "The desk is not paid for."
  boardroom answer transcripts/niche-decision-7 --verdict challenge --say "the night desk"`;

async function answer(io: Io, folder: string, flags: AnswerFlags): Promise<number> {
  const path = resolve(io.cwd, folder);
  const { events } = readTranscript(path);
  const state = foldTranscript(events);
  if (state.ending?.kind === "closed") throw over(folder);
  if (flags.as !== undefined) requireAtTable(state, flags.as);
  const awaited = questionFor(state, flags.as);
  const person = awaited?.person ?? flags.as;
  if (person === undefined) throw nobodyAsked(folder);
  const request = awaited?.request as Parameters<typeof readAnswer>[1] | undefined;
  const given = await givenBy(io, flags, request ?? { kind: "turn" });
  const asked = { person, folder, path: awaited?.path, request, state };
  const said = given ?? (await askedFor(io, asked, flags.json === true));
  if (said === null) return EXIT.waiting;
  if (!("absent" in said)) refuseForAgent(state, person);
  if (typeof flags.json === "string") requireForm(seatCall(state, person), said);
  const file = leaveAnswer(path, { person, answer: said, to: awaited?.path });
  const left: LeftAnswer = { path, folder, person, file, from: events.length };
  if (hasWriter(path)) return await toldByWriter(io, left, awaited !== undefined);
  const code = await goOn(io, folder, { as: person, quiet: flags.quiet });
  return refusal(io, left) ?? code;
}

type Awaited = {
  readonly person: string;
  readonly folder: string;
  readonly path: string | undefined;
  readonly request: HumanRequest | undefined;
  readonly state: MeetingState;
};

/** Tells what is asked, and asks it where somebody is at the terminal; null where there is no answer. */
async function askedFor(io: Io, asked: Awaited, asJson: boolean): Promise<HumanAnswer | null> {
  const { person, folder, path, request, state } = asked;
  if (!request) throw nobodyAsked(folder);
  const said = typeof request.seat === "string" ? lastSaid(state, request.seat, SAID_BEFORE) : [];
  if (asJson) {
    printJson(io.stdout, { transcript: folder, person, path, request, said }, 2);
    return null;
  }
  const lines = saidLines(said, io.columns);
  if (!io.ask) {
    print(io.stdout, [...lines, ...requestLines(person, request)]);
    return null;
  }
  print(io.stderr, lines);
  return promptPerson(io, person, request, io.stopSignal());
}

/** Messages that are shown above a question. */
const SAID_BEFORE = 5;

function saidLines(said: readonly SaidBefore[], columns = 100): readonly string[] {
  if (said.length === 0) return [];
  const width = Math.min(100, columns) - 2;
  const words = said.flatMap(({ id, name, to, verdict, content }) => {
    const whom = to === null ? "" : ` to ${to}`;
    const line = `${id} ${name}${whom}${verdict === null ? "" : ` (${verdict})`}: ${sanitiseLine(content)}`;
    return wrap(line, width).map((row) => `  ${row}`);
  });
  return ["What was said last:", ...words, ""];
}

/** Somebody else may have begun to hold it in the meantime, who then finds the answer. */
async function goOn(
  io: Io,
  folder: string,
  flags: { as: string; quiet: boolean | undefined },
): Promise<number> {
  try {
    const { quiet = false, as } = flags;
    return await resume(io, folder, { as, quiet });
  } catch (error) {
    if (error instanceof BoardroomError && error.code === "transcript-locked") return EXIT.decided;
    throw error;
  }
}

/** People who sit on a seat, who are asked right now, or whom the protocol asks. */
function requireAtTable(state: MeetingState, name: string): void {
  const { members, awaited } = state;
  const seated = [...members.values()].flatMap(({ seat }) => personOn(seat) ?? []);
  const asked = awaited.map(({ person }) => person);
  const known = [...new Set([...seated, ...asked, ...peopleOf(state)])];
  if (known.some((person) => isSamePerson(person, name))) return;
  throw usage(
    `nobody called ${JSON.stringify(name)} is at the table of this meeting`,
    suggestion(name, known, "People"),
  );
}

/** JSON is held against the form of the question before it is left, as the answer of a page or of an agent is. */
function requireForm(call: SeatCall | null, said: HumanAnswer): void {
  const read = call === null ? null : seatAnswer(call, said);
  if (read === null || "answer" in read) return;
  throw new BoardroomError(
    "answer-refused",
    Object.entries(read.problems).map(([field, message]) => {
      const takes = call === null ? null : fieldTakes(call, field);
      return {
        place: { file: field === "" ? "--json" : `--json ${field}` },
        message,
        ...(takes !== null && { remedy: `It takes ${takes}.` }),
      };
    }),
  );
}

/** Whoever is at the terminal may say that an agent is not there, and never what it says. */
function refuseForAgent({ members }: MeetingState, name: string): void {
  const seat = [...members.values()].find(({ seat: { model } }) => {
    const agent = outsiderOn({ model });
    return agent !== null && isSamePerson(agent, name);
  });
  if (!seat) return;
  throw usage(
    `${name} is an agent, who answers for itself with the token of its seat`,
    "Its silence can be put on record: --absent WHY.",
  );
}

function questionFor(
  { awaited }: MeetingState,
  as: string | undefined,
): MeetingState["awaited"][number] | undefined {
  const mine = as === undefined ? awaited : awaited.filter(({ person }) => isSamePerson(person, as));
  const people = [...new Set(mine.map(({ person }) => person))];
  if (people.length < 2) return mine[0];
  throw usage(
    `${people.length} people are waited for: ${people.join(", ")}`,
    "Say who you are with --as NAME.",
  );
}

/** What an answer has from which flag. */
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

async function givenBy(
  io: Io,
  flags: AnswerFlags,
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

/** Words alone do not fill in a form: which fields it has, and where they go. */
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

function nobodyAsked(folder: string): BoardroomError {
  return usage(
    "nobody is waited for in this meeting",
    `To answer before you are asked, say who you are and what: boardroom answer ${folder} --as NAME --say TEXT`,
  );
}

function over(folder: string): BoardroomError {
  return usage(
    "this meeting is closed",
    `Read it with boardroom replay ${folder}, or take another way with boardroom fork.`,
  );
}
