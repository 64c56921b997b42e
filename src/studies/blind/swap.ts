import type { Scenario } from "../../scenario/schema/scenario.ts";
import { escapeRegExp } from "../../text/plain.ts";
import { type Masked, mapped } from "./blind-scenario.ts";

/** Whole words, all at once, so that two words can take each other's place. */
export function swapped(scenario: Scenario, words: Readonly<Record<string, string>>): Scenario {
  return swappedLines(scenario, words).scenario;
}

/** The same, with each line that is another. */
export function swappedLines(scenario: Scenario, words: Readonly<Record<string, string>>): Masked {
  const swap = swapper(words);
  return mapped(scenario, {
    text: (text) => text.split("\n").map(swap).join("\n"),
    name: (name) =>
      name.replaceAll(/\p{L}+/gu, (word) =>
        Object.hasOwn(words, capital(word)) ? swap(capital(word)).toLowerCase() : word,
      ),
  });
}

/** A word in small letters is found with a capital too, and keeps it; one with a capital is found as it is written. */
function swapper(words: Readonly<Record<string, string>>): (line: string) => string {
  const longest = Object.keys(words).toSorted((a, b) => b.length - a.length);
  const forms = new Map<string, string>();
  for (const word of longest) {
    const other = words[word] ?? "";
    forms.set(word, other);
    if (word === word.toLowerCase()) {
      if (!forms.has(capital(word))) forms.set(capital(word), capital(other));
      if (!forms.has(word.toUpperCase())) forms.set(word.toUpperCase(), other.toUpperCase());
    }
  }
  const any = [...forms.keys()].toSorted((a, b) => b.length - a.length).map(escapeRegExp);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return (line) => line.replaceAll(pattern, (found) => forms.get(found) ?? found);
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
