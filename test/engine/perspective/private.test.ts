import { board, foldTranscript, type MeetingState, type ModelRequest, runMeeting } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { expect, test } from "vitest";
import { verifyCitations } from "../../../src/engine/transcript/verify.ts";
import { createMemoryJournal } from "../../../src/index.ts";
import { scriptSchema } from "../../../src/scenario/schema/script.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { scriptOf } from "../../support/scripts.ts";

const NOTES = "Notes of Ada.\nThe lease ends in May.\nThe landlord will not renew it.";

const EVIDENCE = {
  ...{ name: "notes.md", title: "Notes", subject: false, text: NOTES },
  sha256: "5af55c1d7a8c7cba4c9b0f20c1f1b7a2d4a0a8d34d4c1b9a8bb1a6b6f0a1e5c2",
  shownTo: { ada: [[1, 2]], cleo: [[3, 3]] },
} as const;

type Asked = ModelRequest & { seat: string };

async function meetingWith(view: "perspective" | "shared") {
  const requests: Asked[] = [];
  const journal = createMemoryJournal();
  const scenario = exampleScenario({
    private: [EVIDENCE],
    limits: { messages: 7 },
    prompt: { view },
    options: { selector: { name: "round-robin" }, timeKeeper: { reminderEvery: 50 } },
  });
  const quote = "The lease ends in May";
  const cite = { kind: "citation", ref: "notes.md#L2", quote } as const;
  const { meeting } = await runMeeting({
    scenario,
    journal,
    protocol: board,
    createModel: ({ id, persona }) =>
      scriptedModel(
        Array.from({ length: 40 }, () => (request: ModelRequest) => {
          requests.push({ ...request, seat: id });
          const isFirst =
            requests.filter(
              ({ seat, instruction }) => seat === id && !instruction.includes('-vote"'),
            ).length === 1;
          const artifacts =
            id === "ben" && isFirst
              ? [{ ...cite, ref: "notes.md#L3", quote: "The landlord will not renew it" }]
              : [cite];
          return reply({
            speaker: persona.name,
            verdict: "YES",
            artifacts,
            content: `${id} speaks.`,
          });
        }),
      ),
  });
  return { requests, state: meeting.state, events: journal.events };
}

test("evidence of single members enters their individual layer, with its line numbers, and never a shared one", async () => {
  const { requests } = await meetingWith("perspective");
  const layers = new Map(requests.map(({ seat, individual }) => [seat, individual]));
  expect(layers.get("ada")).toContain("1| Notes of Ada.\n2| The lease ends in May.\n</Document>");
  expect(layers.get("cleo")).toContain(
    '<Document name="notes.md" title="Notes">\n3| The landlord will not renew it.',
  );
  expect(layers.get("ben")).not.toContain("notes.md");
  for (const { shared, instruction } of requests) {
    expect(shared).not.toMatch(/notes\.md|landlord|lease/);
    expect(instruction).not.toMatch(/landlord|lease/);
  }
});

test("a history that is one for all has it in the instruction of its own member alone", async () => {
  const { requests } = await meetingWith("shared");
  for (const { shared, individual, seat, instruction } of requests) {
    expect(`${shared}${individual}`).not.toContain("landlord");
    expect(instruction.includes("landlord")).toBe(seat === "cleo");
  }
});

test("a citation counts as found where its member was shown the line, or somebody has quoted it aloud", async () => {
  const { state, events } = await meetingWith("perspective");
  const cited = (id: string) =>
    state.members.get(id)?.citations.map(({ ref, found }) => `${ref} ${found}`);
  expect(cited("ada")).toEqual(["notes.md#L2 exact"]);
  // Line 3 was Cleo's; line 2 Ben heard from Ada.
  expect(cited("ben")).toEqual(["notes.md#L3 absent", "notes.md#L2 exact"]);
  const hashes = events.map(() => "");
  expect(verifyCitations({ events, hashes, file: "events.jsonl" })).toBeGreaterThan(3);
});

test("the record holds it, and who was given which lines", async () => {
  const { events } = await meetingWith("perspective");
  const state: MeetingState = foldTranscript(events);
  expect(state.documents.map(({ name }) => name)).toEqual(["memo.md"]);
  expect(state.scenario.private).toEqual([EVIDENCE]);
});

const CITE = { ref: "notes.md#L3", quote: "The landlord will not renew it" };
const { plays: GIVEN } = scriptOf([
  { id: "saving", ref: "memo.md#L3", quote: "The pilot cut costs by 12 %", isFor: true },
  { id: "month", ref: "memo.md#L4", quote: "left in March", isFor: true },
  { id: "lease", ...CITE, isFor: false },
]);
const SCRIPT = scriptSchema.parse({
  members: { cleo: {} },
  plays: {
    ...GIVEN,
    lease: { ...GIVEN.lease, who: "cleo" },
  },
});

test("a simulated member argues from what it was given, and others only hear it", async () => {
  const scenario = exampleScenario({
    private: [{ ...EVIDENCE, shownTo: { cleo: [[3, 3]] } }],
    script: SCRIPT,
    limits: { messages: 20 },
  });
  const members = scenario.members.map((seat) => ({ ...seat, model: "simulated" }));
  let turned = 0;
  for (const seed of [1, 2, 3, 4]) {
    const journal = createMemoryJournal();
    await runMeeting({
      scenario: { ...scenario, members },
      journal,
      seed,
      protocol: board,
      createModel: (seat, of) => createSimulatedModel({ seat, scenario: of }),
    });
    const votes = journal.events.flatMap((event) =>
      event.type === "ballot.cast" && event.ballot === "opening"
        ? [`${event.speaker} ${event.verdict}`]
        : [],
    );
    expect(votes.toSorted()).toEqual(["ada YES", "ben YES", "cleo NO"]);
    const said = journal.events.filter((event) => event.type === "message.spoken");
    const reading = said.filter(({ artifacts }) => JSON.stringify(artifacts).includes("notes.md"));
    expect(reading.length).toBeGreaterThan(0);
    expect(new Set(reading.map(({ speaker }) => speaker))).toEqual(new Set(["cleo"]));
    const moved = said.filter(({ movedBy, speaker }) => movedBy && speaker !== "cleo");
    for (const { movedBy } of moved)
      expect(reading.map(({ id }) => id)).toContain(movedBy?.message);
    turned += moved.length;
  }
  expect(turned).toBeGreaterThan(0);
});
