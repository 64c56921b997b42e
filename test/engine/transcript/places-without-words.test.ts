import { board, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf } from "../../support/meetings.ts";

// Members are shown the quotations of others by their places alone, and a model may copy that form.

/** Two turns of each member: the first of Ada has these artifacts, and each model keeps its prompts. */
async function holdMeeting(artifacts: string) {
  const prompts: string[] = [];
  const meeting = openMeeting({
    scenario: exampleScenario({
      limits: { messages: 6 },
      options: { openingBallot: false, selector: { name: "round-robin" } },
    }),
    protocol: board,
    createModel: ({ id }) =>
      scriptedModel(
        Array.from({ length: 20 }, () => ({ instruction, turns }) => {
          if (instruction.includes('-vote"')) return reply({ verdict: "NO" });
          if (id !== "ada") prompts.push(JSON.stringify(turns));
          return id === "ada" && turns.length === 1
            ? `<Message><Speaker>Dr. Ada Ash</Speaker>${artifacts}<Content>Two left in one month.</Content></Message>`
            : reply({ content: `${id} listens, and has heard ${turns.length} turns.` });
        }),
      ),
  });
  await meeting.run();
  const [first] = eventsOf(meeting.journal.events, "message.spoken");
  return { first, prompts, calls: eventsOf(meeting.journal.events, "call.answered") };
}

it.each([
  ["as it was shown", '<Artifacts><Artifact ref="memo.md#L4"/></Artifacts>'],
  ["in two tags", '<Artifacts><Artifact ref="memo.md#L4"></Artifact></Artifacts>'],
  ["alone", '<Artifact ref="memo.md#L4"/>'],
  ["twice", '<Artifacts><Artifact ref="memo.md#L4" /><Artifact ref="memo.md#L3"/></Artifacts>'],
])("a place without words, %s, cites the line", async (_, artifacts) => {
  const { first, prompts, calls } = await holdMeeting(artifacts);
  expect(first?.content).toBe("Two left in one month.");
  expect(first?.flags).toEqual([]);
  expect(first?.citations[0]).toMatchObject({
    ref: "memo.md#L4",
    found: "reference",
    place: { document: "memo.md", from: 4, to: 4 },
  });
  expect(prompts[0]).toContain('<Artifact ref=\\"memo.md#L4\\"/>');
  expect(calls.some(({ purpose }) => purpose === "repair")).toBe(false);
});

it("a place that no document has is not found, and says so", async () => {
  const { first } = await holdMeeting('<Artifacts><Artifact ref="memo.md#L99"/></Artifacts>');
  expect(first?.citations[0]).toMatchObject({ ref: "memo.md#L99", found: "absent" });
  expect(first?.flags).toContain("citation-not-found");
});
