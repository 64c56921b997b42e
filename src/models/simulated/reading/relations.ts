import { IS_LATER } from "./absences.ts";
import type { Asked, Fact, Requirement } from "./casebook.ts";
import { excerptOf } from "./quote.ts";
import { stemsOf } from "./words.ts";

const KEPT = 6;
const LEAST_NEAR = 2.2;
const LEAST_ASKED = 2.1;

/** Which facts bear on one another, and on what is asked for: by criterion, shared words, and nearness on the page. */
export function neighboursOf(facts: readonly Fact[], requirements: readonly Requirement[]) {
  const rare = rarity([...facts.map(({ stems }) => stems), ...requirements.map(({ stems }) => stems)]);
  const mayBeNear = company(facts);
  const near = facts.map((fact, at) =>
    strongest(
      mayBeNear(fact, at).map((index) => ({ index, score: likeness(fact, facts[index]!, rare) })),
      LEAST_NEAR,
      3 * KEPT,
    ),
  );
  const split = (same: boolean) =>
    near.map((list, index) =>
      list.filter((other) => facts[index]!.polarity * facts[other]!.polarity > 0 === same).slice(0, KEPT),
    );
  const asked = facts.map((fact) =>
    strongest(
      requirements.map((each, index) => ({
        index,
        score:
          each.passage.document.name === fact.document || IS_LATER.test(each.passage.section)
            ? 0
            : shared(fact.stems, each.stems, rare) + (each.criterion === fact.criterion ? 1 : 0),
      })),
      LEAST_ASKED,
      1,
    ).flatMap((index) => wordsAsked(requirements[index]!, fact, rare)),
  );
  return { counters: split(false), allies: split(true), asked, rarity: rare };
}

/** Whether a figure is reached takes more than words in common to tell. */
const FIGURE = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve)\b/i;

/** The clause of a requirement that speaks of the fact's own matter. */
function wordsAsked({ passage, place }: Requirement, fact: Fact, rare: ReadonlyMap<string, number>): Asked[] {
  const colon = passage.text.indexOf(": ");
  const from = colon === -1 ? 0 : colon + 2;
  const excerpt = excerptOf(passage.text.slice(from), (part) => 3 * shared(fact.stems, stemsOf(part), rare));
  const start = from + excerpt.start;
  if (FIGURE.test(excerpt.text)) return [];
  const line = passage.lineAt(start);
  if (line !== passage.lineAt(start + excerpt.text.length - 1)) return [];
  return [{ ref: `${passage.document.name}#L${line}`, line, place, quote: excerpt.text }];
}

/** What stands in more passages than this is too common to tie two of them. */
const COMMON = 100;
const NEAR_LINES = 3;

/**
 * Tells which facts can be near another at all: those that share a word which is not common, and those that stand close
 * by. Without either, criteria alone do not reach LEAST_NEAR; a long document is so not read against itself.
 */
function company(facts: readonly Fact[]): (fact: Fact, at: number) => readonly number[] {
  const byStem = new Map<string, number[]>();
  const byLine = new Map<string, number[]>();
  const note = (index: Map<string, number[]>, key: string, at: number) => {
    const known = index.get(key);
    if (known) known.push(at);
    else index.set(key, [at]);
  };
  for (const [at, { stems, document, line }] of facts.entries()) {
    for (const stem of stems) note(byStem, stem, at);
    note(byLine, `${line} ${document}`, at);
  }
  return ({ stems, document, line }, at) => {
    const found = new Set<number>();
    for (const stem of stems) {
      const others = byStem.get(stem)!;
      if (others.length <= COMMON) for (const other of others) found.add(other);
    }
    for (let each = line - NEAR_LINES; each <= line + NEAR_LINES; each++)
      for (const other of byLine.get(`${each} ${document}`) ?? []) found.add(other);
    found.delete(at);
    return [...found];
  };
}

function likeness(one: Fact, other: Fact, rare: ReadonlyMap<string, number>): number {
  const overlap = one.shares.reduce((sum, share, index) => sum + Math.min(share, other.shares[index]!), 0);
  const distance = one.document === other.document ? Math.abs(one.line - other.line) : 99;
  const nearness = distance <= 1 ? 1.2 : distance <= NEAR_LINES ? 0.6 : 0;
  return overlap * 1.6 + nearness + shared(one.stems, other.stems, rare);
}

function shared(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  rare: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (const stem of one) if (other.has(stem)) sum += rare.get(stem)!;
  return sum;
}

/** A word in two passages ties them; one in every passage ties nothing. */
function rarity(all: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stems of all) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Map([...counts].map(([stem, count]) => [stem, /^\d/.test(stem) ? 0.1 : 3 / (2 + count)]));
}

type Scored = { readonly index: number; readonly score: number };

function strongest(scored: readonly Scored[], least: number, most: number): number[] {
  return scored
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, most)
    .map(({ index }) => index);
}
