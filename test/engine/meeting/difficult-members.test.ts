import { plainPalette, textTable, verdictTable } from "boardroom";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf, exampleMeeting, type Reply } from "../../support/meetings.ts";

type Turn = Parameters<typeof reply>[0] | string;

/** Says these turns in order, then a new sentence each time. What it answers when asked again may be another. */
function member(name: string, turns: readonly Turn[], again: readonly Turn[] = []): Reply {
  const next = [...turns];
  const repairs = [...again];
  let spoken = 0;
  const write = (turn: Turn) => (typeof turn === "string" ? turn : reply(turn));
  return ({ instruction, exchange }) => {
    if (instruction.includes('-vote"')) return reply({ verdict: "YES" });
    if (exchange) return write(repairs.shift() ?? { content: `${name} puts it otherwise.` });
    spoken += 1;
    return write(next.shift() ?? { content: `${name} adds fact number ${spoken} to the debate.` });
  };
}

async function debate(
  cast: Readonly<Record<string, Reply>>,
  { messages = 12, name = "round-robin" } = {},
) {
  const options = { openingBallot: false, selector: { name }, timeKeeper: { reminderEvery: 90 } };
  const scenario = exampleScenario({ limits: { messages }, options });
  const meeting = exampleMeeting(
    { ada: member("Ada", []), ben: member("Ben", []), cleo: member("Cleo", []), ...cast },
    { scenario },
  );
  await meeting.run();
  const { events } = meeting.journal;
  const table = verdictTable(meeting.state, { headHash: "" });
  return {
    state: meeting.state,
    table,
    printed: textTable(table, { width: 120, palette: plainPalette }),
    said: (seat: string) =>
      eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === seat),
    calls: (seat: string, purpose: string) =>
      eventsOf(events, "call.answered").filter(
        (call) => call.speaker === seat && call.purpose === purpose,
      ),
    selections: eventsOf(events, "speaker.selected"),
  };
}

describe("a member that repeats a message", () => {
  const long = {
    content: "The pilot cut costs by twelve percent, and that is what counts for me.",
  };

  it("is asked again once, and its second message is heard", async () => {
    const other = { content: "Two customers left, and nobody has asked them why." };
    const { said, calls } = await debate({ ada: member("Ada", [long, long], [other]) });
    expect(said("ada")[1]).toMatchObject({ content: other.content, flags: [] });
    expect(calls("ada", "repair")).toHaveLength(1);
  });

  it("repeats it with a mark the second time, at half its weight, and is not asked again while it does", async () => {
    const { said, calls, selections } = await debate(
      { ada: member("Ada", [long, long, long, long], [long, long, long]) },
      { name: "weighted", messages: 16 },
    );
    const marked = said("ada").filter(({ flags }) => flags.includes("repeats"));
    expect(marked.length).toBeGreaterThan(1);
    expect(calls("ada", "repair")).toHaveLength(1);
    const next = selections.find(
      ({ seq, weights }) =>
        seq > marked[0]!.seq && weights.some(({ seat, weight }) => seat === "ada" && weight > 0),
    )!;
    const turns = said("ada").filter(({ seq }) => seq < next.seq).length;
    const { weight } = next.weights.find(({ seat }) => seat === "ada")!;
    expect(weight).toBe((10 - turns) / 2);
  });
});

it("a member that always addresses the same one is heard, and others have the floor after two answers", async () => {
  const to =
    (seat: string) =>
    ({ instruction }: { instruction: string }) =>
      instruction.includes('-vote"')
        ? reply({ verdict: "YES" })
        : reply({ to: seat, content: `To ${seat}: ${Math.floor(instruction.length)}.` });
  const meeting = exampleMeeting(
    { ada: to("Ben Birch"), ben: to("Dr. Ada Ash"), cleo: member("Cleo", []) },
    {
      scenario: exampleScenario({
        limits: { messages: 24 },
        options: { openingBallot: false, selector: { answers: 1 } },
      }),
    },
  );
  await meeting.run();
  const speakers = meeting.state.speakers.filter((seat) => seat !== "timekeeper");
  const longest = speakers.join(" ").match(/(?:(?:ada|ben) ?)+/g) ?? [];
  expect(Math.max(...longest.map((run) => run.trim().split(" ").length))).toBeLessThanOrEqual(4);
  expect(speakers).toContain("cleo");
});

