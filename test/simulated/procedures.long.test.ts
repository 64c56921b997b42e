import { describe, expect, it } from "vitest";
import { iterationJudged } from "../../src/protocols/judges/report.ts";
import { swapWords } from "../../src/studies/swap.ts";
import { filedOf } from "../protocols/chamber-panel.ts";
import { hold, seeds, shipped } from "./meetings.ts";
import { breaches } from "./rules.ts";

describe("a trial", () => {
  it("convicts, acquits and hangs, and every juror votes by a reason of the script", async () => {
    const scenario = await shipped("trial");
    const ends = new Set<string>();
    const isIn = (reason: string, text: string | null) =>
      text?.toLowerCase().includes(reason.toLowerCase());
    const plays = Object.values(scenario.script!.plays);
    const afters = plays.flatMap(({ beats }) => Object.values(beats).map(({ after }) => after));
    const said = [...plays.map(({ reason }) => reason), ...afters].flatMap((by) =>
      Object.values(by ?? {}).flat(),
    );
    for (let seed = 1; ends.size < 3 && seed <= 40; seed++) {
      const { events, state } = await hold(scenario, seed);
      ends.add(state.outcome?.status === "hung" ? "hung" : (state.outcome?.side ?? "none"));
      for (const each of events)
        if (each.type === "ballot.cast" && each.verdict !== null)
          expect(said.some((reason) => isIn(reason, each.reasoning))).toBe(true);
    }
    expect([...ends].sort()).toEqual(["against", "for", "hung"]);
  }, 120_000);
});

describe("judges", () => {
  it("are asked again where they are unsure, and then draw anew, from one seed alike", async () => {
    const scenario = await shipped("code-review");
    const changes: number[] = [];
    let again = 0;
    for (const seed of seeds(20)) {
      const iterations = iterationJudged.readAll((await hold(scenario, seed)).state);
      if (seed === 3)
        expect(iterationJudged.readAll((await hold(scenario, seed)).state)).toEqual(iterations);
      const [first, second] = iterations;
      expect(first!.reached).toBe(second === undefined);
      if (second === undefined) continue;
      again += 1;
      for (const [id, { confidence }] of Object.entries(second.judges))
        changes.push(confidence! - first!.judges[id]!.confidence!);
    }
    expect(again).toBeGreaterThan(1);
    expect(again).toBeLessThan(20);
    expect(changes.some((change) => change !== 0)).toBe(true);
  });
});

describe("a chamber", () => {
  it("answers one another's points, changes stances, and has the differences put together", async () => {
    const scenario = await shipped("niche-decision");
    const refs = new Set(JSON.stringify(scenario.script).match(/[\w-]+\.md#L\d+/g));
    const labels = new Set<string | null>();
    let syntheses = 0;
    for (const seed of seeds(20)) {
      const { session } = filedOf((await hold(scenario, seed)).state);
      for (const { evidence, reasoning } of session.phase1) {
        expect(evidence.length).toBeGreaterThan(0);
        for (const { ref } of evidence) expect(refs).toContain(ref);
        expect(reasoning).not.toBe("");
      }
      for (const { label, panelist, finalStance, response } of session.phase2 ?? []) {
        labels.add(label);
        const own = session.phase1.find((each) => each.panelist === panelist)!;
        expect(finalStance === own.stance).toBe(label !== "revising");
        expect(response).not.toBe("");
      }
      syntheses += Number((session.arbitration?.text?.synthesis ?? "") !== "");
    }
    expect([...labels].sort()).toEqual([
      "confirming",
      "revising",
      "standing_by_with_counter_argument",
    ]);
    expect(syntheses).toBeGreaterThan(0);
  });
});

describe("exchanged words", () => {
  it("are exchanged in the sentences of members as in the documents", async () => {
    const scenario = await shipped("hiring");
    const subject = "Halvarin";
    const { scenario: blind } = swapWords(scenario, {
      "Ines Halvarin": "Person A",
      [subject]: "Person A",
      ...{ she: "they", her: "their", hers: "theirs", herself: "themself" },
    });
    expect(scenario.documents[0]!.text).toContain(subject);
    expect(blind.documents[0]!.text).not.toContain(subject);
    const words = (of: typeof scenario) =>
      JSON.stringify(
        Object.values(of.script!.plays).map(({ says, brief, last, beats }) => [
          ...[says, brief, last],
          ...Object.values(beats).map(({ me, by, after, thanks }) => [me, by, after, thanks]),
        ]),
      );
    expect(words(scenario)).toMatch(/\bshe\b/i);
    expect(words(blind)).not.toMatch(/\b(?:she|hers|herself)\b/i);
    expect(JSON.stringify(blind.script)).not.toContain(subject);
    const plain = await hold(scenario, 5);
    const { events, said } = await hold(blind, 5);
    expect(breaches(blind, events)).toEqual([]);
    for (const { content } of said) expect(content).not.toMatch(/\b(?:she|hers|herself)\b/i);
    // Nobody judges otherwise: the words alone are others.
    const stances = (all: typeof said) => all.map(({ speaker, verdict }) => [speaker, verdict]);
    expect(stances(said)).toEqual(stances(plain.said));
  });
});
