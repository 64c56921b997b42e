import type { Language } from "../scenario/schema/language.ts";
import { de } from "./de.ts";
import { en, type Words } from "./en.ts";

export { LANGUAGES, type Language } from "../scenario/schema/language.ts";

const TABLES: Readonly<Record<Language, Words>> = { en, de };

/** What is said of a meeting, in a language. */
export function wordsIn(language: Language): Words {
  return TABLES[language];
}
