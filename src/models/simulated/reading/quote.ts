/** A shortened passage: the words as they stand, from which of the passage's characters on. */
export type Excerpt = { readonly text: string; readonly start: number };

const LEAST = 4;
const MOST = 14;
const CLAUSE =
  /, (?:and|but|which|while|because|although|after|where|when|so that|with) |[,;:] | [–—-] | (?:which|while|because|although|but|where|when|so that) /g;
const LINK = / (?:and|or|with|after) /g;
const TURN =
  / (?:by|of|in|on|at|to|for|from|under|over|into|within|without|since|until|before|during|between|about|that|through|as|according) /g;
const LOOSE_END =
  /(?:[ ,;:–—-]+(?:a|an|the|and|or|but|of|in|on|at|to|for|from|by|with|as|than|that|which|who|its|her|his|their|she|he|it|they|what|was|were|is|are|has|had|have|been|be|all|two|three|our|between|above|below|during|about|under|over|into|within|without|since|until|before|after|per|according|such|both|now|whether|if|when|while|because|how|why|titled|called|named|thesis))+$/i;
const HANGING_START =
  /^(?:which|that|who|whose|were|was|is|are|has|had|have|not|then|it|they|as|(?:19|20)\d\d,)(?![\w])/i;
/** `from 3.4` without its `to 4.3`, or `17` without its `of 19`. */
const HALF_A_FIGURE = /\bfrom [^,;]*\d[^,;]*$/;
const OTHER_HALF = /^(?:,? [^;]{0,60}?)? to (?:EUR |USD |[£$€])?\d/;
/** Says what somebody did, and leaves out who. */
const NO_SUBJECT =
  /^(?:cut|sued|led|won|grew|fell|rose|lost|left|built|kept|gave|took|made|held|sold|ran|brought|came|went|\p{L}{3,}ed)\b|^[^,;]{0,12}\bof (?:them|which|whom|these)\b/u;
const APPOSITION = /^[^,]+, [^,]+$/;
/** The verb of what was quoted is still to come. */
const VERB_AHEAD =
  /^, (?:is|was|are|were|has|had|have|cut|sued|led|won|grew|fell|rose|lost|left|built|kept|gave|took|made|held|sold|ran|brought|came|went|\p{L}{3,}ed)\b/u;
/** The role comes before the work, whose title could not be quoted. */
const ROLE = /^(?:first|senior|lead|last) author,/i;
/** Somebody is about to be told of, or something about to happen. */
const BROKEN_OFF =
  /, \p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}$|, (?:an?|the) (?:\S+ ){1,4}\S+ed$| (?:as|because|while|when|after) (?:the|a|its|their|her|his) (?:\S+ ){0,2}\S+$|; (?:\S+ ){0,2}\S+$/u;

