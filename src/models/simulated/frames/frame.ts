/**
 * What a sentence does. Slots: {who} a colleague; {h} a passage named in passing, with its line, {H} the same at the
 * head of a sentence; {q} a quotation, {l} its line, {L} the same at the head; {c} a criterion; {v} a verdict; {s} the
 * judged; {r} a requirement quoted and {rl} its line; {m} what is missing, {mk} the same where it can be known and told,
 * {mp} where it can be shown on paper. A frame is used only where all of its slots can be filled.
 */
export type Move =
  | "open"
  | "citeFor"
  | "citeAgainst"
  | "defend"
  | "doubt"
  | "agreeFor"
  | "agreeAgainst"
  | "weighFor"
  | "weighAgainst"
  | "want"
  | "answer"
  | "hold"
  | "concede"
  | "changeUp"
  | "changeDown"
  | "state"
  | "condition"
  | "press"
  | "withdraw"
  | "raise"
  | "reqMet"
  | "reqUnmet"
  | "remainFor"
  | "remainAgainst";

/** Sentences of one manner of speaking; every one has four plain words in a row by which it is known again. */
export type Frames = Readonly<Record<Move, readonly string[]>>;
