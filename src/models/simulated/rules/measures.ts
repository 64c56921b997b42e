import { type Sign, spanOfTime, subjectOf, worth } from "./change.ts";
import { is, some, type Token, wordAt } from "./tokens.ts";

/** Figures, without years and without the whole that a share is of. */
function figuresIn(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ word, value }, at) =>
    value === null ||
    word === "one" ||
    /^(?:19|20)\d\d$/.test(word) ||
    /^(?:of|in|per|out)$/.test(wordAt(tokens, at - 1))
      ? []
      : [value],
  );
}

/** Two figures side by side, one's own and that of others, of before or of the plan: `1.8 per cent (team: 4)`, `10 days allowed, 17 taken`. */
export function pairIn(tokens: readonly Token[]): Sign | null {
  if (some(tokens, "w.contrast")) return null;
  let last: Token[] = [];
  const parts = [last];
  for (const token of tokens) {
    if (is(token, "w.apart")) {
      last = [];
      parts.push(last);
    }
    last.push(token);
  }
  const [one, two, more] = parts.filter((part) => figuresIn(part).length > 0);
  if (!one || !two || more || figuresIn(one).length + figuresIn(two).length > 2) return null;
  const compared = (part: readonly Token[]) => some(part, "w.promised", "w.allowed", "w.versus", "w.before");
  const isDated = [one, two].every((part) => some(part, "w.dated"));
  const isOfFirst = compared(one) && !compared(two);
  if (!isDated && compared(one) === compared(two)) return null;
  const [own, other] = isOfFirst || (isDated && !compared(two)) ? [two, one] : [one, two];
  const first = tokens.findIndex(({ value }) => value !== null);
  const label =
    worth(subjectOf(tokens.slice(0, first))) ||
    worth(subjectOf(tokens.slice(first + 1, first + 4))) ||
    worth(tokens.slice(first + 1, first + 2));
  const isTime = spanOfTime(tokens) !== 0 || some(other, "w.allowed");
  const value = label || (isTime ? -1 : some(other, "w.promised") ? 1 : 0);
  if (value === 0) return isDated ? 0 : null;
  const [[here = 0], [there = 0]] = [figuresIn(own), figuresIn(other)];
  return Math.sign((here - there) * value) as Sign;
}

const PARTS = new Map(
  Object.entries({ third: 0.33, quarter: 0.25, fifth: 0.2, sixth: 0.17, tenth: 0.1, handful: 0.1 }),
);

/** The part of a whole that a clause speaks of: `14 of 15`, `half`, `one in four`, `12 per cent`; null where of none. */
export function shareIn(tokens: readonly Token[]): number | null {
  for (const [at, { word, value }] of tokens.entries()) {
    const [before, next] = [wordAt(tokens, at - 1), wordAt(tokens, at + 1)];
    if (word === "half" && is(tokens[at + 1], "w.own")) return 0.5;
    const part = PARTS.get(word);
    if (part !== undefined && /^(?:a|one)$/.test(before) && next === "of") return part;
    if (word === "most" && next === "of") return 0.7;
    if (value === null || /^(?:19|20)\d\d$/.test(word)) continue;
    if (/^(?:of|in|out)$/.test(next)) {
      const whole = tokens.slice(at + 2, at + 5).find((token) => !is(token, "w.own"));
      if (whole?.value && whole.value >= value && !/^(?:19|20)\d\d$/.test(whole.word))
        return value / whole.value;
    }
    if (wordAt(tokens, at + 2) === "in") {
      const of = tokens.slice(at + 3, at + 5).find((token) => token.word !== "a");
      if (of?.value && of.value > value && of.value <= 1000) return value / of.value;
    }
    // `412 nights and one that began late`
    const many = /^(?:that|which|who)$/.test(next)
      ? figuresIn(tokens.slice(0, at)).find((whole) => whole >= 9 * value)
      : null;
    if (many) return value / many;
    const isPercent =
      next === "%" ? wordAt(tokens, at + 2) === "of" : next === "per" && wordAt(tokens, at + 3) === "of";
    if (isPercent && value <= 100) return value / 100;
  }
  return null;
}
