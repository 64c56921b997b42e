import { expect, it } from "vitest";
import { oddsRatio } from "../../src/studies/validation/hidden-profile.ts";

it("a ratio of odds has half a case added to each cell, and Woolf's interval", () => {
  // 9.5/1.5 over 3.5/7.5: 13.57; error √(1/9.5 + 1/1.5 + 1/3.5 + 1/7.5) = 1.0911.
  const { observed, interval } = oddsRatio([9, 10], [3, 10]);
  expect(observed).toBeCloseTo(13.571, 3);
  expect(interval?.low).toBeCloseTo(13.571 / Math.exp(1.96 * 1.0911), 2);
});
