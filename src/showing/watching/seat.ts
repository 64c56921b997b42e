/**
 * The question that waits for a person or an outside agent, with its fields and the last messages.
 */

import {
  describeChoice,
  describeKind,
  type FormField,
  isFilledIn,
  requestFields,
} from "../../engine/form/field-kind.ts";
import { checkAnswer } from "../../engine/form/form.ts";
import { isSamePerson } from "../../engine/people/inbox.ts";
import { findOutsider } from "../../engine/people/person.ts";
import { CHAIR } from "../../engine/people/process-agents.ts";
import { createPromptNames } from "../../engine/perspective/names.ts";
import { namePosition } from "../../engine/scaffold/message.ts";
import type { Json, MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import type { Entry, MeetingState } from "../../engine/transcript/state.ts";
import { createViewer, type ViewerName } from "./viewer.ts";

/** What a form, page or tool needs to ask a seat, as plain data. */
export type SeatCall = {
  person: string;
  path: string;
  seat: string | null;
  text: string;
  fields: readonly FormField[];
  /** The fields are the whole answer, without words to the others. */
  isForm: boolean;
  problem: string | null;
  typed: Json;
  current: string | null;
  /** When silence becomes an absence, ISO 8601. */
  deadline: string | null;
  facts: Readonly<Record<string, Json>>;
};

/** By field label; `""` is for the whole answer. */
export type SeatProblems = Readonly<Record<string, string>>;

/** A viewer without a name is asked for any person. */
export function seatCall(meeting: MeetingState, person: string): SeatCall | null {
  const asked = findQuestion({ meeting, person });
  return asked && describeCall(asked);
}

/** The caller has checked the agent's token. */
export function findAgentCall(meeting: MeetingState, person: string): SeatCall | null {
  const asked = meeting.awaited.find((each) => isSamePerson(each.person, person));
  return asked ? describeCall(asked as OpenQuestion) : null;
}

function describeCall(asked: OpenQuestion): SeatCall {
  const { request } = asked;
  const seat = typeof request.seat === "string" ? request.seat : null;
  return {
    person: asked.person,
    path: asked.path,
    seat,
    text: describeQuestion(request.text) ?? "",
    fields: requestFields(request) ?? [],
    isForm: isFilledIn(request),
    problem: describeQuestion(request.problem),
    typed: request.typed ?? null,
    current: describeQuestion(request.current),
    deadline: describeQuestion(request.deadline),
    facts: Object.fromEntries(Object.entries(request).filter(([name]) => !KNOWN.has(name))),
  };
}

const KNOWN: ReadonlySet<string> = new Set([
  "kind",
  "seat",
  "occasion",
  "text",
  "form",
  "fields",
  "schema",
  "verdicts",
  "current",
  "topics",
  "mayWithdraw",
  "deadline",
  "problem",
  "typed",
  "attempt",
  "allowed",
  "assignment",
]);

/** Checks an answer against the question: returns the answer to leave, or its problems.
 * `{ "pass": true }` or `{ "absent": "why" }` can replace all fields. */
export function seatAnswer(
  { fields }: Pick<SeatCall, "fields">,
  given: { [key: string]: Json },
): { answer: { [key: string]: Json } } | { problems: SeatProblems } {
  const said = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== ""),
  );
  if (typeof said.absent === "string") return { answer: { absent: said.absent } };
  if (said.pass === true) return { answer: { pass: true } };
  if (fields.length === 0)
    return Object.keys(said).length === 0
      ? { problems: { "": "the answer is empty" } }
      : { answer: said };
  const unknown = Object.keys(said).filter((name) => !fields.some((field) => field.name === name));
  if (unknown.length > 0)
    return { problems: Object.fromEntries(unknown.map((name) => [name, explainNotAsked(fields)])) };
  const read = checkAnswer(fields, said);
  if ("problems" in read) return { problems: Object.fromEntries(read.problems) };
  return Object.keys(read.answer).length === 0
    ? { problems: { "": "the answer is empty: fill in a field, or pass" } }
    : read;
}

export function takesField({ fields }: SeatCall, label: string): string | null {
  const field = fields.find((each) => each.label === label || each.name === label);
  if (field === undefined || "fields" in field) return null;
  return field.kind.is === "choice"
    ? `one of ${field.kind.of.map(describeChoice).join(", ")}`
    : describeKind(field.kind);
}

function explainNotAsked(fields: readonly FormField[]): string {
  return `is not asked for; what is: ${fields.map(({ name }) => name).join(", ")}`;
}

function describeQuestion(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}

type WatchedMeeting = { meeting: MeetingState | null; person: string };

export type OpenQuestion = {
  person: string;
  path: string;
  request: Readonly<Record<string, Json>>;
};

/** A viewer without a name answers for any person, but not for an outside agent. */
export function findQuestion({ meeting, person }: WatchedMeeting): OpenQuestion | null {
  const awaited = (meeting?.awaited ?? []).filter((asked) => !isOfAgent(meeting, asked.person));
  const own = awaited.find((asked) => isSamePerson(asked.person, person));
  const asked = own ?? (person === CHAIR.id ? awaited[0] : undefined);
  return asked ? (asked as OpenQuestion) : null;
}

function isOfAgent(meeting: MeetingState | null, person: string): boolean {
  return [...(meeting?.members.values() ?? [])].some(({ seat }) => {
    const agent = findOutsider(seat);
    return agent !== null && isSamePerson(agent, person);
  });
}

export type EarlierMessage = {
  /** The number of its turn; null for the words of a person who took none. */
  turn: number | null;
  name: string;
  to: string | null;
  verdict: string | null;
  content: string;
};

/** The messages that the viewer may see, under the names of the prompts. */
export function listLastMessages(
  events: readonly MeetingEvent[],
  viewer: ViewerName,
  most: number,
): readonly EarlierMessage[] {
  const state = foldTranscript(createViewer(viewer).events(events));
  const names = createPromptNames(state, state.seats);
  const plain = { to: null, verdict: null };
  const said = (entry: Entry): readonly EarlierMessage[] => {
    switch (entry.kind) {
      case "message": {
        const { speaker, to, content } = entry.message;
        if (entry.audience === "record") return [];
        const verdict = namePosition(entry.message);
        const words = {
          name: names.getName(speaker),
          to: to === null ? null : names.getName(to),
        };
        return [{ turn: entry.turn, ...words, verdict, content: names.mask(content) }];
      }
      case "notice":
        return [
          {
            ...plain,
            turn: entry.turn,
            name: names.getName(entry.agent),
            content: names.mask(entry.text),
          },
        ];
      case "interjection":
        return [{ ...plain, turn: null, name: entry.person, content: entry.text }];
      default:
        return [];
    }
  };
  return (state.entries as readonly Entry[]).flatMap(said).slice(-most);
}
