import { verdictTable } from "boardroom";
import { describe, expect, it } from "vitest";
import { readForm, writeAnswer } from "../../../src/engine/people/person-form.ts";
import { verifyCitations } from "../../../src/engine/transcript/verify.ts";
import { numberTurns } from "../../../src/showing/entries.ts";
import { formatChange } from "../../../src/showing/words.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf, exampleMeeting, talker } from "../../support/meetings.ts";

const BEN = "The pilot came in under its budget, in three towns.";

type Claim = (ids: { ben: string; own: string }) => string;

/** Ada says YES, hears Ben and Cleo, and then says NO with this claim in place of what moved her. */
async function adaChanges(claim: Claim | null, prompt = {}) {
  let turns = 0;
  const meeting = exampleMeeting(
    {
      ada: (request) => {
        if (request.instruction.includes('-vote"'))
          return reply({ verdict: turns === 0 ? "YES" : "NO" });
        turns += 1;
        if (turns === 1) return reply({ verdict: "YES", content: "For it, on the costs alone." });
        const shown = request.turns.flatMap(({ parts }) => parts).join("\n");
        const idOf = (name: string) =>
          new RegExp(`<Message id="(\\d+)"[^>]*>\\s*<Speaker>[^<]*${name}`).exec(shown)![1]!;
        const text = reply({ verdict: "NO", content: "You have a point.", withdrawn: true });
        if (claim === null) return text;
        const said = claim({ ben: idOf("Ben Birch|Member"), own: idOf("Ada Ash|Member") });
        return text.replace("<Withdrawn>", () => `<MovedBy>${said}</MovedBy>\n  <Withdrawn>`);
      },
      ben: ({ instruction }) =>
        instruction.includes('-vote"')
          ? reply({ verdict: "NO" })
          : reply({ verdict: "NO", content: BEN }),
      cleo: talker("cleo", "NO", 9),
    },
    {
      scenario: exampleScenario({
        options: { selector: { name: "round-robin" } },
        limits: { messages: 6 },
        prompt,
      }),
    },
  );
  await meeting.run();
  const { events } = meeting.journal;
  const [row] = verdictTable(meeting.state, { headHash: "" }).members;
  const change = eventsOf(events, "message.spoken").find(
    ({ speaker, verdict }) => speaker === "ada" && verdict === "NO",
  )!;
  const bens = eventsOf(events, "message.spoken").find(({ speaker }) => speaker === "ben")!;
  return { events, row: row!, change, bens, state: meeting.state };
}

it("says by which message and passage a verdict was moved, where the message was heard and holds it", async () => {
  const { row, change, bens } = await adaChanges(({ ben }) => `${ben}: came in under its budget`);
  expect(change.movedBy).toEqual({ message: bens.id, passage: "came in under its budget" });
  expect(change.flags).toEqual([]);
  expect(row.changes).toHaveLength(1);
  expect(row.changes[0]).toMatchObject({
    from: "YES",
    to: "NO",
    in: "debate",
    movedBy: {
      message: bens.id,
      speaker: "ben",
      name: "Ben Birch",
      passage: "came in under its budget",
    },
  });
  expect(formatChange(row.changes[0]!)).toMatch(
    /^Yes → No at turn \d+, moved by Ben Birch \(turn \d+\): "came in under its budget"$/,
  );
});

it.each<[what: string, claim: Claim]>([
  ["words that the message does not hold", ({ ben }) => `${ben}: came in over its budget`],
  ["a message that nobody sent", () => "999: came in under its budget"],
  ["one's own message", ({ own }) => `${own}: on the costs alone`],
  ["a single word", ({ ben }) => `${ben}: budget`],
  ["no words", ({ ben }) => ben],
  ["no message", () => "came in under its budget"],
  ["the form's own words", () => "number of their message: exact words from it"],
])(
  "flags %s and uses nothing of it: the last message is then what was heard just before",
  async (_, claim) => {
    const { row, change, events } = await adaChanges(claim);
    expect(change.movedBy).toBeUndefined();
    expect(change.flags).toContain("moved-by-not-said");
    const before = eventsOf(events, "message.spoken").filter(
      ({ seq, speaker }) => seq < change.seq && speaker !== "ada",
    );
    expect(row.changes[0]).toMatchObject({ movedBy: null, after: { message: before.at(-1)!.id } });
    expect(formatChange(row.changes[0]!)).toMatch(/after Prof\. Cleo Cedar \(turn \d+\)/);
    const repairs = eventsOf(events, "call.answered").filter(
      ({ purpose, speaker }) => purpose === "repair" && speaker === "ada",
    );
    expect(repairs).toEqual([]);
  },
);

