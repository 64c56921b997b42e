import type { Found } from "./change.ts";
import { is, ordinalOf, type Token } from "./tokens.ts";

/** How something stands beside a plan, a deadline, others, or a whole. */
export function standingsIn(tokens: readonly Token[]): Found[] {
  return tokens.flatMap((token, at): Found[] => {
    const found =
      within(tokens, at) ??
      beside(tokens, at) ??
      timed(tokens, at) ??
      ranked(tokens, at) ??
      insteadOf(tokens, at) ??
      than(tokens, at);
    return found === null ? [] : [{ ...found, kind: token.word === "first" ? "grade" : "plan" }];
  });
}

type Standing = Omit<Found, "kind">;

function isNot(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 4), at)
    .some(({ word }) => /^(?:not|never|no|nothing|none|rarely|seldom|n't|few|half)$|n't$/.test(word));
}

/** `on time`, `within budget`, `to plan`. */
function within(tokens: readonly Token[], at: number): Standing | null {
  const { word } = tokens[at]!;
  if (!/^(?:on|within|to|in)$/.test(word)) return null;
  const next = tokens[at + 1]?.word ?? "";
  const fits =
    word === "in"
      ? next === "time" && !is(tokens[at + 2]) && !/^(?:of|for)$/.test(tokens[at + 2]?.word ?? "")
      : word === "to"
        ? /^(?:plan|schedule|budget|time|specification)$/.test(next) && at > 0
        : /^(?:time|schedule|budget|target|plan|deadline|standard|limits)$/.test(next) &&
          !/^(?:staff|off|work)$/.test(tokens[at + 2]?.word ?? "");
  const isSpaced =
    word === "within" &&
    /^(?:the|its|their|his|her|our)$/.test(next) &&
    /^(?:budget|deadline|plan|limits?|target|time|timetable|estimate)$/.test(tokens[at + 2]?.word ?? "");
  if (!fits && !isSpaced) return null;
  return { from: at, to: at + 3, sign: isNot(tokens, at) ? -1 : 1 };
}

/** `over plan`, `below the average`, `two weeks ahead of schedule`: good or bad as the thing measured is. */
function beside(tokens: readonly Token[], at: number): Standing | null {
  const { word } = tokens[at]!;
  const isUp = /^(?:over|above|beyond)$/.test(word);
  const isDown = /^(?:under|below|beneath)$/.test(word);
  const isAhead = word === "ahead" && tokens[at + 1]?.word === "of";
  const isBehind =
    word === "behind" || (word === "short" && tokens[at + 1]?.word === "of") || word === "outside";
  if (!(isUp || isDown || isAhead || isBehind)) return null;
  const reach = tokens.slice(at + 1, at + 6);
  const index = reach.findIndex(
    (token) =>
      is(token, "noun.over") ||
      /^(?:time|deadline|rules?|limits|intake|team|department|peers|region|country|company|plan)$/.test(
        token.word,
      ),
  );
  if (
    index < 0 ||
    reach.slice(0, index).some((token) => /^(?:and|,|;)$/.test(token.word) || (token.value ?? 0) > 1)
  )
    return null;
  const to = at + 2 + index;
  const target = reach[index]!.word;
  const not = isNot(tokens, at) ? -1 : 1;
  if (isAhead) return { from: at, to, sign: not as -1 | 1 };
  if (isBehind) return { from: at, to, sign: -not as -1 | 1 };
  if (!is(reach[index], "noun.over")) return null;
  const direction = (isUp ? 1 : -1) * not;
  const before = tokens.slice(Math.max(0, at - 12), at);
  const value = before.some(
    (token) =>
      is(token, "noun.cost", "noun.bad") ||
      /^(?:spending|spent|hours|price|expenses|took|cost)$/.test(token.word),
  )
    ? -1
    : before.some((token) => is(token, "noun.gain"))
      ? 1
      : /^(?:budget|limits?|ceiling|allowance|estimate|schedule|timetable)$/.test(target)
        ? -1
        : /^(?:plan|target|forecast|quota|expectations?|threshold|minimum|standards?)$/.test(target)
          ? before.some(({ word: each }) => /^(?:hours|days|weeks|months)$/.test(each)) && isDown
            ? -1
            : 1
          : 0;
  return { from: at, to, sign: (direction * value) as -1 | 0 | 1 };
}

