import { describe, expect, it } from "vitest";
import { PLAIN } from "../../../src/models/simulated/frames/plain.ts";
import { allFrames, MANNERS } from "../../../src/models/simulated/frames/stock.ts";
import { MISSING } from "../../../src/models/simulated/frames/wishes.ts";
import { keyOf, tracesIn } from "../../../src/models/simulated/trace.ts";
import { voiceOf } from "../../../src/models/simulated/voice.ts";
import { seatOf } from "./harness.ts";

const SLOTS = new Set("who h H q l L c m mk mp v s r rl n y z a b g x".split(" "));

describe("frames", () => {
  it("can each be told by four plain words in a row", () => {
    expect(allFrames().filter((frame) => keyOf(frame) === 0)).toEqual([]);
  });

  it("are known again in what was said with them", () => {
    for (const frame of Object.values(PLAIN).flat()) {
      const said = frame.replace(/\{\w+\}/g, "Somebody");
      expect(tracesIn(said)).toContain(keyOf(frame));
    }
  });

  it("use slots that exist", () => {
    const slots = allFrames().flatMap((frame) => [...frame.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot!));
    expect(slots.filter((slot) => !SLOTS.has(slot))).toEqual([]);
  });

  it("stand in the stock once each", () => {
    expect(new Set(allFrames()).size).toBe(allFrames().length);
  });

  it("offer every manner something for every move", () => {
    for (const frames of Object.values(MANNERS))
      for (const list of Object.values(frames)) expect(list.length).toBeGreaterThanOrEqual(2);
  });

  it("wish for things that can be named after a verb", () => {
    for (const wish of Object.values(MISSING).flatMap(({ facts, papers }) => [...facts, ...papers]))
      expect(wish).not.toMatch(/^(?:whether|how|what|who|where) /);
  });
});

describe("voice", () => {
  it("tells the members of the shipped boards apart", () => {
    const manners = (ids: readonly string[]) => ids.map((id) => voiceOf(seatOf(id, "member").persona).manner);
    const hiring = manners(["sarah-chen", "michael-rodriguez", "emily-watson", "james-kumar", "lisa-thompson"]);
    const investment = manners([
      "ingrid-falk",
      "tunde-bakare-lowe",
      "haruka-minagawa",
      "rosa-iturbide",
      "gareth-penhallow",
    ]);
    expect(new Set(hiring).size).toBe(5);
    expect(new Set(investment).size).toBe(5);
  });

  it("takes convictions from what a persona's background says convinces it", () => {
    const { convinced, worried } = voiceOf(seatOf("sarah-chen", "member").persona);
    expect(convinced.map(({ text }) => text)).toContain("a correction published before anyone demanded it");
    expect(worried.map(({ text }) => text)).toContain("headline gains without an ablation");
  });
});
