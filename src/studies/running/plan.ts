import { costOfPlans, type Guess, mapGuess, planMeeting } from "../../engine/meeting/money/plan.ts";
import type { KnownModels } from "../../models/registry/capabilities-for.ts";
import type { StudyCell } from "../cell.ts";

export type ArmPlan = {
  readonly arm: string;
  readonly meetings: number;
  readonly calls: Guess;
  readonly tokens: Guess;
  readonly dollars: Guess | null;
  readonly unpriced: readonly string[];
};

export function planStudy(
  cells: readonly StudyCell[],
  meetings: (cell: StudyCell) => number,
  known: KnownModels,
): readonly ArmPlan[] {
  const arms = [...new Set(cells.map(({ arm }) => arm))];
  return arms.map((arm) => {
    const own = cells
      .filter((cell) => cell.arm === arm)
      .map((cell) => ({ ...planOf(cell, known), count: meetings(cell) }));
    const sum = (of: (plan: (typeof own)[number]) => Guess) =>
      mapGuess((level) => own.reduce((all, plan) => all + of(plan)[level] * plan.count, 0));
    const unpriced = [...new Set(own.flatMap((plan) => plan.unpriced))];
    return {
      arm,
      meetings: own.reduce((all, { count }) => all + count, 0),
      calls: sum(({ calls }) => calls),
      tokens: sum(({ tokens }) => tokens),
      dollars: unpriced.length > 0 ? null : sum(({ dollars }) => dollars),
      unpriced,
    };
  });
}

function planOf({ matter, protocol }: StudyCell, known: KnownModels) {
  const plans = planMeeting(matter, protocol, known);
  const sum = (of: (plan: (typeof plans)[number]) => Guess) =>
    mapGuess((level) => plans.reduce((all, plan) => all + of(plan)[level], 0));
  return {
    calls: sum(({ calls }) => calls),
    tokens: sum(({ input, output }) => mapGuess((level) => input[level] + output[level])),
    dollars: sum(({ cost }) => cost ?? { low: 0, expected: 0, high: 0 }),
    unpriced:
      costOfPlans(plans) === null ? plans.filter(({ cost }) => cost === null).map(({ model }) => model) : [],
  };
}