/** `two weeks early`, `five weeks late`, `on the day`. */
function timed(tokens: readonly Token[], at: number): Standing | null {
  const { word } = tokens[at]!;
  const before = tokens[at - 1];
  const isAfterUnit = is(before, "noun.unit") || before?.word === "year" || before?.word === "years";
  if (/^(?:early|sooner|late|overdue)$/.test(word) && isAfterUnit)
    return { from: at - 2, to: at + 1, sign: /^(?:early|sooner)$/.test(word) ? 1 : -1 };
  if (/^(?:ahead|behind)$/.test(word) && isAfterUnit)
    return { from: at - 1, to: at + 1, sign: word === "ahead" ? 1 : -1 };
  if (word === "after" && tokens.slice(at + 1, at + 4).some((token) => token.word === "deadline"))
    return { from: at, to: at + 3, sign: -1 };
  if (word === "before" && tokens.slice(at + 1, at + 4).some((token) => token.word === "deadline"))
    return { from: at, to: at + 3, sign: 1 };
  return null;
}

/** `came first`, `bottom of the table`, `at the first attempt`. */
function ranked(tokens: readonly Token[], at: number): Standing | null {
  const { word } = tokens[at]!;
  const before = tokens[at - 1]?.word ?? "";
  const next = tokens[at + 1]?.word ?? "";
  const place = ordinalOf(word);
  const isPlaced =
    /^(?:came|come|comes|finished|placed|ranked|ranks|rated|was|finishes)$/.test(before) ||
    /^(?:place|prize|rank)$/.test(next);
  if (place !== null && place <= 3 && isPlaced && !/^(?:to|in|was)$/.test(next))
    return { from: at, to: at + 2, sign: 1 };
  if (
    /^(?:last|bottom)$/.test(word) &&
    (/^(?:came|finished|placed|ranked)$/.test(before) || /^(?:place)$/.test(next))
  )
    return { from: at, to: at + 2, sign: -1 };
  if (
    word === "only" &&
    next === "after" &&
    tokens
      .slice(at, at + 6)
      .some((token) =>
        /^(?:reminders?|warnings?|months|weeks|complaints?|attempts?|pressure)$/.test(token.word),
      )
  )
    return { from: at, to: at + 6, sign: -1 };
  return null;
}

/** `41 members instead of the 400 planned`, `1.8 per cent, where the department had 4`. */
function insteadOf(tokens: readonly Token[], at: number): Standing | null {
  const { word } = tokens[at]!;
  const isInstead = word === "instead" && tokens[at + 1]?.word === "of";
  const isWhere = /^(?:where|against)$/.test(word) && at > 2;
  if (!isInstead && !isWhere) return null;
  const figure = (part: readonly Token[]) =>
    part.find(({ value, word: each }) => value !== null && !/^(?:19|20)\d\d$/.test(each))?.value ??
    COUNTS.get(part.find(({ word: each }) => COUNTS.has(each))?.word ?? "") ??
    null;
  const own = figure(tokens.slice(Math.max(0, at - 8), at).reverse());
  const asked = figure(tokens.slice(at + 1, at + 9));
  if (own === null || asked === null || own === asked) return null;
  const rest = tokens.slice(at + 1, at + 12);
  const isAllowed = rest.some(({ word: each }) =>
    /^(?:allow|allowed|permits?|permitted|limit|maximum|budgeted)$/.test(each),
  );
  const isAsked =
    rest.some(({ word: each }) =>
      /^(?:promised|planned|asks?|asked|required?|requires|agreed|needed|expected|hoped|target|minimum|demands?)$/.test(
        each,
      ),
    ) || isInstead;
  const before = tokens.slice(Math.max(0, at - 16), at);
  const isBad = before.some((token) => is(token, "noun.cost", "noun.bad") || token.word === "turnover");
  const isTime = before.some(
    (token, index) => is(token, "noun.unit") && (before[index - 1]?.value ?? null) !== null,
  );
  const isGood = before.some((token) => is(token, "noun.gain"));
  if (!isAllowed && !isAsked && !isBad && !isGood && !isTime) return null;
  const value = isAllowed || isBad || (isTime && !isGood) ? -1 : 1;
  return { from: Math.max(0, at - 1), to: at + 8, sign: (Math.sign(own - asked) * value) as -1 | 1 };
}

const COUNTS = new Map([
  ["once", 1],
  ["twice", 2],
  ["thrice", 3],
]);

