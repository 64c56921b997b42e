import type { Found } from "./change.ts";
import { is, type Token } from "./tokens.ts";

const DENIES =
  /^(?:no|not|never|without|neither|nor|nobody|none|nothing|cannot|zero|nil|hardly|barely|scarcely|lack|lacks|lacked|lacking)$|n't$/;
const BREAKS =
  /^(?:but|while|whereas|although|though|when|which|who|where|because|since|after|before|until|that|so|;|:|,|—|\(|\))$/;
const LINKS = /^(?:and|or)$/;
const FEW = /^(?:fewer|less|few|little|least|fewest|lowest)$/;
const BE = /^(?:is|are|was|were|been|be|being|got|gets|has|have|had)$/;
const NOT_TAKEN =
  /^(?:unfounded|withdrawn|dismissed|groundless|overturned|baseless|rejected|resolved|unsubstantiated|invented)$/;

/** What went well or badly, was there or lacking, as the words say it; denied, it is the other way round. */
export function eventsIn(tokens: readonly Token[], taken: (at: number) => boolean): Found[] {
  const found: Found[] = [];
  tokens.forEach((_, at) => {
    if (taken(at)) return;
    const event = eventAt(tokens, at);
    if (event) found.push(event);
  });
  return found;
}

function eventAt(tokens: readonly Token[], at: number): Found | null {
  const token = tokens[at]!;
  const make = (sign: -1 | 0 | 1, kind: Found["kind"] = "event"): Found => ({
    from: at,
    to: at + 1,
    sign,
    kind,
  });
  if (isSubject(tokens, at)) return null;
  if (
    is(token, "noun.bad", "adj.bad", "verb.fail") &&
    tokens.slice(0, at).some(({ word }) => /^(?:which|that|who)$/.test(word)) &&
    tokens.slice(0, at).some(({ word }) => /^(?:others?|us|everybody|nobody)$/.test(word))
  )
    return null;
  const isDenied = deniedAt(tokens, at);
  if (token.word === "left" && isNounLeft(tokens, at)) return null;
  if (is(token, "verb.leave")) return leaving(tokens, at) ? make(isDenied ? 1 : -1) : null;
  if (
    is(token, "noun.bad") &&
    !is(token, "past") &&
    (!is(token, "verb.fail") || BE.test(tokens[at + 1]?.word ?? ""))
  )
    return badNoun(tokens, at, isDenied, make);
  if (is(token, "adj.bad"))
    return isMeantWell(tokens, at) || finderOf(tokens, at) !== null
      ? null
      : make(isDenied || FEW.test(tokens[at - 1]?.word ?? "") ? 1 : -1);
  if (is(token, "verb.fail")) return failing(tokens, at, isDenied, make);
  if (is(token, "verb.duty") && isDenied && isUndone(tokens, at)) return make(-1, "lack");
  if (is(token, "verb.meet")) {
    const reach = tokens.slice(at + 1, at + 6).some((other) => is(other, "noun.target"));
    if (reach) return make(isDenied ? -1 : 1, "plan");
  }
  if (is(token, "verb.recommend")) return recommending(tokens, at, isDenied, make);
  if (is(token, "verb.win") && isVerb(tokens, at)) return winning(tokens, at, isDenied, make);
  if (is(token, "adj.good"))
    return isDue(tokens, at)
      ? null
      : make(isDenied || /^(?:less|least)$/.test(tokens[at - 1]?.word ?? "") ? -1 : 1);
  if (
    is(token, "noun.good") &&
    isDenied &&
    tokens.slice(Math.max(0, at - 3), at).some(({ word }) => /^(?:not|hardly)$/.test(word))
  )
    return make(-1);
  if (is(token, "noun.good")) return isDenied || FEW.test(tokens[at - 1]?.word ?? "") ? make(0) : make(1);
  if (is(token, "noun.cost") && !is(token, "noun.gain", "base", "third") && deniedDirectly(tokens, at))
    return make(1);
  if (is(token, "noun.asset") && isDenied && deniedDirectly(tokens, at)) return make(-1, "lack");
  return null;
}

const FOUND =
  /^(?:found|finds?|spotted|spots?|noticed|notices?|discovered|discovers?|caught|catches|detected|uncovered|saw)$/;
