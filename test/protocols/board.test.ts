import { openMeeting } from "boardroom";
import { decide, defineProtocol, runBallot } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { eventsOf, exampleMeeting, type Reply, talker } from "../support/meetings.ts";

/** Never withdraws, and has something to say each time. */
const stays: Reply = ({ instruction }) =>
  reply(instruction.includes('-vote"') ? { verdict: "NO" } : { content: "One more thing." });

describe("a member left alone", () => {
  it("answers what was said last, and is then asked for its vote", async () => {
    const meeting = exampleMeeting({
      ada: talker("ada", "YES"),
      ben: talker("ben", "YES"),
      cleo: stays,
    });
    const result = await meeting.run();
    const { events } = meeting.journal;
    const spoken = eventsOf(events, "message.spoken");
    const left = spoken.findLast(({ withdrawn }) => withdrawn)!;
    expect(spoken.filter(({ seq }) => seq > left.seq).length).toBeLessThanOrEqual(1);
    const final = eventsOf(events, "ballot.cast").filter(({ ballot }) => ballot === "closing");
    expect(final.map(({ speaker }) => speaker)).toEqual(["ada", "ben", "cleo"]);
    expect(result).toMatchObject({ status: "closed", outcome: { status: "decided", side: "for" } });
    expect(meeting.state.ending?.reason).toBe("only Prof. Cleo Cedar remained");
  });

  it("is no board: a single member has its say once", async () => {
    const { members, ...rest } = exampleScenario();
    const meeting = exampleMeeting(
      { ada: stays },
      { scenario: { ...rest, members: members.slice(0, 1) } },
    );
    await meeting.run();
    expect(eventsOf(meeting.journal.events, "message.spoken")).toHaveLength(1);
    expect(meeting.state.outcome).toMatchObject({ status: "decided", side: "against" });
  });
});

describe("an empty message", () => {
  it.each([
    ["that repeats a verdict", { verdict: "YES" }],
    [
      "that gives a repeated verdict other grounds",
      { verdict: "YES", reasoning: "As I said before." },
    ],
    ["with nothing in it, again after the repair", {}],
  ])("%s is a pass", async (_, empty) => {
    let turns = 0;
    const ada: Reply = ({ instruction }) => {
      if (instruction.includes('-vote"')) return reply({ verdict: "YES" });
      turns += 1;
      return reply(
        turns === 1 ? { verdict: "YES", content: "For it." } : { ...empty, content: "" },
      );
    };
    const scenario = exampleScenario({
      limits: { messages: 8 },
      options: { selector: { name: "round-robin" } },
    });
    const meeting = exampleMeeting({ ada, ben: stays, cleo: stays }, { scenario });
    await meeting.run();
    const { events } = meeting.journal;
    const own = (type: "message.spoken" | "turn.passed") =>
      eventsOf(events, type).filter(({ speaker }) => speaker === "ada").length;
    expect([own("message.spoken"), own("turn.passed")]).toEqual([1, 2]);
  });

  it("with a new verdict, or on leaving, is none", async () => {
    const leaves: Reply = ({ instruction }) =>
      reply(
        instruction.includes('-vote"')
          ? { verdict: "YES" }
          : { verdict: "YES", withdrawn: true, content: "" },
      );
    const meeting = exampleMeeting({ ada: leaves, ben: stays, cleo: stays });
    await meeting.run();
    const first = eventsOf(meeting.journal.events, "message.spoken").find(
      ({ speaker }) => speaker === "ada",
    );
    expect(first).toMatchObject({ verdict: "YES", withdrawn: true });
  });
});

describe("a reason for a verdict", () => {
  it.each([".", "...", "-", "n/a", "N/A.", "None.", "null"])("is not %j", async (reasoning) => {
    const ada: Reply = () => reply({ verdict: "YES", reasoning, content: "So." });
    const meeting = exampleMeeting(
      { ada, ben: stays, cleo: stays },
      { scenario: exampleScenario({ limits: { messages: 4 } }) },
    );
    await meeting.run();
    const { positions, verdicts } = meeting.state.members.get("ada")!;
    expect(positions.map(({ verdict }) => verdict)).toEqual(["YES"]);
    expect(verdicts).toMatchObject([{ verdict: "YES", reasoning: null }]);
    const flags = meeting.state.unrepaired
      .filter(({ speaker }) => speaker === "ada")
      .flatMap((each) => each.flags);
    expect([...new Set(flags)]).toEqual(["no-reasoning"]);
  });
});

describe("the reason for which a meeting closes", () => {
  it("is that the procedure ended, where it simply ends", async () => {
    const single = defineProtocol({
      ...{ name: "single", version: 1, summary: "One ballot.", options: z.object({}), columns: [] },
      agents: () => [],
      expectedCalls: () => ({ low: 3, high: 3 }),
      run: async (floor) => {
        await runBallot(floor, "closing");
        return decide(floor.state);
      },
    });
    const meeting = openMeeting({
      scenario: exampleScenario(),
      protocol: single,
      createModel: () => scriptedModel([reply({ verdict: "YES" })]),
    });
    await meeting.run();
    expect(meeting.state.ending?.reason).toBe("the protocol ended");
  });

  it("is that no speakers are left, if no member can be drawn", async () => {
    const options = { selector: { talkativeness: { ada: 0, ben: 0, cleo: 0 } } };
    const meeting = exampleMeeting(
      { ada: stays, ben: stays, cleo: stays },
      { scenario: exampleScenario({ options }) },
    );
    await meeting.run();
    expect(meeting.state.ending?.reason).toBe("no speakers left");
  });
});

it("has a hundred messages where nobody says otherwise", () => {
  expect(exampleScenario().limits.messages).toBe(100);
});
