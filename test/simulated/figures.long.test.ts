import { expect, it } from "vitest";
import { figuresOf } from "../../scripts/debate-figures.ts";
import { seeds } from "./meetings.ts";

it.each([
  ["hiring", 20],
  ["investment", 20],
  ["hidden-profile", 20],
  ["trial", 12],
  ["memory-curation", 20],
])(
  "in meetings of %s what members hear changes their minds, and the addressed member answers",
  async (name, count) => {
    const { shares, words, paper, shared } = await figuresOf(name, seeds(count));
    const [, median = 0, long = 0] = words;
    expect(median).toBeGreaterThan(8);
    expect(long).toBeLessThanOrEqual(75);
    expect(shared).toBeGreaterThan(0);
    expect(shared).toBeLessThanOrEqual(0.3);
    expect(shares.crux.value).toBe(1);
    expect(shares.reason.value).toBe(1);
    expect(shares.spoken.value).toBe(1);
    if (name !== "memory-curation") expect(shares.next.value).toBeGreaterThanOrEqual(0.7);
    expect(paper).toBe(0);
  },
  300_000,
);
