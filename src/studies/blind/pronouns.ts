import { ownOf } from "../../lists.ts";
import type { LineMask } from "./mask-names.ts";

const ENGLISH: Readonly<Record<string, string>> = {
  ...{
    he: "they",
    she: "they",
    him: "them",
    his: "their",
    hers: "theirs",
    himself: "themself",
    herself: "themself",
  },
  ...{ husband: "spouse", wife: "spouse", mother: "parent", father: "parent", daughter: "child", son: "child" },
  ...{ sister: "sibling", brother: "sibling", woman: "person", man: "person", women: "people", men: "people" },
  ...{ girl: "child", boy: "child", lady: "person", gentleman: "person", female: "[gender]", male: "[gender]" },
};
const GERMAN: Readonly<Record<string, string>> = {
  ...{ er: "die Person", sie: "die Person", ihm: "der Person", ihn: "die Person", ehefrau: "Ehepartner:in" },
  ...{
    seine: "deren",
    seiner: "deren",
    seinem: "deren",
    seinen: "deren",
    seines: "deren",
    ehemann: "Ehepartner:in",
  },
  ...{
    ihre: "deren",
    ihrer: "deren",
    ihrem: "deren",
    ihren: "deren",
    ihres: "deren",
    mutter: "Elternteil",
    vater: "Elternteil",
  },
  ...{ bewerberin: "Bewerber:in", bewerber: "Bewerber:in", kandidatin: "Kandidat:in", kandidat: "Kandidat:in" },
  ...{ männlich: "[Geschlecht]", weiblich: "[Geschlecht]", tochter: "Kind", sohn: "Kind" },
};

/** Pronouns and words of kin and gender give way to neutral ones; forms of address go. */
export function maskPronouns(text: string): LineMask {
  const mask = isGerman(text) ? german : english;
  return (line) => mask(line.replaceAll(ADDRESSED, ""));
}

const ADDRESSED = /\b(?:Mr|Mrs|Ms|Miss|Mx)\b\.?\s+(?=\p{Lu})|\b(?:Herrn?|Frau)\s+(?=\p{Lu})/gu;

function english(line: string): string {
  const owned = line
    .replaceAll(
      /\b(her)(?=\s+(?:own\s+)?[\p{L}\d"'“(])(?!\s+(?:to|and|or|away|up|out|off|over|again|back|for|in|at|on|as|with|from|by|when|if|that|because|about|but|so|was|is|has|had|its|the|a|an|this|these|those|his|their|my|our|your|any|some|no|much|more|nothing|something|everything)\b)/giu,
      (word) => like(word, "their"),
    )
    .replaceAll(/\bher\b/giu, (word) => like(word, "them"))
    .replaceAll(/\bhis(?=\s*(?:[.,;:!?)]|$))/giu, (word) => like(word, "theirs"));
  const neutral = owned.replaceAll(WORDS, (word) => like(word, ENGLISH[word.toLowerCase()] ?? word));
  return neutral.replaceAll(
    /\b([Tt]hey) (\p{Ll}+s)\b/gu,
    (_, they: string, verb: string) => `${they} ${plural(verb)}`,
  );
}

const WORDS = new RegExp(`\\b(?:${Object.keys(ENGLISH).join("|")})\\b`, "giu");
const PLURAL: Readonly<Record<string, string>> = {
  is: "are",
  was: "were",
  has: "have",
  does: "do",
  goes: "go",
};
const NO_VERB =
  /^(?:this|thus|perhaps|always|sometimes|besides|towards?|whereas|as|its|us|plus|across|afterwards|nevertheless|previous|various)$/;

/** `leads` to `lead`, `carries` to `carry`. */
function plural(verb: string): string {
  const known = ownOf(PLURAL, verb);
  if (known !== undefined || NO_VERB.test(verb) || verb.endsWith("ss")) return known ?? verb;
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  return /(?:s|sh|ch|x|z)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1);
}

function german(line: string): string {
  return line
    .replaceAll(/(?<!\p{L})(?:sein|ihr)(?=\s+\p{Lu})/giu, (word) => like(word, "deren"))
    .replaceAll(GERMAN_WORDS, (word) => like(word, GERMAN[word.toLowerCase()] ?? word));
}

const GERMAN_WORDS = new RegExp(`(?<!\\p{L})(?:${Object.keys(GERMAN).join("|")})(?!\\p{L})`, "giu");

/** With the capitals of the word it stands for. */
function like(word: string, other: string): string {
  if (word.length > 1 && word === word.toUpperCase()) return other.toUpperCase();
  return /^\p{Lu}/u.test(word) && !other.startsWith("[")
    ? `${other.slice(0, 1).toUpperCase()}${other.slice(1)}`
    : other;
}

function isGerman(text: string): boolean {
  const common =
    text.match(/(?<!\p{L})(?:und|der|die|das|mit|ist|für|nicht|eine?|von|bei|seit)(?!\p{L})/giu) ?? [];
  const words = text.match(/\p{L}+/gu) ?? [];
  return common.length > words.length * 0.05;
}
