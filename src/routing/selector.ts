import type { Situation } from "./situation.ts";

/** Says how likely each candidate is to speak next; the draw is not its own. */
export type Selector = {
  /** What a scenario or a program calls it by. One of your own takes a name that no built-in one has. */
  readonly name: string;
  /** Short reason in words, for the record. */
  readonly why: string;
  /** One finite number a candidate, 0 or more, in the candidates' order; 0 is never chosen. A pure function. */
  weigh(situation: Situation): readonly number[];
};
