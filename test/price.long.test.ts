import { describe, expect, it } from "vitest";
import { holdMeeting, prepareCase } from "../bench/price/meeting.ts";
import { planMeeting } from "../src/engine/money/plan.ts";

const VENDORS = ["anthropic", "openai"] as const;

const SEEDS = ["1", "2", "3"];

/** Scenarios of each protocol, with the share of what is written to a cache that no later call may read. */
const PROTOCOLS = [
  ["niche-decision", "chamber", 0.01],
  ["memory-curation", "jury", 0.015],
  ["code-review", "judges", 0.01],
  // Two of these trials end with the first count, which calls most jurors for the last time.
  ["trial", "jury with a trial", 0.12],
  ["architecture-review", "rounds", 0.01],
  // The last turn of each member before it withdraws is read by no one.
  ["hiring", "board", 0.07],
] as const;

describe.each(VENDORS)("with the cache of %s", (vendor) => {
  it.each(PROTOCOLS)("%s (%s) writes what later calls read", async (name, _, most) => {
    const prepared = await prepareCase(name, vendor);
    let [written, unread] = [0, 0];
    for (const seed of SEEDS) {
      const held = await holdMeeting(prepared, vendor, seed, 0);
      expect(held.written).toBeGreaterThan(1_000);
      written += held.written;
      unread += held.unread;
    }
    expect(unread / written).toBeLessThanOrEqual(most);
  });

  it.each([
    ["hiring", 0],
    ["hiring", 400],
    ["niche-decision", 0],
    ["niche-decision", 400],
  ])("%s with %i tokens of thinking costs what check expects", async (name, thinking) => {
    const prepared = await prepareCase(name, vendor);
    let dollars = 0;
    for (const seed of SEEDS)
      dollars += (await holdMeeting(prepared, vendor, seed, thinking)).dollars / SEEDS.length;
    const [plan] = planMeeting(prepared.scenario, prepared.protocol);
    const expected = (thinking > 0 ? plan?.cost : plan?.unthinking)?.expected ?? Number.NaN;
    expect(Math.abs(expected / dollars - 1)).toBeLessThanOrEqual(0.15);
  });
});