describe("a member that wants to leave", () => {
  const question = { to: "Ben Birch", content: "Ben, who counted the customers?" };
  const leaving = { verdict: "YES", withdrawn: true, content: "I have nothing to add." } as const;

  it("is asked for an answer first, and may go with it", async () => {
    const answer = { ...leaving, to: "Dr. Ada Ash", content: "The sales team counted them." };
    const { said, calls, printed } = await debate({
      ada: member("Ada", [question]),
      ben: member("Ben", [leaving], [answer]),
    });
    expect(said("ben")[0]).toMatchObject({ content: answer.content, withdrawn: true });
    expect(calls("ben", "repair")).toHaveLength(1);
    expect(printed).not.toContain("left without answering");
  });

  it("may go without one when it was asked once, and the table says so", async () => {
    const { said, printed, table } = await debate({
      ada: member("Ada", [question]),
      ben: member("Ben", [leaving], [leaving]),
    });
    expect(said("ben")).toHaveLength(1);
    expect(table.members[1]).toMatchObject({ status: "withdrawn", unanswered: [1] });
    expect(printed).toContain("turn 2, left without answering [1]");
  });

  it("has to react to an answer to its reason, or to change its verdict", async () => {
    const reason = {
      verdict: "YES",
      reasoning: "Costs fell (memo.md#L3).",
      content: "Costs fell.",
    };
    const doubt = { content: "I doubt [1], since two left." };
    const asked: string[] = [];
    const ada = member("Ada", [reason, { ...leaving, content: "That is all." }]) as (
      request: Parameters<Extract<Reply, (...given: never[]) => unknown>>[0],
    ) => string;
    await debate({
      ada: (request) => {
        if (request.exchange) asked.push(request.exchange.problem);
        return ada(request);
      },
      ben: member("Ben", [doubt]),
    });
    expect(asked).toEqual([
      expect.stringContaining("Before you withdraw, answer [2] or change your verdict."),
    ]);
    const turned = { ...leaving, verdict: "NO", reasoning: "Two left.", content: "No, then." };
    const { calls } = await debate({
      ada: member("Ada", [reason, turned]),
      ben: member("Ben", [doubt]),
    });
    expect(calls("ada", "repair")).toEqual([]);
  });
});

it("a question that is never answered waits on two cards, and then stands in the table", async () => {
  const elsewhere = (nth: number) => ({ to: "Prof. Cleo Cedar", content: `Cleo, point ${nth}.` });
  const { printed, table } = await debate({
    ada: member("Ada", [{ to: "Ben Birch", content: "Ben, who counted them?" }]),
    ben: member("Ben", [elsewhere(1), elsewhere(2), elsewhere(3), elsewhere(4)]),
  });
  expect(table.members[1]!.unanswered).toEqual([1]);
  expect(printed).toMatch(/Not answered +\[1\]/);
});

describe("a member that copies its prompt", () => {
  const form = "<Message><Content>what you say to the meeting</Content></Message>";
  const card = reply({ content: "Waiting for you: [1] Dr. Ada Ash: “Who counted them?”" });

  const asked = reply({ content: "Ben has not given a public verdict yet. Options: YES, NO." });

  it.each([
    ["the form", form],
    ["the card", card],
    ["the line that asks for a verdict", asked],
  ])("%s, is asked again, and then has no message in this turn", async (_, copied) => {
    const { said, calls, state } = await debate({ ben: member("Ben", [copied], [copied]) });
    expect(calls("ben", "repair")).toHaveLength(1);
    expect(state.members.get("ben")!.passes).toBe(1);
    expect(
      said("ben")
        .map(({ content }) => content)
        .join(),
    ).not.toMatch(/Waiting|what you say|Options:/);
  });

  it("is heard without the lines of the card", async () => {
    const mixed = { content: "No one has used plan.md yet.\nThe sales team counted them." };
    const { said } = await debate({ ben: member("Ben", [mixed]) });
    expect(said("ben")[0]!.content).toBe("The sales team counted them.");
  });
});
