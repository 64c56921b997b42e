import { board, judges, jury, type Protocol, type Scenario } from "boardroom";
import { createRegistry } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { guessCalls, planMeeting, sumPlanCosts } from "../../../src/engine/money/plan.ts";
import { createCapabilitiesLookup } from "../../../src/models/registry/capabilities-for.ts";
import { exampleScenario } from "../../support/example-scenario.ts";

const PROTOCOLS: Readonly<Record<string, Protocol>> = { board, jury, judges };
const BOARD = PROTOCOLS.board!;

function seated(...models: readonly string[]): Scenario {
  const scenario = exampleScenario();
  const members = scenario.members.map((seat, index) => ({
    ...seat,
    model: models[index % models.length]!,
  }));
  return { ...scenario, members };
}

const total = (plans: ReturnType<typeof planMeeting>, of: "calls" | "input") =>
  plans.reduce((sum, plan) => sum + plan[of].expected, 0);

describe("what a meeting is expected to take", () => {
  it("lies between the bounds, whatever a protocol says; one that says nothing gets their geometric mean", () => {
    expect(guessCalls({ low: 4, high: 25 })).toEqual({ low: 4, expected: 10, high: 25 });
    expect(guessCalls({ low: 4, high: 25, expected: 12 }).expected).toBe(12);
    expect(guessCalls({ low: 4, high: 9, expected: 12 }).expected).toBe(9);
    expect(guessCalls({ low: 4, high: 9, expected: 1 }).expected).toBe(4);
  });

  it("is planned with what boardroom.yaml says of a provider, as the registry makes its models", () => {
    const settings = {
      providers: { gate: { baseUrl: "http://127.0.0.1:9/", speaks: "anthropic" as const } },
    };
    const prices = { x: { input: 10, output: 10, cacheRead: 1, cacheWrite: 12.5 } };
    const expected = (known: object) =>
      planMeeting(seated("gate:x"), BOARD, { prices, ...known })[0]!;
    const { capabilities } = createRegistry({ env: {}, settings }).createSpecEndpoint(
      "gate:claude-sonnet-5-5",
    );
    expect(capabilities.caching).toBe("breakpoints");
    expect(createCapabilitiesLookup(settings)("gate:claude-sonnet-5-5")).toEqual(capabilities);
    expect(expected(settings).cost!.expected).toBeLessThan(0.8 * expected({}).cost!.expected);
    expect(expected(settings).output.expected).toBeGreaterThan(expected({}).output.expected);
  });

  it("splits over the models by seats, and the parts come to the whole", () => {
    const prices = { one: { input: 1, output: 5 }, two: { input: 1, output: 5 } };
    const [one] = planMeeting(seated("x:one"), BOARD, { prices });
    const parts = planMeeting(seated("x:one", "x:two", "x:two"), BOARD, { prices });
    expect(parts.map(({ seats }) => seats)).toEqual([1, 2]);
    expect(Math.abs(total(parts, "calls") - one!.calls.expected)).toBeLessThanOrEqual(1);
    expect(Math.abs(total(parts, "input") - one!.input.expected)).toBeLessThanOrEqual(2);
    expect(sumPlanCosts(parts)).toBeCloseTo(one!.cost!.expected, 5);
  });

  it("has no price where one of the models has none, and counts no person", () => {
    const prices = { one: { input: 1, output: 1 } };
    expect(
      sumPlanCosts(planMeeting(seated("x:one", "x:unheard-of"), BOARD, { prices })),
    ).toBeNull();
    expect(planMeeting(seated("human:ngo"), BOARD)).toEqual([]);
  });
});
