import { escapeRegExp } from "../../../text/plain.ts";
import { marked } from "./lexicon.ts";
import { is, near, type Token, tokensOf } from "./tokens.ts";

/** Who is judged, and by which names the document calls them. */
export type Subject = {
  readonly called: "the candidate" | "the company" | null;
  readonly names: readonly string[];
  /** The document is in its own words: `I` is who is judged, and not an author who judges. */
  readonly isOwn: boolean;
  /** Words that the document writes with a capital within a sentence too: they keep it. */
  readonly proper?: ReadonlySet<string>;
};

/** Words with a capital where no sentence begins. */
export function properIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu));
}

const MOST = 240;

/** A clause in the third person, without names and pronouns that give away, or the quote's own words; null where it would be too long or in the first person. */
export function saysOf(quote: string, subject: Subject): string | null {
  const bare = quote
    .replace(/[.!;,:\s]+$/u, "")
    .replace(/^[\s"“„'(]+(?=[^"”]*$)/u, "")
    .trim();
  if (bare.includes(" | ")) return fitting(bare.replaceAll(" | ", ", "));
  const told = bare
    .replaceAll(/\b(I|[Ww]e)['’]ve\b/g, "$1 have")
    .replaceAll(/\bI['’]m\b/g, "I am")
    .replaceAll(/\b(I|[Ww]e)['’]d\b(?! (?:like|love|prefer))/g, "$1 would")
    .replaceAll(/\b(I|[Ww]e)['’]ll\b/g, "$1 will")
    .replaceAll(/\b([Ww]e)['’]re\b/g, "$1 are");
  const named = withoutNames(told, subject).replace(/^\s*(?:and|but|then|also|though|although)\s+/i, "");
  const clause = neutral(asClause(named, subject), subject);
  return fitting(hasVerb(clause) ? clause : `${ENTRY}${clause}`);
}

/** Stands before what has no verb, such as `two prizes for glass`, so that it can be said after `that`. */
const ENTRY = "the entry says ";

/** What a point says, without what only makes it a clause. */
export function matterOf(says: string): string {
  return says.startsWith(ENTRY) ? says.slice(ENTRY.length) : says;
}

/** A participle that a clause begins with, such as `not completed`, is no verb of it. */
function hasVerb(clause: string): boolean {
  const tokens = tokensOf(clause);
  const start = tokens.findIndex(({ word }) => !/^(?:not|never)$/.test(word));
  const isVerb = (token: Token, at: number) =>
    (at > start && is(token, "past")) ||
    is(token, "third", "w.finite", "w.be") ||
    /^(?:will|would|may|might|must|should)$/.test(token.word);
  return tokens.some(isVerb);
}

function fitting(text: string): string | null {
  const clean = text.replaceAll(/\s+/g, " ").replace(/[.!?\s]+$/u, "");
  return clean.length > 0 && clean.length <= MOST && !marked(clean, "first-person") ? clean : null;
}

const TITLES = "(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Captain|Sister)\\.? )?(?:the )?";

function withoutNames(text: string, { called, names }: Subject): string {
  if (called === null || names.length === 0) return text;
  const any = names.map(escapeRegExp).join("|");
  const named = text.replaceAll(new RegExp(`(?<![\\p{L}-])${TITLES}(?:${any})(?![\\p{L}-])`, "gu"), called);
  return named.replaceAll(/(?:the candidate ){2,}/g, "the candidate ");
}

/** A clause that begins with its verb gets a subject. */
function asClause(text: string, { called, proper }: Subject): string {
  const tokens = tokensOf(text).filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
  const [first, second] = tokens;
  const lower = proper?.has(/^\p{L}+/u.exec(text)?.[0] ?? "") ? text : lowerFirst(text);
  if (!first || called === null || is(first, "w.subject")) return lower;
  if (/^(?:was|were|has|had|is)$/.test(first.word)) return `${called} ${lower}`;
  if (is(first, "w.adverb") && is(second, "past", "third", "w.passive"))
    return `${called} ${is(second, "w.passive") ? "was " : ""}${lower}`;
  const isPassive = is(first, "w.passive") && is(second, "w.preposition");
  if (isPassive || /^(?:struck-off|barred|banned|responsible)$/.test(first.word))
    return `${called} was ${lower}`;
  const isVerbal =
    is(first, "past", "third", "w.finite") || (/ed$/.test(first.word) && !is(first, "adj.bad", "adj.good"));
  // `Complaints about`: a plural noun and no verb.
  const isPlural = /s$/.test(first.word) && is(second, "w.preposition", "w.link") && !is(first, "w.finite");
  // `Engineers praised her`: a plural noun, and its verb.
  const isDoer = is(first, "third") && !is(first, "past") && is(second, "past", "w.finite");
  const isName =
    isDoer || is(first, "noun.degree", "noun.cost") || isPlural || near(tokens, 0, [1, 4], "w.finite");
  return isVerbal && !isName ? `${called} ${lower}` : lower;
}

/** Keeps the capital of a name or an acronym. */
function lowerFirst(text: string): string {
  const first = /^\p{L}[\p{L}'’-]*/u.exec(text)?.[0] ?? "";
  if (first === "I" || first.slice(1) !== first.slice(1).toLowerCase()) return text;
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

const PRONOUN =
  /\b(he|she|i|we)\b(?:( also| never| often| still| only)? (\p{Ll}+))?|\b(his|my|our)\b|\b(him|me|us)\b|\b(?:himself|herself|myself|ourselves)\b|\bher\b(?= ?(\p{L}+)?)/giu;
const CONJUGATED = new Map(Object.entries({ am: "is", have: "has", were: "was", do: "does", are: "is" }));

/** She, he and I are the candidate, and theirs what is theirs; whoever wrote a report is its author. */
function neutral(text: string, { called, isOwn }: Subject): string {
  const isTold = /\b(?:I|me|my)\b/i.test(text) && isOwn;
  let isNamed = called !== null && text.includes(called);
  return text.replaceAll(PRONOUN, (match, subject, adverb = "", verb, own, object, next) => {
    const isFirst = /^(?:i|my|me)$/i.test(subject ?? match);
    const isPlural = called !== "the company" && /^(?:we|our|us)$/i.test(subject ?? match);
    const isJudged = called !== null && (isFirst ? isOwn : !isTold);
    const other = isPlural ? "they" : isFirst ? "the author" : "that person";
    const who = isJudged && !isPlural ? called : other;
    const again = (word: string, first: string) => {
      if (!isJudged) return first;
      if (isNamed) return word;
      isNamed = true;
      return first;
    };
    if (isPlural && !subject) return own ? "their" : "them";
    if (subject) {
      isNamed ||= isJudged;
      const said = (isFirst || called === "the company") && verb ? conjugated(verb) : verb;
      return `${who}${adverb}${said ? ` ${said}` : ""}`;
    }
    if (/sel/.test(match)) return "themselves";
    const isObject = next === undefined || is(tokensOf(next)[0], "w.preposition", "w.link");
    return own || (!object && !isObject) ? again("their", `${who}'s`) : again("them", who);
  });
}

function conjugated(verb: string): string {
  const [token] = tokensOf(verb);
  return CONJUGATED.get(verb) ?? (is(token, "base") && !is(token, "past") ? `${verb}s` : verb);
}
