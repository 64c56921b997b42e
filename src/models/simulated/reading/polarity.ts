import { assertedIn, clausesOf } from "./clauses.ts";
import { withoutIdle } from "./idle.ts";
import { PHRASES, WEIGHTS } from "./lexicon.ts";
import { rivalsIn } from "./rivals.ts";
import { sumOf } from "./sums.ts";
import { trendsIn } from "./trend.ts";

/** A rise that the passage puts in figures weighs more than the word alone. */
const IN_FIGURES = /\bfrom .{1,60}? to /;
const BY_SO_MUCH = /\b(?:by|at) \d/;
const IMPROVED = /\bimproved .{0,60}?from .{1,60}? to /;
/** Raised from whoever had it to give. */
const FUNDED = /\braised (?:eur|usd|gbp|[£$€])/;
/** What is left over, not who has left. */
const REMAINING = /(?<=\b(?:euros|dollars|budget|money|cash|days|weeks|months|runway|time) )left\b/g;
const EASED = 1.1;
const MOUNTED = -1.4;
const SUNK = -1.15;
const STANDS_WELL = 0.9;
const STANDS_BADLY = -1;
const NEGATIONS = new Set(
  "no not never none without nor nobody neither cannot lacks lacked zero hardly barely scarcely".split(" "),
);
const NO_SUBJECT = /^\s*(?:nobody|none|neither|no one|not one|no)\b/;
const SCARCE_SUBJECT = /^\s*(?:few|hardly any|only)\b/;
/** Between a negation and what it denies. */
const BETWEEN = new Set(
  "to be been have has had a an the any yet ever fully really quite very once so far still also always entirely often single".split(
    " ",
  ),
);
const ONLY_MEANT = new Set(
  "must should would could may might plans plan hopes hope aims aim intends wants yet pending awaiting needs".split(
    " ",
  ),
);
/** `Lost no account`, `complained less`. */
const AFTERTHOUGHT = new Set("no nothing nobody none neither less rarely seldom little".split(" "));
/** What people would do is what they think. */
const IS_OPINION = /^recommend/;

type Balance = { readonly good: number; readonly bad: number };

/** -1 speaks strongly against, 1 strongly for; 0 says nothing either way. */
export function polarityOf(text: string): number {
  const { good, bad } = balanceOf(text);
  return (good - bad) / (1.2 + good + bad - Math.min(good, bad));
}

/** Praise and blame in about equal parts: which of them counts is not for a list of words to say. */
export function isTorn(text: string): boolean {
  const { good, bad } = balanceOf(text);
  return Math.min(good, bad) >= 0.4;
}

function balanceOf(text: string): Balance {
  let good = 0;
  let bad = 0;
  const add = (weight: number): void => {
    if (weight > 0) good += weight;
    else bad -= weight;
  };
  const rivals = rivalsIn(assertedIn(withoutRemaining(text.toLowerCase())));
  if (rivals.threats > 0) add(STANDS_BADLY * 1.2);
  const asserted = withoutIdle(rivals.rest);
  const { eased, mounted, risen, sunk, stands, rest } = trendsIn(asserted);
  for (let count = 0; count < eased; count++) add(EASED);
  for (let count = 0; count < mounted; count++) add(MOUNTED);
  for (let count = 0; count < risen; count++) add(1);
  for (let count = 0; count < sunk; count++) add(SUNK);
  for (const way of stands) add(way > 0 ? STANDS_WELL : STANDS_BADLY);
  if ((risen > 0 && IN_FIGURES.test(asserted)) || IMPROVED.test(asserted)) add(1);
  if (eased > 0 && asserted.includes("by half")) add(0.8);
  if (risen > 0 && BY_SO_MUCH.test(asserted)) add(0.5);
  if (FUNDED.test(asserted)) add(1);
  const isDenied = NO_SUBJECT.test(asserted);
  for (const [phrase, weight] of PHRASES)
    if (asserted.includes(phrase) && (weight > 0 || !isDenied || /^(?:no|non|not|none)\b/.test(phrase)))
      add(weight);
  const isMinority = (sumOf(text.split(" ").slice(0, 6).join(" "))?.percent ?? 100) < 50;
  clausesOf(rest).forEach((clause, at) => {
    const isScarce = (at === 0 && isMinority) || SCARCE_SUBJECT.test(clause.text);
    for (const weight of weightsIn(clause.text)) if (weight < 0 || !isScarce) add(weight);
  });
  return { good, bad };
}

function* weightsIn(clause: string): Generator<number> {
  const isDenied = NO_SUBJECT.test(clause);
  const words = clause.split(/[^\p{L}'-]+/u);
  for (let at = 0; at < words.length; at++) {
    const weight = WEIGHTS.get(words[at]!) ?? 0;
    if (weight === 0) continue;
    const before = governing(words, at);
    if (isDenied || AFTERTHOUGHT.has(words[at + 1] ?? "") || NEGATIONS.has(before) || /n't$/.test(before))
      yield -0.8 * weight;
    else if (weight < 0 || !ONLY_MEANT.has(before) || IS_OPINION.test(words[at]!)) yield weight;
  }
}

/** The word that a word hangs on, past those that only join them. */
function governing(words: readonly string[], at: number): string {
  let back = at - 1;
  while (back > 0 && BETWEEN.has(words[back]!)) back--;
  const near = words[back] ?? "";
  const next = words[back - 1] ?? "";
  return NEGATIONS.has(near) || ONLY_MEANT.has(near) || !NEGATIONS.has(next) ? near : next;
}

export function withoutRemaining(lower: string): string {
  return lower.replace(REMAINING, "");
}
