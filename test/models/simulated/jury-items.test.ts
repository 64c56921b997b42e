import { describe, expect, it } from "vitest";
import { disagree, itemsIn, repeat } from "../../../src/protocols/jury/simulated/items.ts";

const item = (text: string) => itemsIn(`o1: ${text}`)[0]!;

describe("two items of a sheet", () => {
  it.each([
    ["The nightly build takes about 40 minutes.", "The nightly build takes 22 minutes since it was split."],
    ["The team deploys on Thursdays only.", "The team deployed on Monday and Tuesday; there is no fixed day."],
    ["The cache is cleared at night.", "The cache is not cleared at night."],
  ])("disagree: %s / %s", (one, other) => {
    expect(disagree(item(one), item(other))).toBe(true);
    expect(disagree(item(other), item(one))).toBe(true);
    expect(repeat(item(one), item(other))).toBe(false);
  });

  it("repeat one another where they are alike in two things", () => {
    const one = item("Service beacon owns the customer addresses, and every other service must ask it.");
    const other = item("Customer addresses are mastered in beacon; copies are caches of at most one hour.");
    expect(repeat(one, other)).toBe(true);
    expect(disagree(one, other)).toBe(false);
  });

  it.each([
    [
      "The key of the staging map provider expires at the end of June.",
      "Staging calls to the map provider fail at random, for the network.",
    ],
    [
      "The name core means the new billing library.",
      "The migration to the new billing library will be finished by May.",
    ],
    ["The user prefers short answers.", "The user wants long reports with tables."],
  ])("are of two things: %s / %s", (one, other) => {
    expect(repeat(item(one), item(other))).toBe(false);
    expect(disagree(item(one), item(other))).toBe(false);
  });

  it("drafted by a foreperson are compared by their topics, not by what every draft says", () => {
    const draft = (topic: string, line: number) =>
      item(`On "${topic}" the meeting rests on "words" (line ${line}), and keeps what was doubted open.`);
    expect(disagree(draft("Price", 3), draft("Staff", 8))).toBe(false);
  });
});
