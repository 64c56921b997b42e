import { lexicon } from "./lexicon.ts";

/** What languages are known by whose texts are not told apart further. */
const OTHER = "a language that the rules do not read";
const LEAST_WORDS = 12;

/** The language of a text, where it is not English: `German`; null for English, and for too few words to tell. */
export function foreignLanguage(text: string): string | null {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  if (letters.length >= LEAST_WORDS && latin < letters.length / 2) return OTHER;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < LEAST_WORDS) return null;
  const shareOf = (small: ReadonlySet<string>) => words.filter((word) => small.has(word)).length / words.length;
  const shares = [...lexicon().languages].map(([name, small]) => ({ name, share: shareOf(small) }));
  const english = shares.find(({ name }) => name === "English")?.share ?? 0;
  const best = shares.reduce((most, each) => (each.share > most.share ? each : most));
  if (best.name !== "English" && best.share > 0.08 && best.share > 1.3 * english) return best.name;
  return words.length >= 40 && english < 0.03 ? OTHER : null;
}
