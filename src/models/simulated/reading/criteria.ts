import type { Criterion } from "../../../scenario/scenario.ts";
import { headingsOf } from "./passages.ts";
import type { SentDocument } from "./prompt.ts";
import { stem, stemsOf, wordsOf } from "./words.ts";

/** A criterion made ready for reading: its words in every form a passage may use. */
export type Yardstick = {
  readonly id: string;
  /** As it stands in the middle of a sentence. */
  readonly name: string;
  readonly single: ReadonlySet<string>;
  readonly phrases: readonly string[];
  readonly stems: ReadonlySet<string>;
};

const MOST_DERIVED = 7;
const EMPTY_HEADINGS = /^(?:summary|overview|introduction|contents|abstract|notes?|appendix|skills|misc\w*)$/i;

/** The scenario's criteria, or, where it has none, the headings of what is judged. */
export function yardsticksOf(criteria: readonly Criterion[], documents: readonly SentDocument[]): Yardstick[] {
  if (criteria.length > 0) return criteria.map((each) => yardstick(each.id, each.name, each.keywords));
  const subject = documents.find((each) => each.subject) ?? documents[0];
  const headings = subject === undefined ? [] : headingsOf(subject);
  const telling = [...new Set(headings)].filter((each) => each !== "" && !EMPTY_HEADINGS.test(each));
  const derived = telling.slice(0, MOST_DERIVED).map((name) => yardstick(idOf(name), name, wordsOf(name)));
  return derived.length > 0 ? derived : [yardstick("whole", "the case as a whole", [])];
}

/** How much a passage bears on a criterion: 0 not at all, 1 for each keyword met. */
export function bearing(lower: string, words: readonly string[], section: string, yard: Yardstick): number {
  let score = 0;
  for (const word of words) if (yard.single.has(word)) score += 1;
  for (const phrase of yard.phrases) if (lower.includes(phrase)) score += 1.4;
  if (score > 3) score = 3;
  for (const each of stemsOf(section)) if (yard.stems.has(each)) return score + 0.9;
  return score;
}

function yardstick(id: string, name: string, keywords: readonly string[]): Yardstick {
  const lower = keywords.map((each) => each.toLowerCase());
  const named = stemsOf(name);
  return {
    id,
    name: /^[A-Z][a-z]/.test(name) ? name[0]!.toLowerCase() + name.slice(1) : name,
    single: new Set(lower.filter((each) => /^[\p{L}\p{N}'’%-]+$/u.test(each))),
    phrases: lower.filter((each) => !/^[\p{L}\p{N}'’%-]+$/u.test(each)),
    stems: new Set([...named, ...lower.filter((each) => !each.includes(" ")).map(stem)]),
  };
}

function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
