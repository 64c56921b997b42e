import { describe, expect, it } from "vitest";
import { oddsRatio } from "../../src/studies/validation/hidden-profile.ts";
import { cli } from "../cli/cli.ts";

describe("the hidden profile", () => {
  it("has simulated members choose as all facts show where all have them, and seldom where they are split", async () => {
    const asked = ["validate", "--only", "hidden-profile", "--meetings", "12", "--format", "json"];
    const { out } = await cli(asked);
    const { tables } = JSON.parse(out) as {
      tables: { use: string; rows: { what: string; observed: number; n: number }[] }[];
    };
    expect(tables.map(({ use }) => use)).toEqual(["hold-out"]);
    const [full, split, odds, gap] = tables[0]?.rows ?? [];
    expect(full).toMatchObject({ what: "all facts to all: chose what all facts show", n: 12 });
    expect(full?.observed).toBeGreaterThanOrEqual(0.75);
    expect(split?.observed).toBeLessThanOrEqual(0.5);
    expect(odds?.observed).toBeGreaterThan(4);
    // Of what one member alone was given less is said aloud than of what all were.
    expect(gap?.observed).toBeGreaterThan(0.1);
  });
});

it("a ratio of odds has half a case added to each cell, and Woolf's interval", () => {
  // 9.5/1.5 over 3.5/7.5: 13.57; error √(1/9.5 + 1/1.5 + 1/3.5 + 1/7.5) = 1.0911.
  const { observed, interval } = oddsRatio([9, 10], [3, 10]);
  expect(observed).toBeCloseTo(13.571, 3);
  expect(interval?.low).toBeCloseTo(13.571 / Math.exp(1.96 * 1.0911), 2);
});
