import { isSimulated } from "../../models/port/model-spec.ts";
import type { KnownModels } from "../../models/registry/capabilities-for.ts";
import { dollarsInWords } from "../../showing/words.ts";
import { groupThousands } from "../../text/plain.ts";
import type { OpenedStudy } from "../cell.ts";
import { type ArmPlan, planStudy } from "../running/plan.ts";

export type StudyPlan = {
  readonly arms: readonly ArmPlan[];
  readonly meetings: number;
  readonly dollars: number | null;
  readonly seconds: number;
  readonly isSimulated: boolean;
};

/** Seconds a call, for the time that a plan tells. */
const SECONDS = { model: 8, simulated: 0.0012 };

export function planOf(
  opened: OpenedStudy,
  known: KnownModels,
  { left, places }: { readonly left: number; readonly places: number },
): StudyPlan {
  const { cells, study } = opened;
  const all = study.seeds.length * cells.length;
  // What is held is spread evenly over the arms: which seeds each lacks changes the sum little.
  const share = all === 0 ? 0 : left / all;
  const arms = planStudy(cells, () => study.seeds.length * share, known);
  const isFree = cells.every(({ matter }) => matter.members.every(({ model }) => isSimulated(model)));
  const calls = arms.reduce((sum, arm) => sum + arm.calls.expected, 0);
  return {
    arms,
    meetings: left,
    dollars: arms.some(({ dollars }) => dollars === null)
      ? null
      : arms.reduce((sum, { dollars }) => sum + (dollars?.expected ?? 0), 0),
    seconds: (calls * (isFree ? SECONDS.simulated : SECONDS.model)) / Math.max(1, places),
    isSimulated: isFree,
  };
}

export function planLines({ arms, meetings, dollars, seconds, isSimulated: isFree }: StudyPlan): string[] {
  const total = arms.reduce(
    (sum, arm) => ({ calls: sum.calls + arm.calls.expected, tokens: sum.tokens + arm.tokens.expected }),
    { calls: 0, tokens: 0 },
  );
  const row = (name: string, count: number, calls: number, tokens: number, cost: number | null) => [
    name,
    groupThousands(Math.round(count)),
    groupThousands(Math.round(calls)),
    groupThousands(Math.round(tokens)),
    cost === null ? "unknown" : dollarsInWords(cost),
  ];
  const rows = arms.map((arm) =>
    row(arm.arm, arm.meetings, arm.calls.expected, arm.tokens.expected, arm.dollars?.expected ?? null),
  );
  const sum = row("all", meetings, total.calls, total.tokens, dollars);
  const high = arms.reduce((all, arm) => all + (arm.dollars?.high ?? 0), 0);
  return [
    ...textGrid([
      ["ARM", "MEETINGS", "CALLS", "TOKENS", "DOLLARS"],
      ...rows,
      ...(arms.length > 1 ? [sum] : []),
    ]),
    `The figures are expected ones. Expected time: about ${timeInWords(seconds)}.${isFree ? "" : ` At most ${dollarsInWords(high)}.`}`,
  ];
}

export function timeInWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

function textGrid(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
