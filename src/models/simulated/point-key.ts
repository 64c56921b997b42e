import type { Point } from "../../scenario/schema/casebook.ts";

const TITLES = /\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Madam)\b\.?/g;
const PRONOUNS = /\b(?:he|she|him|her|his|hers|himself|herself)\b/gi;
const NUMBERING = /^\s*(?:[-*+•·–—]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+/;
const NAME = /^\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}+)*$/u;
const PARTICLES = new Set(
  "de da di del della van von der den la le al el bin ibn dos du ter ten y e".split(" "),
);

/**
 * What a mind draws by: the criteria and the words of the quote, whoever is named in it and wherever it stands. Files
 * that differ in a name, a title or a pronoun give equal keys.
 */
export function pointKey(point: Pick<Point, "bears" | "quote">): string {
  return `${Object.keys(point.bears).sort().join("+")}: ${namelessWords(point.quote).join(" ")}`;
}

function namelessWords(quote: string): string[] {
  const text = quote.replace(NUMBERING, "").replaceAll(TITLES, " ").replaceAll(PRONOUNS, " ");
  const words = text.match(/[\p{L}\p{M}\p{N}]+(?:['’.,-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? "";
    if (PARTICLES.has(word) && (isName(next) || isName(words[at - 1] ?? ""))) return [];
    if (at === 0)
      return isName(word) && (isName(next) || PARTICLES.has(next) || isVerb(next)) ? [] : [plain(word)];
    return isName(word) ? [] : [plain(word)];
  });
}

/** A capital and not an abbreviation of capitals, which names no person. */
function isName(word: string): boolean {
  return NAME.test(word) && !/^\p{Lu}{2,}s?$/u.test(word);
}

/** Before a verb a single capital is a name that begins a sentence. */
function isVerb(word: string): boolean {
  return /^(?:is|was|has|had|does|did|[a-z]{2,}ed|led|ran|built|won|taught|wrote|left|lost|kept|made|took|held|brought|came|went|gave|grew|began|met|found|founded)$/.test(
    word,
  );
}

function plain(word: string): string {
  return word.toLowerCase().replace(/['’]s$/, "");
}
