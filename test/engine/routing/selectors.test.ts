import { board, openMeeting, type Selector } from "boardroom";
import {
  type Candidate,
  drawFrom,
  leastSpoken,
  NATURAL_ANSWERS,
  natural,
  pickWeighted,
  preferAddressed,
  roundRobin,
  type Situation,
  select,
  shuffle,
  weighted,
} from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf } from "../../support/meetings.ts";
import { SELECTOR_CONFORMANCE } from "../../support/selector-conformance.ts";

function situation(turns: readonly number[], changes: Partial<Situation> = {}): Situation {
  const seats = ["a", "b", "c", "d", "e"].slice(0, turns.length);
  const candidates = seats.map((seat, index) => ({ seat, turns: turns[index]!, talkativeness: 1 }));
  return { candidates, seats, speakers: [], addressed: null, requested: null, ...changes };
}

describe.each([weighted, roundRobin, leastSpoken, natural, preferAddressed(weighted, 0.8)])(
  "$name",
  (selector) => {
    it.each(SELECTOR_CONFORMANCE)("$title", ({ check }) =>
      expect(() => check(selector)).not.toThrow(),
    );
  },
);

describe("weighted", () => {
  it.each([
    [
      [0, 0, 0],
      [10, 10, 10],
    ],
    [
      [3, 1, 0],
      [7, 9, 10],
    ],
    [
      [12, 9, 0],
      [1, 1, 10],
    ],
  ])("weighs turns %j as %j", (turns, weights) => {
    expect(weighted.weigh(situation(turns))).toEqual(weights);
  });

  it("draws in proportion to the weights", () => {
    const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
    for (let index = 0; index < 5_000; index++) {
      counts[
        select(weighted, situation([12, 9, 0]), drawFrom("seed", String(index), "speaker"))!.speaker
      ]! += 1;
    }
    expect(counts.c! / 5_000).toBeCloseTo(10 / 12, 1);
    expect(counts.a! / 5_000).toBeCloseTo(1 / 12, 1);
  });
});

describe("round-robin and least-spoken", () => {
  it("goes on after the last speaker in seat order, wherever a notice stood", () => {
    expect(select(roundRobin, situation([1, 1, 0], { speakers: ["b"] }), 0.9)?.speaker).toBe("c");
    expect(select(roundRobin, situation([1, 1, 1], { speakers: ["b", "c"] }), 0.9)?.speaker).toBe(
      "a",
    );
    expect(select(roundRobin, situation([0, 0, 0]), 0.9)?.speaker).toBe("a");
  });

  it("chooses among those with the fewest turns", () => {
    expect(leastSpoken.weigh(situation([2, 1, 1]))).toEqual([0, 1, 1]);
  });
});

describe("natural", () => {
  it("weighs by rank and favours whoever spoke before the last speaker", () => {
    const weights = natural.weigh(situation([0, 0, 0], { speakers: ["c", "a"] }));
    expect(weights).toEqual([1, 0.75, 0.84375]);
  });

  it("ranks by talkativeness, equals in seat order, and leaves out who is silent", () => {
    const { candidates, ...rest } = situation([0, 0, 0, 0, 0]);
    const talkative = candidates.map((each, index) => ({
      ...each,
      talkativeness: [1, 3, 0, 2, 3][index]!,
    }));
    const weights = natural.weigh({ ...rest, candidates: talkative });
    expect(weights).toEqual([0.421875, 1, 0, 0.5625, 0.75]);
  });

  it("lets whoever was spoken to answer in 85 of 100 turns", () => {
    expect(NATURAL_ANSWERS).toBe(0.85);
  });

  it("lets whoever was spoken to answer with the stated probability", () => {
    const weights = preferAddressed(natural, 0.85).weigh(situation([0, 0, 0], { addressed: "b" }));
    expect(weights[1]).toBeCloseTo(0.85, 10);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 10);
  });
});

/** A selector that answers a situation of any size with this. */
const giving = (weights: unknown): Selector => ({
  name: "own",
  why: "as given",
  weigh: () => weights as number[],
});

