// Another name and gender for the person of a paper, for the line of a board test that must not
// move. The name is a guess from the first heading, which a person confirms.

import { findTitle } from "../../scenario/documents/document-title.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { capitalize, dropTrailing } from "../../text/plain.ts";

/** Names of the field experiment of Bertrand and Mullainathan (2004), two of women and two of men. */
const OTHER_NAMES = [
  { first: "Emily", last: "Walsh", gender: "female" },
  { first: "Jamal", last: "Jones", gender: "male" },
  { first: "Lakisha", last: "Washington", gender: "female" },
  { first: "Greg", last: "Baker", gender: "male" },
] as const;

type Gender = (typeof OTHER_NAMES)[number]["gender"];

const TITLE = /^(?:(?:Dr|Prof|Mr|Mrs|Ms|Frau|Herr|Dipl)\.?(?:-\w+\.?)?\s+)+/;
const PERSON = /^\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){1,3}$/u;

/** Takes the title or the first heading, if it is the name of a person. */
export function findPaperName({ title, text, name: file }: Document): string | null {
  const names = [title, findTitle(text, file)].map((each) => each.replace(TITLE, "").trim());
  return names.find((name) => PERSON.test(name)) ?? null;
}

const TO_FEMALE = {
  he: "she",
  him: "her",
  his: "her",
  himself: "herself",
  "Mr.": "Ms.",
  Mr: "Ms",
};
const TO_MALE = {
  she: "he",
  her: "his",
  hers: "his",
  herself: "himself",
  "Ms.": "Mr.",
  "Mrs.": "Mr.",
  Ms: "Mr",
  Mrs: "Mr",
};

/** Old words and new ones, one map for each of four other names. English pronouns follow the name. */
export function listNameChanges({ text }: Document, name: string): Record<string, string>[] {
  const words = name.split(/\s+/);
  const [first = name, last = name] = [words[0], words.at(-1)];
  const own = guessGender(text);
  return OTHER_NAMES.map((other) => {
    const changes: Record<string, string> = {
      [name]: `${other.first} ${other.last}`,
      [name.toUpperCase()]: `${other.first} ${other.last}`.toUpperCase(),
      [first]: other.first,
      [last]: other.last,
      [last.toUpperCase()]: other.last.toUpperCase(),
    };
    if (own === null || own === other.gender) return changes;
    return { ...changes, ...(other.gender === "male" ? TO_MALE : TO_FEMALE) };
  });
}

function guessGender(text: string): Gender | null {
  const female = text.match(/\b(?:she|her|hers)\b/gi)?.length ?? 0;
  const male = text.match(/\b(?:he|him|his)\b/gi)?.length ?? 0;
  if (female === male) return null;
  return female > male ? "female" : "male";
}

const WORD = /[^\s<>()[\]{},;"'|]+/gu;
const ADDRESS = /@|:\/\/|^www\.|\.\p{L}{2,}\//u;
const LETTERS = /\p{L}+/gu;

/** Addresses of mail, pages and profiles in a text, as written. */
function listAddresses(text: string): readonly string[] {
  const words = (text.match(WORD) ?? []).map((word) => dropTrailing(word, ".:!?"));
  return words.filter((word) => ADDRESS.test(word));
}

/** Two spellings without marks: `muller` and `mueller`. */
const SPELLINGS = [(name: string) => name, (name: string) => name.replaceAll(/([äöü])/g, "$1e")];

function spellPlainly(name: string): string {
  return name
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/[^\p{L}]/gu, "");
}

type NamePart = readonly [old: string, other: string];

/** First and last names in small letters, each with what replaces it. */
function listNames(words: Readonly<Record<string, string>>): readonly (readonly NamePart[])[] {
  const names = Object.entries(words).filter(
    ([old]) => /^\p{Lu}/u.test(old) && !Object.hasOwn({ ...TO_FEMALE, ...TO_MALE }, old),
  );
  return names.flatMap(([old, other]) =>
    SPELLINGS.map((spell): readonly NamePart[] => {
      const [before, after] = [old, other].map((each) =>
        each
          .toLowerCase()
          .split(/\s+/)
          .map((word) => spellPlainly(spell(word))),
      ) as [string[], string[]];
      const pair = (at: number): NamePart => [before.at(at) ?? "", after.at(at) ?? ""];
      return before.length > 1 && after.length > 1
        ? [pair(0), pair(-1)]
        : [[before.join(""), after.join("")]];
    }),
  );
}

/**
 * Addresses of a text and what they are under another name, in the same form: `ada.lovelace@x.org`,
 * `alovelace@x.org` and `x.org/ada-l` keep their order, initials and capitals.
 */
export function listAddressChanges(
  text: string,
  words: Readonly<Record<string, string>>,
): Record<string, string> {
  const forms = new Map<string, string>();
  const initials = new Map<string, string>();
  for (const [first, last] of listNames(words)) {
    if (!first) continue;
    forms.set(...first);
    if (!last) continue;
    forms.set(...last);
    const initialOf = ([old, other]: NamePart): NamePart => [old.charAt(0), other.charAt(0)];
    initials.set(...initialOf(last)).set(...initialOf(first));
    const joined = [
      [first, last],
      [last, first],
      [initialOf(first), last],
    ] as const;
    for (const [one, two] of [
      ...joined,
      [last, initialOf(first)],
      [first, initialOf(last)],
    ] as const)
      forms.set(one[0] + two[0], one[1] + two[1]);
  }
  const replaceIn = (part: string, known: ReadonlyMap<string, string>) =>
    part.replaceAll(LETTERS, (letters) => {
      const other = known.get(letters.toLowerCase()) ?? letters;
      return letters === letters.toLowerCase() ? other : capitalize(other);
    });
  const change = (part: string): string => {
    const changed = replaceIn(part, forms);
    return changed === part ? part : replaceIn(changed, initials);
  };
  return Object.fromEntries(
    listAddresses(text).map((address) => [address, address.split("@").map(change).join("@")]),
  );
}

/** The first address of a changed paper that keeps a part of the old name; null if none does. */
export function findKeptAddress(
  text: string,
  words: Readonly<Record<string, string>>,
): { line: number; address: string } | null {
  const named = new Set(Object.values(words));
  const parts = listNames(words).flat();
  const isKept = (letters: string) =>
    parts.some(
      ([old, other]) =>
        old !== other &&
        (letters === old ||
          (old.length > 2 && (letters.startsWith(old) || letters.endsWith(old)))) &&
        !other.includes(old),
    );
  for (const [index, line] of text.split("\n").entries())
    for (const address of listAddresses(line))
      if (!named.has(address) && (address.toLowerCase().match(LETTERS) ?? []).some(isKept))
        return { line: index + 1, address };
  return null;
}
