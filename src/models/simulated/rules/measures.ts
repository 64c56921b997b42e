import type { Found, Sign } from "./change.ts";
import { is, near, some, type Token, wordAt } from "./tokens.ts";

type Standing = Omit<Found, "kind">;

/** How something stands beside a plan, a target, or what others have or were promised. */
export function standingsIn(tokens: readonly Token[]): Found[] {
  return tokens.flatMap((_, at): Found[] => {
    const found = beside(tokens, at) ?? insteadOf(tokens, at) ?? than(tokens, at) ?? timesOf(tokens, at);
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

const COUNTS = new Map(Object.entries({ once: 1, twice: 2, thrice: 3 }));

function figureIn(tokens: readonly Token[]): number | null {
  const of = ({ word, value }: Token) =>
    /^(?:19|20)\d\d$/.test(word) ? null : (value ?? COUNTS.get(word) ?? null);
  const found = tokens.find((token) => of(token) !== null);
  return found ? of(found) : null;
}

/** `41 members instead of the 400 planned`, `1.8 per cent, where the department had 4`. */
function insteadOf(tokens: readonly Token[], at: number): Standing | null {
  const word = wordAt(tokens, at);
  const isInstead = word === "instead" && wordAt(tokens, at + 1) === "of";
  if (!isInstead && !(/^(?:where|against)$/.test(word) && at > 2)) return null;
  const own = figureIn(tokens.slice(Math.max(0, at - 8), at).reverse());
  const asked = figureIn(tokens.slice(at + 1, at + 9));
  if (own === null || asked === null || own === asked) return null;
  const before = tokens.slice(Math.max(0, at - 16), at);
  const isBad = some(before, "noun.cost", "noun.bad") || before.some(({ word: each }) => each === "turnover");
  const isGood = some(before, "noun.gain");
  const isTime = before.some(
    (token, index) => is(token, "noun.unit") && (before[index - 1]?.value ?? null) !== null,
  );
  const isAllowed = near(tokens, at, [1, 12], "w.allowed");
  if (!isInstead && !isAllowed && !isBad && !isGood && !isTime && !near(tokens, at, [1, 12], "w.promised"))
    return null;
  const value = isAllowed || isBad || (isTime && !isGood) ? -1 : 1;
  return { from: Math.max(0, at - 1), to: at + 8, sign: (Math.sign(own - asked) * value) as Sign };
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

/** The part of a whole that a clause speaks of: `14 of 15`, `half`, `one in four`, `12 per cent`; null where of none. */
export function shareIn(tokens: readonly Token[]): number | null {
  for (const [at, { word, value }] of tokens.entries()) {
    const [before, next] = [wordAt(tokens, at - 1), wordAt(tokens, at + 1)];
    if (word === "half" && is(tokens[at + 1], "w.own")) return 0.5;
    if (/^(?:third|quarter)$/.test(word) && /^(?:a|one)$/.test(before) && next === "of")
      return word === "third" ? 0.33 : 0.25;
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
    const isPercent =
      next === "%" ? wordAt(tokens, at + 2) === "of" : next === "per" && wordAt(tokens, at + 3) === "of";
    if (isPercent && value <= 100) return value / 100;
  }
  return null;
}
