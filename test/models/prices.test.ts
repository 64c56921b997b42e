import { describe, expect, it } from "vitest";
import { computeCost, findPrice, PRICE_TABLE } from "../../src/models/pricing/prices.ts";

const million = { uncached: 1_000_000, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

describe("prices", () => {
  it("knows no price for an unknown model, and costs null rather than 0", () => {
    expect(findPrice("gpt-99")).toBeNull();
    expect(findPrice("ollama:llama3.3")).toBeNull();
    expect(computeCost(million, findPrice("gpt-99"))).toBeNull();
    expect(computeCost(null, findPrice("claude-opus-5-5"))).toBeNull();
  });

  it.each([
    ["anthropic:claude-fable-5-2", { input: 8, output: 40, cacheRead: 0.2, cacheWrite: 10 }],
    ["openai:gpt-6.2-astra", { input: 8, output: 40, cacheRead: 0.4, cacheWrite: 10 }],
    ["openai:gpt-6.2-sol", { input: 2, output: 10, cacheWrite: 2.5 }],
    ["openai:gpt-6.1-terra", { input: 1, output: 5, cacheWrite: 1.25 }],
    ["gemini:gemini-3.5-flash-lite", { input: 0.3, output: 2.5 }],
    ["gemini:gemini-3.8-flash", { input: 0.75, output: 3.75 }],
  ])("knows %s", (model, price) => expect(findPrice(model)).toMatchObject(price));

  it("knows no model that its provider has shut down", () => {
    expect(findPrice("gemini:gemini-2.5-pro")).toBeNull();
  });

  it("charges nothing for simulated and scripted members", () => {
    expect(computeCost(million, findPrice("simulated"))).toBe(0);
    expect(computeCost(million, findPrice("scripted"))).toBe(0);
  });

  it("never takes one model's price for another's whose name begins alike", () => {
    expect(findPrice("claude-sonnet-5-5")).not.toEqual(findPrice("claude-sonnet-5"));
    expect(findPrice("claude-sonnet-5-7")).toBeNull();
    expect(findPrice("gpt-5.6")).toBeNull();
  });

  it("never takes a provider's price for the same name elsewhere", () => {
    expect(findPrice("openai:gpt-5")).not.toBeNull();
    expect(findPrice("my-gateway:gpt-5")).toBeNull();
  });

  it("reads over a date at the end of an id", () => {
    expect(findPrice("claude-haiku-4-5-20251001")).toEqual(findPrice("anthropic:claude-haiku-4-5"));
    expect(findPrice("gpt-4o-2024-11-20")).toEqual(findPrice("gpt-4o"));
  });

  it("counts each token once at its own rate", () => {
    const usage = {
      uncached: 100_000,
      cacheRead: 200_000,
      cacheWrite: 40_000,
      output: 10_000,
      reasoning: 5_000,
    };
    // 0.1 × 4 + 0.2 × 0.2 + 0.04 × 5 + 0.01 × 20
    expect(computeCost(usage, findPrice("claude-opus-5-5"))).toBeCloseTo(0.84, 10);
  });

  it("charges the whole call at the tier its input passes", () => {
    const haiku = findPrice("claude-haiku-5-5");
    expect(computeCost({ ...million, uncached: 100_000 }, haiku)).toBeCloseTo(0.01, 10);
    expect(computeCost({ ...million, uncached: 50_000, cacheRead: 50_001 }, haiku)).toBeCloseTo(
      0.0275,
      6,
    );
  });

  it("charges cached tokens as input where their rate is unknown", () => {
    const price = { input: 2, output: 4 };
    expect(
      computeCost({ ...million, uncached: 0, cacheRead: 500_000, cacheWrite: 500_000 }, price),
    ).toBe(2);
  });

  it("puts a price of the user's own first, by spec or by id", () => {
    const own = { input: 1, output: 1 };
    expect(findPrice("ollama:llama3.3", { "ollama:llama3.3": own })).toBe(own);
    expect(findPrice("ollama:llama3.3", { "llama3.3": own })).toBe(own);
    expect(findPrice("openai:gpt-5", { "gpt-5": own })).toBe(own);
  });

  it("names every model once, dated, with reading never dearer than writing", () => {
    const names = PRICE_TABLE.map(({ provider, id }) => `${provider}:${id}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { asOf, price } of PRICE_TABLE) {
      expect(asOf).toMatch(/^2026-\d{2}-\d{2}$/);
      expect(price.input).toBeGreaterThan(0);
      expect(price.output).toBeGreaterThan(price.input);
      expect(price.cacheRead ?? 0).toBeLessThan(price.cacheWrite ?? price.input);
    }
  });
});
