// What happens to an answer or an act of a person that is left for a running meeting: checked
// before, waited for, refused with a reason. `act` and the tools of agents use it.

import type { FormField } from "../engine/form/field-kind.ts";
import { createTextReader, listParts } from "../engine/form/form.ts";
import { type Act, isSamePerson } from "../engine/people/inbox.ts";
import { findOutsider, findPerson } from "../engine/people/person.ts";
import { writeAnswer } from "../engine/people/person-form.ts";
import type { HumanAnswer, HumanRequest } from "../engine/protocol/floor.ts";
import type { Json, MeetingEvent } from "../engine/transcript/events.ts";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { readTranscript } from "../engine/transcript/journal.ts";
import { hasWriter } from "../engine/transcript/lock.ts";
import { toStepPath } from "../engine/transcript/path.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { BoardroomError } from "../errors.ts";
import { EXIT } from "../home/process/exit-codes.ts";
import { createUsageError, type Io, type Output, print } from "../home/process/io.ts";
import { findRefusal, writeAct } from "../home/seats/inbox.ts";
import { findFloorRefusal, listPeople } from "../home/settings/protocols.ts";
import { sleep } from "../models/contract/sleep.ts";
import { suggestNames } from "../scenario/files/nearest.ts";
import type { Seat } from "../scenario/schema/scenario.ts";
import { type SeatCall, seatAnswer, takesField } from "../showing/watching/seat.ts";
import { formatCommand } from "../text/command-line.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import { describeRefusal } from "./people.ts";

export type LeftAnswer = {
  folder: string;
  path: string;
  person: string;
  /** Of its line in the inbox. */
  id: string;
  from: number;
  events: () => Promise<readonly MeetingEvent[]>;
};

export async function reportRefusal(io: Io, left: LeftAnswer): Promise<number | null> {
  const why = findRefusal(left.path, left.id);
  if (why !== null) {
    print(io.stderr, [describeRefusal(why)]);
    return EXIT.usage;
  }
  const asked = findRepeatedQuestion(await left.events(), left);
  if (asked === null || asked === "taken") return null;
  const again = `  ${formatCommand(["act", left.folder, "--as", left.person])}`;
  print(io.stderr, [...formatRefusal(asked), "You are asked again:", again]);
  return EXIT.usage;
}

/** Milliseconds that the holder of the meeting has to look. */
const PATIENCE_MS = { process: 1_500, worker: 8_000 };
const LOOK_MS = 100;

export async function awaitWriter(
  io: Io,
  left: LeftAnswer,
  isAsked: boolean,
  writer: keyof typeof PATIENCE_MS = "process",
): Promise<number> {
  const signal = io.stopSignal();
  const holder = writer === "process" ? "the process that runs the meeting" : "a worker";
  for (
    let waited = 0;
    isAsked && waited < PATIENCE_MS[writer] && !signal.aborted;
    waited += LOOK_MS
  ) {
    const code = await reportRefusal(io, left);
    if (code !== null) return code;
    if (findRepeatedQuestion(await left.events(), left) === "taken") {
      print(io.stderr, [`Taken by ${holder}.`]);
      return EXIT.decided;
    }
    await sleep(LOOK_MS, signal);
  }
  print(io.stderr, [`Left for ${holder}${isAsked ? "" : ", until it asks"}.`]);
  return EXIT.decided;
}

export function readAnswerState(
  events: readonly MeetingEvent[],
  left: LeftAnswer,
): "open" | "taken" | "refused" {
  if (findRefusal(left.path, left.id) !== null) return "refused";
  const asked = findRepeatedQuestion(events, left);
  if (asked === null) return "open";
  return asked === "taken" ? "taken" : "refused";
}

/** The question put again, if the answer of a person since event `from` was refused. Null if it is not read yet. */
export function findRepeatedQuestion(
  events: readonly MeetingEvent[],
  { person, from }: Pick<LeftAnswer, "person" | "from">,
): HumanRequest | "taken" | null {
  const since = events.slice(from);
  const answered = since.find(
    (event) => event.type === "human.answered" && isSamePerson(event.person, person),
  );
  if (!answered) return null;
  const { path } = answered;
  const isOfTurn = path !== toStepPath(path);
  const next = since
    .slice(since.indexOf(answered) + 1)
    .filter((event) => !isOfTurn || toStepPath(event.path) === toStepPath(path));
  if (next.length === 0) return null;
  const asked = next.find(
    (event) => event.type === "human.asked" && isSamePerson(event.person, person),
  );
  const request = asked?.type === "human.asked" ? (asked.request as HumanRequest) : undefined;
  return request?.problem === undefined ? "taken" : request;
}

