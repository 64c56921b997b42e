import { verdictTable } from "boardroom";
import { describe, expect, it } from "vitest";
import { verifyCitations } from "../../../src/engine/transcript/verify.ts";
import { formatChange } from "../../../src/showing/words.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { type Cast, eventsOf, exampleMeeting, type Reply, talker } from "../../support/meetings.ts";

const WHY = "No document says what the pilot would cost in a second year.";

/** Votes NONE in every ballot, says so in its first turn and leaves with it. */
const abstainer: Reply = ({ instruction }) =>
  instruction.includes('-vote"')
    ? reply({ verdict: "NONE", reasoning: WHY })
    : reply({ verdict: "NONE", reasoning: WHY, content: "I cannot tell.", withdrawn: true });

async function held(cast: Parameters<typeof exampleMeeting>[0], changes = {}) {
  const scenario = exampleScenario({ options: { selector: { name: "round-robin" } }, ...changes });
  const meeting = exampleMeeting(cast, { scenario });
  const result = await meeting.run();
  const { events } = meeting.journal;
  return {
    meeting,
    result,
    events,
    state: meeting.state,
    table: verdictTable(meeting.state, { headHash: "" }),
  };
}

describe("a member without a verdict", () => {
  it("says so with its reason, in ballots and aloud, and withdraws with it", async () => {
    const { events, state, table } = await held({ ada: abstainer });
    const stance = { verdict: null, abstains: true, reasoning: WHY, confidence: null, flags: [] };
    expect(
      eventsOf(events, "message.spoken").find(({ speaker }) => speaker === "ada"),
    ).toMatchObject({
      ...stance,
      withdrawn: true,
      parse: "strict",
    });
    expect(eventsOf(events, "ballot.cast").find(({ speaker }) => speaker === "ada")).toMatchObject(
      stance,
    );
    expect(eventsOf(events, "call.answered").filter(({ purpose }) => purpose === "repair")).toEqual(
      [],
    );
    expect(state.members.get("ada")!.verdicts).toHaveLength(1);
    expect(table.members[0]).toMatchObject({
      opening: null,
      first: null,
      final: null,
      finalBy: "ballot",
      abstains: ["opening", "first", "final"],
      side: null,
      changes: [],
      reasoning: WHY,
      status: "withdrawn",
    });
    expect(table.tally.sides).toMatchObject({ for: 2, NO_VERDICT: 1 });
    expect(state.outcome).toMatchObject({ status: "decided", side: "for" });
    verifyCitations({ events, hashes: [], file: "events.jsonl" });
  });

  it("is shown to the others and to itself as one who has none", async () => {
    const cues: string[] = [];
    const shown: string[] = [];
    let turns = 0;
    const cast: Cast = {
      ada: (request) => {
        cues.push(request.instruction);
        if (request.instruction.includes('-vote"'))
          return reply({ verdict: "NONE", reasoning: WHY });
        turns += 1;
        return reply({
          verdict: "NONE",
          reasoning: WHY,
          content: `Turn ${turns}.`,
          withdrawn: turns === 2,
        });
      },
      ben: (request) => {
        shown.push(request.turns.flatMap(({ parts }) => parts).join("\n"));
        return (talker("ben", "YES", 1) as (of: typeof request) => string)(request);
      },
      cleo: talker("cleo", "YES", 4),
    };
    await held(cast, { prompt: { view: "perspective", visibility: "open" } });
    expect(cues.at(-1)).toContain("Your current verdict: NONE.");
    expect(shown.join("\n")).toContain(
      `<VerdictReasoning>${WHY}</VerdictReasoning>\n<Verdict>NONE</Verdict>`,
    );
  });

  it("may take a verdict later, and lose it again; both are changes", async () => {
    const says = ["NONE", "YES", "NONE", "NONE"];
    let turns = 0;
    const { table } = await held({
      ada: ({ instruction }) => {
        if (instruction.includes('-vote"')) return reply({ verdict: "NONE", reasoning: WHY });
        const verdict = says[turns++] ?? "NONE";
        return reply({
          verdict,
          reasoning: WHY,
          content: `Turn ${turns}.`,
          withdrawn: turns === 4,
        });
      },
      ben: talker("ben", "NO", 5),
      cleo: talker("cleo", "NO", 5),
    });
    const [ada] = table.members;
    expect(ada!.changes.map(({ from, to, in: where }) => [from, to, where])).toEqual([
      [null, "YES", "debate"],
      ["YES", null, "debate"],
    ]);
    expect(ada!.changes.map((change) => formatChange(change)).join("\n")).toMatch(
      /^No verdict → Yes at turn \d+, after .*\nYes → No verdict at turn \d+, after/,
    );
  });

  it("names what moved it to none, held against what was said", async () => {
    let turns = 0;
    const { table } = await held({
      ben: talker("ben", "NO", 9),
      ada: ({ instruction, turns: seen }) => {
        if (instruction.includes('-vote"')) return reply({ verdict: "YES" });
        turns += 1;
        if (turns === 1) return reply({ verdict: "YES", content: "For it." });
        const shown = seen.flatMap(({ parts }) => parts).join("\n");
        const id = /<Message id="(\d+)"[^>]*>\s*<Speaker>Ben/.exec(shown)![1]!;
        const text = reply({ verdict: "NONE", reasoning: WHY, content: "I see.", withdrawn: true });
        return text.replace("<Withdrawn>", `<MovedBy>${id}: ben says 1.</MovedBy>\n<Withdrawn>`);
      },
    });
    expect(table.members[0]!.changes[0]).toMatchObject({
      from: "YES",
      to: null,
      movedBy: { speaker: "ben", passage: "ben says 1." },
    });
  });

  it.each([
    ["without a reason", reply({ verdict: "NONE", reasoning: "" })],
    ["with a word for nothing", reply({ verdict: "NONE", reasoning: "n/a" })],
  ])("is asked again %s, and then counts as one that stated nothing", async (_, empty) => {
    const { events, state, table } = await held({
      ada: [empty, empty, abstainer, abstainer, abstainer],
    });
    const repairs = eventsOf(events, "call.answered").filter(({ purpose }) => purpose === "repair");
    expect(repairs.map(({ speaker }) => speaker)).toEqual(["ada"]);
    const [opening] = state.members.get("ada")!.ballots;
    expect(opening).toMatchObject({ kind: "opening", verdict: null, reasoning: null });
    expect(opening?.abstains).toBeUndefined();
    expect(table.members[0]!.abstains).toEqual(["first", "final"]);
  });
});

