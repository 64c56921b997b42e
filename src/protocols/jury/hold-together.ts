import type { Resolution } from "./facts.ts";

export type Settled = { readonly resolution: Resolution; readonly everybody: Resolution["positions"] };

/** Reopens merges into nothing, and a sentence kept with its denial, whoever voted for them. */
export function holdTogether(settled: readonly Settled[]): Resolution[] {
  const all = settled.map(({ resolution }) => resolution);
  return settled.map(({ resolution, everybody }) => {
    const why = whyNot(resolution, all);
    return why === null ? resolution : { ...resolution, choice: null, detail: null, positions: everybody, why };
  });
}

function whyNot(one: Resolution, all: readonly Resolution[]): string | null {
  if (one.choice === null) return null;
  if (MERGES.test(one.choice)) return whyNotMerged(one, all);
  const denied = all.find((other) => other !== one && other.choice === one.choice && denies(one, other));
  if (denied === undefined || !KEEPS.test(one.choice)) return null;
  return `${one.choice} is settled for ${denied.item} too, which says the opposite`;
}

function whyNotMerged({ item, choice, detail }: Resolution, all: readonly Resolution[]): string | null {
  const words = (detail ?? "").split(/[^\p{L}\p{N}-]+/u);
  const others = all.filter((other) => other.item !== item);
  const [into] = words.flatMap((word) => others.find((other) => other.item === word) ?? []);
  if (!into) return `${choice} is settled, and with what is not: ${detail ?? "no item is named"}`;
  const { item: id } = into;
  if (DROPS.test(into.choice ?? "")) return `${choice} is settled with ${id}, for which ${into.choice} is`;
  const isMutual =
    MERGES.test(into.choice ?? "") && (into.detail ?? "").split(/[^\p{L}\p{N}-]+/u).includes(item);
  return isMutual ? `${item} and ${id} are each settled to be merged into the other` : null;
}

const MERGES = /^merge/i;

const DROPS = /^(?:drop|delete|remove|discard)/i;
const KEEPS = /^(?:keep|agree|accept)/i;

/** The same words, but for a `not` in one of the two. */
function denies(one: Resolution, other: Resolution): boolean {
  const [first, second] = [wordsOf(one.proposal), wordsOf(other.proposal)];
  const plain = (words: readonly string[]) => words.filter((word) => !NEGATIONS.has(word)).join(" ");
  return first.length !== second.length && plain(first) === plain(second);
}

const NEGATIONS = new Set(["not", "no", "never"]);

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];
}
