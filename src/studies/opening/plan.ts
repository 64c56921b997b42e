import { planMeeting } from "../../engine/meeting/money/plan.ts";
import { isSimulated } from "../../models/port/model-spec.ts";
import type { KnownModels } from "../../models/registry/capabilities-for.ts";
import { isPaid } from "../../models/registry/providers.ts";
import { dollarsInWords } from "../../showing/words.ts";
import { aligned } from "../../text/aligned.ts";
import { groupThousands } from "../../text/plain.ts";
import type { OpenedStudy } from "../study.ts";

type ArmPlan = {
  readonly arm: string;
  readonly meetings: number;
  readonly calls: number;
  readonly tokens: number;
  /** Null if a price is unknown. */
  readonly dollars: { readonly expected: number; readonly high: number } | null;
};

export type StudyPlan = {
  readonly arms: readonly ArmPlan[];
  readonly meetings: number;
  readonly dollars: number | null;
  /** Models of paid providers whose price is unknown, and their tokens at most. */
  readonly unpriced: { readonly models: readonly string[]; readonly tokens: number };
  readonly seconds: number;
  readonly isSimulated: boolean;
};

/** Seconds a call, for the time that a plan tells. */
const SECONDS = { model: 8, simulated: 0.0012 };

export function planOf(
  { cells }: OpenedStudy,
  known: KnownModels,
  { left, places }: { readonly left: number; readonly places: number },
): StudyPlan {
  // What is held is spread evenly over the arms: which seeds each lacks changes the sum little.
  const each = left / Math.max(1, cells.length);
  const unpriced = { models: new Set<string>(), tokens: 0 };
  const arms = [...new Set(cells.map(({ arm }) => arm))].map((arm): ArmPlan => {
    const own = cells.filter((cell) => cell.arm === arm);
    const plans = own.flatMap(({ matter, protocol }) => planMeeting(matter, protocol, known));
    for (const { model, cost, input, output } of plans)
      if (cost === null && isPaid(model, known)) {
        unpriced.models.add(model);
        unpriced.tokens += Math.round(each * (input.high + output.high));
      }
    const sum = (of: (plan: (typeof plans)[number]) => number) => each * sumOf(plans, of);
    return {
      arm,
      meetings: each * own.length,
      calls: sum(({ calls }) => calls.expected),
      tokens: sum(({ input, output }) => input.expected + output.expected),
      dollars: plans.some(({ cost }) => cost === null)
        ? null
        : { expected: sum(({ cost }) => cost?.expected ?? 0), high: sum(({ cost }) => cost?.high ?? 0) },
    };
  });
  const isFree = cells.every(({ matter }) => matter.members.every(({ model }) => isSimulated(model)));
  const calls = sumOf(arms, (arm) => arm.calls);
  return {
    arms,
    meetings: left,
    dollars: arms.some(({ dollars }) => dollars === null)
      ? null
      : sumOf(arms, ({ dollars }) => dollars?.expected ?? 0),
    unpriced: { ...unpriced, models: [...unpriced.models] },
    seconds: (calls * (isFree ? SECONDS.simulated : SECONDS.model)) / Math.max(1, places),
    isSimulated: isFree,
  };
}

function sumOf<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}

export function planLines({ arms, meetings, dollars, seconds, isSimulated: isFree }: StudyPlan): string[] {
  const row = (name: string, cost: number | null, ...counts: number[]) => [
    name,
    ...counts.map((count) => groupThousands(Math.round(count))),
    cost === null ? "unknown" : dollarsInWords(cost),
  ];
  const rows = arms.map((arm) =>
    row(arm.arm, arm.dollars?.expected ?? null, arm.meetings, arm.calls, arm.tokens),
  );
  const [calls, tokens] = [sumOf(arms, (arm) => arm.calls), sumOf(arms, (arm) => arm.tokens)];
  const high =
    dollars === null ? "an unknown price" : dollarsInWords(sumOf(arms, (arm) => arm.dollars?.high ?? 0));
  return [
    ...aligned([
      ["ARM", "MEETINGS", "CALLS", "TOKENS", "DOLLARS"],
      ...rows,
      ...(arms.length > 1 ? [row("all", dollars, meetings, calls, tokens)] : []),
    ]),
    `These are expected figures. Expected time: about ${timeInWords(seconds)}.${isFree ? "" : ` At most ${high}.`}`,
  ];
}

export function timeInWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
