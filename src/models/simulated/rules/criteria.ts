import { WHOLE_CASE } from "../../../scenario/schema/casebook.ts";
import type { Criterion } from "../../../scenario/schema/scenario.ts";
import { lexicon, stem } from "./lexicon.ts";

/** What a statement bears on, heaviest first; empty where it fits none. */
export type Bearing = { readonly criterion: string; readonly share: number };

/** Words of a criterion, made ready to be looked for. */
type Yardstick = {
  readonly id: string;
  readonly phrases: readonly (readonly string[])[];
  readonly named: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
  readonly concepts: ReadonlyMap<string, number>;
};

const KEYWORD = 3;
const NAMED = 2;
const ASKED = 1;
const CONCEPT = 0.8;
const LEAST = 0.75;
/** A second criterion counts where it fits as well or all but. */
const NEARLY = 0.95;

type Gauge = (text: string, section: string) => readonly Bearing[];

/** How statements are laid to criteria: by keywords, names, questions, kindred general words and headings. */
export function gaugeOf(criteria: readonly Criterion[]): Gauge {
  const [first, ...others] = criteria;
  if (!first || others.length === 0) return () => [{ criterion: first?.id ?? WHOLE_CASE, share: 1 }];
  const yards = criteria.map(yardstickOf);
  return (text, section) => {
    const scores = yards.map((yard) => ({ id: yard.id, score: fit(yard, text) + 0.5 * fit(yard, section) }));
    const best = Math.max(...scores.map(({ score }) => score));
    if (best < LEAST) return [];
    const chosen = scores.filter(({ score }) => score >= best * NEARLY).sort((a, b) => b.score - a.score);
    return chosen.slice(0, 2).map(({ id }, at) => ({ criterion: id, share: at === 0 ? 1 : 0.6 }));
  };
}

function yardstickOf({ id, name, question, keywords }: Criterion): Yardstick {
  const phrases = keywords.map((keyword) => stems(keyword, false));
  const named = new Set(stems(name));
  const asked = new Set(stems(question ?? ""));
  const concepts = new Map<string, number>();
  const add = (words: Iterable<string>, weight: number) => {
    for (const word of words)
      for (const concept of lexicon().concepts.get(word) ?? [])
        concepts.set(concept, Math.min(4, (concepts.get(concept) ?? 0) + weight));
  };
  add(named, 3);
  add(asked, 1);
  for (const phrase of phrases) add(phrase, 1);
  return { id, phrases, named, asked, concepts };
}

function fit(yard: Yardstick, text: string): number {
  const words = stems(text, false);
  const set = new Set(words);
  let score = 0;
  for (const phrase of yard.phrases) {
    const last = phrase.at(-1) ?? "";
    if (holds(words, phrase)) score += KEYWORD;
    else if (phrase.length > 1 && set.has(last) && !lexicon().empty.has(last)) score += 1;
  }
  const seen = new Set<string>();
  for (const word of set) {
    if (lexicon().empty.has(word)) continue;
    if (yard.named.has(word)) score += NAMED;
    else if (yard.asked.has(word)) score += ASKED;
    for (const concept of lexicon().concepts.get(word) ?? []) {
      const times = yard.concepts.get(concept);
      if (times === undefined || seen.has(concept)) continue;
      seen.add(concept);
      score += (CONCEPT * Math.min(3, times)) / 2;
    }
  }
  return score;
}

function holds(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word));
}

/** The words of a text without endings; empty words are left out where they would only make noise. */
export function stems(text: string, isSifted = true): string[] {
  return (isSifted ? contentWords(text) : wordsOf(text)).map(stem);
}

/** The words of a text that say something. */
export function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => !lexicon().empty.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
}
