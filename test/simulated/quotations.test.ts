import { board, runMeeting } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { expect, it } from "vitest";
import { scriptSchema } from "../../src/scenario/schema/script.ts";
import { addVoices } from "../../src/scenario/script/script-file.ts";
import { exampleScenario } from "../support/example-scenario.ts";
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

it("points without sentences are said by their lines, word for word and each once, and no meeting runs to its limit", async () => {
  const script = addVoices(scriptSchema.parse(JSON.parse(scriptFor("desk.md", PAPER))), []);
  const said = new Set<string>();
  for (let seed = 1; seed <= 20; seed++) {
    const { meeting } = await runMeeting({
      scenario: exampleScenario({ documents: { "desk.md": PAPER }, script }),
      protocol: board,
      seed,
      createModel: (seat, of) => createSimulatedModel({ seat, scenario: of }),
    });
    const { events } = meeting.journal;
    expect(eventsOf(events, "meeting.closed")[0]?.reason).not.toMatch(/limit/);
    const quoted = eventsOf(events, "message.spoken").flatMap(({ content }) =>
      [...content.matchAll(/“([^”]*)”/g)].map(([, quote = ""]) => quote),
    );
    expect(new Set(quoted).size).toBe(quoted.length);
    for (const quote of quoted) said.add(quote);
  }
  const lines = PAPER.split("\n").map((line) => line.replace(/\.$/, ""));
  expect([...said].toSorted()).toEqual(lines.toSorted());
});
