import { ORDINARY_NAMES } from "./ordinary-names.ts";

/** Somebody as others may speak of them, and what is to stand in place of that. */
export type Spoken = { readonly name: string; readonly label: string };

/**
 * Puts labels in place of names. Whole names, and surnames after a title or an initial, always and in any case; a single
 * name in any case too, unless it can be another word: one that is a word is masked only within a sentence, with its
 * capital; one that stands in the matter itself (`known`, lower-case words) never, since that may be what is spoken of.
 */
export function masker(people: readonly Spoken[], known: ReadonlySet<string>): (text: string) => string {
  const singles = singleNames(people);
  const isWord = (name: string) => ORDINARY_NAMES.has(name.toLowerCase());
  const free = singles.filter(({ name }) => !known.has(name.toLowerCase()));
  const always = [...people.flatMap(wholeNames), ...free.filter(({ name }) => !isWord(name)).map(plain)];
  const within = free.filter(({ name }) => isWord(name)).map(plain);
  const everywhere = replacer(always, (names) => `${BEFORE}(?:${names})${AFTER}`, "giu");
  const capital = replacer(within, (names) => `${WITHIN}(?:${names})${AFTER}(?!\\s+\\p{Lu})`, "gu");
  return (text) => capital(everywhere(text));
}

type Pattern = { readonly source: string; readonly label: string };

const BEFORE = "(?<![\\p{L}\\p{N}])";
const AFTER = "(?![\\p{L}\\p{N}])";
/** After a word in lower case that is no article: the capital of what follows is a name's. */
const WITHIN =
  "(?<=\\p{Ll}[ \\u00a0])(?<!\\b(?:the|a|an|this|that|my|your|his|her|its|our|their|no|any|each|every|some)[ \\u00a0])";
const TITLE = "(?:dr|prof|professor|mr|mrs|ms|sir|dame|hon|judge)";
const GAP = "[\\s\\u00a0_-]+";

/** `Dr. Mark Field`: Mark Field, Dr. Field, Professor Field, M. Field, Mark F., Field, Mark. */
function wholeNames({ name, label }: Spoken): readonly Pattern[] {
  const words = wordsOf(name);
  const [first, last] = [words[0]!, words.at(-1)!];
  const titled = `${TITLE}\\.?${GAP}${spelt(last)}`;
  if (words.length < 2) return [{ source: titled, label }];
  const sources = [
    `(?:${TITLE}\\.?${GAP})*${words.map(spelt).join(GAP)}`,
    `(?:${TITLE}\\.?${GAP})*${spelt(first)}${GAP}${spelt(last)}`,
    titled,
    `${initial(first)}\\.${GAP}?${spelt(last)}`,
    `${spelt(first)}${GAP}${initial(last)}\\.`,
    `${spelt(last)},${GAP}${spelt(first)}`,
  ];
  return sources.map((source) => ({ source, label }));
}

/** First and last names; one that several have tells no more than that a member is meant. */
function singleNames(people: readonly Spoken[]): readonly Spoken[] {
  const labels = new Map<string, Set<string>>();
  for (const { name, label } of people) {
    const words = wordsOf(name);
    for (const word of [words[0]!, words.at(-1)!]) {
      if (word.length > 1) labels.set(word, (labels.get(word) ?? new Set()).add(label));
    }
  }
  return [...labels].map(([name, of]) => ({ name, label: of.size === 1 ? [...of][0]! : "a member" }));
}

function wordsOf(name: string): readonly string[] {
  const words = name.trim().split(/\s+/);
  const isTitle = (word: string) => new RegExp(`^${TITLE}\\.?$`, "i").test(word);
  const first = words.findIndex((word) => !isTitle(word));
  return first === -1 ? words : words.slice(first);
}

function plain({ name, label }: Spoken): Pattern {
  return { source: spelt(name), label };
}

/** As it is written, or without its diacritics. */
function spelt(word: string): string {
  const bare = word.normalize("NFD").replace(/\p{M}/gu, "");
  return bare === word ? escaped(word) : `(?:${escaped(word)}|${escaped(bare)})`;
}

function initial(word: string): string {
  return escaped([...word][0]!);
}

/** Longest first, so that no part of a name is taken for the whole. */
function replacer(patterns: readonly Pattern[], around: (names: string) => string, flags: string) {
  if (patterns.length === 0) return (text: string) => text;
  const ordered = [...patterns].sort((a, b) => b.source.length - a.source.length);
  const names = new RegExp(around(ordered.map(({ source }) => `(${source})`).join("|")), flags);
  return (text: string) =>
    text.replace(names, (...found: unknown[]) => {
      const which = found.slice(1).findIndex((group) => typeof group === "string");
      return ordered[which]!.label;
    });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