const CHECKER =
  /^(?:audits?|inspections?|inspectors?|auditors?|reviews?|inquiry|checks?|inspectorate|regulator|commission|we|investigation|consultant|test|tests)$/;

/** `She found an error`: a merit of hers, where an audit that found it in her work is none. */
function finderOf(tokens: readonly Token[], at: number): "own" | "other" | null {
  const start = Math.max(0, at - 5);
  const verb = tokens.slice(start, at).findLastIndex(({ word }) => FOUND.test(word));
  if (verb < 0) return null;
  const before = tokens.slice(Math.max(0, start + verb - 3), start + verb);
  if (before.some(({ word }) => CHECKER.test(word) || BE.test(word))) return null;
  return before.length === 0 || /^(?:he|she|i|they|who|x|and|also)$/.test(before.at(-1)!.word)
    ? "own"
    : "other";
}

type Make = (sign: -1 | 0 | 1, kind?: Found["kind"]) => Found;

function badNoun(tokens: readonly Token[], at: number, isDenied: boolean, make: Make): Found | null {
  const before = tokens.slice(Math.max(0, at - 6), at);
  const end = before.findLastIndex(({ word }) => BREAKS.test(word));
  const near = before.slice(end + 1);
  if (
    tokens.slice(at + 1, at + 8).some(({ word }) => NOT_TAKEN.test(word)) &&
    !tokens.slice(at + 1, at + 8).some(({ word }) => DENIES.test(word))
  )
    return make(0);
  if (
    tokens
      .slice(at + 1, at + 7)
      .some(
        ({ word }, index, rest) =>
          word === "upheld" && rest.slice(0, index).some((each) => DENIES.test(each.word)),
      )
  )
    return make(0);
  if (near.some((token) => is(token, "verb.end"))) return isDenied ? make(-1) : make(1);
  if (
    tokens
      .slice(at + 1, at + 6)
      .some(
        (token, index, rest) =>
          is(token, "verb.end") &&
          is(token, "past") &&
          /^(?:and|be|been|was|were|is|are)$/.test(rest[index - 1]?.word ?? ""),
      )
  )
    return isDenied ? make(-1) : null;
  const finder = finderOf(tokens, at);
  if (finder !== null) return finder === "own" && !isDenied ? make(1) : null;
  if (isDenied) return make(1);
  if (near.slice(-3).some(({ word }) => /^(?:dismissed|rejected|dropped|withdrew|won|refuted)$/.test(word)))
    return null;
  if (near.some(({ word }) => FEW.test(word))) return make(1);
  if (
    near.some((token) => is(token, "verb.handle") && token.word !== "written") ||
    before.some(({ word }) => /^(?:mainly|among|including|such|like|mostly|chiefly)$/.test(word))
  )
    return null;
  if (
    tokens
      .slice(at + 1, at + 5)
      .some(
        (token, index, rest) =>
          is(token, "verb.handle") && is(token, "past") && BE.test(rest[index - 1]?.word ?? ""),
      )
  )
    return null;
  if (
    /^(?:of|for|with|against|about|on|to|in|from)$/.test(tokens[at - 1]?.word ?? "") &&
    is(tokens[at - 2], "noun.field")
  )
    return null;
  return make(-1);
}