describe("a board that cannot decide", () => {
  it("ends in order where nobody has a verdict, and is undecided", async () => {
    const { result, events, state, table } = await held({
      ada: abstainer,
      ben: abstainer,
      cleo: abstainer,
    });
    expect(result).toMatchObject({ status: "closed" });
    expect(eventsOf(events, "message.spoken")).toHaveLength(3);
    expect(eventsOf(events, "meeting.closed")[0]!.reason).toBe("all members withdrew");
    const undecided = {
      status: "undecided",
      side: null,
      option: null,
      reason: "no member gave a verdict; all said why they have none",
    };
    expect(state.outcome).toMatchObject(undecided);
    expect(table.withoutTalk!.outcome).toMatchObject(undecided);
    expect(table.dissent).toEqual([]);
  });

  it("is undecided where fewer than half have one, with the count in words; half are enough", async () => {
    const two = await held({ ada: abstainer, ben: abstainer });
    expect(two.state.outcome).toMatchObject({
      status: "undecided",
      votes: { for: 1, NO_VERDICT: 2 },
    });
    expect(two.state.outcome!.reason).toBe(
      "only 1 of 3 members gave a verdict, fewer than half; 2 said why they have none (1 of 3 votes for)",
    );
    expect(two.table.withoutTalk!.outcome.status).toBe("undecided");
    const one = await held({ ada: abstainer });
    expect(one.state.outcome!.status).toBe("decided");
  });

  it("keeps everybody in the denominator of a majority and of unanimity", async () => {
    for (const rule of ["majority", "unanimity"] as const) {
      const { state } = await held({ ada: abstainer }, { decision: { rule, by: "side" } });
      expect([rule, state.outcome!.status]).toEqual([
        rule,
        rule === "majority" ? "decided" : "split",
      ]);
    }
  });
});
