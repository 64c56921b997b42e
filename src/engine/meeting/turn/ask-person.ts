import type { Prompt } from "../../perspective/prompts.ts";
import type { Draft } from "../../transcript/events.ts";
import type { HumanAnswer, HumanRequest } from "../contract/floor.ts";
import { MeetingStop } from "../contract/stop.ts";
import { aborted } from "./gate.ts";
import type { Effect, Runtime } from "./runtime.ts";

export type PersonQuestion = {
  readonly path: string;
  readonly person: string;
  readonly request: HumanRequest;
  readonly prompt?: () => Prompt;
};

export async function askPerson(effect: Effect, question: PersonQuestion): Promise<Draft<"human.answered">> {
  const { runtime, fold, write } = effect;
  const { path, person, request } = question;
  write({ type: "human.asked", path, at: fold.state.now, person, request });
  const { answer, id } = await heard(runtime, question);
  const event = {
    type: "human.answered",
    path,
    at: fold.state.now,
    person,
    answer,
    ...(id && { id }),
  } as const;
  write(event);
  return event;
}

type HeardAnswer = { readonly answer: HumanAnswer; readonly id?: string | undefined };

async function heard(
  runtime: Runtime,
  { path, person, request, prompt }: PersonQuestion,
): Promise<HeardAnswer> {
  const early = runtime.inbox.answerTo(person, path);
  if (early) return early;
  if (lapsedAt(runtime, request) === null) {
    const answer = await runtime.people(person, request, runtime.signal, path, prompt);
    if (answer !== null) return { answer };
    if (runtime.signal.aborted) throw aborted("stopped while a person was asked");
  }
  const late = runtime.inbox.answerTo(person, path);
  if (late) return late;
  const lapsed = lapsedAt(runtime, request);
  if (lapsed !== null) return { answer: { lapsed } };
  throw new MeetingStop({ kind: "waiting", reason: `waiting for ${person}`, path });
}

/** Giving up is on record as an answer, so that no later run has to look at a clock. */
function lapsedAt({ now }: Runtime, { deadline }: HumanRequest): string | null {
  return typeof deadline === "string" && Date.parse(now()) >= Date.parse(deadline) ? deadline : null;
}