function failing(tokens: readonly Token[], at: number, isDenied: boolean, make: Make): Found | null {
  const token = tokens[at]!;
  const next = tokens[at + 1]?.word ?? "";
  if (/^(?:lost|lose|losing)$/.test(token.word) && /^(?:no|nothing|nobody|none|weight|property)$/.test(next))
    return /^(?:weight|property)$/.test(next) ? null : make(1);
  if (/^(?:no|nothing|nobody|none|less|rarely|seldom|little)$/.test(next)) return make(1);
  if (
    is(token, "gerund") ||
    (is(token, "base") && !isVerb(tokens, at) && !/^(?:to|not|n't)$/.test(tokens[at - 1]?.word ?? ""))
  ) {
    return is(token, "noun.bad") ? badNoun(tokens, at, isDenied, make) : null;
  }
  if (
    /^refus|^reject|^cancel|^terminat|^suspend|^criticis|^criticiz|^discontinu|^scrap/.test(token.word) &&
    !isPassive(tokens, at) &&
    isDoing(tokens, at)
  )
    return make(0);
  return make(isDenied ? 1 : -1);
}

function winning(tokens: readonly Token[], at: number, isDenied: boolean, make: Make): Found | null {
  const token = tokens[at]!;
  const next = tokens[at + 1]?.word ?? "";
  if (/^pass/.test(token.word) && /^(?:away|over|on|to|through|by)$/.test(next))
    return next === "over" ? make(-1) : null;
  if (/^exceed/.test(token.word)) return exceeding(tokens, at, make);
  if (is(token, "base") && !is(tokens[at - 1]) && tokens[at - 1]?.word !== "to" && at > 0 && !isDenied)
    return null;
  if (/^(?:no|nobody|none)$/.test(next)) return make(-1);
  return make(isDenied ? -1 : 1);
}

function exceeding(tokens: readonly Token[], at: number, make: Make): Found {
  const around = tokens.slice(Math.max(0, at - 8), at + 7);
  const isBad =
    around.some((token) => is(token, "noun.cost")) ||
    around.some(({ word }) => /^(?:budget|limits?|ceiling|allowance|estimate)$/.test(word));
  const isGood =
    around.some((token) => is(token, "noun.gain")) ||
    around.some(({ word }) => /^(?:targets?|quotas?|plan|forecast|goals?|expectations?)$/.test(word));
  return make(isBad === isGood ? 0 : isBad ? -1 : 1, "plan");
}

function recommending(tokens: readonly Token[], at: number, isDenied: boolean, make: Make): Found | null {
  const before = tokens[at - 1]?.word ?? "";
  const after = tokens[at + 1]?.word ?? "";
  const isAdvice = /^(?:that|the|a|an|to|for|stopping|more|in)$/.test(after);
  if (isDenied) return make(-1);
  if (
    /^(?:her|him|them|us|it|this)$/.test(after) ||
    /^(?:would|gladly|warmly|highly|strongly|can|happily|again|to|is|was)$/.test(before)
  )
    return isAdvice && before !== "would" ? null : make(1);
  return null;
}

/** `Report outstanding`: it is not there yet. */
function isDue(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at]!.word === "outstanding" &&
    !/^(?:an?|is|was|are|were|as|rated|judged|graded|to|be|truly|,)$/.test(tokens[at - 1]?.word ?? "")
  );
}

/** Who went is named, and is not who is judged. */
function leaving(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 8), at);
  if (/^(?:nobody|none)$/.test(before.at(-1)?.word ?? "")) return true;
  const isRole =
    /^(?:as|behind|a|an|the|his|her|their|at|no|over|out|it|in|working|with|to|for)$/.test(
      tokens[at + 1]?.word ?? "",
    ) && tokens[at + 1]?.word === "working";
  return !isRole && before.some((token) => is(token, "noun.people"));
}

function isNounLeft(tokens: readonly Token[], at: number): boolean {
  return /^(?:the|on|hand|to|with)$/.test(tokens[at - 1]?.word ?? "") || is(tokens[at - 1], "noun.unit");
}

/** A bad word that names a subject, a trade or a thing: `failure analysis`, `slow cooker`. */
function isSubject(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (!is(token, "noun.bad", "adj.bad", "verb.fail", "noun.term")) return false;
  const next = tokens[at + 1];
  if (
    /^(?:of|for|behind)$/.test(
      tokens[at - 1]?.word === "the" ? (tokens[at - 2]?.word ?? "") : (tokens[at - 1]?.word ?? ""),
    ) &&
    tokens
      .slice(Math.max(0, at - 4), at)
      .some(({ word }) => /^(?:causes?|reasons?|sources?|threshold|chance|study|analysis)$/.test(word))
  )
    return true;
  if (is(tokens[at - 1], "noun.term") && is(token, "noun.bad")) return true;
  if (next && is(next, "noun.field") && !is(token, "past")) return true;
  const last = tokens[at + 2];
  const joins =
    next !== undefined &&
    (LINKS.test(next.word) || next.word === "/" || is(next, "noun.bad", "noun.term", "noun.cost"));
  if (
    joins &&
    last !== undefined &&
    (is(last, "noun.field") ||
      (is(tokens[at + 3], "noun.field") && is(last, "noun.bad", "noun.term", "noun.cost")))
  )
    return !is(token, "past");
  if (token.word === "slow" || token.word === "dead")
    return next !== undefined && !BE.test(tokens[at - 1]?.word ?? "");
  return false;
}

