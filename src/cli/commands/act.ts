// `boardroom act`: answers for a person, or acts on a meeting as its chair. A running meeting gets
// it through its inbox; otherwise the meeting continues here.

import { basename, resolve } from "node:path";
import {
  type Act,
  type Answer,
  createDocumentAct,
  isSamePerson,
} from "../../engine/people/inbox.ts";
import type { readAnswer } from "../../engine/people/person-form.ts";
import type { HumanAnswer, HumanRequest } from "../../engine/protocol/floor.ts";
import type { MeetingEvent, PersonAct } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, type Io, print, printJson } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import { writeAnswer } from "../../home/seats/inbox.ts";
import {
  awaitWriter,
  createClosedError,
  explainNoQuestion,
  type LeftAnswer,
  queueUntilTaken,
  readAnswerState,
  refuseForAgent,
  reportRefusal,
  requireAtTable,
  requireForm,
  writeCheckedAct,
} from "../../run/answers.ts";
import { warnOfDocuments } from "../../run/prepare/warnings.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import { type EarlierMessage, listLastMessages, seatCall } from "../../showing/watching/seat.ts";
import { formatCommand } from "../../text/command-line.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { wrap } from "../../text/wrap.ts";
import { promptPerson } from "../terminal/ask-person.ts";
import { defineCommand, type FlagsOf, putUnder } from "../terminal/command.ts";
import { readCount, readFilledText } from "../terminal/flag-values.ts";
import { ANSWER_FLAGS, type AnswerFlags, readAnswerFlags } from "../terminal/given-answer.ts";
import { formatRequest } from "../terminal/request-lines.ts";
import { resume } from "../terminal/run-in-terminal.ts";

const HELP = `
Without a flag it prints the last messages and the question. In a terminal it then asks for each field, or for each item
of a decision sheet. If a process runs the meeting, your answer goes to it. If not, the meeting continues here. A refused
answer is shown with the reason and your text (exit code 2). You can answer before you are asked. If the question has
fields, give them as --json or in a file.

An act takes effect before the next turn, or when the meeting is resumed. The transcript contains it under your name.
Only that member, and readers of the transcript, see a whisper.

Examples:
  boardroom act transcripts/hiring-34
  boardroom act transcripts/hiring-34 --as ngo --say "The grants are real." --verdict HIRE --because "Two audits."
  boardroom act transcripts/memory-curation-7 --say "Keep it." --topic names --ready
  boardroom act transcripts/hiring-34 --as ngo --file answer.yaml
  boardroom act transcripts/hiring-34 --json
  boardroom act transcripts/hiring-34 --json '{"content": "The grants are real.", "to": "Dr. Emily Watson"}'
  boardroom act transcripts/hiring-34 --pass
  boardroom act transcripts/niche-decision-7 --verdict challenge --say "night support"
  boardroom act transcripts/hiring-34 --interject "Ten minutes left."
  boardroom act transcripts/hiring-34 --floor sarah-chen --as "Dr. Ngo"
  boardroom act transcripts/hiring-34 --bring letter.pdf --at 12
  boardroom act transcripts/hiring-34 --whisper sarah-chen --text "Ask about the grants."
  boardroom act transcripts/hiring-34 --ballot`;

const ACTS = ["interject", "floor", "whisper", "bring", "ballot", "closing", "adjourn"] as const;
const ANSWERS = Object.keys(ANSWER_FLAGS) as (keyof typeof ANSWER_FLAGS)[];
/** Each is an answer by itself. */
const WHOLE_ANSWERS = ["json", "file", "absent"] as const;
const FIELDS = ANSWERS.filter(
  (name) => name !== "quiet" && !WHOLE_ANSWERS.some((each) => each === name),
);

const FLAGS = {
  as: ["--as <name>", "Your name [default: the person the meeting waits for]", readFilledText],
  ...ANSWER_FLAGS,
  ...putUnder("Act as chair or guest", {
    interject: ["--interject <text>", "Say something to all members", readFilledText],
    floor: ["--floor <member>", "Let a member speak next"],
    whisper: ["--whisper <member>", "Say something to one member, with --text"],
    text: ["--text <text>", "With --whisper: the message", readFilledText],
    bring: ["--bring <file>", "Add a document for all members"],
    ballot: ["--ballot", "Call a private vote, if the protocol allows one"],
    closing: ["--closing", "Call the final vote, which ends the debate"],
    adjourn: ["--adjourn", "Pause the meeting"],
    at: ["--at <n>", "Act after so many turns", readCount],
  }),
} as const;

type ActFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [["<transcript>", "Folder, name or id of the meeting"]],
  flags: FLAGS,
  needs: { text: ["whisper"], whisper: ["text"], at: ACTS },
  excludes: {
    ...Object.fromEntries(ACTS.map((name, at) => [name, [...ACTS.slice(at + 1), ...ANSWERS]])),
    ...Object.fromEntries(
      WHOLE_ANSWERS.map((name, at) => [name, [...WHOLE_ANSWERS.slice(at + 1), ...FIELDS]]),
    ),
    pass: ["say", "to", "cite"],
  },
  help: HELP,
  async run(io, [named], flags) {
    const folder = await findTranscript(io, named);
    return ACTS.some((name) => flags[name] !== undefined)
      ? act(io, folder, flags)
      : answer(io, folder, flags);
  },
});