describe("a selector of one's own", () => {
  const five = situation([0, 0, 0, 0, 0]);
  const rest = "give one finite number, 0 or more, for each.";

  it.each<[string, unknown, string]>([
    ["too few weights", [1], "gave 1 weight for 5 candidates"],
    ["too many weights", [1, 1, 1, 1, 1, 1], "gave 6 weights for 5 candidates"],
    ["NaN", [1, Number.NaN, 1, 1, 1], 'gave NaN for "b", one of 5 candidates'],
    [
      "Infinity",
      [1, 1, Number.POSITIVE_INFINITY, 1, 1],
      'gave Infinity for "c", one of 5 candidates',
    ],
    ["a weight below 0", [-1, 1, 1, 1, 1], 'gave -1 for "a", one of 5 candidates'],
    ["text", [1, 1, 1, 1, "2"], 'gave "2" for "e", one of 5 candidates'],
    ["no weights at all", undefined, "gave undefined for 5 candidates"],
  ])("is refused by name for %s", (_, weights, told) => {
    for (const selector of [giving(weights), preferAddressed(giving(weights), 0.5)]) {
      for (const addressed of [null, "b"]) {
        const choose = () => select(selector, { ...five, addressed }, 0.5);
        expect(choose).toThrow(
          expect.objectContaining({
            code: "selector-invalid",
            message: expect.stringContaining(told),
          }),
        );
        expect(choose).toThrow(`Selector "own" ${told}; ${rest}`);
      }
    }
  });

  it("is named where it throws, and its error kept", () => {
    const boom = new Error("boom");
    const throwing: Selector = {
      ...giving([]),
      weigh() {
        throw boom;
      },
    };
    expect(() => select(preferAddressed(throwing, 0.5), five, 0.5)).toThrow(
      expect.objectContaining({
        code: "selector-invalid",
        message: expect.stringMatching(/^Selector "own" threw: boom\n/),
        cause: boom,
      }),
    );
  });

  it("may give a weight of 0, and lets nobody speak by giving nothing else", () => {
    expect(select(giving([0, 0, 1, 0, 0]), five, 0.9)?.speaker).toBe("c");
    expect(select(giving([0, 0, 0, 0, 0]), five, 0.9)).toBeNull();
  });

  it.each([
    ["one weight for everybody", giving([1])],
    ["NaN", { ...giving([]), weigh: ({ candidates }) => candidates.map(() => Number.NaN) }],
    [
      "a lookup that fails once somebody has withdrawn",
      {
        ...giving([]),
        weigh: ({ candidates, seats }) => seats.map((_, index) => candidates[index]!.turns + 1),
      },
    ],
    [
      "a situation turned round in place",
      {
        ...giving([]),
        weigh: ({ candidates }) =>
          (candidates as Candidate[]).reverse().map((each) => each.talkativeness),
      },
    ],
  ] satisfies [string, Selector][])("fails the conformance suite with %s", (_, selector) => {
    const passes = SELECTOR_CONFORMANCE.filter(({ check }) => {
      try {
        check(selector);
        return true;
      } catch {
        return false;
      }
    });
    expect(passes.length).toBeLessThan(SELECTOR_CONFORMANCE.length);
  });
});

