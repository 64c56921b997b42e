import { is, near, tokensOf } from "./tokens.ts";

/** Who is judged, and by which names the document calls them. */
export type Subject = {
  readonly called: "the candidate" | "the company" | null;
  readonly names: readonly string[];
};

const MOST = 240;
/** Nobody may say of themselves what a document's author says there. */
const FIRST_PERSON =
  /\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Ww]e|[Oo]ur|[Oo]urs|us|[Mm]yself|[Oo]urselves)\b(?!-)|\bthe (?:candidate|company)['’](?:d|ve|m|ll|re)\b/;
const TITLES = "Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Captain|Sister";

/** A clause in the third person, without names and pronouns that give away, or the quote's own words; null where it would be too long or in the first person. */
export function saysOf(quote: string, subject: Subject): string | null {
  const bare = quote
    .replace(/[.!;,:\s]+$/u, "")
    .replace(/^[\s"“„'(]+(?=[^"”]*$)/u, "")
    .trim();
  if (bare.includes(" | ")) return fitting(bare.replaceAll(" | ", ", "));
  const told = bare.replaceAll(/\b(I|[Ww]e)['’]ve\b/g, "$1 have");
  const named = subject.called === null ? ofAuthors(told) : withoutNames(told, subject);
  const clause = asClause(named.replace(/^\s*(?:and|but|then|also|though|although)\s+/i, ""), subject);
  return fitting(neutral(clause, subject));
}

/** Who wrote a report, from outside it; a present tense after `I` stays, and is not said. */
function ofAuthors(text: string): string {
  return text
    .replaceAll(/\bI have\b/g, "the author has")
    .replaceAll(/\bI(?= (\p{L}+))/gu, (own, next: string) =>
      is(tokensOf(next)[0], "past") || /^(?:was|had|did|could|would|\p{L}+ed)$/u.test(next)
        ? "the author"
        : own,
    )
    .replaceAll(/\b[Mm]y\b/g, "the author's")
    .replaceAll(/\b(?:[Ww]e|us)\b/g, "the authors")
    .replaceAll(/\b[Oo]ur\b/g, "the authors'");
}

function fitting(text: string): string | null {
  const clean = text.replaceAll(/\s+/g, " ").replace(/[.!?\s]+$/u, "");
  return clean.length > 0 && clean.length <= MOST && !FIRST_PERSON.test(clean) ? clean : null;
}

function withoutNames(text: string, { called, names }: Subject): string {
  if (called === null) return text;
  let result = text;
  for (const name of names)
    result = result.replaceAll(
      new RegExp(`(?<![\\p{L}-])(?:(?:${TITLES})\\.? )?(?:the )?${escaped(name)}(?![\\p{L}-])`, "gu"),
      called,
    );
  return result.replaceAll(/(?:the candidate ){2,}/g, "the candidate ");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function asClause(text: string, { called }: Subject): string {
  const tokens = tokensOf(text).filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
  const [first, second] = tokens;
  if (!first) return text;
  const lower = lowerFirst(text);
  const who = (clause: string) => (called === null ? lower : `${called} ${clause}`);
  if (/^(?:he|she|i|we|they|it|the|his|her|their|my|our|its|this|these|those)$/.test(first.word)) return lower;
  if (/^(?:was|were|has|had|is)$/.test(first.word)) return who(lower);
  if (
    /^(?:struck-off|barred|banned)$/.test(first.word) ||
    first.word === "responsible" ||
    (is(first, "w.passive") && is(second, "w.preposition"))
  )
    return who(`was ${lower}`);
  const isVerbal =
    is(first, "past", "third", "w.finite") ||
    (/ed$/.test(first.word) && !is(first, "noun.degree", "adj.bad", "adj.good"));
  const isName =
    is(first, "noun.degree", "noun.cost") ||
    isNounUse(first.word, second?.word) ||
    near(tokens, 0, [1, 4], "w.finite");
  if (isVerbal && !isName) return who(lower);
  return lower;
}

/** `Left-hand`, `Complaints about`: a plural noun and no verb. */
function isNounUse(word: string, next = ""): boolean {
  return (
    /s$/.test(word) &&
    /^(?:of|in|on|per|about|by|for|from|at|and|to|with)$/.test(next) &&
    !/^(?:leads|runs|works|reports|speaks|looks)$/.test(word)
  );
}

/** Keeps the capital of a name or an acronym. */
function lowerFirst(text: string): string {
  const first = /^\p{L}[\p{L}'’-]*/u.exec(text)?.[0] ?? "";
  if (first.length > 1 && first.slice(1) !== first.slice(1).toLowerCase()) return text;
  if (first === "I") return text;
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

const PLURAL_VERBS = new Map([
  ["was", "were"],
  ["is", "are"],
  ["has", "have"],
  ["does", "do"],
]);

/** She and he are the candidate where first named, and they from then on. */
function neutral(text: string, { called }: Subject): string {
  let isNamed = called !== null && text.includes(called);
  const name = (again: string, first: string) => {
    if (isNamed || called === null) return again;
    isNamed = true;
    return first;
  };
  const isCompany = called === "the company";
  return text.replaceAll(
    /\b(he|she|i|we)\b( (?:also |never |often |still |only |has |had |was )?)(\p{Ll}+)?|\b(his|my|our|mine|hers|ours)\b|\b(him|me|us|himself|herself|myself|ourselves)\b|\b(her)\b(?= ?(\p{L}+)?)/giu,
    (match, pronoun, gap, verb, own, object, her, next) => {
      if (pronoun) return subjectOf({ pronoun, gap: gap ?? "", verb: verb ?? "", name, called });
      if (own) return name("their", isCompany || called ? `${called}'s` : "their");
      if (object)
        return /sel/.test(object)
          ? isNamed
            ? "themselves"
            : name("themselves", "themselves")
          : name("them", called ?? "them");
      if (her)
        return /^(?:\p{L}+)$/u.test(next ?? "") &&
          !/^(?:as|to|in|for|by|at|on|of|and|with|from|when|after|before|again|back|out|that)$/.test(next)
          ? name("their", called ? `${called}'s` : "their")
          : name("them", called ?? "them");
      return match;
    },
  );
}

type Standing = {
  readonly pronoun: string;
  readonly gap: string;
  readonly verb: string;
  readonly name: (again: string, first: string) => string;
  readonly called: string | null;
};

function subjectOf({ pronoun, gap, verb, name, called }: Standing): string {
  const isFirst = /^(?:i|we)$/i.test(pronoun);
  if (isFirst && called === null) return `${pronoun}${gap}${verb}`;
  const said = name("they", called ?? "they");
  const singular = said !== "they";
  const agree = (word: string): string => {
    if (isFirst)
      return singular
        ? ({ am: "is", have: "has", were: "was", do: "does", are: "is" }[word] ?? third(word))
        : word === "am"
          ? "are"
          : word;
    if (singular) return word;
    return (
      PLURAL_VERBS.get(word) ??
      (is(tokensOf(word)[0], "third")
        ? word.replace(/ies$/, "y").replace(/(?<=(?:ch|sh|ss|x))es$|(?<!s)s$/, "")
        : word)
    );
  };
  const third = (word: string) =>
    is(tokensOf(word)[0], "base") && !is(tokensOf(word)[0], "past") ? `${word}s` : word;
  const adverb = gap.trim();
  if (PLURAL_VERBS.has(adverb)) return `${said} ${agree(adverb)} ${verb}`.trimEnd();
  return `${said}${gap}${verb === "" ? "" : agree(verb)}`;
}
