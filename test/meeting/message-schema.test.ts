import { board, type ModelRequest, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, it } from "vitest";
import { exampleScenario } from "../support/example-scenario.ts";

it("a provider that caches prompts gets one schema for all messages and votes of a meeting", async () => {
  const schemas: string[] = [];
  const say = (request: ModelRequest) => {
    schemas.push(JSON.stringify(request.json));
    const isVote = request.instruction.includes('vote"');
    return JSON.stringify({
      content: isVote ? null : "The pilot cut costs.",
      reasoning: "Costs fell.",
      verdict: "YES",
      confidence: 0.7,
      withdraw: !isVote && schemas.length > 5,
    });
  };
  await openMeeting({
    scenario: exampleScenario(),
    protocol: board,
    seed: 7,
    createModel: () =>
      scriptedModel(Array(60).fill(say), {
        capabilities: { caching: "breakpoints", form: "json", structuredOutput: true },
      }),
  }).run();
  expect(schemas.length).toBeGreaterThan(6);
  expect(new Set(schemas).size).toBe(1);
});