describe("draws", () => {
  it("never draws a weight of 0, and always draws something where there is a weight", () => {
    const weights = fc.array(
      fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true })),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(
        weights,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (all, draw) => {
          const index = pickWeighted(all, draw);
          expect(index === null).toBe(all.every((weight) => weight === 0));
          if (index !== null) expect(all[index]).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("depends on seed, path and purpose alone", () => {
    expect(drawFrom("7", "3", "speaker")).toBe(drawFrom("7", "3", "speaker"));
    expect(
      new Set([
        drawFrom("7", "3", "speaker"),
        drawFrom("7", "4", "speaker"),
        drawFrom("8", "3", "speaker"),
        drawFrom("7", "3", "x"),
      ]).size,
    ).toBe(4);
  });

  it("tells apart seeds that differ only beyond the low eight bits of a character", () => {
    expect(drawFrom("Ł", "1", "speaker")).not.toBe(drawFrom("A", "1", "speaker"));
  });

  it("shuffles into a permutation", () => {
    expect(shuffle(["a", "b", "c", "d"], "7", "labels").toSorted()).toEqual(["a", "b", "c", "d"]);
  });
});

describe("why somebody is chosen", () => {
  const given = (weights: readonly number[]) =>
    select(giving(weights), situation(weights.map(() => 0)), 0.5);

  it("is that nobody else may speak where one alone may, and the selector's own reason elsewhere", () => {
    expect(given([3])).toMatchObject({ why: "no one else may speak", draw: null });
    expect(given([0, 3])).toMatchObject({ speaker: "b", why: "as given", draw: null });
    expect(given([3, 3])).toMatchObject({ why: "as given", draw: 0.5 });
  });
});

describe("two who address each other", () => {
  const TALK = ["ada", "ben"].map(
    (id) => [id, id === "ada" ? "Ben Birch" : "Dr. Ada Ash"] as const,
  );

  it("answer each other twice in a row, and then somebody else has the floor", async () => {
    const to = new Map<string, string>(TALK);
    const meeting = openMeeting({
      scenario: exampleScenario({
        limits: { messages: 20 },
        options: {
          openingBallot: false,
          selector: { answers: 1 },
          timeKeeper: { reminderEvery: 90 },
        },
      }),
      protocol: board,
      seed: 3,
      createModel: ({ id }) =>
        scriptedModel(
          Array.from(
            { length: 60 },
            () =>
              ({ instruction }: { instruction: string }) =>
                instruction.includes('-vote"')
                  ? reply({ verdict: "YES" })
                  : reply({ content: "And you?", to: to.get(id) ?? null }),
          ),
        ),
    });
    await meeting.run();
    const speakers = eventsOf(meeting.journal.events, "message.spoken").map(
      ({ speaker }) => speaker,
    );
    expect(speakers.join(" ")).toContain("ada ben ada");
    expect(speakers.join(" ")).not.toMatch(/ada ben ada ben|ben ada ben ada/);
    expect(speakers.filter((speaker) => speaker === "cleo").length).toBeGreaterThan(3);
  });
});

describe("a member that passes", () => {
  it("is asked again when the others have passed, also if one of them is silent", async () => {
    const meeting = openMeeting({
      scenario: exampleScenario({
        limits: { messages: 12 },
        options: {
          openingBallot: false,
          closingBallot: false,
          selector: { talkativeness: { cleo: 0 } },
        },
      }),
      protocol: board,
      seed: 5,
      createModel: () => scriptedModel(Array.from({ length: 40 }, () => reply({ pass: true }))),
    });
    await meeting.run();
    const passed = eventsOf(meeting.journal.events, "turn.passed").map(({ speaker }) => speaker);
    expect(passed.filter((id) => id === "ben").length).toBeGreaterThan(2);
    expect(passed).not.toContain("cleo");
  });

  it("is not asked again before the others have been asked, or somebody speaks", async () => {
    const meeting = openMeeting({
      scenario: exampleScenario({
        limits: { messages: 60 },
        options: { openingBallot: false, closingBallot: false },
      }),
      protocol: board,
      seed: 5,
      createModel: ({ id }) => {
        let turn = 0;
        return scriptedModel(
          Array.from({ length: 90 }, () => () => {
            turn += 1;
            const hasWords = id === "ada" && turn % 4 === 0;
            return reply(hasWords ? { content: `Point ${turn}.` } : { pass: true });
          }),
        );
      },
    });
    await meeting.run();
    const passes = new Map([
      ["ada", 0],
      ["ben", 0],
      ["cleo", 0],
    ]);
    let most = 0;
    for (const event of meeting.journal.events) {
      if (event.type === "message.spoken") for (const id of passes.keys()) passes.set(id, 0);
      if (event.type !== "turn.passed") continue;
      const count = (passes.get(event.speaker) ?? 0) + 1;
      passes.set(event.speaker, count);
      expect(count - Math.min(...passes.values())).toBeLessThanOrEqual(1);
      most = Math.max(most, count);
    }
    expect(most).toBeGreaterThan(1);
  });
});
