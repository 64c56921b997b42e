import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { reserveTokens } from "../../src/models/pricing/estimate.ts";
import { estimateTokens } from "../../src/models/pricing/prices.ts";

const SAMPLES: readonly (readonly [string, string])[] = [
  ["prose and figures", readFileSync("scenarios/hiring/resume.md", "utf8")],
  ["a financial table", readFileSync("scenarios/investment/memo.md", "utf8")],
  ["code", readFileSync("bench/bare-loop.ts", "utf8")],
  ["JSON", readFileSync("package.json", "utf8")],
  ["German", "Die Veröffentlichungsliste der Bewerberin überzeugt in allen Belangen. ".repeat(20)],
  ["Chinese", "我们认为这个候选人的研究记录非常深入。".repeat(30)],
];

describe("reservedTokens", () => {
  test.each(SAMPLES)("lies above the rule of thumb for %s, and not far above it", (_, text) => {
    expect(reserveTokens(text)).toBeGreaterThanOrEqual(estimateTokens(text));
    expect(reserveTokens(text)).toBeLessThan(1.6 * estimateTokens(text));
  });

  test("reserves nothing for no text", () => {
    expect(reserveTokens("")).toBe(0);
  });
});
