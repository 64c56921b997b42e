import { board, type ModelRequest, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, it } from "vitest";
import { exampleScenario } from "../../support/example-scenario.ts";

/** The schemas that members are given for a vote before the debate, a message and a vote after it. */
async function collectSchemas(caching: "breakpoints" | "none") {
  const asked: ModelRequest[] = [];
  const say = (request: ModelRequest) => {
    asked.push(request);
    const isVote = request.instruction.includes('vote"');
    return JSON.stringify({
      content: isVote ? null : "The pilot cut costs.",
      reasoning: "Costs fell.",
      verdict: "YES",
      confidence: 0.7,
      withdraw: !isVote && asked.length > 5,
    });
  };
  await openMeeting({
    scenario: exampleScenario(),
    protocol: board,
    seed: 7,
    createModel: () =>
      scriptedModel(Array(60).fill(say), {
        capabilities: { caching, form: "json", structuredOutput: true },
      }),
  }).run();
  const listFields = (kind: string) => {
    const json = asked.find(({ instruction }) => instruction.includes(`kind="${kind}"`))?.json;
    return Object.keys((json?.schema.properties ?? {}) as object).sort();
  };
  return { asked, listFields };
}

it("a provider that caches prompts gets the schema in words, so that each prompt begins with the one before", async () => {
  const { asked } = await collectSchemas("breakpoints");
  expect(asked.length).toBeGreaterThan(6);
  for (const { json } of asked) {
    expect(json?.inWords).toBe(true);
    // The reply format describes the fields once, in the layer that all members share.
    expect(JSON.stringify(json?.schema)).not.toContain("description");
  }
  const enforced = await collectSchemas("none");
  expect(enforced.asked.some(({ json }) => json?.inWords)).toBe(false);
});

it.each(["breakpoints", "none"] as const)(
  "a vote has the fields that its instruction names (caching: %s)",
  async (caching) => {
    const { listFields } = await collectSchemas(caching);
    expect(listFields("opening-vote")).toEqual([
      "confidence",
      "reasoning",
      "verdict",
      "wouldChange",
    ]);
    expect(listFields("final-vote")).toEqual(["confidence", "reasoning", "verdict"]);
    expect(listFields("speak")).toContain("content");
  },
);
