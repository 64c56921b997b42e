// Another name and gender for the person of a paper, for the line of a board test that must not
// move. The name is a guess from the first heading, which a person confirms.

import { findTitle } from "../../scenario/documents/document-title.ts";
import type { Document } from "../../scenario/schema/scenario.ts";

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
