import {
  type Model,
  type ModelReply,
  openMeeting,
  resumeMeeting,
  type Scenario,
  verdictTable,
} from "boardroom";
import { describe, expect, it } from "vitest";
import { PROTOCOLS } from "../../../src/protocols/built-in.ts";
import { createBuiltInRegistry } from "../../../src/simulated/behaviours/registry.ts";
import { shipped } from "../../simulated/meetings.ts";
import { failure } from "../../support/failures.ts";
import { eventsOf } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

/** Faults after which a call is not made again. Each may reach every member at once. */
const FAULTS: Readonly<Record<string, ModelReply>> = {
  "a stream cut in the middle": failure("dropped", "cut", {
    retryable: false,
    partialText: "I would say",
  }),
  "an overload inside the stream": failure("overloaded", "busy", {
    retryable: false,
    partialText: "I",
  }),
  "an empty reply": failure("empty", "no text", { retryable: false }),
  "a refusal": failure("refused", "the model refused", { retryable: false }),
  "text that is no reply": failure("malformed", "no JSON", { retryable: false }),
};

const SCENARIOS = ["hiring", "trial", "niche-decision", "code-review", "architecture-review"];

/** Calls pass up to `from`, then fail until the server is healthy again. */
async function meetingOn(name: string, fault: ModelReply, from: number) {
  const scenario = await shipped(name);
  const server = { calls: 0, isBroken: true };
  const registry = createBuiltInRegistry({ env: {} });
  const createModel = (seat: Scenario["members"][number], of: Scenario): Model => {
    const model = registry.create({ spec: "simulated", seat, scenario: of });
    return {
      ...model,
      generate: async (request, options) =>
        server.isBroken && ++server.calls > from ? fault : model.generate(request, options),
    };
  };
  const protocol = PROTOCOLS.find((each) => each.name === scenario.protocol)!;
  const ports = { protocol, createModel };
  return { ports, server, meeting: openMeeting({ ...ports, scenario, seed: 7 }) };
}

const UNREADABLE: ModelReply = {
  type: "answer",
  text: "Why not.",
  stop: "end",
  model: "m",
  usage: null,
};

describe.each(["code-review", "niche-decision"])(
  "a final vote of %s without a readable reply",
  (name) => {
    it("suspends the meeting if no member has a verdict, and everybody is asked again", async () => {
      const { ports, server, meeting } = await meetingOn(name, UNREADABLE, 0);
      expect(await meeting.run()).toMatchObject({
        status: "suspended",
        reason: expect.stringMatching(
          /^no member can be heard\. Last, .*: Your reply was not JSON\.$/,
        ),
      });
      const { journal } = meeting;
      expect(eventsOf(journal.events, "ballot.cast")).toEqual([]);
      expect(await resumeMeeting({ ...ports, journal }).run()).toMatchObject({
        status: "suspended",
      });
      server.isBroken = false;
      const resumed = resumeMeeting({ ...ports, journal });
      expect(await resumed.run()).toMatchObject({ status: "closed" });
      const { members } = verdictTable(resumed.state, { headHash: "" });
      expect(members.every(({ final }) => final !== null)).toBe(true);
      const again = await rerunMeeting({ events: journal.events, protocol: ports.protocol });
      expect(again).toMatchObject({ isSame: true });
    });
  },
);

describe.each(SCENARIOS)("a meeting of %s in which every reply", (name) => {
  it.each([
    ["is cut off at the output limit", "<Message>\n<Speaker>Dr. Ada L"],
    ["consists of thoughts alone", "<think>Let me see, the first document"],
  ])("%s waits, uses up no messages, names the cause, and ends with votes", async (_, text) => {
    const cut: ModelReply = { ...UNREADABLE, text, stop: "length" };
    const { ports, server, meeting } = await meetingOn(name, cut, 0);
    const result = await meeting.run();
    expect(result).toMatchObject({
      status: "suspended",
      reason: expect.stringMatching(/^no member can be heard\. Last, .*output limit/),
    });
    expect(meeting.state.counts).toMatchObject({ messages: 0, passes: 0 });
    server.isBroken = false;
    const resumed = resumeMeeting({ ...ports, journal: meeting.journal });
    expect(await resumed.run()).toMatchObject({ status: "closed" });
    const { members } = verdictTable(resumed.state, { headHash: "" });
    expect(members.every(({ final }) => final !== null)).toBe(true);
    const { events } = meeting.journal;
    expect(await rerunMeeting({ events, protocol: ports.protocol })).toMatchObject({
      isSame: true,
    });
  });
});

describe.each(SCENARIOS)("a meeting of %s in which every member's calls begin to fail", (name) => {
  it.each(Object.entries(FAULTS))(
    "with %s is suspended, and ends with votes when it is resumed",
    async (_, fault) => {
      for (const from of [0, 3, 11]) {
        const { ports, server, meeting } = await meetingOn(name, fault, from);
        const first = await meeting.run();
        const { journal } = meeting;
        if (first.status === "closed") {
          // Everything had been said before the fault could reach all members.
          expect(eventsOf(journal.events, "call.answered").length, `from ${from}`).toBeGreaterThan(
            0,
          );
          continue;
        }
        expect(first.status, `from ${from}`).toBe("suspended");
        server.isBroken = false;
        const resumed = resumeMeeting({ ...ports, journal });
        expect(await resumed.run(), `from ${from}`).toMatchObject({ status: "closed" });
        const { members } = verdictTable(resumed.state, { headHash: "" });
        const again = await rerunMeeting({ events: journal.events, protocol: ports.protocol });
        expect(again, `${name} from ${from}`).toMatchObject({ isSame: true });
        expect(
          members.every(({ final }) => final !== null),
          `${name} from ${from}`,
        ).toBe(true);
      }
    },
  );
});