/** Quotation marks end a quotation early, and markup does not belong in one. */
const UNQUOTABLE = /["“”*`|[\]]/;

/** `When the police first asked him`: the main clause is still to come. What stands before a colon waits too. */
const CONDITION = /^(?:when|if|while|although|because|since|after|until|unless)\b[^,;:]*$/i;

const OPENING_MARK = /(?<=^|[\s(])["\u201C](?=[\p{L}\d])/gu;
const CLOSING_MARK = /(?<=\S)["\u201D]/gu;

/** Begins another clause with its last word or two. */
const JUST_LINKED = / (?:and|or) \S+(?: \S+)?$/;

/** 4 to 14 words of a passage, word for word, cut at clause boundaries; the whole where it is short. */
export function excerptOf(passage: string, telling: (text: string) => number): Excerpt {
  const text = passage.replace(/[.!?…]+$/, "");
  if (!UNQUOTABLE.test(text) && countWords(text) <= MOST) return { text, start: 0 };
  let best: Excerpt | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const { from, to, cost } of spans(text)) {
    const part = text.slice(from, to);
    const words = countWords(part);
    if (words < LEAST || words > MOST || UNQUOTABLE.test(part)) continue;
    const score =
      telling(part) -
      cost -
      awkwardness(part, from, text.slice(0, from), text.slice(to)) +
      (from === 0 ? 0.6 : 0) +
      words * 0.03;
    if (score <= bestScore) continue;
    best = { text: part.replace(LOOSE_END, ""), start: from };
    bestScore = score;
  }
  return best ?? firstWords(text);
}

/** The first three to seven words of a quotation, cut at a comma or before a preposition rather than left hanging. */
export function glimpseOf(quote: string): string {
  const words = quote.split(" ");
  if (words.length <= 6) return quote;
  for (let count = 3; count <= 7; count++)
    if (/[,;:]$/.test(words[count - 1]!)) return words.slice(0, count).join(" ").slice(0, -1);
  for (let count = 6; count >= 3; count--)
    if (` ${words[count]!} `.search(TURN) === 0 || ` ${words[count]!} `.search(LINK) === 0)
      return words.slice(0, count).join(" ").replace(LOOSE_END, "");
  return words.slice(0, 6).join(" ").replace(LOOSE_END, "");
}

export function countWords(text: string): number {
  let count = 0;
  let inside = false;
  for (let at = 0; at < text.length; at++) {
    const blank = text.charCodeAt(at) <= 32;
    if (!blank && !inside) count++;
    inside = !blank;
  }
  return count;
}

type Span = { readonly from: number; readonly to: number; readonly cost: number };

/** Runs from one boundary to another; a clause boundary costs nothing, a weaker one something. */
function* spans(text: string): Generator<Span> {
  const starts = [{ at: 0, cost: 0 }];
  const ends = [{ at: text.length, cost: 0 }];
  for (const match of text.matchAll(CLAUSE)) {
    starts.push({ at: match.index + match[0].length, cost: 0 });
    ends.push({ at: match.index, cost: 0 });
  }
  for (const match of text.matchAll(LINK)) {
    starts.push({ at: match.index + match[0].length, cost: 1 });
    ends.push({ at: match.index, cost: 0.9 });
  }
  for (const { index } of text.matchAll(OPENING_MARK)) {
    // What somebody said begins with a capital by right.
    starts.push({ at: index + 1, cost: /^\p{Lu}/u.test(text.slice(index + 1)) ? -CAPITAL : 0 });
    ends.push({
      at: text.slice(0, index).replace(/[\s:,;]+$/, "").length,
      cost: /[:,;]\s*$/.test(text.slice(0, index)) ? 0 : CUT_SHORT,
    });
  }
  for (const { index } of text.matchAll(CLOSING_MARK))
    ends.push({ at: text.slice(0, index).replace(/[.,;]+$/, "").length, cost: 0 });
  for (const match of text.matchAll(TURN))
    ends.push({ at: match.index, cost: match[0] === " of " ? 2.2 : 1.1 });
  for (const start of starts)
    for (const end of ends)
      if (end.at > start.at) yield { from: start.at, to: end.at, cost: start.cost + end.cost };
}

const CAPITAL = 3;
const CUT_SHORT = 4;
const HALVED = 6;
const SUBJECTLESS = 2;

function awkwardness(part: string, from: number, before: string, after: string): number {
  const hasTitle = UNQUOTABLE.test(before);
  const subjectless = from > 0 && !hasTitle && NO_SUBJECT.test(part) ? SUBJECTLESS : 0;
  const role = hasTitle && ROLE.test(part) ? SUBJECTLESS : 0;
  const broken =
    (after !== "" && BROKEN_OFF.test(part)) || (APPOSITION.test(part) && VERB_AHEAD.test(after))
      ? SUBJECTLESS
      : 0;
  const starts = HANGING_START.test(part) || (from > 0 && /^\p{Lu}/u.test(part)) ? CAPITAL : 0;
  const halves =
    (HALF_A_FIGURE.test(part) && OTHER_HALF.test(after)) ||
    (/\bbetween [^,;]*$/.test(part) && /^ and /.test(after)) ||
    (/(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten))$/.test(part) && /^ of /.test(after))
      ? HALVED
      : 0;
  const dangles = JUST_LINKED.test(part) && after !== "" ? 2.5 : LOOSE_END.test(part) ? 1.2 : 0;
  const waits = CONDITION.test(part) || /^:/.test(after) ? 2 : 0;
  return starts + halves + dangles + waits + subjectless + role + broken;
}

/** The longest run without quotation marks, at most fourteen words of it. */
function firstWords(text: string): Excerpt {
  let run = { start: 0, text: "" };
  for (const match of text.matchAll(/[^"“”*`|[\]]+/g))
    if (countWords(match[0]) > countWords(run.text)) run = { start: match.index, text: match[0] };
  const lead = run.text.length - run.text.replace(/^[\s,;:]+/, "").length;
  const words = [...run.text.slice(lead).matchAll(/\S+/g)].slice(0, MOST);
  const last = words.at(-1);
  const kept = last === undefined ? "" : run.text.slice(lead, lead + last.index + last[0].length);
  return { text: kept.replace(LOOSE_END, "").replace(/[,;:]+$/, ""), start: run.start + lead };
}
