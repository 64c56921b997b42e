import { expect, it } from "vitest";
import { figuresOf } from "../../scripts/debate-figures.ts";
import { seeds } from "./meetings.ts";

it.each([
  ["hiring", 20],
  ["investment", 20],
  ["hidden-profile", 20],
  ["trial", 15],
  ["memory-curation", 20],
  ["architecture-review", 6],
])(
  "meetings of %s seldom repeat themselves or one another, are brief, and answer what is asked",
  async (name, count) => {
    const figures = await figuresOf(name, seeds(count));
    expect(figures.repeated).toBeLessThanOrEqual(name === "trial" ? 0.05 : 0.03);
    expect(figures.messages).toBeGreaterThan(10);
    expect(figures.words).toBeLessThanOrEqual(35);
    expect(figures.words).toBeGreaterThan(10);
    expect(figures.toLast).toBeGreaterThanOrEqual(0.3);
    expect(figures.answered).toBeGreaterThanOrEqual(0.4);
    expect(figures.inAnotherSeed).toBeLessThanOrEqual(0.3);
    expect(figures.inAnotherSeed).toBeGreaterThan(0);
    expect([figures.away, figures.notShown]).toEqual([0, 0]);
  },
  300_000,
);
