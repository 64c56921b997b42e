import { ORDINARY_NAMES } from "../../perspective/ordinary-names.ts";
import { escapeRegExp } from "../../text/plain.ts";
import type { FoundPerson } from "./find-names.ts";

/** Changes one line of text. */
export type LineMask = (line: string) => string;

/** Puts a stable label in the place of each person, whole names before their parts: `Person A`. */
export function maskNames(people: readonly FoundPerson[]): LineMask {
  const labels = new Map<string, string>();
  const label = (words: string, of: string) => {
    if (!labels.has(words.toLowerCase())) labels.set(words.toLowerCase(), of);
  };
  for (const [index, { name }] of people.entries()) label(name, labelOf(index));
  for (const [index, { parts }] of people.entries()) for (const part of parts) label(part, labelOf(index));
  if (labels.size === 0) return (line) => line;
  const words = [...labels.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words.map((each) => escapeRegExp(each).replaceAll(" ", "\\s+")).join("|")})(?![\\p{L}\\p{N}])`,
    "giu",
  );
  const inAddresses = addressPattern(people);
  return (line) =>
    line
      .replaceAll(inAddresses, "[address]")
      .replaceAll(pattern, (found, at: number) =>
        isMeant(found, line, at) ? (labels.get(found.toLowerCase().replaceAll(/\s+/g, " ")) ?? found) : found,
      )
      .replaceAll(/\b(Person [A-Z]+)(?:,? +\1\b)+/g, "$1");
}

/** `Person A` to `Person Z`, then `Person AA`. */
function labelOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return `Person ${index < 26 ? letter : `${String.fromCharCode(64 + Math.floor(index / 26))}${letter}`}`;
}

/** A single word counts with a capital; one that is a word as well, not at the head of a sentence. */
function isMeant(found: string, line: string, at: number): boolean {
  if (/\s/.test(found)) return true;
  if (!/^\p{Lu}/u.test(found)) return false;
  if (!ORDINARY_NAMES.has(found.toLowerCase())) return true;
  return !/(?:^|[.!?:]\s*)["'“„(]*$/u.test(line.slice(0, at));
}

/** Addresses of mail and of pages that hold a part of a name, umlauts written out or not. */
function addressPattern(people: readonly FoundPerson[]): RegExp {
  const parts = people.flatMap((person) => person.parts.filter((part) => part.length > 2)).flatMap(spellings);
  if (parts.length === 0) return /(?!)/g;
  const any = parts.map(escapeRegExp).join("|");
  return new RegExp(
    `(?<!\\S)[^\\s<>()]*(?:@|:\\/\\/|www\\.|\\.com\\/|\\.org\\/|\\.net\\/)?[^\\s<>()]*(?:${any})[^\\s<>()]*(?:@|\\.[a-z]{2,}\\b)[^\\s<>(),;]*|\\S+\\.[a-z]{2,}\\/\\S*(?:${any})\\S*|(?<!\\S)@\\w*(?:${any})\\w*`,
    "giu",
  );
}

function spellings(part: string): string[] {
  const plain = part.normalize("NFD").replaceAll(/\p{M}/gu, "");
  const written = part.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss");
  return [...new Set([part, plain, written].map((each) => each.toLowerCase()))];
}
