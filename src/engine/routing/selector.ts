import type { Situation } from "./situation.ts";

/** Says how likely each candidate is to speak next; it does not draw. */
export type Selector = {
  /** A scenario's name for it; your own must not reuse a built-in name. */
  readonly name: string;
  /** Short reason in words, for the record. */
  readonly why: string;
  /** One finite number a candidate, 0 or more, in the candidates' order; 0 is never chosen. A pure function. */
  weigh(situation: Situation): readonly number[];
};
