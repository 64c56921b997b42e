import {
  board,
  listIncidents,
  plainPalette,
  resumeMeeting,
  textTable,
  verdictTable,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf, exampleMeeting, type Reply, talker } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

const EMPTY = "<Message>\n</Message>";

function says(text: string): Reply {
  return ({ instruction }) => (instruction.includes('-vote"') ? reply({ verdict: "YES" }) : text);
}

async function heldWith(ada: Reply, messages = 8) {
  const scenario = exampleScenario({ limits: { messages } });
  const cast = { ada, ben: talker("ben", "YES", 20), cleo: talker("cleo", "YES", 20) };
  const meeting = exampleMeeting(cast, { scenario });
  const result = await meeting.run();
  return { meeting, result, events: meeting.journal.events };
}

describe("a reply without words", () => {
  it.each([
    ["an empty message", EMPTY],
    ["tags alone", "<Message><Content><b></b></Content></Message>"],
    ["a cut tag", "<Message><Content></Cont"],
    ["marks", "<Message><Content>...</Content></Message>"],
    ["tags of another form", "<response>\n<answer></answer>\n</response>"],
  ])("is a pass, and nobody is shown it: %s", async (_, text) => {
    const shown: string[] = [];
    const ben: Reply = (request) => {
      shown.push(...request.turns.flatMap(({ parts }) => parts));
      return (talker("ben", "YES", 20) as (of: typeof request) => string)(request);
    };
    const scenario = exampleScenario({ limits: { messages: 8 } });
    const meeting = exampleMeeting(
      { ada: says(text), ben, cleo: talker("cleo", "YES", 20) },
      { scenario },
    );
    await meeting.run();
    const { events } = meeting.journal;
    expect(eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada")).toEqual(
      [],
    );
    expect(eventsOf(events, "turn.passed").some(({ speaker }) => speaker === "ada")).toBe(true);
    expect(shown.join("\n")).not.toMatch(/&lt;|<b>|response/);
  });

  it.each(["2 < 3", "👍", "Yes."])("is none of these: %s", async (content) => {
    const { events } = await heldWith(says(reply({ content })));
    expect(
      eventsOf(events, "message.spoken").find(({ speaker }) => speaker === "ada"),
    ).toMatchObject({
      content,
    });
  });
});

describe("a verdict without reasoning", () => {
  const bare =
    "<Message><Verdict>NO</Verdict><Withdrawn>true</Withdrawn><Content>No.</Content></Message>";

  it("is asked for its reasoning once, counts, allows to withdraw, and is told of in record and table", async () => {
    const { meeting, events } = await heldWith(({ instruction }) =>
      instruction.includes("opening-vote") ? reply({ verdict: "YES" }) : bare,
    );
    const [first] = eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada");
    expect(first).toMatchObject({
      verdict: "NO",
      reasoning: null,
      withdrawn: true,
      flags: ["no-reasoning"],
    });
    const calls = eventsOf(events, "call.answered").filter(({ path }) =>
      path.startsWith(`${first!.path}.`),
    );
    expect(calls.map(({ purpose }) => purpose)).toEqual(["turn", "repair"]);
    expect(meeting.state.outcome?.votes).toMatchObject({ for: 2, against: 1 });
    const table = verdictTable(meeting.state, { headHash: "" });
    expect(textTable(table, { width: 100, palette: plainPalette })).toMatch(
      /Ada Ash, Reviewer ada\n {2}No.*\n {2}Turns.*\n {2}Reasoning {7}–/,
    );
  });

  it.each([
    [bare, "no reasoning, but the verdict counts 2 (Dr. Ada Ash 2)"],
    [bare.replace("NO<", "PERHAPS<"), "verdict unknown, so the verdict does not count"],
    [bare.replace("NO<", "NONE<"), "withdrawal without verdict, so the withdrawal does not count"],
  ])("is marked with what counted of it", async (text, said) => {
    const { events } = await heldWith(() => text);
    const marks = listIncidents(events).filter((each) =>
      each.startsWith("Marked in messages and ballots: "),
    );
    expect(marks).toEqual([expect.stringContaining(said)]);
  });

  it("of NONE is still none: to have no verdict needs its reason", async () => {
    const { events } = await heldWith(says(bare.replace("NO<", "NONE<")));
    const [first] = eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada");
    expect(first).toMatchObject({ verdict: null, withdrawn: false });
  });
});

describe("a meeting in which nobody keeps the form", () => {
  const prose = "I would say yes, on the whole, since costs fell.";
  const opened = (cast: Readonly<Record<string, Reply>>) => exampleMeeting(cast, { seed: 7 });

  it("suspends, and tells the fault, one reply and the remedies", async () => {
    const meeting = opened({ ada: prose, ben: prose, cleo: prose });
    const result = await meeting.run();
    expect(result.status).toBe("suspended");
    const { reason } = result as { reason: string };
    expect(reason).toContain("failed the form three times in a row");
    expect(reason).toContain("the reply is not one <Message> in the form asked for");
    expect(reason).toContain(`"${prose}"`);
    expect(reason).toMatch(/Try another model: boardroom fork .*prompt\.scaffold: verdict-first/);
    const { events } = meeting.journal;
    expect(events.at(-1)).toMatchObject({ type: "meeting.suspended", kind: "form", speaker: null });
    expect(eventsOf(events, "message.spoken").length).toBeLessThan(20);
    expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
  });

  it("goes on while one member keeps it, up to the vote that the others cannot cast", async () => {
    const meeting = opened({ ada: prose, ben: prose, cleo: talker("cleo", "YES", 4) });
    const result = await meeting.run();
    expect(result).toMatchObject({
      status: "suspended",
      reason: expect.stringMatching(
        /^1 of 3 members have a vote, and 2 are needed\. Last, .* no verdict\./,
      ),
    });
    const said = eventsOf(meeting.journal.events, "message.spoken");
    expect(said.filter(({ speaker }) => speaker === "cleo")).toHaveLength(4);
  });

  it("tries three times more when it is resumed, and goes on with members that keep it", async () => {
    const meeting = opened({ ada: prose, ben: prose, cleo: prose });
    await meeting.run();
    const before = eventsOf(meeting.journal.events, "message.spoken").length;
    const again = resumeMeeting({
      journal: meeting.journal,
      protocol: board,
      createModel: () => scriptedModel(Array.from({ length: 200 }, () => prose)),
    });
    expect((await again.run()).status).toBe("suspended");
    const { events } = again.journal;
    expect(eventsOf(events, "message.spoken").length).toBeGreaterThanOrEqual(before + 9);
    const repaired = resumeMeeting({
      journal: again.journal,
      protocol: board,
      createModel: ({ id }) => {
        const talks = talker(id, "YES");
        return scriptedModel(Array.from({ length: 200 }, () => talks));
      },
    });
    expect(await repaired.run()).toMatchObject({
      status: "closed",
      outcome: { votes: { for: 3 } },
    });
    expect(await rerunMeeting({ events: repaired.journal.events, protocol: board })).toMatchObject({
      isSame: true,
    });
  });
});
