import { describe, expect, it } from "vitest";
import type { Frames } from "../../../src/models/simulated/frames/frame.ts";
import { PLAIN } from "../../../src/models/simulated/frames/plain.ts";
import { MANNERS } from "../../../src/models/simulated/frames/stock.ts";
import { MISSING } from "../../../src/models/simulated/frames/wishes.ts";
import { hold, readScenario } from "./harness.ts";

const ALL: readonly Frames[] = [PLAIN, ...Object.values(MANNERS)];

describe("wishes of simulated members", () => {
  it("are known, told, heard or written down only where they can be", () => {
    const telling =
      /\b(?:to know|knowing|[Tt]ell me|tells me|wrote down|to hear|establish|to find out|wondering|[Uu]nknown)\b/;
    for (const frame of ALL.flatMap(({ want }) => want))
      if (telling.test(frame)) expect(frame).toMatch(/\{mk\}/);
  });

  it("are sent, read or unfolded only where they are on paper", () => {
    for (const frame of ALL.flatMap(({ want }) => want))
      if (/\b(?:read|send|document|unfold|[Uu]nroll|next to my)\b/i.test(frame))
        expect(frame).toMatch(/\{mp\}/);
  });

  it("that can be told are told of one thing by name", () => {
    for (const fact of Object.values(MISSING).flatMap(({ facts }) => facts)) expect(fact).toMatch(/^the /);
  });

  it("offer for every kind of passage two things to be told and two to be shown", () => {
    for (const { facts, papers } of Object.values(MISSING)) {
      expect(facts.length).toBeGreaterThanOrEqual(2);
      expect(papers.length).toBeGreaterThanOrEqual(2);
    }
  });
});

describe("what simulated members say they miss", async () => {
  const said: string[] = [];
  for (const name of ["hiring", "investment"])
    for (const seed of [1, 2, 3, 4])
      said.push(...(await hold(readScenario(name), seed)).said.map(({ content }) => content));

  it.each([
    ["{mk}", Object.values(MISSING).flatMap(({ facts }) => facts)],
    ["{mp}", Object.values(MISSING).flatMap(({ papers }) => papers)],
  ])("is made for the slot %s", (slot, fitting) => {
    const frames = ALL.flatMap(({ want }) => want).filter((frame) => frame.includes(slot));
    const missed = frames.flatMap((frame) => {
      const [before, after] = frame.split(slot) as [string, string];
      return said
        .filter((content) => content.includes(before) && before !== "")
        .map((content) => content.slice(content.indexOf(before) + before.length))
        .map((rest) => rest.slice(0, rest.indexOf(after)));
    });
    expect(missed.length).toBeGreaterThan(5);
    expect(missed.filter((each) => !fitting.includes(each))).toEqual([]);
  });
});

describe("a sentence that opens an answer", () => {
  it("announces no number, no second part and no distinction that does not come", () => {
    for (const frame of ALL.flatMap(({ answer }) => answer))
      expect(frame).not.toMatch(
        /\bnumber|limits|two\b|longer|one conclusion|adjective|established|the sum\b|odds|qualified|empirical/,
      );
  });
});
