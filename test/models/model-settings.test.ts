import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { mapUsage } from "../../src/models/anthropic/anthropic-model.ts";
import { Mask } from "../../src/models/contract/mask.ts";
import { estimateInput } from "../../src/models/pricing/estimate.ts";
import {
  computeCost,
  computeDearestCost,
  estimateTokens,
  findPrice,
} from "../../src/models/pricing/prices.ts";

describe("the price of a cache", () => {
  it("is 1.25 times the input for what is written", () => {
    const usage = mapUsage({
      input_tokens: 0,
      output_tokens: 0,
      cache_creation_input_tokens: 1_000_000,
      cache_read_input_tokens: 0,
    });
    expect(usage).toMatchObject({ cacheWrite: 1_000_000 });
    expect(computeCost(usage, findPrice("anthropic:claude-opus-5-5"))).toBeCloseTo(5, 9);
  });

  it("is nothing inside this process", () => {
    expect(findPrice("simulated")).toEqual({ input: 0, output: 0 });
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
    expect(before).toBeGreaterThanOrEqual(
      texts.reduce((sum, text) => sum + estimateTokens(text), 0),
    );
    turns[0]!.parts.push("And another part of some words.");
    turns.push({ role: "assistant", parts: ["Mine."] });
    const after = estimateInput(request);
    expect(after).toBeGreaterThan(before);
    expect(after).toBe(estimateInput(conformanceRequest({ turns: structuredClone(turns) })));
  });

  it("takes the dearest rates, and is unknown without a price", () => {
    const price = findPrice("anthropic:claude-opus-5-5");
    expect(computeDearestCost({ input: 1_000_000, output: 1_000_000 }, price)).toBeCloseTo(
      5 + 20,
      9,
    );
    expect(
      computeDearestCost({ input: 1_000_000, output: 0 }, { input: 3, output: 1, cacheWrite: 1 }),
    ).toBe(3);
    expect(computeDearestCost({ input: 1, output: 1 }, null)).toBeNull();
  });
});

describe("a key that comes back", () => {
  const key = 'MARKED-"key"\\with/marks+1';

  it.each([
    ["as it is", key],
    ["in JSON", JSON.stringify(key).slice(1, -1)],
    ["in JSON within JSON", JSON.stringify(JSON.stringify(key)).slice(3, -3)],
    ["in JSON with escaped slashes", JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/")],
    [
      "in JSON by code",
      key.replace(/[^\w-]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    ],
    ["in an address", encodeURIComponent(key)],
    ["in an address within an address", encodeURIComponent(encodeURIComponent(key))],
    ["in HTML", key.replaceAll('"', "&quot;")],
  ])("is hidden %s, whole and in pieces of any size", (_, spelled) => {
    const text = `It is ${spelled}; sk-not-a-key-of-ours stays. ${key.slice(0, 9)}`;
    const hidden = `It is [key]; sk-not-a-key-of-ours stays. ${key.slice(0, 9)}`;
    expect(new Mask([key]).hide(text)).toBe(hidden);
    for (const size of [1, 2, 3, 7, 1_000]) {
      const shown: string[] = [];
      const live = new Mask([key]).hideLive((piece) => shown.push(piece));
      for (let at = 0; at < text.length; at += size) live.push(text.slice(at, at + size));
      live.end();
      expect(shown.join("")).toBe(hidden);
    }
  });

  it("is not hidden if it is a part of ordinary words, such as the placeholder of a local server", () => {
    const words = "YES, we expect no extra costs.";
    for (const short of ["x", "e", "YES", "no-key", ""])
      expect(new Mask([short]).hide(words)).toBe(words);
  });

  it("is hidden in errors, even if it only looks like a key", () => {
    expect(new Mask([]).hideAllKeys("bad sk-abcdefgh1234")).toBe("bad [key]");
  });
});
