import {
  board,
  findScenario,
  judges,
  jury,
  loadScenario,
  openMeeting,
  type Protocol,
  type Scenario,
} from "boardroom";
import { createRegistry, createSimulatedModel } from "boardroom/extend";
import { exampleScenario } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { estimatedCost, planMeeting } from "../../src/engine/meeting/money/plan-meeting.ts";
import { callsOf } from "../../src/engine/meeting/money/plan-tokens.ts";
import { estimateTokens } from "../../src/models/pricing/prices.ts";
import { capabilitiesFor } from "../../src/models/registry/capabilities-for.ts";
import { eventsOf } from "../support/meetings.ts";

const PROTOCOLS: Readonly<Record<string, Protocol>> = { board, jury, judges };
const BOARD = PROTOCOLS.board!;
const SEEDS = 6;

async function simulated(scenario: Scenario, seed: number) {
  const protocol = PROTOCOLS[scenario.protocol]!;
  const createModel = (seat: Scenario["members"][number]) => createSimulatedModel({ seat, scenario });
  const meeting = openMeeting({ scenario, protocol, seed, createModel });
  await meeting.run();
  return eventsOf(meeting.journal.events, "call.answered");
}

function seated(...models: readonly string[]): Scenario {
  const scenario = exampleScenario();
  const members = scenario.members.map((seat, index) => ({ ...seat, model: models[index % models.length]! }));
  return { ...scenario, members };
}

const total = (plans: ReturnType<typeof planMeeting>, of: "calls" | "input") =>
  plans.reduce((sum, plan) => sum + plan[of].expected, 0);

describe("what a meeting is expected to take", () => {
  it.each([
    ["hiring", 5],
    ["hiring", 2],
    ["investment", 5],
    ["memory-curation", 3],
    ["code-review", 3],
  ])("is what simulated meetings of %s with %i members take, within a fifth", async (name, size) => {
    const whole = await loadScenario(await findScenario(name, { cwd: process.cwd() }));
    const scenario = { ...whole, members: whole.members.slice(0, size) };
    let calls = 0;
    let tokens = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const answered = await simulated(scenario, seed);
      calls += answered.length / SEEDS;
      tokens += answered.reduce((sum, { text }) => sum + estimateTokens(text), 0) / SEEDS;
    }
    const plans = planMeeting(scenario, PROTOCOLS[scenario.protocol]!);
    const expected = total(plans, "calls");
    expect(calls).toBeGreaterThan(0.8 * expected);
    expect(calls).toBeLessThan(1.2 * expected);
    const [low, high] = (["low", "high"] as const).map(
      (level) => plans[0]!.output[level] / plans[0]!.calls[level],
    );
    // Simulated members say about twenty words, which is briefer than any language model.
    expect(tokens / calls).toBeGreaterThan(0.6 * low!);
    expect(tokens / calls).toBeLessThan(high!);
  });

  it("lies between the bounds, whatever a protocol says; one that says nothing gets their geometric mean", () => {
    expect(callsOf({ low: 4, high: 25 })).toEqual({ low: 4, expected: 10, high: 25 });
    expect(callsOf({ low: 4, high: 25, expected: 12 }).expected).toBe(12);
    expect(callsOf({ low: 4, high: 9, expected: 12 }).expected).toBe(9);
    expect(callsOf({ low: 4, high: 9, expected: 1 }).expected).toBe(4);
  });

  it("is planned with what boardroom.yaml says of a provider, as the registry makes its models", () => {
    const settings = { providers: { gate: { baseUrl: "http://127.0.0.1:9/", speaks: "anthropic" as const } } };
    const prices = { x: { input: 10, output: 10, cacheRead: 1, cacheWrite: 12.5 } };
    const expected = (known: object) => planMeeting(seated("gate:x"), BOARD, { prices, ...known })[0]!;
    const { capabilities } = createRegistry({ env: {}, settings }).endpoint("gate:claude-sonnet-5-5");
    expect(capabilities.caching).toBe("breakpoints");
    expect(capabilitiesFor(settings)("gate:claude-sonnet-5-5")).toEqual(capabilities);
    expect(expected(settings).cost!.expected).toBeLessThan(0.8 * expected({}).cost!.expected);
    expect(expected(settings).output.expected).toBeGreaterThan(expected({}).output.expected);
  });

  it("grows faster than its calls: every prompt holds what was said before", () => {
    const [short, long] = [8, 16].map((messages) => {
      const scenario = { ...exampleScenario({ limits: { messages } }) };
      const [plan] = planMeeting(scenario, BOARD);
      return plan!.input.high / plan!.calls.high;
    });
    expect(long!).toBeGreaterThan(1.2 * short!);
  });

  it("costs less where the provider has a cache, and no call is cheaper at the high end for it", () => {
    const prices = { x: { input: 10, output: 10, cacheRead: 1, cacheWrite: 12.5 } };
    const cost = (provider: string) => planMeeting(seated(`${provider}:x`), BOARD, { prices })[0]!.cost!;
    const [none, breakpoints, implicit] = ["unheard-of", "anthropic", "gemini"].map(cost);
    const thinking =
      (planMeeting(seated("gemini:x"), BOARD)[0]!.output.expected -
        planMeeting(seated("unheard-of:x"), BOARD)[0]!.output.expected) *
      1e-5;
    expect(implicit!.expected - thinking).toBeLessThan(0.7 * none!.expected);
    expect(implicit!.expected).toBeLessThan(breakpoints!.expected);
    expect(breakpoints!.high).toBeGreaterThan(implicit!.high);
  });

  it("splits over the models by seats, and the parts come to the whole", () => {
    const prices = { one: { input: 1, output: 5 }, two: { input: 1, output: 5 } };
    const [one] = planMeeting(seated("x:one"), BOARD, { prices });
    const parts = planMeeting(seated("x:one", "x:two", "x:two"), BOARD, { prices });
    expect(parts.map(({ seats }) => seats)).toEqual([1, 2]);
    expect(Math.abs(total(parts, "calls") - one!.calls.expected)).toBeLessThanOrEqual(1);
    expect(Math.abs(total(parts, "input") - one!.input.expected)).toBeLessThanOrEqual(2);
    expect(estimatedCost(seated("x:one", "x:two", "x:two"), BOARD, { prices })).toBeCloseTo(
      one!.cost!.expected,
      5,
    );
  });

  it("has no price where one of the models has none, and counts no person", () => {
    expect(
      estimatedCost(seated("x:one", "x:unheard-of"), BOARD, { prices: { one: { input: 1, output: 1 } } }),
    ).toBeNull();
    expect(planMeeting(seated("human:ngo"), BOARD)).toEqual([]);
  });
});