/** Keeps output until an answer is taken, so that a refusal stands alone. With a person at the terminal keeps none. */
export function queueUntilTaken(io: Io, getStatus: () => "open" | "taken" | "refused") {
  const kept: (() => void)[] = [];
  let isOpen = io.ask !== undefined;
  const release = () => {
    isOpen = true;
    for (const write of kept.splice(0)) write();
  };
  const queueWrites = (to: () => Output): Output => ({
    write(text) {
      if (isOpen) return to().write(text);
      kept.push(() => to().write(text));
      if (getStatus() === "taken") release();
      return true;
    },
  });
  return {
    io: { ...io, stdout: queueWrites(() => io.stdout), stderr: queueWrites(() => io.stderr) },
    release,
  };
}

export function formatRefusal(request: HumanRequest): readonly string[] {
  const { problem, typed } = request;
  if (problem === undefined) return [];
  const written = typed === undefined ? [] : splitLines(writeAnswer(typed, request));
  return [
    ...splitLines(`Your answer could not be taken: ${String(problem)}`),
    ...(written.length === 0 ? [] : ["You wrote:", ...written.map((line) => `  ${line}`)]),
  ];
}

export function splitLines(value: unknown): readonly string[] {
  return String(value).split("\n").map(sanitizeLine);
}

/** At the table: people on seats, those asked now, and those the protocol asks. */
export function requireAtTable(state: MeetingState, name: string): void {
  const seats = [...state.members.values()].map(({ seat }) => seat);
  requirePerson(seats, [...state.awaited.map(({ person }) => person), ...listPeople(state)], name);
}

export function requirePerson(
  seats: readonly Seat[],
  asked: readonly string[],
  name: string,
): void {
  const people = [...new Set([...seats.flatMap((seat) => findPerson(seat) ?? []), ...asked])];
  if (people.some((person) => isSamePerson(person, name))) return;
  throw createUsageError(
    `person ${JSON.stringify(name)} not found in this meeting`,
    people.length === 0
      ? "No person takes part: remove --as, or give one a seat with --member SEAT=human:NAME."
      : suggestNames(name, people, "People"),
  );
}

export function requireForm(call: SeatCall | null, given: HumanAnswer): void {
  const read = call === null ? null : seatAnswer(call, given);
  if (read === null || "answer" in read) return;
  throw new BoardroomError(
    "answer-invalid",
    Object.entries(read.problems).map(([field, message]) => {
      const takes = call === null ? null : takesField(call, field);
      const named = call === null ? field : findJsonName(call.fields, given as Json, field);
      return {
        place: { file: field === "" ? "--json" : `--json ${named}` },
        message,
        remedy: takes === null ? undefined : `It takes ${takes}.`,
      };
    }),
  );
}

function findJsonName(fields: readonly FormField[], given: Json, label: string): string {
  const parts = listParts(fields, createTextReader(given));
  return parts.find((part) => part.label === label)?.place.join(".") ?? label;
}

/** A person may say that an agent is absent, never what it says. */
export function refuseForAgent({ members }: MeetingState, name: string): void {
  const seat = [...members.values()].find(({ seat: { model } }) => {
    const agent = findOutsider({ model });
    return agent !== null && isSamePerson(agent, name);
  });
  if (!seat) return;
  throw createUsageError(
    `${name} is an agent and answers with the token of its seat`,
    "To record that there is no answer: --absent WHY.",
  );
}

export function explainNoQuestion(
  folder: string,
  { awaited }: MeetingState,
  as?: string,
): BoardroomError {
  const before = `To answer before you are asked, say who you are and what: ${formatCommand(["act", folder, "--as", "NAME", "--say", "TEXT"])}`;
  const others = [...new Set(awaited.map(({ person }) => person))];
  if (others.length === 0 || as === undefined)
    return createUsageError("this meeting does not wait for a person", before);
  const names = others.map(sanitizeLine).join(", ");
  return createUsageError(`this meeting does not wait for ${as}; it waits for ${names}`, before);
}

export function createClosedError(folder: string): BoardroomError {
  return createUsageError(
    "this meeting is closed",
    `Read it with ${formatCommand(["show", folder])}, or try another course with boardroom fork.`,
  );
}

export function writeCheckedAct(path: string, shown: string, act: Act): boolean {
  const state = foldTranscript(readTranscript(path).events);
  if (state.ending?.kind === "closed")
    throw createUsageError(
      "this meeting is closed",
      `To try another course: ${formatCommand(["fork", shown, "--at", "0"])}`,
    );
  const { does } = act;
  const seats = state.scenario.members.map(({ id }) => id);
  if ("to" in does && !seats.includes(does.to)) {
    throw new BoardroomError("unknown-member", {
      message: `member ${JSON.stringify(does.to)} not found in this meeting`,
      remedy: suggestNames(does.to, seats, "Members"),
    });
  }
  if (does.act === "give-floor") requireFloor(state, does.to);
  writeAct(path, act);
  return hasWriter(path);
}

function requireFloor({ protocol, members }: MeetingState, to: string): void {
  const isActive = members.get(to)?.status === "active";
  const why = findFloorRefusal(protocol);
  if (isActive && why === null) return;
  throw createUsageError(
    isActive ? `no member can be chosen as next speaker: ${why}` : `${to} no longer takes part`,
    "Speak to all members with --interject, or to one with --whisper.",
  );
}
