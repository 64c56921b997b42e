import { lexicon } from "./lexicon.ts";
import { is, ordinalOf, type Token } from "./tokens.ts";

/** A sign that part of a clause has, from token `from` up to `to`; 0 where something changed and nobody knows for what. */
export type Found = {
  readonly from: number;
  readonly to: number;
  readonly sign: -1 | 0 | 1;
  readonly kind: "change" | "plan" | "event" | "doing" | "severe" | "lack" | "share" | "grade";
};

const STOPS = /^(?:by|from|to|in|through|after|since|during|within|while|when|because|and|but|;|,|:|\(|—)$/;
const PERIOD = /^(?:19|20)\d\d$/;

/** What rose or fell, and what that is worth. */
export function changesIn(tokens: readonly Token[]): Found[] {
  return [...movesIn(tokens), ...comparativesIn(tokens), ...gradesIn(tokens)];
}

/** -1 where more of it is bad, 1 where more of it is good, 0 where nobody knows. */
function worth(tokens: readonly Token[]): -1 | 0 | 1 {
  if (tokens.some((token) => is(token, "noun.cost", "noun.bad"))) {
    const isSaved = tokens.some(({ word }) => /^(?:savings?|prevention|avoided)$/.test(word));
    return isSaved ? 1 : -1;
  }
  if (tokens.some(({ word }) => word === "turnover"))
    return tokens.some((token) => is(token, "noun.people") || /^(?:employee|labour)$/.test(token.word))
      ? -1
      : 0;
  if (tokens.some((token) => is(token, "noun.gain"))) return 1;
  return 0;
}

function movesIn(tokens: readonly Token[]): Found[] {
  const found: Found[] = [];
  tokens.forEach((token, at) => {
    const direction = directionAt(tokens, at);
    if (direction === 0) return;
    if (is(token, "verb.better", "verb.worse")) {
      found.push({ from: at, to: at + 1, sign: is(token, "verb.better") ? 1 : -1, kind: "change" });
      return;
    }
    const before = tokens.slice(startOfClause(tokens, at), at);
    const after = tokens.slice(at + 1, endOfPhrase(tokens, at + 1));
    const isNoun = /^(?:in|of)$/.test(tokens[at + 1]?.word ?? "") && (is(tokens[at - 1]) || !is(token, "past"));
    const named = isNoun ? tokens.slice(at + 2, endOfPhrase(tokens, at + 2)) : after;
    const object = worth(named);
    const isIntransitive =
      /^(?:f[ae]ll\w*|rose|risen|ris\w+|declin\w+|climb\w*|soar\w*|shr[aiu]nk\w*|sank|sunk|plunge\w*|slump\w*|dwindle\w*|jump\w*)$/.test(
        token.word,
      );
    const subject = worth(subjectOf(before));
    const value = isIntransitive && !isNoun ? subject || object : object || subject;
    const unit = value === 0 ? spanOfTime(tokens) : 0;
    const sign = (direction * (value || unit)) as -1 | 0 | 1;
    const from = value !== 0 && value === subject ? at - before.length : at;
    found.push({ from, to: at + 1 + (isNoun ? named.length + 1 : after.length), sign, kind: "change" });
  });
  const fromTo = fromToIn(tokens);
  if (fromTo && found.every(({ sign }) => sign === 0)) found.push(fromTo);
  return found;
}

function directionAt(tokens: readonly Token[], at: number): -1 | 0 | 1 {
  const token = tokens[at]!;
  const next = tokens[at + 1]?.word ?? "";
  if (/^(?:up|down)$/.test(token.word)) return particle(tokens, at);
  if (!is(token, "verb.up", "verb.down", "verb.better", "verb.worse")) return 0;
  if (token.word === "falls" && (at === 0 || is(tokens[at - 1], "noun.unit") || hasOther(tokens, at))) return 0;
  if (
    /^(?:contract|contracts|lower|better|lift|lifts|ease|dip|widen|double|shorten|trim|cut|cuts|raise|rise|mount|recover|swell|contracting|falling|rising)$/.test(
      token.word,
    )
  ) {
    const previous = tokens[at - 1];
    if (/^(?:contracts?|better|lifts?|lower|mount)$/.test(token.word)) return 0;
    if (/^(?:double|recover|swell)$/.test(token.word) && at > 0 && !/^(?:to|will)$/.test(previous?.word ?? ""))
      return 0;
  }
  if (
    /^(?:dropped|drop|fell|fall|cut)$/.test(token.word) &&
    /^(?:out|short|off|from|behind|down|through|corners|the|asleep|ill)$/.test(next) &&
    !/^(?:from|the)$/.test(next)
  )
    return 0;
  if (/^raised?$/.test(token.word) && /^(?:concern|complaint|question|issue|alarm)/.test(next)) return 0;
  return is(token, "verb.up", "verb.better") ? 1 : -1;
}

/** `up from 3`, `went down to 8`, `is down 7 per cent`. */
function particle(tokens: readonly Token[], at: number): -1 | 0 | 1 {
  const before = tokens[at - 1]?.word ?? "";
  const next = tokens[at + 1];
  const isMove =
    /^(?:went|gone|go|goes|going|came|come|coming|is|are|was|were|brought|bring|driven|drove|has|been|crept|moved|shot)$/.test(
      before,
    );
  const isMeasured =
    next !== undefined && (/^(?:from|to|by)$/.test(next.word) || next.value !== null || next.word === "a");
  if (
    !(isMeasured || (isMove && next === undefined) || (/^(?:went|gone|came|come)$/.test(before) && isMeasured))
  )
    return 0;
  if (
    /^(?:set|broken|broke|shut|closed|write|wrote|handed|sat|burnt|laid|made|ended|give|gave|turned)$/.test(
      before,
    )
  )
    return 0;
  return tokens[at]!.word === "up" ? 1 : -1;
}

function hasOther(tokens: readonly Token[], at: number): boolean {
  return tokens.some(
    (token, other) =>
      other !== at && (is(token, "verb.up", "verb.down") || /^(?:down|up|fewer|less)$/.test(token.word)),
  );
}

function startOfClause(tokens: readonly Token[], at: number): number {
  let start = at;
  while (
    start > 0 &&
    at - start < 14 &&
    !/^[;:(—]$/.test(tokens[start - 1]!.word) &&
    !/^(?:and|but|while|whereas|though|although)$/.test(tokens[start - 1]!.word)
  )
    start--;
  return start;
}

/** The words of a subject that say what it is: those before `for`, `among`, `per`, `after` ... */
function subjectOf(before: readonly Token[]): readonly Token[] {
  const end = before.findIndex(
    ({ word }, at) => at > 0 && /^(?:for|among|per|by|between|after|at|from|on|in)$/.test(word),
  );
  const head = end === -1 ? before : before.slice(0, end);
  return worth(head) === 0 ? before : head;
}

function endOfPhrase(tokens: readonly Token[], from: number): number {
  let end = from;
  while (end < tokens.length && end - from < 9 && !STOPS.test(tokens[end]!.word)) end++;
  return end;
}

/** What is counted in units of time is better short, but for what is better long. */
function spanOfTime(tokens: readonly Token[]): -1 | 0 {
  const isTime = tokens.some((token, at) => is(token, "noun.unit") && (tokens[at - 1]?.value ?? null) !== null);
  return isTime && !tokens.some((token) => is(token, "noun.longer-is-better")) ? -1 : 0;
}

/** `from nine days to two`, whatever the verb; not from one year to another. */
function fromToIn(tokens: readonly Token[]): Found | null {
  const at = tokens.findIndex(({ word }) => word === "from");
  if (at < 0) return null;
  const to = tokens.findIndex(({ word }, index) => index > at && index - at < 8 && word === "to");
  if (to < 0) return null;
  const first = figureIn(tokens.slice(at + 1, to));
  const last = figureIn(tokens.slice(to + 1, to + 5));
  if (first === null || last === null || first === last) return null;
  const value = worth(subjectOf(tokens.slice(0, at))) || spanOfTime(tokens.slice(at));
  return { from: 0, to: to + 3, sign: (Math.sign(last - first) * value) as -1 | 0 | 1, kind: "change" };
}

function figureIn(tokens: readonly Token[]): number | null {
  const figure = tokens.find(({ value, word }) => value !== null && !PERIOD.test(word));
  return figure?.value ?? null;
}

const LESS = /^(?:fewer|less|lower|lowest|fewest|least|shorter|shortest|smaller|smallest)$/;
const MORE = /^(?:more|higher|highest|greater|greatest|longer|longest|larger|most)$/;

/** `fewer absences`, `the lowest sickness`, `waiting is longer`. */
function comparativesIn(tokens: readonly Token[]): Found[] {
  return tokens.flatMap((token, at): Found[] => {
    const direction = LESS.test(token.word) ? -1 : MORE.test(token.word) ? 1 : 0;
    if (direction === 0 || /^(?:no|not)$/.test(tokens[at - 1]?.word ?? "")) return [];
    const end = endOfPhrase(tokens, at + 1);
    const than = tokens.findIndex(({ word }, index) => index > at && word === "than");
    const isCounted = than === at + 1 && (tokens[than + 1]?.value ?? null) !== null;
    const after = worth(tokens.slice(at + 1, Math.min(end, than === -1 ? end : than, at + 4)));
    const isPredicate =
      /^(?:is|are|was|were|the|has|have|been|had|remains?|became|got|stayed?|far|much|than)$/.test(
        tokens[at - 1]?.word ?? "",
      );
    const value =
      after || (isPredicate && !isCounted ? worth(subjectOf(tokens.slice(startOfClause(tokens, at), at))) : 0);
    if (value === 0 || isCounted) return [];
    return [{ from: at, to: end, sign: (direction * value) as -1 | 1, kind: "change" }];
  });
}

/** `from junior to senior`, `from Requires ... to Good`, `from third to first`. */
function gradesIn(tokens: readonly Token[]): Found[] {
  const at = tokens.findIndex(({ word }) => word === "from");
  const to = tokens.findIndex(({ word }, index) => index > at && word === "to");
  if (at < 0 || to < 0 || to - at > 6) return [];
  const before = tokens.slice(at + 1, to);
  const after = tokens.slice(to + 1, to + 5);
  const places = [before, after].map((side) =>
    side.map(({ word }) => ordinalOf(word)).find((place) => place !== null),
  );
  const [first, last] = places;
  if (
    first &&
    last &&
    first !== last &&
    !tokens.some(({ word }) => /^(?:year|century|grade|floor)s?$/.test(word))
  )
    return [{ from: at, to: to + 2, sign: last < first ? 1 : -1, kind: "grade" }];
  for (const scale of lexicon().grades) {
    const [low, high] = [before, after].map((side) => Math.max(...side.map(({ word }) => scale.indexOf(word))));
    if (low === undefined || high === undefined || low < 0 || high < 0 || low === high) continue;
    if (scale[0] === "f" && !tokens.some(({ word }) => /^grades?|rat\w+|mark\w*$/.test(word))) continue;
    return [{ from: at, to: to + 2, sign: high > low ? 1 : -1, kind: "grade" }];
  }
  return [];
}
