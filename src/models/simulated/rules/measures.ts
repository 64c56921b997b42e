import { type Found, type Sign, spanOfTime, subjectOf, worth } from "./change.ts";
import { is, near, some, type Token, wordAt } from "./tokens.ts";

type Standing = Omit<Found, "kind">;

/** How something stands beside a plan, a target, or what others have or were promised. */
export function standingsIn(tokens: readonly Token[]): Found[] {
  return tokens.flatMap((_, at): Found[] => {
    const found = beside(tokens, at) ?? than(tokens, at) ?? timesOf(tokens, at);
    return found === null ? [] : [{ ...found, kind: "plan" }];
  });
}

/** -1 where more of what stands before is bad, 1 where it is good. */
function measured(tokens: readonly Token[]): Sign {
  if (some(tokens, "noun.cost", "noun.bad", "w.spent")) return -1;
  return some(tokens, "noun.gain") ? 1 : 0;
}

/** `over plan`, `below the average`, `ahead of time`: good or bad as the thing measured is. */
function beside(tokens: readonly Token[], at: number): Standing | null {
  const word = wordAt(tokens, at);
  const isUp = /^(?:over|above|beyond)$/.test(word);
  const isDown = /^(?:under|below|beneath)$/.test(word);
  const isPast = /^(?:ahead|short)$/.test(word) && wordAt(tokens, at + 1) === "of";
  if (!(isUp || isDown || isPast || /^(?:behind|outside)$/.test(word))) return null;
  const reach = tokens.slice(at + 1, at + 6);
  const index = reach.findIndex((token) => is(token, "noun.over", "w.aim"));
  const isFar = reach
    .slice(0, index)
    .some((token) => is(token, "w.link") || token.word === "," || (token.value ?? 0) > 1);
  if (index < 0 || isFar) return null;
  const to = at + 2 + index;
  const turned = near(tokens, at, [-4, 0], "w.denyverb", "w.few") ? -1 : 1;
  if (!isUp && !isDown) return { from: at, to, sign: (word === "ahead" ? turned : -turned) as Sign };
  if (!is(reach[index], "noun.over")) return null;
  const direction = (isUp ? 1 : -1) * turned;
  const before = tokens.slice(Math.max(0, at - 12), at);
  const isOfTime = isDown && before.some(({ word: each }) => /^(?:hours|days|weeks|months)$/.test(each));
  const byTarget = is(reach[index], "w.ceiling") || isOfTime ? -1 : is(reach[index], "w.goal") ? 1 : 0;
  return { from: at, to, sign: (direction * (measured(before) || byTarget)) as Sign };
}

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
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (is(token, "w.apart")) parts.push([]);
    parts.at(-1)!.push(token);
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
    worth(subjectOf(tokens.slice(0, first))) || worth(subjectOf(tokens.slice(first + 1, first + 4)));
  const isTime = spanOfTime(tokens) !== 0 || some(other, "w.allowed");
  const value = label || (isTime ? -1 : some(other, "w.promised") ? 1 : 0);
  if (value === 0) return isDated ? 0 : null;
  return Math.sign((figuresIn(own)[0]! - figuresIn(other)[0]!) * value) as Sign;
}

/** `six more than promised`, `longer than allowed`. */
function than(tokens: readonly Token[], at: number): Standing | null {
  if (wordAt(tokens, at) !== "than" || !near(tokens, at, [1, 6], "w.promised")) return null;
  const comparative = tokens
    .slice(Math.max(0, at - 10), at)
    .findLast((token) => is(token, "w.comparative"))?.word;
  if (!comparative) return null;
  const to = { from: at - 1, to: at + 2 };
  if (/^(?:better|sooner|earlier|faster|cheaper)$/.test(comparative)) return { ...to, sign: 1 };
  if (/^(?:worse|later|slower|dearer)$/.test(comparative)) return { ...to, sign: -1 };
  const isBurden = near(tokens, at, [-10, 6], "noun.cost", "noun.unit", "w.spent");
  return { ...to, sign: /^(?:more|higher|longer)$/.test(comparative) === isBurden ? -1 : 1 };
}

/** `twice the estimate`, `double those of the team`. */
function timesOf(tokens: readonly Token[], at: number): Standing | null {
  if (!/^(?:twice|double|thrice)$/.test(wordAt(tokens, at)) || wordAt(tokens, at + 1) === "a") return null;
  const isMeasured = tokens
    .slice(at + 1, at + 5)
    .some((token) => is(token, "noun.over") || /^(?:those|that|team)$/.test(token.word));
  const value = measured(tokens.slice(Math.max(0, at - 8), at));
  return isMeasured && value !== 0 ? { from: at, to: at + 3, sign: value } : null;
}

/** `8.9 of 10`, of what is rated: good from four fifths, bad up to a half. */
export function ratingIn(tokens: readonly Token[]): Sign {
  if (!some(tokens, "w.rated")) return 0;
  for (const [at, { value }] of tokens.entries()) {
    const whole = tokens.slice(at + 1, at + 4).find(({ word }) => !/^(?:out|of)$/.test(word));
    if (
      value === null ||
      !/^(?:of|out)$/.test(wordAt(tokens, at + 1)) ||
      !/^(?:5|10|100|five|ten)$/.test(whole?.word ?? "")
    )
      continue;
    const share = value / whole!.value!;
    return share >= 0.8 && share <= 1 ? 1 : share <= 0.5 ? -1 : 0;
  }
  return 0;
}

const PARTS = new Map(
  Object.entries({ third: 0.33, quarter: 0.25, fifth: 0.2, sixth: 0.17, tenth: 0.1, handful: 0.1 }),
);

/** The part of a whole that a clause speaks of: `14 of 15`, `half`, `one in four`, `12 per cent`; null where of none. */
export function shareIn(tokens: readonly Token[]): number | null {
  for (const [at, { word, value }] of tokens.entries()) {
    const [before, next] = [wordAt(tokens, at - 1), wordAt(tokens, at + 1)];
    if (word === "half" && is(tokens[at + 1], "w.own")) return 0.5;
    if (PARTS.has(word) && /^(?:a|one)$/.test(before) && next === "of") return PARTS.get(word)!;
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
