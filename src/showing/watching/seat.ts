import { checked } from "../../engine/meeting/form/form.ts";
import {
  choiceInWords,
  type FormField,
  isFilledIn,
  kindInWords,
  requestFields,
} from "../../engine/meeting/form/kind.ts";
import type { Json } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { lastSaid, type SaidBefore } from "./last-said.ts";
import { type OpenQuestion, questionTo, questionToAgent } from "./question.ts";

/** What a form, page or tool needs to ask a seat, as plain data. */
export type SeatCall = {
  readonly person: string;
  readonly path: string;
  readonly seat: string | null;
  readonly text: string;
  readonly fields: readonly FormField[];
  /** The fields are the whole answer, without words to the others. */
  readonly isForm: boolean;
  readonly problem: string | null;
  readonly typed: Json;
  readonly standing: string | null;
  /** When silence becomes an absence, ISO 8601. */
  readonly deadline: string | null;
  readonly facts: Readonly<Record<string, Json>>;
  readonly said: readonly SaidBefore[];
};

/** By field label; `""` is for the whole answer. */
export type SeatProblems = Readonly<Record<string, string>>;

const SAID_BEFORE = 5;

/** A viewer without a name is asked for any person. */
export function seatCall(meeting: MeetingState, person: string): SeatCall | null {
  const asked = questionTo({ meeting, person });
  return asked && callOf(meeting, asked);
}

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

/** Checks an answer against the question: returns the answer to leave, or its problems.
 * `{ "pass": true }` or `{ "absent": "why" }` can replace all fields. */
export function seatAnswer(
  { fields }: Pick<SeatCall, "fields">,
  given: { readonly [key: string]: Json },
): { readonly answer: { readonly [key: string]: Json } } | { readonly problems: SeatProblems } {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ""));
  if (typeof said.absent === "string") return { answer: { absent: said.absent } };
  if (said.pass === true) return { answer: { pass: true } };
  if (fields.length === 0)
    return Object.keys(said).length === 0 ? { problems: { "": "the answer is empty" } } : { answer: said };
  const unknown = Object.keys(said).filter((name) => !fields.some((field) => field.name === name));
  if (unknown.length > 0)
    return { problems: Object.fromEntries(unknown.map((name) => [name, notAsked(fields)])) };
  const read = checked(fields, said);
  if ("problems" in read) return { problems: Object.fromEntries(read.problems) };
  return Object.keys(read.answer).length === 0
    ? { problems: { "": "the answer is empty: fill in a field, or pass" } }
    : read;
}

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
