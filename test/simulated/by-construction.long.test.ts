import type { Scenario } from "boardroom";
import { expect, it } from "vitest";
import { createCast } from "../../src/simulated/cast.ts";
import { compileStage, findLine } from "../../src/simulated/stage.ts";
import { hold, notSent, seeds, shipped } from "./meetings.ts";
import { breaches } from "./rules.ts";
import { smallPlay } from "./small-play.ts";

async function holdAll(scenario: Scenario, all: readonly number[]) {
  const found: string[] = [];
  const counts = { ballots: 0, questions: 0, changes: 0, addressed: 0 };
  for (const seed of all) {
    const unsent: string[] = [];
    const { events, said } = await hold(scenario, seed, {
      asked: (each) => unsent.push(...notSent(each)),
    });
    found.push(...breaches(scenario, events).map((each) => `seed ${seed}, ${each}`));
    found.push(...unsent.map((ref) => `seed ${seed}, not sent: ${ref}`));
    counts.ballots += events.filter(({ type }) => type === "ballot.cast").length;
    for (const { content, movedBy, to } of said) {
      counts.questions += Number(content.includes("?"));
      counts.addressed += Number(to !== null);
      counts.changes += Number(movedBy !== undefined);
    }
  }
  return { found, counts };
}

const TRIAL = { protocol: "jury", options: { trial: { burden: "none", maxBallots: 4 } } };

it.each([
  ["a small board", async () => smallPlay(), 60],
  ["a small trial", async () => smallPlay(TRIAL), 40],
  ["the hidden profile", () => shipped("hidden-profile"), 60],
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
    const { found, counts } = await holdAll(scenario, seeds(count));
    expect(found).toEqual([]);
    // Each rule had something to hold.
    expect(counts.ballots).toBeGreaterThan(count);
    if (["judges", "chamber"].includes(scenario.protocol)) return;
    expect(counts.questions).toBeGreaterThan(count / 2);
    expect(counts.addressed).toBeGreaterThan(count / 4);
    if (scenario.protocol === "board") expect(counts.changes).toBeGreaterThan(count / 2);
  },
  300_000,
);

it("a juror whose crux was met before its opening opens with the same verdict for another reason", async () => {
  const scenario = await shipped("trial");
  const { plays, lines } = compileStage(scenario.script!);
  let swapped = 0;
  for (const seed of seeds(6)) {
    const { said } = await hold(scenario, seed);
    const played = { ...scenario, script: scenario.script! };
    const { players } = createCast(played, String(seed));
    for (const [at, { speaker, content }] of said.entries()) {
      const line = findLine(lines, content);
      const drawn = players.get(speaker)!.play!;
      if (line?.kind !== "opening" || line.thread === drawn) continue;
      swapped += 1;
      expect(plays).toContain(line.thread);
      expect(line.thread!.play!.verdict).toBe(drawn.play!.verdict);
      const before = said.slice(0, at).flatMap((each) => findLine(lines, each.content)?.beat ?? []);
      const quoted = before.flatMap(({ file }) => file.cite.map(({ ref }) => ref));
      const isMet = [...drawn.beats.values()].some(
        (beat) => before.includes(beat) || beat.file.cite.some(({ ref }) => quoted.includes(ref)),
      );
      expect(isMet).toBe(true);
    }
  }
  expect(swapped).toBeGreaterThan(3);
}, 60_000);
