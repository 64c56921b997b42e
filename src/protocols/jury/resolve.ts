import { above, atLeast } from "../../engine/meeting/contract/compare.ts";
import { ownOf } from "../../lists.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import type { AgendaItem } from "./agenda.ts";
import type { JurorPosition, Resolution } from "./facts.ts";

export type DecisionSheet = {
  readonly member: string;
  readonly choices: readonly {
    readonly item: string;
    readonly choice: string;
    readonly detail?: string | null | undefined;
    readonly reason: string;
  }[];
};

export type Resolving = {
  readonly items: readonly AgendaItem[];
  readonly proposals: Readonly<Record<string, string>>;
  readonly sheets: readonly DecisionSheet[];
  readonly choices: readonly string[];
  readonly accepting: readonly string[];
  readonly agreement: "majority" | "supermajority" | "unanimity";
};

/** A sheet that leaves an item out, or undecided with a reason, counts in the denominator only. */
export function resolve(resolving: Resolving): {
  readonly agreements: readonly Resolution[];
  readonly unresolved: readonly Resolution[];
} {
  const all = holdTogether(resolving.items.map((item) => resolveItem(item, resolving)));
  return {
    agreements: all.filter(({ choice }) => choice !== null),
    unresolved: all.filter(({ choice }) => choice === null),
  };
}

function resolveItem(
  item: AgendaItem,
  { sheets, choices, accepting, agreement, proposals }: Resolving,
): Settled {
  const positions = sheets.map((sheet) => positionOn(item, sheet));
  const votes = Object.fromEntries(
    choices.map((choice) => [choice, positions.filter((each) => each.choice === choice).length]),
  );
  const winner = accepting.find((choice) => reaches(votes[choice] ?? 0, sheets.length, agreement)) ?? null;
  const dissent = positions.filter(({ choice }) => choice !== null && choice !== winner);
  const resolution = {
    item: item.id,
    title: item.title,
    topic: item.topic,
    proposal: ownOf(proposals, item.id) ?? item.title,
    choice: winner,
    detail: winner === null ? null : commonDetail(positions.filter(({ choice }) => choice === winner)),
    votes,
    positions: winner === null ? positions : dissent,
  };
  return { resolution, everybody: positions };
}

function positionOn({ id }: AgendaItem, { member, choices }: DecisionSheet): JurorPosition {
  const found = choices.findLast(({ item }) => item === id);
  if (!found) return { member, choice: null, detail: null, reason: null };
  if (found.choice === NONE) return { member, choice: null, detail: null, reason: found.reason };
  return { member, choice: found.choice, detail: found.detail?.trim() || null, reason: found.reason };
}

/** At most one choice can reach it: every rule asks for more than half. */
function reaches(votes: number, sheets: number, rule: Resolving["agreement"]): boolean {
  if (votes === 0) return false;
  if (rule === "majority") return above(votes * 2, sheets);
  return atLeast(rule === "unanimity" ? votes : votes * 3, rule === "unanimity" ? sheets : sheets * 2);
}

/** Apart from case and spaces; of equals the one given first. */
function commonDetail(positions: readonly JurorPosition[]): string | null {
  const given = positions.flatMap(({ detail }) => (detail === null ? [] : [detail]));
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ");
  const times = (text: string) => given.filter((each) => plain(each) === plain(text)).length;
  return given.reduce<string | null>(
    (best, each) => (best === null || times(each) > times(best) ? each : best),
    null,
  );
}

type Settled = { readonly resolution: Resolution; readonly everybody: Resolution["positions"] };

/** Reopens merges into nothing, and a sentence kept with its denial, whoever voted for them. */
function holdTogether(settled: readonly Settled[]): Resolution[] {
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
