import { lexicon } from "./lexicon.ts";
import { is, ordinalOf, type Token } from "./tokens.ts";

/** A sign that part of a clause has, from token `from` up to `to`; 0 where something changed and nobody knows for what. */
export type Found = {
  readonly from: number;
  readonly to: number;
  readonly sign: -1 | 0 | 1;
  /** The word that says it, where that is not the first. */
  readonly at?: number;
  readonly kind: "change" | "plan" | "event" | "doing" | "severe" | "lack" | "share" | "grade";
};

const INTRANSITIVE =
  /^(?:f[ae]ll\w*|rose|risen|ris\w+|declin\w+|climb\w*|soar\w*|shr[aiu]nk\w*|sank|sunk|plunge\w*|slump\w*|dwindle\w*|jump\w*|slip\w*|drop\w*)$/;
const STOPS = /^(?:by|from|to|in|through|after|since|during|within|while|when|because|and|but|;|,|:|\(|—)$/;
const PERIOD = /^(?:19|20)\d\d$/;

/** What rose or fell, and what that is worth. */
export function changesIn(tokens: readonly Token[]): Found[] {
  return [...movesIn(tokens), ...comparativesIn(tokens), ...gradesIn(tokens)];
}

const FILLS =
  /^(?:is|are|was|were|has|have|had|been|being|the|an?|his|her|their|its|our|my|also|again|now|then|all|both|total|overall|average|mean|annual|monthly|yearly|weekly|daily|%|per|cent|did|not|n't|which|that|far|no|never|come|came|gone|went|brought|driven|crept|kept|put|been)$|ly$/;
const NEUTRAL =
  /^(?:rates?|levels?|numbers?|times?|figures?|use|usage|counts?|volumes?|bills?|scores?|costs?|ratios?|amounts?|percentages?|proportions?|claims?|cases?|index|days?|reports?|list|lists|work|base|growth|value|page|results?)$/;

/** -1 where more of it is bad, 1 where more of it is good, 0 where nobody knows: what the last word of the phrase names. */
function worth(phrase: readonly Token[]): -1 | 0 | 1 {
  const of = phrase.findIndex(({ word }, at) => at > 0 && word === "of");
  if (of !== -1 && phrase[of - 1]?.word === "turnover")
    return phrase.slice(of).some((token) => is(token, "noun.people")) ? -1 : 0;
  const head = headOf(of === -1 ? phrase : phrase.slice(0, of));
  return head === 0 && of !== -1 && !isNamed(phrase.slice(0, of)) ? headOf(phrase.slice(of + 1)) : head;
}

function isNamed(phrase: readonly Token[]): boolean {
  const last = phrase.findLast(({ word, value }) => !FILLS.test(word) && value === null);
  return (
    last !== undefined &&
    !NEUTRAL.test(last.word) &&
    !/^(?:share|quarter|third|half|number|life)$/.test(last.word)
  );
}

function headOf(phrase: readonly Token[]): -1 | 0 | 1 {
  const words = phrase.filter(({ word, value }) => !FILLS.test(word) && value === null && /\p{L}/u.test(word));
  for (let at = words.length - 1; at >= 0; at--) {
    const token = words[at]!;
    if (token.word === "turnover")
      return is(words[at - 1], "noun.people") || /^(?:employee|labour|of)$/.test(words[at - 1]?.word ?? "")
        ? -1
        : 0;
    if (/^savings?$/.test(token.word)) return 1;
    if (is(token, "noun.cost", "noun.bad")) return -1;
    if (is(token, "noun.gain") && !(NEUTRAL.test(token.word) && at > 0)) return 1;
    if (/^times?$/.test(token.word) && !is(words[at - 1], "noun.longer-is-better", "noun.gain"))
      return at > 0 ? -1 : 0;
    if (!NEUTRAL.test(token.word)) return 0;
  }
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
    const next = tokens[at + 1]?.word ?? "";
    const isNoun = /^(?:in|of)$/.test(next) && !is(token, "past");
    const named = tokens.slice(isNoun ? at + 2 : at + 1, endOfPhrase(tokens, isNoun ? at + 2 : at + 1));
    const isCompound =
      is(token, "base") &&
      !isNoun &&
      at > 0 &&
      !/^(?:to|not|n't|did|helped|help|and|who|that)$/.test(tokens[at - 1]!.word) &&
      !/s$/.test(tokens[at - 1]!.word);
    const object = isCompound ? headOf(tokens.slice(at - 1, at)) : worth(named);
    const subject = isCompound ? 0 : worth(subjectOf(before));
    const value = INTRANSITIVE.test(token.word) && !isNoun ? subject || object : object || subject;
    const isSpan = /^(?:up|down)$/.test(token.word) && tokens[at - 1]?.word === "," && spanOfTime(before) !== 0;
    const isOfTime = /^(?:by|to|from)$/.test(next) ? spanOfTime(tokens.slice(at, at + 9)) : 0;
    const unit = isSpan ? spanOfTime(tokens) : value === 0 ? isOfTime : 0;
    const sign = (direction * (isSpan ? unit : value || unit)) as -1 | 0 | 1;
    if (sign === 0 && (isCompound || isNoun || is(token, "base"))) return;
    const from =
      value !== 0 && value === subject && !isCompound ? at - before.length : isCompound ? at - 1 : at;
    found.push({
      from,
      to: at + 1 + (isCompound ? 0 : named.length + (isNoun ? 1 : 0)),
      sign,
      at,
      kind: "change",
    });
  });
  const fromTo = fromToIn(tokens);
  if (fromTo && found.every(({ sign }) => sign === 0)) found.push(fromTo);
  return found;
}

function directionAt(tokens: readonly Token[], at: number): -1 | 0 | 1 {
  const token = tokens[at]!;
  const next = tokens[at + 1]?.word ?? "";
  if (
    (is(tokens[at + 1], "noun.field") && is(token, "third", "base")) ||
    (token.word === "declined" && next === "to" && (tokens[at + 2]?.value ?? null) === null)
  )
    return 0;
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
    ({ word }, at) =>
      at > 0 && /^(?:for|about|with|among|per|by|between|after|at|from|on|in|of which)$/.test(word),
  );
  const head = end === -1 ? before : before.slice(0, end);
  return head;
}