function isMeantWell(tokens: readonly Token[], at: number): boolean {
  const { word } = tokens[at]!;
  const next = tokens[at + 1]?.word ?? "";
  if (word === "late")
    return (
      /^(?:shifts?|nights?|stage|summer|autumn|spring|winter|evenings?|19\d\ds?|20\d\ds?|january|february|march|april|may|june|july|august|september|october|november|december|in|turn|duty|opening|medieval|victorian|night)$/.test(
        next,
      ) || /^(?:of|the|in|until|till|since|from|by|too)$/.test(tokens[at - 1]?.word ?? "")
    );
  if (
    /^(?:broken|faulty|defective|delayed|missing|unpaid|overdue|poor|damaged|leaking|leaky|failing|slow|obsolete)$/.test(
      word,
    )
  )
    return tokens
      .slice(Math.max(0, at - 4), at)
      .some(
        (token) =>
          is(token, "verb.end", "verb.handle", "verb.do") &&
          (is(token, "third", "past", "gerund") || token.word === "repairs"),
      );
  return false;
}

/** Whether a word of denial governs the token, within its clause. */
export function deniedAt(tokens: readonly Token[], at: number): boolean {
  let count = 0;
  for (let back = at - 1, far = 0; back >= 0 && far < 12; back--, far++) {
    const { word } = tokens[back]!;
    const next = tokens[back + 1]?.word ?? "";
    if (BREAKS.test(word) && !(word === "," && far < 1)) break;
    if (LINKS.test(word) && (BE.test(next) || is(tokens[back + 1], "past"))) break;
    const isUnable =
      next === "to" &&
      /^(?:fail(?:s|ed|ing)?|unable|refused|declined|neglected|forgot|omitted|struggled)$/.test(word);
    if (!isUnable && !DENIES.test(word)) continue;
    if (/^(?:only|least|just|merely|fewer|less|later)$/.test(next) && word !== "without") continue;
    const isSubject = /^(?:nobody|none|no|neither|nothing|not)$/.test(word) && startsClause(tokens, back);
    if (far < 5 || isSubject) count++;
  }
  return count === 1;
}

function startsClause(tokens: readonly Token[], at: number): boolean {
  return at === 0 || BREAKS.test(tokens[at - 1]!.word) || LINKS.test(tokens[at - 1]!.word);
}

/** `no licence`, `without any training`: nothing but small words between. */
function deniedDirectly(tokens: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= Math.max(0, at - 4); back--) {
    const { word, classes } = tokens[back]!;
    if (DENIES.test(word)) return /^(?:no|without|lack|lacks|lacked|lacking|zero|nil|never)$/.test(word);
    if (classes.has("verb.win") || classes.has("noun.bad") || BREAKS.test(word)) return false;
  }
  return false;
}

function isUndone(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 3), at)
    .some(({ word }) => /^(?:didn't|doesn't|never|cannot|nobody|none|not|wasn't|weren't)$/.test(word));
}

function isVerb(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (is(token, "past", "third") || at === 0) return true;
  return (
    is(token, "base") &&
    !/^(?:the|a|an|of|his|her|their|its|first|second)$/.test(tokens[at - 1]!.word) &&
    !is(tokens[at - 1], "noun.cost")
  );
}

function isPassive(tokens: readonly Token[], at: number): boolean {
  return (
    tokens.slice(Math.max(0, at - 4), at).some(({ word }) => BE.test(word)) ||
    (tokens[at + 1]?.word ?? "") === "by"
  );
}

/** The first word of an item: whoever the document is about did it. */
function isDoing(tokens: readonly Token[], at: number): boolean {
  return at === 0 || /^(?:he|she|i|they|we)$/.test(tokens[at - 1]?.word ?? "");
}