async function act(io: Io, folder: string, flags: ActFlags): Promise<number> {
  const path = resolve(io.cwd, folder);
  const asked = await readAct(io, flags);
  const isRunning = writeCheckedAct(path, folder, { ...asked, after: flags.at });
  const when = isRunning
    ? "before the next turn"
    : `when the meeting continues: ${formatCommand(["resume", folder])}`;
  print(io.stderr, [`Sent to the meeting; it takes effect ${when}`]);
  return EXIT.decided;
}

async function readAct(io: Io, flags: ActFlags): Promise<Act> {
  const { as = "chair" } = flags;
  if (flags.bring !== undefined) {
    const path = resolve(io.cwd, flags.bring);
    const document = await readDocument({ path, shown: basename(flags.bring) });
    warnOfDocuments(io, { documents: [document] });
    return createDocumentAct(as, document);
  }
  return { person: as, does: toPersonAct(flags) };
}

function toPersonAct({ interject, floor, whisper, text, ballot, closing }: ActFlags): PersonAct {
  if (interject !== undefined) return { act: "interject", text: interject };
  if (floor !== undefined) return { act: "give-floor", to: floor };
  if (whisper !== undefined && text !== undefined) return { act: "whisper", to: whisper, text };
  if (ballot) return { act: "call-ballot" };
  return closing ? { act: "close-debate" } : { act: "adjourn" };
}

type Asked = AnswerFlags & { as?: string };

/** Answers a question that the meeting asks a person. Resolves with the exit code. */
async function answer(io: Io, folder: string, flags: Asked): Promise<number> {
  const path = resolve(io.cwd, folder);
  const { events } = readTranscript(path);
  const messages = await collectAnswer(io, { shown: folder, events }, flags);
  if (messages === null) return EXIT.waiting;
  const { person, to } = messages;
  const left: LeftAnswer = {
    folder,
    path,
    person,
    id: writeAnswer(path, messages),
    from: events.length,
    events: async () => readTranscript(path).events,
  };
  if (hasWriter(path)) return await awaitWriter(io, left, to !== undefined);
  const silent = queueUntilTaken(io, () => readAnswerState(readTranscript(path).events, left));
  const code = await continueMeeting(silent.io, folder, { as: person, quiet: flags.quiet }).catch(
    (error) => {
      silent.release();
      throw error;
    },
  );
  const refused = await reportRefusal(io, left);
  if (refused === null) silent.release();
  return refused ?? code;
}

type Answered = { shown: string; events: readonly MeetingEvent[] };

async function collectAnswer(
  io: Io,
  { shown, events }: Answered,
  flags: Asked,
): Promise<Answer | null> {
  const state = foldTranscript(events);
  if (state.ending?.kind === "closed") throw createClosedError(shown);
  if (flags.as !== undefined) requireAtTable(state, flags.as);
  const awaited = findQuestion(state, flags.as);
  const person = awaited?.person ?? flags.as;
  if (person === undefined) throw explainNoQuestion(shown, state);
  const request = awaited?.request as Parameters<typeof readAnswer>[1] | undefined;
  const given = await readAnswerFlags(io, flags, request ?? { kind: "turn" });
  const asked = { person, shown, path: awaited?.path, request, state, events };
  const messages = given ?? (await askPerson(io, asked, flags.json === true));
  if (messages === null) return null;
  if (!("absent" in messages)) refuseForAgent(state, person);
  if (typeof flags.json === "string") requireForm(seatCall(state, person), messages);
  return { person, answer: messages, to: awaited?.path };
}

type Awaited = {
  person: string;
  shown: string;
  path: string | undefined;
  request: HumanRequest | undefined;
  state: MeetingState;
  events: readonly MeetingEvent[];
};

async function askPerson(io: Io, asked: Awaited, asJson: boolean): Promise<HumanAnswer | null> {
  const { person, shown, path, request, state, events } = asked;
  if (!request) throw explainNoQuestion(shown, state, person);
  const messages =
    typeof request.seat === "string" ? listLastMessages(events, person, EARLIER_MESSAGES) : [];
  if (asJson) {
    printJson(io.stdout, { transcript: shown, person, path, request, said: messages }, 2);
    return null;
  }
  const lines = formatMessages(messages, io.columns);
  if (!io.ask) {
    print(io.stdout, [...lines, ...formatRequest(person, request)]);
    return null;
  }
  print(io.stderr, lines);
  return promptPerson(io, person, request, io.stopSignal());
}

const EARLIER_MESSAGES = 5;

function formatMessages(messages: readonly EarlierMessage[], columns = 100): readonly string[] {
  if (messages.length === 0) return [];
  const width = Math.min(100, columns) - 2;
  const words = messages.flatMap(({ turn, name, to, verdict, content }) => {
    const whom = to === null ? "" : ` to ${to}`;
    const number = turn === null ? "" : `[${turn}] `;
    const line = `${number}${name}${whom}${verdict === null ? "" : ` (${verdict})`}: ${sanitizeLine(content)}`;
    return wrap(line, width).map((row) => `  ${row}`);
  });
  return ["The last messages:", ...words, ""];
}

/** Another process may have begun to hold it meanwhile, and finds the answer. */
async function continueMeeting(
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

function findQuestion(
  { awaited }: MeetingState,
  as: string | undefined,
): MeetingState["awaited"][number] | undefined {
  const mine =
    as === undefined ? awaited : awaited.filter(({ person }) => isSamePerson(person, as));
  const people = [...new Set(mine.map(({ person }) => person))];
  if (people.length < 2) return mine[0];
  throw createUsageError(
    `the meeting waits for ${people.length} people: ${people.join(", ")}`,
    "Say who you are with --as NAME.",
  );
}
