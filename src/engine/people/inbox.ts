/**
 * Holds the acts and answers of people until the meeting takes them: acts before the next step,
 * answers when the question is asked. home/ keeps an inbox in a folder; this one is in memory.
 */

import { makeDocument, normaliseText } from "../../scenario/documents/document-text.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import type { Json, PersonAct } from "../transcript/events.ts";

export type Act = {
  person: string;
  does: PersonAct;
  document?: Document | undefined;
  /** Messages, reminders and passes to be counted before it takes effect. */
  after?: number | undefined;
  id?: string | undefined;
};

export type Answer = {
  person: string;
  answer: { [key: string]: Json };
  /** Path of the question. Default: the person's next question. */
  to?: string | undefined;
  id?: string | undefined;
};

/** Acts wait until the next effect begins, answers until they are asked for. */
export interface Inbox {
  put(act: Act): void;
  /** Acts whose time has come, oldest first; `spoken`: messages counted so far. */
  drain(spoken?: number): readonly Act[];
  withdraw(answer: Answer): void;
  takeAnswer(person: string, path: string): Answer | null;
}

/** An inbox for programs: it keeps acts and answers in memory until the meeting takes them. */
export function createMemoryInbox(): Inbox & { hasAnswer(person: string, path: string): boolean } {
  let waiting: Act[] = [];
  const answers: Answer[] = [];
  return {
    put(act) {
      waiting.push(act);
    },
    drain(spoken = Number.POSITIVE_INFINITY) {
      if (waiting.length === 0) return waiting;
      const acts = waiting.filter((act) => isDue(act, spoken));
      waiting = waiting.filter((act) => !acts.includes(act));
      return acts;
    },
    withdraw(answer) {
      answers.push(answer);
    },
    takeAnswer(person, path) {
      const index = answers.findIndex((answer) => isAnswerTo(answer, person, path));
      const [answer = null] = index === -1 ? [] : answers.splice(index, 1);
      return answer;
    },
    hasAnswer: (person, path) => answers.some((answer) => isAnswerTo(answer, person, path)),
  };
}

export function isDue({ after = 0 }: Act, spoken: number): boolean {
  return spoken >= after;
}

export function isAnswerTo({ person, to }: Answer, asked: string, path: string): boolean {
  return isSamePerson(person, asked) && (to === undefined || to === path);
}

export function isSamePerson(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** An act that brings a text, in the one form that texts have at the table. */
export function createDocumentAct(
  person: string,
  brought: Pick<Document, "name" | "title" | "text">,
  after?: number,
): Act {
  const document = makeDocument({ ...brought, subject: false, text: normaliseText(brought.text) });
  return { person, does: { act: "bring-document", name: brought.name }, document, after };
}
