import { board, runMeeting } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { exampleScenario } from "boardroom/testing";
import { expect, it } from "vitest";
import { scriptSchema } from "../../src/scenario/schema/script.ts";
import { withVoices } from "../../src/scenario/script/script-file.ts";
import { eventsOf } from "../support/meetings.ts";
import { scriptFor } from "../support/scripts.ts";

const PAPER = [
  "The desk answered 900 calls in March.",
  "It costs $4 a call, or $& as the form has it.",
  "Nobody has left the desk since 2019.",
  "Two of nine callers gave up.",
  "The lease ends in May.",
  "The new office has room for 40.",
].join("\n");

it("points without sentences are said by their lines, each once, and the meeting ends by itself", async () => {
  const script = withVoices(scriptSchema.parse(JSON.parse(scriptFor("desk.md", PAPER))), []);
  const scenario = exampleScenario({ documents: { "desk.md": PAPER }, script });
  const { meeting } = await runMeeting({
    scenario,
    protocol: board,
    seed: 3,
    createModel: (seat, of) => createSimulatedModel({ seat, scenario: of }),
  });
  const { events } = meeting.journal;
  expect(eventsOf(events, "meeting.closed")[0]?.reason).toBe("every member has withdrawn");
  const quoted = eventsOf(events, "message.spoken").flatMap(({ content }) =>
    [...content.matchAll(/“([^”]*)”/g)].map(([, quote]) => quote),
  );
  expect(quoted.length).toBeGreaterThan(2);
  expect(new Set(quoted).size).toBe(quoted.length);
});

it("a line is quoted word for word, whatever stands in it", async () => {
  const script = withVoices(scriptSchema.parse(JSON.parse(scriptFor("desk.md", PAPER))), []);
  const said = new Set<string>();
  for (let seed = 1; seed <= 20; seed++) {
    const { meeting } = await runMeeting({
      scenario: exampleScenario({ documents: { "desk.md": PAPER }, script }),
      protocol: board,
      seed,
      createModel: (seat, of) => createSimulatedModel({ seat, scenario: of }),
    });
    for (const { content } of eventsOf(meeting.journal.events, "message.spoken"))
      for (const [, quote = ""] of content.matchAll(/“([^”]*)”/g)) said.add(quote);
  }
  expect([...said].toSorted()).toEqual(
    PAPER.split("\n")
      .map((line) => line.replace(/\.$/, ""))
      .toSorted(),
  );
});
