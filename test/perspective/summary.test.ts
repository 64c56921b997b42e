import { board, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { createAnonymousNames, openNames } from "../../src/engine/perspective/names.ts";
import { summarise } from "../../src/engine/perspective/view.ts";
import { type ExampleChanges, exampleScenario, reply } from "../support/example-scenario.ts";

const LONG = "It is <b>far</b> from settled & Ben Birch knows it. ".repeat(12);

async function stateOf(changes: ExampleChanges = {}, messages = 24) {
  const meeting = openMeeting({
    scenario: exampleScenario({
      options: { openingBallot: false },
      limits: { messages },
      ...changes,
    }),
    protocol: board,
    seed: 3,
    createModel: ({ persona }) =>
      scriptedModel(
        Array(90).fill(reply({ speaker: persona.name, verdict: "MAYBE", content: LONG })),
      ),
  });
  await meeting.run();
  return meeting.state;
}

describe("a summary", () => {
  it("keeps who said what first, and their verdicts, far shorter, and escaped", async () => {
    const state = await stateOf();
    const { entries, text } = summarise(state, "ada", openNames(state.seats))!;
    expect(entries).toBeGreaterThan(8);
    expect(entries).toBeLessThanOrEqual(state.entries.length - 4);
    expect(text).toMatch(/^<Summary entries="\d+">\n/);
    expect(text).toMatch(/\[\d+\] Ben Birch \(MAYBE\): It is &lt;b>far&lt;\/b> from settled &amp;/);
    expect(text.match(/<\/?\w+/g)).toEqual(["<Summary", "</Summary"]);
    expect(text.length).toBeLessThan(state.entries.length * 250);
  });

  it("hides what the view hides: names, and others' sealed verdicts", async () => {
    const anonymous = await stateOf({ prompt: { view: "anonymous" } });
    const names = createAnonymousNames(anonymous.seats, ["ada", "ben", "cleo"]);
    expect(summarise(anonymous, "ada", names)!.text).not.toMatch(/Ash|Birch|Cedar/);
    const sealed = await stateOf({ prompt: { visibility: "sealed" } });
    const { text } = summarise(sealed, "ada", openNames(sealed.seats))!;
    expect(text).toMatch(/Ada Ash \(MAYBE\)/);
    expect(text).not.toMatch(/(?:Birch|Cedar) \(/);
  });

  it("is refused where too little is left to cut", async () => {
    const state = await stateOf({}, 4);
    expect(summarise(state, "ada", openNames(state.seats))).toBeNull();
  });
});
