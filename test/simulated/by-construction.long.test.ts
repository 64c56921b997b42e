import { expect, it } from "vitest";
import { seeds, shipped } from "./meetings.ts";
import { saysPlays } from "./play-rules.ts";
import { broken } from "./private-half.ts";
import { smallCase, TRIAL } from "./small-case.ts";
import { smallPlay } from "./small-play.ts";

it.each([
  ["a board that says plays", async () => smallPlay(), 60],
  ["a board half of whose points are private", async () => smallCase(), 100],
  ["the hidden profile", () => shipped("hidden-profile"), 100],
  ["a trial half of whose points are private", async () => smallCase(TRIAL), 40],
  ["the board of hiring", () => shipped("hiring"), 20],
  ["the board of investment", () => shipped("investment"), 20],
  ["the trial", () => shipped("trial"), 15],
  ["the curators", () => shipped("memory-curation"), 20],
  ["the judges", () => shipped("code-review"), 60],
  ["the chamber", () => shipped("niche-decision"), 60],
  ["the rounds", () => shipped("architecture-review"), 3],
] as const)(
  "%s breaks no rule that holds by construction, over all its seeds",
  async (_, load, count) => {
    const scenario = await load();
    const { found, counts } = await broken(scenario, seeds(count));
    expect(found).toEqual([]);
    // Each rule had something to hold.
    expect(counts.ballots).toBeGreaterThan(count);
    if (["judges", "chamber"].includes(scenario.protocol)) return;
    expect(counts.questions).toBeGreaterThan(count / 2);
    expect(counts.answers).toBeGreaterThan(count / 4);
    if (scenario.protocol === "board") expect(counts.changes).toBeGreaterThan(count / 2);
    if (!scenario.private || scenario.protocol !== "board" || saysPlays(scenario)) return;
    if (scenario.name === "hidden-profile") expect(counts.passedOn).toBeGreaterThan(count / 20);
  },
  300_000,
);
