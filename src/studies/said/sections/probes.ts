import type { ArmChanges } from "../../arms.ts";
import {
  armsOf,
  comparedPairs,
  madeFrom,
  type SeenArm,
  type SeenPair,
  type SeenStudy,
  tellingLabels,
} from "../seen.ts";
import { paired } from "../studied-meetings.ts";
import { countFigure, differenceFigure, LEAST, type StudyFigure, type StudySection } from "../study-figure.ts";
import { countOf } from "./outcome.ts";

const PROBES: readonly (readonly [readonly (keyof ArmChanges)[], string])[] = [
  [["blind"], "blinded"],
  [["swap"], "swapped"],
  [["order"], "order of seats"],
  [["reversed", "verdicts"], "order of options"],
  [["view"], "names seen by members"],
];

export function probesSection(seen: SeenStudy): StudySection {
  const arms = armsOf(seen);
  const probed = comparedPairs(seen).flatMap((pair) => outcomesOf(pair));
  const orders = arms.flatMap((base) => orderRange(base, madeFrom(arms, base, "orders")));
  return {
    nth: 6,
    title: "Bias probes",
    tables: [
      {
        title: "Arms that differ in one thing that should not matter",
        figures: probed,
        isDrawn: true as const,
      },
      { title: "Order of seats and of options", figures: orders },
    ].filter(({ figures }) => figures.length > 0),
    notes: [
      ...(probed.length + orders.length > 0
        ? []
        : ["No arm changes names, order or view alone: blind, swap, orders, view."]),
    ],
  };
}

function probeOf(pair: SeenPair): string | null {
  const [first, second] = [pair.first.arm.changes, pair.second.arm.changes];
  const changed = [...new Set([...Object.keys(first), ...Object.keys(second)])].filter(
    (key) => JSON.stringify(first[key as keyof ArmChanges]) !== JSON.stringify(second[key as keyof ArmChanges]),
  );
  const probe = PROBES.find(
    ([keys]) => changed.length > 0 && changed.every((key) => (keys as readonly string[]).includes(key)),
  );
  return probe?.[1] ?? null;
}

function outcomesOf(pair: SeenPair): StudyFigure[] {
  const probe = probeOf(pair);
  if (probe === null) return [];
  const both = paired(pair.first.meetings, pair.second.meetings);
  // Tested where arms are compared; a second p of the same pairs would make the family larger than it is.
  return tellingLabels(both.flat()).map((label) => ({
    ...differenceFigure(
      { define: "probe-outcome", what: `${probe}: ${pair.second.name} less ${pair.first.name}, ${label}` },
      both.map(([one, other]) => [Number(one.outcome.label === label), Number(other.outcome.label === label)]),
      true,
    ),
    p: null,
  }));
}

function orderRange(base: SeenArm, orders: readonly SeenArm[]): StudyFigure[] {
  const all = [base, ...orders].filter(({ meetings }) => meetings.length > 0);
  if (orders.length === 0) return [];
  const n = Math.min(...all.map(({ meetings }) => meetings.length));
  return tellingLabels(all.flatMap(({ meetings }) => meetings)).map((label) => {
    const shares = all.map(({ meetings }) => countOf(meetings, label) / meetings.length);
    const named = { define: "orders" as const, what: `${base.name}: ${label}, over ${all.length} orders` };
    const range = Math.max(...shares) - Math.min(...shares);
    return n < LEAST
      ? { ...countFigure(named, null, n, "difference"), needs: LEAST - n }
      : countFigure(named, range, n, "difference");
  });
}
