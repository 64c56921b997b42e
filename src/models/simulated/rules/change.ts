import { is, some, type Token, wordAt } from "./tokens.ts";

/** -1 speaks against, 1 for; 0: something is said, and nobody knows for what. */
export type Sign = -1 | 0 | 1;

/** A sign that part of a clause has, from token `from` up to `to`. */
export type SignFound = {
  readonly from: number;
  readonly to: number;
  readonly sign: Sign;
  /** The word that says it, where that is not the first. */
  readonly at?: number;
  readonly kind: "change" | "plan" | "event" | "doing" | "severe" | "lack";
};

/** What rose or fell, and what that is worth. */
export function changesIn(tokens: readonly Token[]): SignFound[] {
  return [...tokens.flatMap((_, at) => moveAt(tokens, at) ?? []), ...comparativesIn(tokens)];
}

/** -1 where more of it is bad, 1 where more of it is good, 0 where nobody knows: what the last word of the phrase names. */
export function worth(phrase: readonly Token[]): Sign {
  const of = phrase.findIndex(({ word }, at) => at > 0 && word === "of");
  if (of < 0) return headOf(phrase);
  const [start, rest] = [phrase.slice(0, of), phrase.slice(of + 1)];
  const last = start.findLast((token) => !is(token, "w.fill") && token.value === null);
  return headOf(start) || (last === undefined || is(last, "w.neutral", "w.part") ? headOf(rest) : 0);
}

function headOf(phrase: readonly Token[]): Sign {
  const words = phrase.filter(
    (token) =>
      !is(token, "w.fill") && !/ly$/.test(token.word) && token.value === null && /\p{L}/u.test(token.word),
  );
  for (const [at, token] of [...words.entries()].reverse()) {
    const before = words[at - 1];
    if (is(token, "noun.cost", "noun.bad")) return -1;
    if (is(token, "noun.gain") && !(is(token, "w.neutral") && at > 0)) return 1;
    if (/^times?$/.test(token.word) && !is(before, "noun.longer-is-better")) return at > 0 ? -1 : 0;
    if (!is(token, "w.neutral")) break;
  }
  if (some(words, "adj.bad") || words.slice(0, -1).some((token) => is(token, "verb.fail") && is(token, "past")))
    return -1;
  return is(words.at(-1), "noun.gain") ? 1 : 0;
}

function moveAt(tokens: readonly Token[], at: number): SignFound | null {
  const direction = directionAt(tokens, at);
  if (direction === 0) return null;
  const token = tokens[at];
  if (!token) return null;
  if (is(token, "verb.better", "verb.worse")) return { from: at, to: at + 1, sign: direction, kind: "change" };
  const before = tokens.slice(startOfClause(tokens, at), at);
  const next = wordAt(tokens, at + 1);
  const isNoun = /^(?:in|of)$/.test(next) && !is(token, "past");
  const start = isNoun ? at + 2 : at + 1;
  const named = tokens.slice(start, endOfPhrase(tokens, start));
  const [subject, object] = [worth(subjectOf(before)), worth(subjectOf(named))];
  const value = is(token, "w.intransitive") && !isNoun ? subject || object : object || subject;
  // What is counted in units of time: `up from six days to ten`.
  const unit = /^(?:by|to|from)$/.test(next) ? spanOfTime(tokens.slice(Math.max(0, at - 9), at + 9)) : 0;
  const sign = (direction * (value || unit)) as Sign;
  if (sign === 0 && (isNoun || is(token, "base"))) return null;
  const from = value !== 0 && value === subject ? at - before.length : at;
  return { from, to: start + named.length, sign, at, kind: "change" };
}

function directionAt(tokens: readonly Token[], at: number): Sign {
  const token = tokens[at];
  if (!token) return 0;
  if (/^(?:up|down)$/.test(token.word)) return particle(tokens, at);
  if (!is(token, "verb.up", "verb.down", "verb.better", "verb.worse") || is(token, "w.unmoved")) return 0;
  const isAlone = !tokens.some(
    (other, index) =>
      index !== at && (is(other, "verb.up", "verb.down") || /^(?:down|up|fewer|less)$/.test(other.word)),
  );
  if (token.word === "falls" && (at === 0 || is(tokens[at - 1], "noun.unit") || !isAlone)) return 0;
  if (/^(?:dropped|drop|fell|fall|cut)$/.test(token.word) && is(tokens[at + 1], "w.down-and-out")) return 0;
  return is(token, "verb.up", "verb.better") ? 1 : -1;
}

/** `up from 3`, `went down to 8`, `is down 7 per cent`. */
function particle(tokens: readonly Token[], at: number): Sign {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  const isMeasured = next !== undefined && (/^(?:from|to|by|a)$/.test(next.word) || next.value !== null);
  if (!isMeasured && !(is(before, "w.move") && next === undefined)) return 0;
  if (is(before, "w.fixed")) return 0;
  return wordAt(tokens, at) === "up" ? 1 : -1;
}

