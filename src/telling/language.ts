import { de } from "./de.ts";
import { en, type Words } from "./en.ts";

/** Languages in which meetings are told. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

const TABLES: Readonly<Record<Language, Words>> = { en, de };

/** What is said of a meeting, in a language. */
export function wordsIn(language: Language): Words {
  return TABLES[language];
}
