import { drawFrom } from "boardroom/extend";
import { expect, test } from "vitest";
import { createEarlyStop, halfWidth, STOP_ERROR } from "../../src/studies/holding/jobs.ts";

const seeds = Array.from({ length: 3_000 }, (_, index) => index + 1);

/** Where a study of these shares stops; `order` is in which the seeds end. */
function stopOf(shares: Readonly<Record<string, number>>, name: string, order: readonly number[] = seeds) {
  const cells = Object.keys(shares);
  const stop = createEarlyStop({ outcome: 0.1 }, seeds, cells);
  for (const seed of order)
    for (const cell of cells) {
      const stopped = stop.add(cell, seed, drawFrom(name, `${cell}/${seed}`, "outcome") < (shares[cell] ?? 0));
      if (stopped) return stopped;
    }
  return null;
}

test("an interval narrows as results come in, and holds more than one that looks once", () => {
  // B(6, 6) / p^5 (1-p)^5 = 20 has its roots at .129 and .871, found by hand.
  expect(halfWidth(5, 5, 0.05)).toBeCloseTo(0.371, 3);
  expect(halfWidth(50, 50, 0.05)).toBeGreaterThan(1.96 * Math.sqrt(0.25 / 100));
  expect(halfWidth(500, 500, 0.05)).toBeLessThan(0.07);
  expect([halfWidth(0, 0, 0.05), halfWidth(100, 0, 0.05) < 0.05]).toEqual([0.5, true]);
});

test("a study stops for all its cells together, at the same seed whichever meetings end first", () => {
  const shares = { a: 0.5, b: 0.05 };
  const stopped = stopOf(shares, "one");
  expect(stopped?.seeds).toBeGreaterThan(100);
  const shuffled = seeds.map((_, index) => seeds[(index * 7 + 3) % seeds.length] ?? 0);
  expect(stopOf(shares, "one", shuffled)?.seed).toBe(stopped?.seed);
});

test("where it stops, the share is within its interval as often as the rule says", () => {
  const runs = 200;
  let wrong = 0;
  for (let run = 0; run < runs; run++) {
    const stop = createEarlyStop({ outcome: 0.1 }, seeds, ["a"]);
    let [yes, no] = [0, 0];
    for (const seed of seeds) {
      const isFor = drawFrom(`run ${run}`, String(seed), "outcome") < 0.3;
      isFor ? yes++ : no++;
      if (!stop.add("a", seed, isFor)) continue;
      if (Math.abs(yes / (yes + no) - 0.3) > 0.1) wrong++;
      break;
    }
  }
  expect(wrong / runs).toBeLessThanOrEqual(STOP_ERROR);
});
