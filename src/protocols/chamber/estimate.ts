import type { Price } from "../../models/pricing/price-table.ts";
import { costOf, estimateTokens, priceOf } from "../../models/pricing/prices.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { isHeld } from "../../scenario/schema/seat-holder.ts";
import { ARBITER, CLASSIFIER } from "./agents.ts";
import { contextTokens } from "./context.ts";
import { cents } from "./measured.ts";
import type { ChamberOptions } from "./options.ts";
import { chamberAgents } from "./seats.ts";

/** Dollars from and to. */
export type DollarRange = { readonly low: number; readonly high: number };

/** What one part of a session may cost. */
export type SeatCost = {
  readonly seat: string;
  readonly role: "panel" | "arbiter" | "classifier";
  readonly cost: DollarRange;
};

/** A session's price before it is held: without a cross-examination, and with one. */
export type Estimate = {
  readonly parts: readonly SeatCost[];
  readonly without: DollarRange;
  readonly with: DollarRange;
  /** From no cross-examination to one. */
  readonly low: number;
  readonly high: number;
};

/** A cross-examination adds half of what the panel's answers cost. */
const CROSS_SHARE = 0.5;

/** Sums up a session from its parts. */
export function sumParts(parts: readonly SeatCost[], maxCrossRounds: number): Estimate {
  const sum = (level: keyof DollarRange, role: (part: SeatCost) => boolean) =>
    parts.filter(role).reduce((total, { cost }) => total + cost[level], 0);
  const all = (level: keyof DollarRange) => sum(level, () => true);
  const cross = (level: keyof DollarRange) =>
    all(level) + CROSS_SHARE * maxCrossRounds * sum(level, ({ role }) => role === "panel");
  const without = { low: cents(all("low")), high: cents(all("high")) };
  const crossed = { low: cents(cross("low")), high: cents(cross("high")) };
  return { parts, without, with: crossed, low: without.low, high: crossed.high };
}

/** What asking this panel once may cost; null where a model's price is unknown. What runs in this process costs nothing. */
export function estimateChamber(
  scenario: Scenario,
  options: ChamberOptions,
  prices: Readonly<Record<string, Price>> = {},
): Estimate | null {
  const context = contextTokens(scenario) + estimateTokens(scenario.question) + FRAME;
  const later = context + scenario.members.length * ANSWER.high;
  const roles = new Map<string, SeatCost["role"]>([
    [ARBITER.id, "arbiter"],
    [CLASSIFIER.id, "classifier"],
  ]);
  const seats = [
    ...scenario.members.map(({ id, model }) => ({ id, model, role: "panel" as const, input: context })),
    ...chamberAgents(options, scenario).flatMap(({ id, model }) => {
      const role = roles.get(id);
      return role === undefined ? [] : [{ id, model, role, input: later }];
    }),
  ];
  const parts = seats.map(({ id, model, role, input }): SeatCost | null => {
    const price = isHeld(model) ? { input: 0, output: 0 } : priceOf(model, prices);
    if (price === null) return null;
    const reply = role === "classifier" ? SHORT : ANSWER;
    const at = (output: number) =>
      costOf({ uncached: input, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 }, price);
    return { seat: id, role, cost: { low: at(reply.low), high: at(reply.high) } };
  });
  const known = parts.filter((part) => part !== null);
  return known.length < parts.length ? null : sumParts(known, options.maxCrossRounds);
}

/** Tokens: what stands around the matter in a prompt, a reply with the thinking before it, and a classifier's reply. */
const FRAME = 1_500;
const ANSWER = { low: 600, high: 4_000 } as const;
const SHORT = { low: 60, high: 600 } as const;
