import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { mapUsage } from "../../src/models/anthropic/anthropic-model.ts";
import { failure, replyWithoutKey } from "../../src/models/contract/failure.ts";
import { estimateInput } from "../../src/models/pricing/estimate.ts";
import { costOf, dearestCost, estimateTokens, priceOf } from "../../src/models/pricing/prices.ts";

describe("the price of a cache", () => {
  it("is 1.25 times the input for what is written", () => {
    const usage = mapUsage({
      input_tokens: 0,
      output_tokens: 0,
      cache_creation_input_tokens: 1_000_000,
      cache_read_input_tokens: 0,
    });
    expect(usage).toMatchObject({ cacheWrite: 1_000_000 });
    expect(costOf(usage, priceOf("anthropic:claude-opus-5-5"))).toBeCloseTo(5, 9);
  });

  it("is nothing inside this process", () => {
    expect(priceOf("simulated")).toEqual({ input: 0, output: 0 });
  });
});

describe("an estimate", () => {
  it("errs on the dear side, and reads only what was added to a view", () => {
    const turns: { role: "user" | "assistant"; parts: string[] }[] = [
      { role: "user", parts: ["The meeting opens."] },
    ];
    const request = conformanceRequest({ turns });
    const before = estimateInput(request);
    const texts = [request.shared, request.individual, "The meeting opens.", request.instruction];
    expect(before).toBeGreaterThanOrEqual(texts.reduce((sum, text) => sum + estimateTokens(text), 0));
    turns[0]!.parts.push("And another part of some words.");
    turns.push({ role: "assistant", parts: ["Mine."] });
    const after = estimateInput(request);
    expect(after).toBeGreaterThan(before);
    expect(after).toBe(estimateInput(conformanceRequest({ turns: structuredClone(turns) })));
  });

  it("takes the dearest rates, and is unknown without a price", () => {
    const price = priceOf("anthropic:claude-opus-5-5");
    expect(dearestCost({ input: 1_000_000, output: 1_000_000 }, price)).toBeCloseTo(5 + 20, 9);
    expect(dearestCost({ input: 1_000_000, output: 0 }, { input: 3, output: 1, cacheWrite: 1 })).toBe(3);
    expect(dearestCost({ input: 1, output: 1 }, null)).toBeNull();
  });
});

describe("a key that comes back", () => {
  it("is taken out of every text of a reply, and nothing else is", () => {
    const key = "MARKED-key-123456";
    const answer = {
      type: "answer",
      text: `It is ${key}; sk-not-a-key-of-ours stays`,
      stop: "end",
      usage: null,
    } as const;
    expect(replyWithoutKey({ ...answer, model: key, requestId: `id-${key}` }, key)).toEqual({
      ...answer,
      text: "It is [key]; sk-not-a-key-of-ours stays",
      model: "[key]",
      requestId: "id-[key]",
    });
    const failed = failure("auth", `bad ${key}`, { partialText: `half ${key}`, requestId: key });
    expect(JSON.stringify(replyWithoutKey(failed, key))).not.toContain("MARKED");
  });
});