it("is held against the record again, where a transcript is verified", async () => {
  const { events } = await adaChanges(({ ben }) => `${ben}: in three towns`);
  const verified = (claim: { message?: string; passage?: string }) =>
    verifyCitations({
      events: events.map((event) =>
        "movedBy" in event && event.movedBy
          ? { ...event, movedBy: { ...event.movedBy, ...claim } }
          : event,
      ),
      hashes: [],
      file: "events.jsonl",
    });
  expect(() => verified({})).not.toThrow();
  expect(() => verified({ passage: "in four towns" })).toThrow(/words that it does not hold/);
  expect(() => verified({ message: "m999" })).toThrow(/no message contains it/);
});

describe("a person", () => {
  const members = exampleScenario().members.map((seat) =>
    seat.id === "ada" ? { ...seat, model: "human:Ngo" } : seat,
  );

  it("says what moved it in words, and is asked again where that was not said", async () => {
    const problems: unknown[] = [];
    const said = [
      { content: "For it.", verdict: "YES", reasoning: "The costs." },
      {
        content: "Against.",
        verdict: "NO",
        reasoning: "Ben is right.",
        movedBy: "2: over its budget",
      },
      {
        content: "Against.",
        verdict: "NO",
        reasoning: "Ben is right.",
        movedBy: "2: under its budget",
      },
    ];
    const meeting = exampleMeeting(
      { ben: () => reply({ verdict: "NO", content: BEN }), cleo: talker("cleo", "NO", 9) },
      {
        scenario: exampleScenario({
          options: { selector: { name: "round-robin" } },
          limits: { messages: 5 },
          members,
        }),
        people: async (_person, request) => {
          if (request.form === "ballot") return { verdict: "YES", reasoning: "The costs." };
          problems.push(request.problem ?? null);
          return said.shift() as Record<string, string>;
        },
      },
    );
    await meeting.run();
    expect(problems).toEqual([
      null,
      null,
      'No one said what you quote in "moved by": give the number of a message you heard, and exact words from it.',
    ]);
    const [, change] = meeting.state.members.get("ada")!.positions;
    expect(change).toMatchObject({
      verdict: "NO",
      movedBy: { speaker: "ben", passage: "under its budget" },
    });
  });

  it("writes it on a line of its own, and is offered it once it has a position to change", () => {
    expect(readForm("I change.\n/verdict NO\n/because Ben.\n/moved 2 under its budget")).toEqual({
      answer: {
        content: "I change.",
        verdict: "NO",
        reasoning: "Ben.",
        movedBy: "2 under its budget",
      },
    });
    expect(writeAnswer({ movedBy: { message: "2", passage: "under its budget" } }, {})).toContain(
      "/moved 2: under its budget",
    );
  });
});

it("is checked in JSON ballots too, which ask for requirements", async () => {
  const cast = (verdict: string, movedBy?: object) =>
    JSON.stringify({ requirements: [], reasoning: "Ben is right.", verdict, movedBy });
  const ballotOf = (passage: string) => async () => {
    let bens = "";
    const meeting = exampleMeeting(
      {
        ada: (request) => {
          if (!request.json) return reply({ verdict: "YES", content: "For it." });
          const shown = request.turns.flatMap(({ parts }) => parts).join("\n");
          bens = /<Message id="(\d+)"[^>]*>\s*<Speaker>[^<]*Ben/.exec(shown)?.[1] ?? "";
          return cast(bens === "" ? "YES" : "NO", { message: bens, passage });
        },
        ben: (request) => (request.json ? cast("NO") : reply({ content: BEN })),
        cleo: (request) => (request.json ? cast("NO") : reply({ content: "Hm." })),
      },
      {
        scenario: exampleScenario({
          requirements: [{ id: "cheap", text: "It is cheap.", must: false }],
          options: { selector: { name: "round-robin" } },
          limits: { messages: 4 },
        }),
      },
    );
    await meeting.run();
    const closing = eventsOf(meeting.journal.events, "ballot.cast").find(
      ({ speaker, ballot }) => speaker === "ada" && ballot === "closing",
    )!;
    const numbers = numberTurns(meeting.journal.events).filter(
      ({ event }) => event.type === "message.spoken",
    );
    const said = numbers.find(({ turn }) => turn === Number(bens))?.event;
    return { closing, said };
  };
  const right = await ballotOf("under its budget")();
  expect(right.closing).toMatchObject({
    verdict: "NO",
    flags: [],
    movedBy: { message: (right.said as { id: string }).id },
  });
  const wrong = await ballotOf("over its budget")();
  expect(wrong.closing.movedBy).toBeUndefined();
  expect(wrong.closing.flags).toEqual(["moved-by-not-said"]);
});
