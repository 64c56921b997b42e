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
const ADDRESS = /@|:\/\/|\.\p{L}{2,}\//u;
const LETTERS = /\p{L}+/gu;

/** Without marks: `muller` and `mueller`. */
const SPELLINGS = ["$1", "$1e"];

/** Names, joined names and initials in small letters, with what replaces each. */
function listForms(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const names = Object.entries(words).filter(([old]) => /^\p{Lu}/u.test(old));
  const forms = names.flatMap((pair) =>
    SPELLINGS.map((spelling) => {
      const [[a = "", b = ""] = [], [c = "", d = ""] = []] = pair.map((name) => {
        const plain = name
          .toLowerCase()
          .replaceAll(/([äöü])/g, spelling)
          .replaceAll("ß", "ss");
        const parts = plain.normalize("NFD").replaceAll(/\p{M}/gu, "").split(/\s+/);
        return parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
      });
      const [i = "", j = "", k = "", l = ""] = [a, b, c, d].map((name) => name.charAt(0));
      const joined = { [a + b]: c + d, [b + a]: d + c, [i + b]: k + d, [b + i]: d + k };
      return { [j]: l, [i]: k, ...joined, [a + j]: c + l, [b]: d, [a]: c };
    }),
  );
  return new Map(forms.flatMap(Object.entries<string>));
}

/**
 * Addresses of mail, pages and profiles under another name, in the same form: `ada.lovelace@x.org`,
 * `alovelace@x.org` and `x.org/ada-l` keep their order, initials and capitals. `kept`: the first one
 * that would still show the old name.
 */
export function changeAddresses(
  text: string,
  words: Readonly<Record<string, string>>,
): { changes: Record<string, string>; kept: { line: number; address: string } | null } {
  const forms = listForms(words);
  const find = (letters: string) => forms.get(letters.toLowerCase());
  const change = (part: string): string => {
    const runs = part.match(LETTERS) ?? [];
    if (!runs.some((letters) => letters.length > 1 && find(letters))) return part;
    return part.replaceAll(LETTERS, (letters) => {
      const other = find(letters) ?? letters;
      return letters === letters.toLowerCase() ? other : capitalize(other);
    });
  };
  const isKept = (letters: string) =>
    [...forms].some(
      ([old, other]) =>
        old.length > 2 &&
        !other.includes(old) &&
        (letters.startsWith(old) || letters.endsWith(old)),
    );
  const changes: Record<string, string> = {};
  for (const [index, line] of text.split("\n").entries())
    for (const word of line.match(WORD) ?? []) {
      const address = dropTrailing(word, ".:!?");
      if (!ADDRESS.test(address) || Object.hasOwn(words, address)) continue;
      const changed = address.split("@").map(change).join("@");
      changes[address] = changed;
      if (changed.toLowerCase().match(LETTERS)?.some(isKept))
        return { changes, kept: { line: index + 1, address } };
    }
  return { changes, kept: null };
}
