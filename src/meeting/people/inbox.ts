import { makeDocument, normaliseText } from "../../scenario/documents/document-text.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import type { Json, PersonAct } from "../../transcript/events.ts";

/** An act and who did it. */
export type Act = {
  readonly person: string;
  readonly does: PersonAct;
  /** What is brought, where the act brings something. */
  readonly document?: Document | undefined;
  /** Messages, notices, passes and absences that must have been counted before it takes effect; left out, none. */
  readonly after?: number | undefined;
  /** Told apart from every other, where it came from outside the process. */
  readonly id?: string | undefined;
};

/** What a person says, who has been asked or will be. */
export type Answer = {
  readonly person: string;
  readonly answer: { readonly [key: string]: Json };
  /** Path of the question that it answers; left out, the next one this person is asked. */
  readonly to?: string | undefined;
  /** Told apart from every other, where it came from outside the process. */
  readonly id?: string | undefined;
};

/** Where people's acts wait until the next effect begins, and their answers until they are asked for. */
export interface Inbox {
  put(act: Act): void;
  /** Takes every act that waits and whose time has come, oldest first; `spoken`: messages counted so far. */
  drain(spoken?: number): readonly Act[];
  leave(answer: Answer): void;
  /** Takes the oldest answer of a person to the question at a path; null where there is none. */
  answerTo(person: string, path: string): Answer | null;
}

export function memoryInbox(): Inbox & { holdsAnswer(person: string, path: string): boolean } {
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
    leave(answer) {
      answers.push(answer);
    },
    answerTo(person, path) {
      const index = answers.findIndex((answer) => answersTo(answer, person, path));
      const [answer = null] = index === -1 ? [] : answers.splice(index, 1);
      return answer;
    },
    holdsAnswer: (person, path) => answers.some((answer) => answersTo(answer, person, path)),
  };
}

export function isDue({ after = 0 }: Act, spoken: number): boolean {
  return spoken >= after;
}

export function answersTo({ person, to }: Answer, asked: string, path: string): boolean {
  return isSamePerson(person, asked) && (to === undefined || to === path);
}

/** People are called alike whatever the case. */
export function isSamePerson(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The act of bringing a text to the table, in the one form that texts have there. */
export function bringing(
  person: string,
  brought: Pick<Document, "name" | "title" | "text">,
  after?: number,
): Act {
  const document = makeDocument({ ...brought, subject: false, text: normaliseText(brought.text) });
  return { person, does: { act: "bring-document", name: brought.name }, document, after };
}
