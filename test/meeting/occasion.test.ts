import { type ModelRequest, type Protocol, runMeeting } from "boardroom";
import { type Behaviour, type Cue, createSimulatedModel, defineProtocol } from "boardroom/extend";
import { exampleScenario, reply, scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { eventsOf } from "../support/meetings.ts";

const PICK: Cue<unknown> = {
  kind: "pick",
  text: "Pick an item.",
  data: { items: ["roof", "cellar"] },
  reply: z.object({ item: z.string() }),
};

/** Ada is given the floor once. */
function oneTurn(cue: Cue<unknown>): Protocol {
  return defineProtocol({
    name: "one-turn",
    version: 1,
    summary: "One turn.",
    options: z.unknown(),
    agents: () => [],
    expectedCalls: () => ({ low: 1, high: 3 }),
    columns: [],
    async run(floor) {
      await floor.turn("ada", cue);
      return { status: "hung", side: null, option: null, rule: "none", votes: {}, margin: 0, reason: "none" };
    },
  });
}

async function askedOf(cue: Cue<unknown>, replies: Parameters<typeof scriptedModel>[0]) {
  const asked: ModelRequest[] = [];
  const keeping = replies.map((each) => (request: ModelRequest) => {
    asked.push(request);
    return typeof each === "function" ? each(request) : each;
  });
  const createModel = () => scriptedModel(keeping);
  await runMeeting({
    scenario: exampleScenario(),
    protocol: oneTurn(cue),
    createModel,
    seed: 7,
  });
  return asked;
}

describe("a call", () => {
  it("carries the seed and what is asked for as data, its repair too", async () => {
    const asked = await askedOf(PICK, ["{}", '{"item": "roof"}']);
    expect(asked.map(({ exchange }) => exchange !== undefined)).toEqual([false, true]);
    for (const { seed, occasion, cue } of asked) {
      expect(seed).toBe("7");
      expect(occasion).toMatchObject({ kind: "pick", data: { items: ["roof", "cellar"] } });
      expect(cue).not.toContain("cellar");
      expect(structuredClone(occasion)).toEqual({ kind: "pick", data: { items: ["roof", "cellar"] } });
    }
  });

  it("has no facts where the cue has none", async () => {
    const [asked] = await askedOf({ kind: "floor", text: "Speak." }, [reply({ content: "Yes." })]);
    expect(asked!.occasion).toMatchObject({ kind: "floor", data: {} });
  });
});

describe("behaviours for a protocol", () => {
  const protocol = oneTurn(PICK);
  const second: Behaviour = ({ data }) => JSON.stringify({ item: (data.items as string[])[1] });

  async function heldWith(behaviours: Record<string, Record<string, Behaviour>>) {
    const { meeting } = await runMeeting({
      scenario: exampleScenario({ protocol: protocol.name }),
      protocol,
      createModel: (seat, scenario) => createSimulatedModel({ seat, scenario, behaviours }),
    });
    return meeting.journal.events;
  }

  it("are what simulated members do, by kind of cue and from the cue's facts", async () => {
    const events = await heldWith({ "one-turn": { pick: second } });
    expect(eventsOf(events, "message.spoken")[0]!.reply).toEqual({ item: "cellar" });
  });

  it("of another protocol are not used", async () => {
    const events = await heldWith({ "two-turns": { pick: second } });
    expect(eventsOf(events, "message.spoken")).toEqual([]);
    expect(eventsOf(events, "turn.absent")).toMatchObject([{ speaker: "ada" }]);
  });
});