function startOfClause(tokens: readonly Token[], at: number): number {
  let start = at;
  while (
    start > 0 &&
    at - start < 14 &&
    !/^(?:[;:(—]|but|while|whereas|though|although)$/.test(wordAt(tokens, start - 1)) &&
    (wordAt(tokens, start - 1) !== "and" || tokens.slice(0, start).some(({ word }) => word === "between"))
  )
    start--;
  return start;
}

/** The words of a subject that say what it is: those before `for`, `among`, `per`, `after` ... */
export function subjectOf(before: readonly Token[]): readonly Token[] {
  const end = before.findIndex((token, at) => at > 0 && is(token, "w.ofmeasure"));
  return end < 0 ? before : before.slice(0, end);
}

function endOfPhrase(tokens: readonly Token[], from: number): number {
  const isEnd = (token: Token, at: number) =>
    is(token, "w.stop") || (at > from && is(token, "past") && !is(token, "adj.bad", "adj.good", "noun.bad"));
  const near = tokens.slice(from, from + 9);
  const end = near.findIndex((token, at) => isEnd(token, from + at));
  return from + (end === -1 ? near.length : end);
}

/** What is counted in units of time is better short, but for what is better long. */
export function spanOfTime(tokens: readonly Token[]): -1 | 0 {
  const valueAt = (at: number) => tokens[at]?.value ?? null;
  const isTime = tokens.some(
    (token, at) => is(token, "noun.unit") && (valueAt(at - 1) !== null || valueAt(at - 2) !== null),
  );
  return isTime && !some(tokens, "noun.longer-is-better") ? -1 : 0;
}

/** `A third cheaper`, `slower than before`, and not `a cheaper maker`. */
function comparedAs(tokens: readonly Token[], at: number): SignFound | null {
  const sign = is(tokens[at], "w.sooner") ? 1 : is(tokens[at], "w.later") ? -1 : 0;
  const next = tokens[at + 1];
  const isLast =
    next === undefined || /^[.,;:)—]$/.test(next.word) || /^(?:than|for|to|with|in)$/.test(next.word);
  const before = tokens[at - 1];
  const isSaid = is(before, "w.predicate", "w.part") || before?.word === "%" || before?.word === "cent";
  const isDenied = tokens.slice(0, at).some((each) => is(each, "w.deny"));
  return sign === 0 || !isLast || !isSaid || isDenied ? null : { from: at, to: at + 1, sign, kind: "change" };
}

/** `fewer absences`, `the lowest sickness`, `waiting is longer`. */
function comparativesIn(tokens: readonly Token[]): SignFound[] {
  return tokens.flatMap((token, at): SignFound[] => {
    const compared = comparedAs(tokens, at);
    if (compared !== null) return [compared];
    const direction = is(token, "w.less") ? -1 : is(token, "w.more") ? 1 : 0;
    if (direction === 0 || /^(?:no|not)$/.test(wordAt(tokens, at - 1))) return [];
    const end = endOfPhrase(tokens, at + 1);
    const than = tokens.findIndex(({ word }, index) => index > at && word === "than");
    const last = Math.min(end, than === -1 ? end : than, at + 4);
    const isWhole =
      last === tokens.length ||
      is(tokens[last], "w.stop") ||
      !/\p{L}/u.test(wordAt(tokens, last)) ||
      /^(?:than|of|on|at|per|for|among|every|each)$/.test(wordAt(tokens, last));
    // `Charges 35 pounds more`: by how much, and what is paid.
    const isAmount =
      tokens[at - 1]?.value !== null ||
      is(tokens[at - 2], "w.outlay") ||
      /^(?:%|euros?|dollars?|pounds?|francs?)$/.test(wordAt(tokens, at - 1));
    if (isAmount && tokens.slice(Math.max(0, at - 5), at).some((each) => is(each, "w.outlay")))
      return [{ from: at, to: end, sign: -direction as Sign, at, kind: "change" }];
    const after = isWhole ? worth(tokens.slice(at + 1, last)) : 0;
    const start = startOfClause(tokens, at);
    const subject = is(tokens[at - 1], "w.predicate") ? worth(subjectOf(tokens.slice(start, at))) : 0;
    const done = tokens.slice(Math.max(0, at - 5), at).some((each) => is(each, "w.output"));
    const value =
      after || subject || (is(tokens[at - 1], "noun.unit") ? spanOfTime(tokens) : isWhole && done ? 1 : 0);
    return value === 0
      ? []
      : [{ from: after === 0 ? start : at, to: end, sign: (direction * value) as Sign, at, kind: "change" }];
  });
}
