/**
 * Puts a question to a person or an agent from outside, and writes the answer as a model's reply,
 * so that the same rules apply to it.
 */

import { z } from "zod";
import { isRecord } from "../../lists.ts";
import { parseReference } from "../../scenario/documents/citations.ts";
import { type Document, NONE, parseHolder, type Seat } from "../../scenario/schema/scenario.ts";
import { decodeText } from "../../text/entities.ts";
import { type FieldSchema, toFormFields } from "../form/field-kind.ts";
import type { Names } from "../perspective/names.ts";
import { describeVerdicts } from "../perspective/view.ts";
import type { HumanAnswer, HumanRequest, Instruction } from "../protocol/floor.ts";
import { readMovedBy } from "../scaffold/fields.ts";
import { type MovedBy, NO_CONTENT } from "../scaffold/message.ts";
import { renderMessage } from "../scaffold/render.ts";
import type { Draft, Json } from "../transcript/events.ts";
import type { MeetingState, MemberState } from "../transcript/state.ts";
import { listMessageFields } from "./message-form.ts";

/** A person or an agent from outside; null for a model or a template. */
export function findPerson({ model }: Pick<Seat, "model">): string | null {
  return parseHolder(model)?.name ?? null;
}

export function findOutsider({ model }: Pick<Seat, "model">): string | null {
  const holder = parseHolder(model);
  return holder?.is === "agent" ? holder.name : null;
}

const text = z.string().trim().min(1);

const personMessageSchema = z
  .strictObject({
    content: z.string(),
    verdict: text,
    reasoning: text,
    wouldChange: text,
    to: text,
    topic: text,
    confidence: z.number().min(0).max(1),
    movedBy: z.union([text, z.strictObject({ message: z.coerce.string(), passage: text })]),
    cite: z.array(z.union([text, z.strictObject({ ref: text, quote: z.string().default("") })])),
    ready: z.boolean(),
    withdraw: z.boolean(),
    pass: z.boolean(),
  })
  .partial();
type PersonMessage = z.infer<typeof personMessageSchema>;

const elseSchema = z.union([z.object({ lapsed: z.string() }), z.strictObject({ absent: text })]);

/** A whole message in the form that models write: its fields are read as theirs are, and its speaker is a claim. */
const scaffoldSchema = z.strictObject({ scaffold: text });

type Worded =
  | { is: "reply"; text: string }
  | { is: "absence"; reason: string }
  | { is: "unread"; problem: string };

/** Writes an answer as a model's reply, so that the same rules apply. */
export function writeAsReply(
  seat: Seat,
  answer: Json,
  { reply, mayWithdraw = true }: Pick<Instruction<never>, "mayWithdraw"> & { reply?: unknown },
  documents: readonly Document[],
): Worded {
  const other = elseSchema.safeParse(answer);
  if (other.success) {
    const why = other.data;
    return {
      is: "absence",
      reason: "lapsed" in why ? `no answer until ${why.lapsed}` : `declined: ${why.absent}`,
    };
  }
  if (reply !== undefined) return { is: "reply", text: JSON.stringify(unwrapReply(answer)) };
  const written = scaffoldSchema.safeParse(answer);
  if (written.success) return { is: "reply", text: written.data.scaffold };
  const message = personMessageSchema.safeParse(answer);
  if (!message.success) return { is: "unread", problem: z.prettifyError(message.error) };
  if (message.data.withdraw && !mayWithdraw)
    return { is: "unread", problem: "You cannot withdraw in this meeting." };
  return { is: "reply", text: writeScaffold(seat.id, message.data, documents) };
}

function unwrapReply(answer: Json): Json {
  return isRecord(answer) && "reply" in answer ? (answer.reply as Json) : answer;
}

