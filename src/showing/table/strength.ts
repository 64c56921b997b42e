import { words } from "../../engine/words/words.ts";
import type { VerdictTable } from "../verdict-schema.ts";

export const STRENGTH_RULE = words.across.order;

export function byStrength(tables: readonly VerdictTable[]): readonly VerdictTable[] {
  return [...tables].sort(
    (a, b) =>
      standing(b) - standing(a) ||
      support(b) - support(a) ||
      meanPlace(a) - meanPlace(b) ||
      compareText(titleOf(a), titleOf(b)) ||
      compareText(a.seed.padStart(20, "0"), b.seed.padStart(20, "0")),
  );
}

/** Share of members for less share against, -1 to 1. */
export function support({ tally, members }: VerdictTable): number {
  return members.length === 0 ? 0 : ((tally.sides.for ?? 0) - (tally.sides.against ?? 0)) / members.length;
}

function standing({ outcome, options }: VerdictTable): number {
  if (outcome?.status !== "decided") return 0;
  const side = outcome.side ?? options.find(({ id }) => id === outcome.option)?.side;
  return side === "for" ? 1 : side === "against" ? -1 : 0;
}

export function meanPlace({ members, options }: VerdictTable): number {
  if (members.length === 0) return options.length;
  const places = members.map(({ final }) => {
    const place = options.findIndex(({ id }) => id === final);
    return place === -1 ? (options.length - 1) / 2 : place;
  });
  return places.reduce((sum, place) => sum + place, 0) / members.length;
}

function titleOf({ subject, scenario }: VerdictTable): string {
  return subject?.title ?? scenario.title;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
