import type { VerdictOption } from "../../scenario/scenario.ts";
import { spoken } from "./ladder.ts";

/** How one came to a verdict: `up from strong no hire to no hire`; of two options neither is the upper one. */
export function stepTo(verdict: string, before: string | null, options: readonly VerdictOption[]): string {
  if (before === null || before === verdict) return `to ${spoken(verdict)}`;
  const step = `from ${spoken(before)} to ${spoken(verdict)}`;
  if (options.length < 3) return step;
  const rank = (id: string): number => options.findIndex((option) => option.id === id);
  return `${rank(verdict) < rank(before) ? "up" : "down"} ${step}`;
}