function writeScaffold(
  speaker: string,
  given: PersonMessage,
  documents: readonly Document[],
): string {
  const { cite = [], movedBy: moved, withdraw: withdrawn = false, ...rest } = given;
  const artifacts = cite.map((cited) => {
    const { ref, quote } = typeof cited === "string" ? { ref: cited, quote: "" } : cited;
    return {
      kind: "citation" as const,
      ref,
      quote: quote === "" ? quoteLines(ref, documents) : quote,
    };
  });
  const message = {
    ...NO_CONTENT,
    id: "",
    at: "",
    speaker,
    artifacts,
    withdrawn,
    ...rest,
    movedBy: moved === undefined ? undefined : toMovedBy(moved),
  };
  return renderMessage(message, { order: "verdict-first", names: (name) => name });
}

function toMovedBy(given: NonNullable<PersonMessage["movedBy"]>): MovedBy {
  return typeof given === "string" ? readMovedBy(given) : given;
}

function quoteLines(ref: string, documents: readonly Document[]): string {
  const place = parseReference(ref);
  const lines = documents.find(({ name }) => name === place?.name)?.text.split("\n") ?? [];
  return place
    ? lines
        .slice(place.from - 1, place.to)
        .join(" ")
        .trim()
    : "";
}

export type Refused = { problem: string; typed: Json };

type PersonTurn<Reply> = {
  state: MeetingState;
  names: Names;
  speaker: MemberState;
  instruction: Instruction<Reply>;
  schema: Readonly<Record<string, unknown>> | undefined;
  deadline: string | undefined;
  refused: Refused | null;
};

export function createTurnRequest<Reply>(asking: PersonTurn<Reply>): HumanRequest {
  const { state, names, speaker, instruction, schema, deadline, refused } = asking;
  const stated = speaker.verdicts.at(-1);
  const current = stated && (stated.verdict ?? NONE);
  const verdicts = state.scenario.verdicts.map(({ id }) => id);
  const now = [describeVerdicts(state, speaker.seat.id, names)].filter((line) => line !== null);
  const fields = schema
    ? toFormFields(schema as FieldSchema, instruction.form)
    : listMessageFields({ state, names, speaker: speaker.seat.id, instruction });
  const request: HumanRequest = {
    kind: "turn",
    seat: speaker.seat.id,
    occasion: instruction.kind,
    text: names.mask([instruction.forPeople ?? dropReplyForm(instruction.text), ...now].join("\n")),
    form: nameForm(instruction),
    fields: fields as unknown as Json,
  };
  if (schema) request.schema = schema as { [key: string]: Json };
  if (!instruction.reply && speaker.seat.kind === "member") request.verdicts = verdicts;
  if (current !== undefined) request.current = current;
  if (instruction.topics) request.topics = instruction.topics;
  if (instruction.mayWithdraw === false) request.mayWithdraw = false;
  if (deadline !== undefined) request.deadline = deadline;
  return { ...request, ...refused };
}

function nameForm<Reply>({ reply, ballot }: Instruction<Reply>): "json" | "ballot" | "message" {
  if (reply) return "json";
  return ballot === undefined ? "message" : "ballot";
}

function dropReplyForm(text: string): string {
  const words = text
    .replace(/\b(?:Reply with JSON|Use the usual format)\b[\s\S]*$/, "")
    .replaceAll(
      /<(\w+)((?: \w+="[^"]*")*)>/g,
      (_, tag: string, given: string) => `${tag}${given.replaceAll(/="([^"]*)"/g, " $1")}:`,
    )
    .replaceAll(/<\/\w+>/g, "");
  return decodeText(words).trim();
}

export function findDeadline(
  instruction: Instruction,
  asked: readonly Draft<"human.asked">[],
  minutes: number | undefined,
  now: () => string,
): string | undefined {
  if (instruction.deadline !== undefined) return instruction.deadline;
  const [first] = asked;
  if (first) return ((first.request as HumanAnswer).deadline as string | undefined) ?? undefined;
  return minutes === undefined || now() === ""
    ? undefined
    : new Date(Date.parse(now()) + minutes * 60_000).toISOString();
}
