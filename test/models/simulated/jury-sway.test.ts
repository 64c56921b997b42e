import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barOf, burdenIn } from "../../../src/models/simulated/burden.ts";
import { chargeWords } from "../../../src/protocols/jury/charge.ts";
import { juryOptions, type TrialOptions } from "../../../src/protocols/jury/options.ts";
import { type Sway, swayOf } from "../../../src/protocols/jury/simulated/sway.ts";
import { exampleScenario } from "../../../src/testing/example-scenario.ts";

function burdenOf(burden: TrialOptions["burden"]) {
  const { trial } = juryOptions.parse({ trial: { burden } });
  return burdenIn([{ role: "user", parts: [chargeWords(exampleScenario(), trial!)] }])!;
}

const share = fc.integer({ min: 0, max: 11 }).map((others) => others / 11);
const sway = fc.record({
  side: fc.constantFrom("for" as const, "against" as const),
  share,
  bends: fc.constantFrom(burdenOf("reasonable-doubt").bends, burdenOf("preponderance").bends),
  stubbornness: fc.double({ min: 0, max: 1, noNaN: true }),
  moved: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
});

describe("the pull of a count", () => {
  it("is a probability, and nothing on a jury that agrees", () => {
    fc.assert(
      fc.property(sway, (one) => {
        expect(swayOf(one)).toBeGreaterThanOrEqual(0);
        expect(swayOf(one)).toBeLessThan(1);
        expect(swayOf({ ...one, share: 0 })).toBe(0);
      }),
    );
  });

  it("is never less from more on the other side, nor on a less stubborn juror", () => {
    fc.assert(
      fc.property(sway, share, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, stubbornness) => {
        const [less, more] = one.share < other ? [one.share, other] : [other, one.share];
        expect(swayOf({ ...one, share: more })).toBeGreaterThanOrEqual(swayOf({ ...one, share: less }));
        const [soft, firm] = [
          Math.min(one.stubbornness, stubbornness),
          Math.max(one.stubbornness, stubbornness),
        ];
        expect(swayOf({ ...one, stubbornness: soft })).toBeGreaterThanOrEqual(
          swayOf({ ...one, stubbornness: firm }),
        );
      }),
    );
  });

  it("is the stronger the more of what was said spoke for the other side", () => {
    const one: Sway = {
      side: "against",
      share: 0.6,
      bends: burdenOf("none").bends,
      stubbornness: 0.5,
      moved: 0,
    };
    expect(swayOf({ ...one, moved: 0.03 })).toBeGreaterThan(swayOf(one));
    expect(swayOf({ ...one, side: "for", moved: -0.03 })).toBeGreaterThan(swayOf({ ...one, side: "for" }));
  });

  it("is stronger towards acquittal under reasonable doubt, and the same both ways by preponderance", () => {
    const towards = (side: Sway["side"], burden: TrialOptions["burden"]) =>
      swayOf({ side, share: 6 / 11, bends: burdenOf(burden).bends, stubbornness: 0.5, moved: 0 });
    expect(towards("for", "reasonable-doubt")).toBeGreaterThan(1.5 * towards("against", "reasonable-doubt"));
    expect(towards("for", "clear-and-convincing")).toBeGreaterThan(towards("against", "clear-and-convincing"));
    for (const burden of ["preponderance", "none"] as const) {
      expect(towards("for", burden)).toBe(towards("against", burden));
    }
  });
});

it("every charge is known by its words, and asks the more the heavier its burden", () => {
  const bars = (["reasonable-doubt", "clear-and-convincing", "preponderance"] as const).map((burden) =>
    barOf(burdenOf(burden), "meeting:juror"),
  );
  expect(bars[0]).toBeGreaterThan(bars[1]!);
  expect(bars[1]).toBeGreaterThan(bars[2]!);
});

it("jurors reckon with nothing that one engine may round otherwise than another", () => {
  const folder = new URL("../../../src/protocols/jury/simulated/", import.meta.url);
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(5);
  for (const name of files) {
    const used = readFileSync(new URL(name, folder), "utf8").match(
      /Math\.(?!max|min|floor|round|abs|sqrt|sign|imul)\w+/g,
    );
    expect(used ?? [], name).toEqual([]);
  }
});
