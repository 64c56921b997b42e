import { createMemoryInbox, type Outcome, runMeeting } from "boardroom";
import { defineProtocol, type Floor } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf, exampleMeeting } from "../../support/meetings.ts";

const nothing: Outcome = {
  status: "no-consensus",
  side: null,
  option: null,
  rule: "none",
  votes: {},
  margin: 0,
  reason: "a test",
};

function protocolOf(run: (floor: Floor) => Promise<unknown>) {
  return defineProtocol({
    name: "probe",
    version: 1,
    summary: "A test.",
    options: z.object({}),
    agents: () => [],
    expectedCalls: () => ({ low: 0, high: 0 }),
    run: async (floor) => {
      await run(floor);
      return nothing;
    },
  });
}

function hold(
  run: (floor: Floor) => Promise<unknown>,
  replies: readonly string[] = ["Well."],
  changes = {},
) {
  const content = replies.map((text) => (text.startsWith("{") ? text : reply({ content: text })));
  return runMeeting({
    scenario: exampleScenario(),
    protocol: protocolOf(run),
    createModel: () => scriptedModel(content),
    ...changes,
  });
}

const instruction = { kind: "floor", text: "Speak." };

describe("the floor", () => {
  it("refuses a second effect while one is open", async () => {
    await expect(
      hold((floor) =>
        Promise.all([floor.turn("ada", instruction), floor.turn("ben", instruction)]),
      ),
    ).rejects.toMatchObject({
      code: "concurrent-effects",
      message: expect.stringContaining("path 1"),
    });
  });

  it("takes of a repaired JSON reply only what was rejected in the first", async () => {
    const schema = z.object({ argument: z.string().min(3), score: z.number().max(5) });
    const [first, second] = [
      { argument: "Costs fell by a tenth.", score: 9 },
      { argument: "As before.", score: 4 },
    ];
    const { meeting } = await hold(
      (floor) => floor.turn("ada", { ...instruction, reply: schema }),
      [first, second].map((each) => JSON.stringify(each)),
    );
    const [said] = eventsOf(meeting.journal.events, "message.spoken");
    expect(said?.reply).toEqual({ argument: "Costs fell by a tenth.", score: 4 });
  });

  it("shows a branch what stood before and its own words, nothing of the others", async () => {
    const seen: string[][] = [];
    const { meeting } = await hold(async (floor) => {
      await floor.record("before", 1);
      await floor.parallel(
        ["ada", "ben"].map((seat) => async (branch: Floor) => {
          await branch.turn(seat, instruction);
          await branch.record("inside", seat);
          seen.push(branch.state.facts.map(({ data }) => String(data)));
        }),
      );
      seen.push(floor.state.facts.map(({ data }) => String(data)));
    });
    expect(seen).toEqual([
      ["1", "ada"],
      ["1", "ben"],
      ["1", "ada", "ben"],
    ]);
    expect(
      meeting.journal.events.map(({ path }) => path).filter((path) => path.startsWith("2")),
    ).toEqual(["2/1/1.1", "2/1/1", "2/1/2", "2/2/1.1", "2/2/1", "2/2/2"]);
  });

  it("lets every branch settle before the first failure is thrown", async () => {
    const done: string[] = [];
    const run = (floor: Floor) =>
      floor.parallel([
        async () => {
          throw new Error("first");
        },
        async (branch) => {
          await branch.turn("ben", instruction);
          done.push("second");
        },
      ]);
    await expect(hold(run)).rejects.toThrow("first");
    expect(done).toEqual(["second"]);
  });

  it("asks for JSON by a schema, and keeps what goes on record out of everyone's sight", async () => {
    const schema = z.object({ grade: z.int().min(1).max(5) });
    const { meeting } = await hold(
      async (floor) => {
        const turn = await floor.turn("ada", {
          kind: "grade",
          text: "Grade it.",
          reply: schema,
          audience: "record",
        });
        expect(turn).toMatchObject({ status: "spoke", reply: { grade: 4 } });
      },
      ['{"grade": 9}', '{"grade": 4}'],
    );
    expect(meeting.state.entries).toEqual([]);
    expect(eventsOf(meeting.journal.events, "message.spoken")[0]).toMatchObject({
      reply: { grade: 4 },
      audience: "record",
    });
  });

  it("asks a person, and waits where nobody is there", async () => {
    const ask = async (floor: Floor) => void (await floor.ask("chair", { question: "go on?" }));
    const answered = await hold(ask, [], { people: async () => ({ answer: "yes" }) });
    expect(eventsOf(answered.meeting.journal.events, "human.answered")[0]).toMatchObject({
      answer: { answer: "yes" },
    });
    expect(await hold(ask)).toMatchObject({ status: "waiting", reason: "waiting for chair" });
  });
});

describe("people's acts", () => {
  it("take effect before the next turn, and are on record there", async () => {
    const inbox = createMemoryInbox();
    inbox.put({ person: "chair", does: { act: "interject", text: "Mind the <time>." } });
    inbox.put({ person: "chair", does: { act: "give-floor", to: "cleo" } });
    const meeting = exampleMeeting(
      {},
      { inbox, scenario: exampleScenario({ options: { openingBallot: false } }) },
    );
    await meeting.run();
    const { events } = meeting.journal;
    expect(eventsOf(events, "person.acted").map(({ path, order }) => [path, order])).toEqual([
      ["1", 1],
      ["1", 2],
    ]);
    expect(eventsOf(events, "speaker.selected")[0]).toMatchObject({
      speaker: "cleo",
      why: "given the floor by a person",
      draw: null,
    });
  });

  it("close the debate before another turn is taken", async () => {
    const inbox = createMemoryInbox();
    const hold = async (path: string) => {
      if (path === "2") inbox.put({ person: "Pat", does: { act: "close-debate" } });
    };
    const meeting = exampleMeeting(
      {},
      { inbox, hold, scenario: exampleScenario({ options: { openingBallot: false } }) },
    );
    await meeting.run();
    expect(eventsOf(meeting.journal.events, "message.spoken")).toHaveLength(1);
  });

  it("adjourn the meeting so that it can be resumed", async () => {
    const inbox = createMemoryInbox();
    inbox.put({ person: "chair", does: { act: "adjourn" } });
    const meeting = exampleMeeting({}, { inbox });
    expect(await meeting.run()).toEqual({ status: "adjourned", reason: "adjourned by a person" });
    expect(meeting.state.ending?.kind).toBe("adjourned");
  });

  it("are refused where they name nobody at the table", () => {
    const meeting = exampleMeeting({});
    expect(() => meeting.act({ person: "chair", does: { act: "give-floor", to: "dora" } })).toThrow(
      /Members: ada, ben, cleo, timekeeper/,
    );
  });
});

describe("events", () => {
  it("replay from the first and follow to the end, however slowly they are read", async () => {
    const meeting = exampleMeeting({});
    const early = collect(meeting.events());
    await meeting.run();
    const late = await collect(meeting.events());
    expect(late).toEqual(meeting.journal.events);
    expect(await early).toEqual(late);
  });

  it("let a reader leave without stopping the meeting", async () => {
    const meeting = exampleMeeting({});
    const running = meeting.run();
    for await (const event of meeting.events()) if (event.seq === 3) break;
    expect((await running).status).toBe("closed");
  });
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
