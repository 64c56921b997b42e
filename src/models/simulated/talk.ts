import type { Fact } from "./book.ts";

/** A fact that somebody brought up, and what became of it. */
export type Claim = {
  readonly fact: Fact;
  readonly speaker: string;
  /** Id of the message, and its words for the fact. */
  readonly message: string;
  readonly passage: string;
  /** Nth entry of the meeting. */
  readonly order: number;
  answers: number;
  answeredByMe: boolean;
};

/** Somebody asked something by a colleague. */
export type Question = {
  readonly from: string;
  readonly to: string;
  readonly fact: Fact;
  /** Asked in the words of the fact's own question. */
  readonly isItsOwn: boolean;
};

/** What a person who watches said or brought, and whether somebody has taken it up. */
export type Remark = {
  readonly facts: readonly Fact[];
  readonly by: "interjection" | "whisper" | "document";
  taken: boolean;
};

/** What moved the score since this member last stated a verdict. */
export type Push = {
  readonly from: string;
  readonly fact: Fact;
  readonly change: number;
  readonly message: string;
  readonly passage: string;
};

/** Something set against what this member has said itself. */
export type Challenge = { readonly from: string; readonly fact: Fact; readonly mine: Fact };

/** What one has heard and said so far. */
export type Talk = {
  order: number;
  readonly claims: Claim[];
  /** Facts brought up by anybody, and by oneself. */
  readonly used: Set<number>;
  readonly mine: Set<number>;
  /** By fact: how often one has spoken of it. */
  readonly voiced: Map<number, number>;
  readonly requirements: Set<string>;
  /** By speaker: how many messages. */
  readonly spoke: Map<string, number>;
  /** What members have said, in order. */
  readonly words: { readonly speaker: string; readonly content: string; readonly order: number }[];
  readonly verdicts: Map<string, string>;
  readonly gone: Set<string>;
  questions: Question[];
  readonly remarks: Remark[];
  /** Whoever spoke last besides oneself. */
  last: string | null;
  /** Whether that was said to oneself, and what it spoke of where it brought nothing. */
  isAddressed: boolean;
  spokenOf: readonly Claim[];
  challenge: Challenge | null;
  pushes: Push[];
  myMessages: number;
  myVerdict: string | null;
  /** Since the last notice that named this member as one without a verdict. */
  isReminded: boolean;
  /** All that was said, in lower case: a sentence said before is not said again. */
  said: string;
};

export function openTalk(): Talk {
  return {
    ...{ order: 0, claims: [], used: new Set(), mine: new Set(), voiced: new Map(), requirements: new Set() },
    ...{ spoke: new Map(), words: [], verdicts: new Map(), gone: new Set(), questions: [], remarks: [] },
    ...{
      last: null,
      isAddressed: false,
      spokenOf: [],
      challenge: null,
      pushes: [],
      myMessages: 0,
      myVerdict: null,
      isReminded: false,
      said: "",
    },
  };
}
