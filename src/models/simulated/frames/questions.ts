import type { Kind } from "../reading/kind.ts";
import { ON_FAULTS } from "./questions-faults.ts";
import { ON_MERITS } from "./questions-merits.ts";
import { ON_TERMS } from "./questions-terms.ts";
import { ON_WORKS } from "./questions-works.ts";

/**
 * A question, {who} and {h} as in frames, and answers that fit its wording without any slot: two of somebody who reads
 * the passage in favour, two of somebody who reads it against. In a trial: who takes it at its word, and who does not.
 * One that seeks asks for what stands on the other side: the answer depends on whether there is any such thing.
 */
export type Asking = readonly [
  ask: string,
  inFavour: string,
  alsoInFavour: string,
  against: string,
  alsoAgainst: string,
  seeks?: "seeks",
];

const QUESTIONS: Readonly<Record<Kind, readonly Asking[]>> = {
  ...ON_FAULTS,
  ...ON_MERITS,
  ...ON_WORKS,
  ...ON_TERMS,
};

/** What a simulated juror is asked in cross-examination, after the passage has been quoted. */
export const POSITION: Asking = [
  "How does your position stand with that?",
  "My position has room for that, since I read it in favour.",
  "It speaks in favour as I read it, and my position has taken it into account.",
  "My position has room for that, since I read it the other way.",
  "It speaks against as I read it, and my position has taken it into account.",
];

/** Answers to a question in somebody's own words, which nobody here can tell. */
export const ANY: Asking = [
  "",
  "Since you put it to me, I count that passage in favour.",
  "My answer is that it speaks more for the matter than against it.",
  "Since you put it to me, I count that passage against.",
  "My answer is that it speaks more against the matter than for it.",
];

/** Before an answer, where all other ways of beginning one are used up. */
export const ANSWERING: readonly string[] = [
  "{who}, you are waiting for a word from me on {h}.",
  "I still owe an answer to {who} on {h}.",
  "Back to what {who} wanted to know about {h}.",
  "On {h} there was a question from {who}, and I have not forgotten it.",
];

/** Every question that can be told again in what was said. */
export const ASKED: readonly Asking[] = [...Object.values(QUESTIONS).flat(), POSITION];

/** Every sentence that answers one. */
export const ANSWERS: readonly string[] = [...ASKED, ANY].flatMap((each) => [
  ...answersTo(each, 1),
  ...answersTo(each, -1),
]);

/** What somebody says to a question who reads the passage in favour (1) or against (-1). */
export function answersTo([, one, two, three, four]: Asking, side: 1 | -1): readonly string[] {
  return side > 0 ? [one, two] : [three, four];
}

const asks = new Map(Object.entries(QUESTIONS).map(([kind, list]) => [kind, list.map(([ask]) => ask)]));

/** Questions to a colleague about a passage of such a kind. */
export function asksOn(kind: Kind): readonly string[] {
  return asks.get(kind) ?? [];
}
