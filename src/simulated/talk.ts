import type { Fact, Said } from "./book.ts";

export type HeardEntry = {
  readonly id: string;
  readonly speaker: string;
  readonly to: string | null;
  readonly content: string;
  readonly verdict: string | null;
  readonly said: readonly Said[];
  /** Facts that a person names; null for words of the script. */
  readonly named: readonly Fact[] | null;
  readonly isMine: boolean;
};

export type Talk = {
  readonly log: HeardEntry[];
  readonly verdicts: Map<string, string>;
  readonly gone: Set<string>;
  readonly used: Set<string>;
  /** By fact: how often it was said or used as an answer, and by whom it was raised. */
  readonly times: Map<Fact, number>;
  readonly raisedBy: Map<Fact, Set<string>>;
  /** By fact: how often it was answered, and how many members it has moved. */
  readonly answered: Map<Fact, number>;
  readonly moves: Map<Fact, number>;
  readonly heard: Set<Fact>;
  myTurns: number;
  /** The member's own turn in which it changed its verdict last. */
  movedAt: number;
};

export function openTalk(): Talk {
  return {
    ...{
      log: [],
      verdicts: new Map(),
      gone: new Set(),
      used: new Set(),
      times: new Map(),
      raisedBy: new Map(),
    },
    ...{ answered: new Map(), moves: new Map(), heard: new Set(), myTurns: 0, movedAt: -10 },
  };
}
