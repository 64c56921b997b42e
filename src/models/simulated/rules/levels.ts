import { type Sign, type SignFound, spanOfTime, subjectOf, worth } from "./change.ts";
import { is, type Token, wordAt } from "./tokens.ts";

/**
 * How much there is of something beside what was planned or was before: `more than twice what we had planned`, `above
 * plan`, `half as many`, `from 26 hours to 9`. What it is of decides; 0 where nobody knows.
 */
export function levelsIn(tokens: readonly Token[], whole: readonly Token[]): SignFound[] {
  return tokens.flatMap((_, at): SignFound[] => {
    const level = multipleAt(tokens, at) ?? boundAt(tokens, at) ?? plannedAt(tokens, at);
    if (level === null) return fromTo(tokens, at);
    const { direction, to, usual } = level;
    const value = valueBefore(is(tokens[0], "w.relative") ? whole : tokens, tokens, at);
    const sign =
      value === 0 || is(tokens[at + 2], "w.long-as", "w.short-as") ? usual : ((direction * value) as Sign);
    return [{ from: at, to, sign, kind: "plan" }];
  });
}

/** More or less of it, up to which token, and what that is worth where nothing says what it is of. */
type LevelFound = { readonly direction: 1 | -1; readonly to: number; readonly usual: Sign };

function multipleAt(tokens: readonly Token[], at: number): LevelFound | null {
  const [word, next] = [wordAt(tokens, at), wordAt(tokens, at + 1)];
  const isTimes = tokens[at]?.value !== null && next === "times";
  const isMany = /^(?:twice|double|triple|treble|thrice)$/.test(word) || isTimes;
  if (!isMany && word !== "half") return null;
  const after = wordAt(tokens, at + (isTimes ? 2 : 1));
  if (!/^(?:what|as|that)$/.test(after) && !(after === "of" && wordAt(tokens, at + 2) === "what")) return null;
  const isCounted = after === "as" && /^(?:many|much)$/.test(wordAt(tokens, at + 2));
  // `Twice as many customers complained`: what they did decides, and half as many may be good or bad.
  if (isCounted && isMany && !/^(?:as|,|$)/.test(wordAt(tokens, at + 3))) return null;
  const how = after === "as" ? tokens[at + (isTimes ? 3 : 2)] : undefined;
  const much = isMany ? 1 : -1;
  const usual = is(how, "w.long-as") ? -much : is(how, "w.short-as") ? much : 0;
  return { direction: much, to: tokens.length, usual: usual as Sign };
}

/** `Over budget`, `below target`, and not `over two years`. */
function boundAt(tokens: readonly Token[], at: number): LevelFound | null {
  const word = wordAt(tokens, at);
  const direction = /^(?:over|above|beyond)$/.test(word) ? 1 : /^(?:under|below|beneath)$/.test(word) ? -1 : 0;
  if (direction === 0) return null;
  for (let to = at + 1; to <= at + 3; to++) {
    const bound = tokens[to];
    if (is(bound, "w.aimed")) return { direction, to: to + 1, usual: direction };
    if (is(bound, "w.capped")) return { direction, to: to + 1, usual: -direction as Sign };
    if (is(bound, "w.stop")) return null;
  }
  return null;
}

/** `More than planned`, `less than we had expected`. */
function plannedAt(tokens: readonly Token[], at: number): LevelFound | null {
  const isMore = is(tokens[at], "w.more");
  if ((!isMore && !is(tokens[at], "w.less")) || wordAt(tokens, at + 1) !== "than") return null;
  if (is(tokens[at - 1], "w.predicate") && !/^(?:has|have|had)$/.test(wordAt(tokens, at - 1))) return null;
  const to = tokens.findIndex((token, index) => index > at + 1 && is(token, "w.scheduled"));
  return to < 0 || to > at + 5 ? null : { direction: isMore ? 1 : -1, to: to + 1, usual: 0 };
}

/** What there is more or less of: the subject, what stands right before, or money and time by the verb. */
function valueBefore(whole: readonly Token[], tokens: readonly Token[], at: number): Sign {
  const isOfWhole = whole !== tokens;
  const verb = whole.findIndex((token, index) => index > 0 && is(token, "w.be", "past", "third", "w.finite"));
  const end = isOfWhole ? verb : Math.min(at, verb < 0 ? at : verb);
  const subject = worth(subjectOf(whole.slice(0, end < 0 ? at : end)));
  if (subject !== 0) return subject;
  const before = tokens.slice(Math.max(0, at - 8), at);
  const near = before.slice(
    0,
    before.findLastIndex(({ word }) => /\p{L}/u.test(word) && !/^(?:more|less|fewer|than)$/.test(word)) + 1,
  );
  if (near.some((token) => is(token, "w.outlay"))) return -1;
  const counted = near.findLastIndex(({ value }) => value !== null);
  return counted < 0 ? 0 : worth(near.slice(counted + 1));
}

/** `Went from 26 hours to 9`: a change that its verb does not tell the way of. */
function fromTo(tokens: readonly Token[], at: number): SignFound[] {
  if (wordAt(tokens, at) !== "from" || !is(tokens[at - 1], "w.moved")) return [];
  const first = tokens.findIndex(({ value }, index) => index > at && index <= at + 3 && value !== null);
  const to = tokens.findIndex(({ word }, index) => index > first && index <= first + 4 && word === "to");
  const second = tokens.findIndex(
    ({ value }, index) => to >= 0 && index > to && index <= to + 3 && value !== null,
  );
  const [before, after] = [tokens[first]?.value ?? null, tokens[second]?.value ?? null];
  if (first < 0 || second < 0 || before === null || after === null) return [];
  const value = worth(subjectOf(tokens.slice(0, at - 1))) || spanOfTime(tokens);
  const sign = Math.sign((after - before) * value) as Sign;
  return value === 0 ? [] : [{ from: 0, to: second + 1, sign, at, kind: "change" }];
}
