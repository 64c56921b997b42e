// A turn of a person: asks at the terminal, the page or the inbox, waits until the deadline, and
// reads the answer by the rules that hold for models.

import { listEvidence } from "../../scenario/schema/document.ts";
import { toReplySchema } from "../form/reply-form.ts";
import { createTurnRequest, findDeadline, type Refused, writeAsReply } from "../people/person.ts";
import type { Prompt } from "../perspective/prompts.ts";
import { type HumanAnswer, type HumanRequest, MeetingStop } from "../protocol/floor.ts";
import type { Draft } from "../transcript/events.ts";
import { getMember } from "../transcript/state.ts";
import { endSilent } from "./absence.ts";
import { createAbort } from "./call.ts";
import { readReply, type TurnReading } from "./read-reply.ts";
import type { Effect, OpenTurn, Runtime } from "./runtime.ts";

type PersonQuestion = {
  path: string;
  person: string;
  request: HumanRequest;
  prompt?: () => Prompt;
};

export async function askPerson(
  effect: Effect,
  question: PersonQuestion,
): Promise<Draft<"human.answered">> {
  const { runtime, fold, write } = effect;
  const { path, person, request } = question;
  write({ type: "human.asked", path, at: fold.state.now, person, request });
  const { answer, id } = await awaitAnswer(runtime, question);
  const at = fold.state.now;
  const event = { type: "human.answered", path, at, person, answer, id } as const;
  write(event);
  return event;
}

type HeardAnswer = { answer: HumanAnswer; id?: string | undefined };

async function awaitAnswer(
  runtime: Runtime,
  { path, person, request, prompt }: PersonQuestion,
): Promise<HeardAnswer> {
  const early = runtime.inbox.takeAnswer(person, path);
  if (early) return early;
  if (findLapse(runtime, request) === null) {
    const answer = await runtime.people(person, request, runtime.signal, path, prompt);
    if (answer !== null) return { answer };
    if (runtime.signal.aborted) throw createAbort("stopped while a person was asked");
  }
  const late = runtime.inbox.takeAnswer(person, path);
  if (late) return late;
  const lapsed = findLapse(runtime, request);
  if (lapsed !== null) return { answer: { lapsed } };
  throw new MeetingStop({ kind: "waiting", reason: `waiting for ${person}`, path });
}

/** An expired question is recorded as an answer, so that no later run needs a clock. */
function findLapse({ now }: Runtime, { deadline }: HumanRequest): string | null {
  return typeof deadline === "string" && Date.parse(now()) >= Date.parse(deadline)
    ? deadline
    : null;
}

export async function hearPerson(turn: OpenTurn, person: string): Promise<TurnReading> {
  const { runtime, fold, recorded, speaker, instruction } = turn;
  const { scenario, documents } = fold.state;
  const readable = [...documents, ...listEvidence(scenario.private, speaker)];
  const member = getMember(fold.state, speaker);
  const fixed = {
    state: fold.state,
    names: runtime.names,
    speaker: member,
    instruction,
    schema: instruction.reply && toReplySchema(instruction.reply),
    deadline: findDeadline(instruction, recorded.asked, scenario.limits.answerMinutes, runtime.now),
  };
  let refused: Refused | null = null;
  let wasRefusedOnce = false;
  for (let attempt = 1; ; attempt++) {
    const question: PersonQuestion = {
      path: `${turn.path}.${attempt}`,
      person,
      request: createTurnRequest({ ...fixed, refused }),
      prompt: () => runtime.prompts(fold.state, speaker, instruction),
    };
    const { answer } = recorded.answers.shift() ?? (await askPerson(turn, question));
    const message = writeAsReply(member.seat, answer, instruction, readable);
    if (message.is === "absence") return endSilent(turn, message.reason);
    const reading = message.is === "reply" ? readReply(turn, message.text) : null;
    const isRefusedOnce = reading?.isRefusedOnce === true;
    if (reading && (reading.problem === null || (isRefusedOnce && wasRefusedOnce))) return reading;
    wasRefusedOnce ||= isRefusedOnce;
    const problem = message.is === "unread" ? message.problem : (reading?.problem ?? "");
    refused = { problem, typed: answer };
  }
}
