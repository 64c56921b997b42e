import { checked } from "../meeting/form/form.ts";
import type { FormField } from "../meeting/form/form-field.ts";
import { choiceInWords, kindInWords } from "../meeting/form/kind.ts";
import { isFilledIn, requestFields } from "../meeting/form/request-fields.ts";
import type { Json } from "../transcript/events.ts";
import type { MeetingState } from "../transcript/state.ts";
import { lastSaid, type SaidBefore } from "./last-said.ts";
import { type OpenQuestion, questionTo, questionToAgent } from "./question.ts";

/** What somebody who holds a seat is asked, as plain data: all that any form, page or tool needs to ask it. */
export type SeatCall = {
  readonly person: string;
  /** Path of the question, which the answer names. */
  readonly path: string;
  /** Seat that has the floor; null where a question has none. */
  readonly seat: string | null;
  readonly text: string;
  /** What can be filled in, in order; none where the answer is free. */
  readonly fields: readonly FormField[];
  /** Whether the fields are all of the answer, and none of them is for words to the others. */
  readonly isForm: boolean;
  /** Why the last answer was not taken, and what it was. */
  readonly problem: string | null;
  readonly typed: Json;
  /** The verdict of the seat on record. */
  readonly standing: string | null;
  /** When silence becomes an absence, ISO 8601. */
  readonly deadline: string | null;
  /** Facts that the question comes with. */
  readonly facts: Readonly<Record<string, Json>>;
  /** What was said last, by the names that this seat knows. */
  readonly said: readonly SaidBefore[];
};

/** What is wrong with an answer, by the label of its field; `""`: with all of it. */
export type SeatProblems = Readonly<Record<string, string>>;

/** How much of what was said last comes with a question. */
const SAID_BEFORE = 5;

/** What a person is asked right now; null where nothing is. Whoever has given no name is asked for anybody. */
export function seatCall(meeting: MeetingState, person: string): SeatCall | null {
  const asked = questionTo({ meeting, person });
  return asked && callOf(meeting, asked);
}

/** The same for the agent of a seat, of whom a door has made sure by its token. */
export function agentCall(meeting: MeetingState, person: string): SeatCall | null {
  const asked = questionToAgent(meeting, person);
  return asked && callOf(meeting, asked);
}

function callOf(meeting: MeetingState, asked: OpenQuestion): SeatCall {
  const { request } = asked;
  const seat = typeof request.seat === "string" ? request.seat : null;
  return {
    person: asked.person,
    path: asked.path,
    seat,
    text: wordsOf(request.text) ?? "",
    fields: requestFields(request) ?? [],
    isForm: isFilledIn(request),
    problem: wordsOf(request.problem),
    typed: request.typed ?? null,
    standing: wordsOf(request.standing),
    deadline: wordsOf(request.deadline),
    facts: Object.fromEntries(Object.entries(request).filter(([name]) => !KNOWN.has(name))),
    said: seat === null ? [] : lastSaid(meeting, seat, SAID_BEFORE),
  };
}

const KNOWN: ReadonlySet<string> = new Set([
  ...["kind", "seat", "occasion", "text", "form", "fields", "schema", "verdicts", "standing", "topics"],
  ...["mayWithdraw", "deadline", "problem", "typed", "attempt"],
]);

/**
 * What somebody says to a question, held against what may be said: an answer to leave for the meeting, or what is
 * wrong with it. `{ "pass": true }` and `{ "absent": "why" }` may be said in place of any fields.
 */
export function seatAnswer(
  { fields }: Pick<SeatCall, "fields">,
  given: { readonly [key: string]: Json },
): { readonly answer: { readonly [key: string]: Json } } | { readonly problems: SeatProblems } {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ""));
  if (typeof said.absent === "string") return { answer: { absent: said.absent } };
  if (said.pass === true) return { answer: { pass: true } };
  if (fields.length === 0)
    return Object.keys(said).length === 0 ? { problems: { "": "nothing is said" } } : { answer: said };
  const unknown = Object.keys(said).filter((name) => !fields.some((field) => field.name === name));
  if (unknown.length > 0)
    return { problems: Object.fromEntries(unknown.map((name) => [name, notAsked(fields)])) };
  const read = checked(fields, said);
  if ("problems" in read) return { problems: Object.fromEntries(read.problems) };
  return Object.keys(read.answer).length === 0
    ? { problems: { "": "nothing is said: fill in a field, or pass" } }
    : read;
}

/** What the field of a label takes, in words; null where it is no field by itself. */
export function fieldTakes({ fields }: Pick<SeatCall, "fields">, label: string): string | null {
  const field = fields.find((each) => each.label === label || each.name === label);
  if (field === undefined || "fields" in field) return null;
  return field.kind.is === "choice"
    ? `one of ${field.kind.of.map(choiceInWords).join(", ")}`
    : kindInWords(field.kind);
}

function notAsked(fields: readonly FormField[]): string {
  return `is not asked for; what is: ${fields.map(({ name }) => name).join(", ")}`;
}

function wordsOf(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}
