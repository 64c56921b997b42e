import type { Mind } from "../../../models/simulated/mind.ts";
import { spoken } from "../../../models/simulated/tongue.ts";
import { remembering } from "../../../scenario/files/remember.ts";
import type { Sheet } from "./items.ts";
import { JURY_WORDS } from "./words.ts";

/** A choice that somebody has spoken for an item. */
export type Choice = {
  readonly choice: string;
  /** The item that it is to be merged into, where that was said. */
  readonly into: string | null;
  /** Nth entry of the meeting. */
  readonly order: number;
};

/** What somebody last said that an item should become; what was merely brought up or asked is no choice. */
export function saidOn({ talk }: Mind, speaker: string, item: string, sheet: Sheet): Choice | null {
  for (const each of talk.words.toReversed()) {
    if (each.speaker !== speaker) continue;
    const said = choicesIn(each.content).findLast(({ i }) => i === item.toLowerCase());
    const choice = sheet.choices.find((one) => spoken(one) === said?.c);
    if (said === undefined || choice === undefined) continue;
    const into = sheet.items.find(({ id }) => id.toLowerCase() === said.j)?.id ?? null;
    return { choice, into, order: each.order };
  }
  return null;
}

/** Whether anybody has named an item, or brought up what speaks to it. */
export function isSpokenOf({ talk }: Mind, item: string): boolean {
  return talk.claims.some(({ fact }) => fact.point.items?.[item] !== undefined);
}

type Read = { readonly i: string; readonly c: string; readonly j: string | undefined };

/** Choices are known by the sentences in which members speak them. */
const choicesIn = remembering(2_000_000, (content: string): readonly Read[] => {
  const found = PATTERNS.flatMap((pattern) =>
    [...content.matchAll(pattern)].map(({ index, groups }) => ({ index, ...groups })),
  ) as (Read & { readonly index: number })[];
  return found
    .map(({ index, i, c, j }) => ({ index, i: i.toLowerCase(), c: c.toLowerCase(), j: j?.toLowerCase() }))
    .sort((a, b) => a.index - b.index);
});

const SLOTS: Readonly<Record<string, string>> = {
  i: "(?<i>[\\p{L}\\p{N}_-]+)",
  j: "(?<j>[\\p{L}\\p{N}_-]+)",
  c: "(?<c>[\\p{L}\\p{N} -]+?)",
  d: "[\\p{L}\\p{N} -]+?",
};

const { so, soMerge, soFor, still, changed, dissent } = JURY_WORDS;
const PATTERNS = [so, soMerge, soFor, still, changed, dissent].flat().map(patternOf);

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{(\w+)\}/);
  const source = parts.map((part, at) =>
    at % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : (SLOTS[part] ?? ".+?"),
  );
  return new RegExp(source.join(""), "giu");
}
