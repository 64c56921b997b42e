import { createRegistry } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import type { ModelAnswer } from "../../src/models/contract/model.ts";
import { computeCost } from "../../src/models/pricing/prices.ts";
import { exampleScenario } from "../support/example-scenario.ts";

async function askWithUsage(spec: string, more: object): Promise<ModelAnswer> {
  const usage = { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22, ...more };
  const chunks = [
    { choices: [{ index: 0, delta: { content: "Yes." }, finish_reason: "stop" }] },
    { choices: [], usage },
  ];
  const stream = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"]
    .map((data) => `data: ${data}\n\n`)
    .join("");
  const scenario = exampleScenario();
  const model = createRegistry({
    env: { OPENROUTER_API_KEY: "sk-or-1", OPENAI_API_KEY: "sk-1" },
    fetch: () =>
      Promise.resolve(new Response(stream, { headers: { "content-type": "text/event-stream" } })),
  }).create({ spec, seat: scenario.members[0]!, scenario });
  const options = { signal: new AbortController().signal };
  return (await model.generate(conformanceRequest(), options)) as ModelAnswer;
}

describe("what OpenRouter bills", () => {
  const price = { input: 1_000, output: 1_000 };

  it.each([
    ["is the cost of a call", { cost: 0.0123 }, 0.0123],
    ["is 0 for a free model", { cost: 0 }, 0],
    [
      "includes the upstream's own bill",
      { cost: 0.001, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } },
      0.021,
    ],
  ])("%s", async (_, more, dollars) => {
    const { usage } = await askWithUsage("openrouter:anthropic/claude-sonnet-5.5", more);
    expect(computeCost(usage, price)).toBeCloseTo(dollars, 10);
    expect(computeCost(usage, null)).toBeCloseTo(dollars, 10);
  });

  it.each([[{}], [{ cost: -1 }], [{ cost: "much" }], [{ cost: null }]])(
    "leaves the price to the table if it reports %j",
    async (more) => {
      const { usage } = await askWithUsage("openrouter:x/y", more);
      expect(computeCost(usage, price)).toBeCloseTo(0.022, 10);
      expect(computeCost(usage, null)).toBeNull();
    },
  );

  it("is taken from no other server, which could say anything", async () => {
    const { usage } = await askWithUsage("openai:gpt-5", { cost: 0 });
    expect(computeCost(usage, price)).toBeCloseTo(0.022, 10);
  });
});