function endOfPhrase(tokens: readonly Token[], from: number): number {
  let end = from;
  while (
    end < tokens.length &&
    end - from < 9 &&
    !STOPS.test(tokens[end]!.word) &&
    !(end > from && is(tokens[end], "past") && !is(tokens[end], "adj.bad", "adj.good", "noun.bad"))
  )
    end++;
  return end;
}

/** What is counted in units of time is better short, but for what is better long. */
function spanOfTime(tokens: readonly Token[]): -1 | 0 {
  const isTime = tokens.some(
    (token, at) =>
      is(token, "noun.unit") &&
      ((tokens[at - 1]?.value ?? null) !== null || (tokens[at - 2]?.value ?? null) !== null),
  );
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
    const last = Math.min(end, than === -1 ? end : than, at + 4);
    const isWhole =
      last === tokens.length ||
      !/\p{L}/u.test(tokens[last]!.word) ||
      STOPS.test(tokens[last]!.word) ||
      /^(?:than|of|on|at|per|for|among|every|each)$/.test(tokens[last]!.word);
    const after = isWhole ? worth(tokens.slice(at + 1, last)) : 0;
    const isPredicate =
      /^(?:is|are|was|were|the|has|have|been|had|remains?|became|got|stayed?|far|much|than)$/.test(
        tokens[at - 1]?.word ?? "",
      );
    const subject =
      isPredicate && !isCounted ? worth(subjectOf(tokens.slice(startOfClause(tokens, at), at))) : 0;
    const value = after || subject || (is(tokens[at - 1], "noun.unit") ? spanOfTime(tokens) : 0);
    if (value === 0 || isCounted) return [];
    return [
      {
        from: after === 0 ? startOfClause(tokens, at) : at,
        to: end,
        sign: (direction * value) as -1 | 1,
        at,
        kind: "change",
      },
    ];
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