/** `six more than promised`, `twice the estimate`, `longer than allowed`. */
function than(tokens: readonly Token[], at: number): Standing | null {
  const { word } = tokens[at]!;
  const reach = tokens.slice(at + 1, at + 10);
  if (word === "than") {
    const isPlan = reach
      .slice(0, 5)
      .some(({ word: each }) =>
        /^(?:promised|planned|plan|asked|asks|required|agreed|budgeted|expected|budget|targeted|forecast|scheduled|allowed|estimated|quoted|needed|hoped)$/.test(
          each,
        ),
      );
    if (!isPlan) return null;
    const before = tokens.slice(Math.max(0, at - 10), at);
    const comparative = before.findLast(({ word: each }) =>
      /^(?:more|less|fewer|higher|lower|longer|shorter|better|worse|sooner|later|earlier|faster|slower|cheaper|dearer)$/.test(
        each,
      ),
    )?.word;
    if (!comparative) return null;
    if (/^(?:better|sooner|earlier|faster|cheaper)$/.test(comparative))
      return { from: at - 1, to: at + 2, sign: 1 };
    if (/^(?:worse|later|slower|dearer)$/.test(comparative)) return { from: at - 1, to: at + 2, sign: -1 };
    const isMore = /^(?:more|higher|longer)$/.test(comparative);
    const isBurden = [...before, ...reach.slice(0, 5)].some(
      (token) =>
        is(token, "noun.cost", "noun.unit") ||
        /^(?:cost|took|spent|costs|hours|budget|allowed|budgeted|estimated|quoted)$/.test(token.word),
    );
    return { from: at - 1, to: at + 2, sign: isMore === isBurden ? -1 : 1 };
  }
  if (/^(?:twice|double|thrice)$/.test(word) && tokens[at + 1]?.word !== "a") {
    const isMeasured = reach
      .slice(0, 4)
      .some((token) => is(token, "noun.over") || /^(?:those|that|team|plan)$/.test(token.word));
    if (!isMeasured) return null;
    const isBad = tokens
      .slice(Math.max(0, at - 8), at)
      .some((token) => is(token, "noun.cost", "noun.bad") || /^(?:cost|costs|took|spent)$/.test(token.word));
    const isGood = tokens.slice(Math.max(0, at - 8), at).some((token) => is(token, "noun.gain"));
    return isBad === isGood ? null : { from: at, to: at + 3, sign: isBad ? -1 : 1 };
  }
  return null;
}

const RATED = /^(?:rat\w+|scor\w+|satisfaction|grad\w+|review\w*|mark\w*|feedback|survey\w*)$/;

/** `8.9 of 10`, of what is rated: good from four fifths, bad up to a half. */
export function ratingIn(tokens: readonly Token[]): -1 | 0 | 1 {
  if (!tokens.some(({ word }) => RATED.test(word))) return 0;
  for (const [at, { value }] of tokens.entries()) {
    const rest = tokens.slice(at + 1, at + 4).filter(({ word }) => !/^(?:out|of)$/.test(word));
    if (
      value === null ||
      !/^(?:of|out)$/.test(tokens[at + 1]?.word ?? "") ||
      !/^(?:5|10|100|five|ten)$/.test(rest[0]?.word ?? "")
    )
      continue;
    const share = value / rest[0]!.value!;
    return share >= 0.8 && share <= 1 ? 1 : share <= 0.5 ? -1 : 0;
  }
  return 0;
}

/** The part of a whole that a clause speaks of: `14 of 15`, `half`, `one in four`, `12 per cent`; null where of none. */
export function shareIn(tokens: readonly Token[]): number | null {
  for (let at = 0; at < tokens.length; at++) {
    const { word, value } = tokens[at]!;
    if (/^(?:half)$/.test(word) && /^(?:of|the|her|his|their|its|our)$/.test(tokens[at + 1]?.word ?? ""))
      return 0.5;
    if (word === "third" && /^(?:a|one)$/.test(tokens[at - 1]?.word ?? "") && tokens[at + 1]?.word === "of")
      return 0.33;
    if (word === "quarter" && /^(?:a|one)$/.test(tokens[at - 1]?.word ?? "") && tokens[at + 1]?.word === "of")
      return 0.25;
    if (word === "most" && tokens[at + 1]?.word === "of") return 0.7;
    if (value === null || /^(?:19|20)\d\d$/.test(word)) continue;
    const link = tokens[at + 1]?.word ?? "";
    if (/^(?:of|in|out)$/.test(link)) {
      const whole = tokens
        .slice(at + 2, at + 5)
        .find(
          (token, index, rest) =>
            token.value !== null &&
            rest.slice(0, index).every((each) => /^(?:of|the|its|his|her|their|our)$/.test(each.word)),
        );
      if (whole?.value && whole.value >= value && !/^(?:19|20)\d\d$/.test(whole.word))
        return value / whole.value;
    }
    if (/^(?:%|per)$/.test(link) && value <= 100) {
      const of = link === "%" ? tokens[at + 2] : tokens[at + 3];
      if (of?.word === "of" && (link === "%" || tokens[at + 2]?.word === "cent")) return value / 100;
    }
  }
  return null;
}
