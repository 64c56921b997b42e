import { resolve } from "node:path";
import type { HumanAnswer, HumanRequest } from "../../engine/meeting/contract/floor.ts";
import { leaveAnswer } from "../../engine/meeting/people/file-inbox.ts";
import { type Answer, isSamePerson } from "../../engine/meeting/people/inbox.ts";
import type { readAnswer } from "../../engine/meeting/people/person-form.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson, usage } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import {
  type LeftAnswer,
  nobodyAsked,
  over,
  refusal,
  refuseForAgent,
  requireAtTable,
  requireForm,
  stateOf,
  toldByWriter,
  untilTaken,
} from "../../run/answers.ts";
import { type EarlierMessage, lastSaid, seatCall } from "../../showing/watching/seat.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import { promptPerson } from "../terminal/ask-person.ts";
import { type AnswerFlags, givenBy } from "../terminal/given-answer.ts";
import { requestLines } from "../terminal/request-lines.ts";
import { resume } from "../terminal/run-here.ts";

type Asked = AnswerFlags & { readonly as?: string };

/** Answers a question that the meeting asks a person. Resolves with the exit code. */
export async function answer(io: Io, named: string | undefined, flags: Asked): Promise<number> {
  if (named === undefined)
    throw usage("missing argument: transcript", 'Run "boardroom list meetings" to see yours.');
  const folder = await findTranscript(io, named);
  const path = resolve(io.cwd, folder);
  const { events } = readTranscript(path);
  const said = await messagesBy(io, { shown: folder, events }, flags);
  if (said === null) return EXIT.waiting;
  const { person, to } = said;
  const file = leaveAnswer(path, said);
  const left: LeftAnswer = {
    ...{ folder, person, file, from: events.length },
    events: async () => readTranscript(path).events,
  };
  if (hasWriter(path)) return await toldByWriter(io, left, to !== undefined);
  const silent = untilTaken(io, () => stateOf(readTranscript(path).events, left));
  const code = await goOn(silent.io, folder, { as: person, quiet: flags.quiet }).catch((error) => {
    silent.release();
    throw error;
  });
  const refused = await refusal(io, left);
  if (refused === null) silent.release();
  return refused ?? code;
}

type Answered = { readonly shown: string; readonly events: readonly MeetingEvent[] };

async function messagesBy(io: Io, { shown, events }: Answered, flags: Asked): Promise<Answer | null> {
  const state = foldTranscript(events);
  if (state.ending?.kind === "closed") throw over(shown);
  if (flags.as !== undefined) requireAtTable(state, flags.as);
  const awaited = questionFor(state, flags.as);
  const person = awaited?.person ?? flags.as;
  if (person === undefined) throw nobodyAsked(shown, state);
  const request = awaited?.request as Parameters<typeof readAnswer>[1] | undefined;
  const given = await givenBy(io, flags, request ?? { kind: "turn" });
  const asked = { person, shown, path: awaited?.path, request, state };
  const said = given ?? (await askedFor(io, asked, flags.json === true));
  if (said === null) return null;
  if (!("absent" in said)) refuseForAgent(state, person);
  if (typeof flags.json === "string") requireForm(seatCall(state, person), said);
  return { person, answer: said, to: awaited?.path };
}

type Awaited = {
  readonly person: string;
  readonly shown: string;
  readonly path: string | undefined;
  readonly request: HumanRequest | undefined;
  readonly state: MeetingState;
};

async function askedFor(io: Io, asked: Awaited, asJson: boolean): Promise<HumanAnswer | null> {
  const { person, shown, path, request, state } = asked;
  if (!request) throw nobodyAsked(shown, state, person);
  const said = typeof request.seat === "string" ? lastSaid(state, request.seat, SAID_BEFORE) : [];
  if (asJson) {
    printJson(io.stdout, { transcript: shown, person, path, request, said }, 2);
    return null;
  }
  const lines = answerLines(said, io.columns);
  if (!io.ask) {
    print(io.stdout, [...lines, ...requestLines(person, request)]);
    return null;
  }
  print(io.stderr, lines);
  return promptPerson(io, person, request, io.stopSignal());
}

const SAID_BEFORE = 5;

function answerLines(said: readonly EarlierMessage[], columns = 100): readonly string[] {
  if (said.length === 0) return [];
  const width = Math.min(100, columns) - 2;
  const words = said.flatMap(({ id, name, to, verdict, content }) => {
    const whom = to === null ? "" : ` to ${to}`;
    const line = `${id} ${name}${whom}${verdict === null ? "" : ` (${verdict})`}: ${sanitiseLine(content)}`;
    return wrap(line, width).map((row) => `  ${row}`);
  });
  return ["The last messages:", ...words, ""];
}

/** Another process may have begun to hold it meanwhile, and finds the answer. */
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

function questionFor(
  { awaited }: MeetingState,
  as: string | undefined,
): MeetingState["awaited"][number] | undefined {
  const mine = as === undefined ? awaited : awaited.filter(({ person }) => isSamePerson(person, as));
  const people = [...new Set(mine.map(({ person }) => person))];
  if (people.length < 2) return mine[0];
  throw usage(
    `the meeting waits for ${people.length} people: ${people.join(", ")}`,
    "Say who you are with --as NAME.",
  );
}
