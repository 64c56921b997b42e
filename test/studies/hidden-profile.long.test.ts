import { describe, expect, it } from "vitest";
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
