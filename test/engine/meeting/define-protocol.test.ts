import { type BoardroomError, openMeeting, type Seat, verdictTable } from "boardroom";
import { createSimulatedModel, decide, defineProtocol } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { planMeeting } from "../../../src/engine/money/plan.ts";
import { exampleScenario } from "../../support/example-scenario.ts";

const small = defineProtocol({
  name: "one-ballot",
  version: 1,
  summary: "Everybody says one thing.",
  async run(floor) {
    for (const { id } of floor.state.scenario.members)
      await floor.turn(id, { kind: "floor", text: "Speak." });
    return decide(floor.state);
  },
});

function held(protocol: typeof small, options: Record<string, unknown> = {}) {
  const scenario = exampleScenario({ protocol: protocol.name, options });
  const createModel = (seat: Seat) => createSimulatedModel({ seat, scenario });
  return { scenario, meeting: openMeeting({ scenario, protocol, seed: 1, createModel }) };
}

describe("a protocol of name, version, summary and run", () => {
  it("is held, planned and tabled", async () => {
    const { scenario, meeting } = held(small);
    const result = await meeting.run();
    expect(result.status).toBe("closed");
    expect(verdictTable(meeting.state, { headHash: "" }).members).toHaveLength(
      scenario.members.length,
    );
    const seats = scenario.members.length;
    const calls = planMeeting(scenario, small).map((plan) => plan.calls);
    expect(calls).toEqual([
      expect.objectContaining({ low: 2 * seats, high: scenario.limits.messages + 2 * seats }),
    ]);
  });

  it("takes no options", () => {
    expect(() => held(small, { speed: 3 })).toThrow(/speed/);
  });
});

describe("options", () => {
  function counting() {
    let reads = 0;
    const protocol = defineProtocol({
      name: "counting",
      version: 1,
      summary: "Counts how often its options are read.",
      options: z.strictObject({ rounds: z.int().max(9).default(2) }).transform((options) => {
        reads += 1;
        return options;
      }),
      agents: () => [],
      expectedCalls: ({ rounds }) => ({ low: rounds, high: rounds }),
      check: ({ rounds }) => (rounds > 5 ? [{ level: "warning", message: "many" }] : []),
      async run(floor, { rounds }) {
        for (let round = 0; round < rounds; round++) await floor.record("round", round);
        return decide(floor.state);
      },
    });
    return { protocol, reads: () => reads };
  }

  it("are read once in a meeting, however many ask for what hangs on them", async () => {
    const { protocol, reads } = counting();
    const { scenario, meeting } = held(protocol, { rounds: 3 });
    planMeeting(scenario, protocol);
    protocol.bind(scenario).listWarnings();
    await meeting.run();
    expect(meeting.state.facts).toHaveLength(3);
    expect(reads()).toBe(1);
  });

  it("that cannot be are refused at their place, with the protocol's own name in the remedy", () => {
    const { protocol } = counting();
    const scenario = exampleScenario({ protocol: "counting", options: { rounds: 99 } });
    let problem: unknown = null;
    try {
      protocol.bind(scenario);
    } catch (error) {
      problem = (error as BoardroomError).problems[0];
    }
    expect(problem).toMatchObject({ path: ["options", "rounds"] });
    expect(JSON.stringify(problem)).not.toContain("docs/explanation/protocols.md");
  });
});
