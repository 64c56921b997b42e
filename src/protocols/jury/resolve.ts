import { above, atLeast } from "../../engine/meeting/contract/compare.ts";
import { ownOf } from "../../lists.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import type { JurorPosition, Resolution } from "./facts.ts";
import type { AgendaItem } from "./options.ts";

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
  const all = resolving.items.map((item) => resolveItem(item, resolving));
  return {
    agreements: all.filter(({ choice }) => choice !== null),
    unresolved: all.filter(({ choice }) => choice === null),
  };
}

function resolveItem(
  item: AgendaItem,
  { sheets, choices, accepting, agreement, proposals }: Resolving,
): Resolution {
  const positions = sheets.map((sheet) => positionOn(item, sheet));
  const votes = Object.fromEntries(
    choices.map((choice) => [choice, positions.filter((each) => each.choice === choice).length]),
  );
  const winner = accepting.find((choice) => reaches(votes[choice] ?? 0, sheets.length, agreement)) ?? null;
  const dissent = positions.filter(({ choice }) => choice !== null && choice !== winner);
  return {
    item: item.id,
    title: item.title,
    topic: item.topic,
    proposal: ownOf(proposals, item.id) ?? item.title,
    choice: winner,
    detail: winner === null ? null : commonDetail(positions.filter(({ choice }) => choice === winner)),
    votes,
    positions: winner === null ? positions : dissent,
  };
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
