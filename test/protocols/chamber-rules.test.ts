import { describe, expect, it } from "vitest";
import type { PanelAnswer } from "../../src/protocols/chamber/facts.ts";
import { createCase, explainExcess } from "../../src/protocols/chamber/instruction-data.ts";
import { chamberOptions, checkChamber } from "../../src/protocols/chamber/options.ts";
import {
  createOutcome,
  type Final,
  listReasonsToCross,
  rateDissent,
} from "../../src/protocols/chamber/positions.ts";
import { exampleScenario } from "../support/example-scenario.ts";
import { says, sessionHeld } from "./chamber-panel.ts";

const VERDICTS = [
  { id: "GO", side: "for" },
  { id: "NEED_MORE_DATA", side: "neutral" },
  { id: "NO_GO", side: "against" },
] as const;

function answer(
  stance: string,
  confidence: number | null = 0.8,
  refs: readonly string[] = [],
): PanelAnswer {
  return {
    panelist: "ada",
    model: "scripted",
    status: "ok",
    stance,
    reasoning: "So.",
    confidence,
    confidenceAsGiven: confidence,
    evidence: refs.map((ref) => ({ ref, quote: "", says: "" })),
    raw: "",
    flags: [],
    error: null,
  };
}

const finals = (...given: readonly (readonly [string, number | null])[]): Final[] =>
  given.map(([stance, confidence], index) => ({ panelist: `p${index}`, stance, confidence }));

async function panel(
  given: readonly (readonly [stance: string, confidence: unknown])[],
  arbitration: Readonly<Record<string, unknown>> = {},
) {
  const { members } = exampleScenario();
  const seats = ["ada", "ben", "cleo"].slice(0, given.length);
  const replies = seats.map((seat, at) => {
    const [stance = "", confidence] = given[at] ?? [];
    return [seat, says(stance, { confidence })] as const;
  });
  const { session } = await sessionHeld(
    { ...Object.fromEntries(replies), arbiter: { arbitration: [arbitration] } },
    {},
    { members: members.slice(0, given.length) },
  );
  return session;
}

/** How the first of a panel is read. */
async function readAs(stance: string, confidence: unknown = 0.8) {
  const { phase1 } = await panel([
    [stance, confidence],
    ["GO", 0.8],
    ["GO", 0.8],
  ]);
  return phase1.find(({ panelist }) => panelist === "ada");
}

const AGREED = [
  ["GO", 0.8],
  ["GO", 0.8],
  ["GO", 0.8],
] as const;

describe("a stance", () => {
  it.each([
    ["GO", "GO"],
    ["go.", "GO"],
    ["No-Go", "NO_GO"],
    ["need more data", "NEED_MORE_DATA"],
    ["unclear", "UNCLEAR"],
    ["not go", null],
    ["GO, but no", null],
    ["", null],
    ["pro", null],
  ])("%j is %j", async (text, stance) =>
    expect(await readAs(text)).toMatchObject(
      stance === null ? { stance: "UNCLEAR", status: "unparsed" } : { stance, status: "ok" },
    ),
  );
});

describe("a confidence", () => {
  it.each([
    [0.7, 0.7],
    [0, 0],
    [1, 1],
    ["1", 1],
    ["1.0", 1],
    ["1/1", 1],
    ["100 %", 1],
    ["1/10", 0.1],
    [0.99, 0.99],
    [2, 0.2],
    [10, 1],
    [11, 0.11],
    [7, 0.7],
    [70, 0.7],
    ["7/10", 0.7],
    ["70%", 0.7],
    ["70 percent", 0.7],
    ["0,7", 0.7],
    ["8 out of 10", 0.8],
    [-0.1, null],
    [101, null],
    ["high", null],
    ["7/0", null],
    [null, null],
  ])("%j is %j", async (given, read) => expect((await readAs("GO", given))?.confidence).toBe(read));

  it.each([
    [8, 8],
    [7.5, 7.5],
    ["8/10", 8],
    ["80 %", 8],
    [80, 8],
    [0, 0],
    [-1, null],
    [101, null],
    ["sure", null],
    [undefined, null],
  ])("of a synthesis, %j, is %j out of 10", async (confidence, read) =>
    expect((await panel(AGREED, { confidence })).arbitration?.confidence).toBe(read),
  );
});

describe("divergence", () => {
  const kinds = (answers: readonly PanelAnswer[]) =>
    listReasonsToCross(answers, null).map(({ kind }) => kind);

  it("is there where stances differ, an unclear one from a definite one too", () => {
    expect(kinds([answer("GO"), answer("NO_GO")])).toEqual(["stance"]);
    expect(kinds([answer("GO"), answer("UNCLEAR", null)])).toEqual(["stance"]);
    expect(kinds([answer("UNCLEAR", null), answer("UNCLEAR", null)])).toEqual([]);
  });

  it("is there above 30 points of confidence, and not at 30 exactly", () => {
    expect(0.9 - 0.6).not.toBe(0.3);
    expect(kinds([answer("GO", 0.9), answer("GO", 0.6)])).toEqual([]);
    expect(kinds([answer("GO", 0.8), answer("GO", 0.5)])).toEqual([]);
    expect(kinds([answer("GO", 0.91), answer("GO", 0.6)])).toEqual(["confidence"]);
    expect(kinds([answer("GO", 0.91), answer("GO", null)])).toEqual([]);
  });

  it("is there where a classifier says so, for either of its two reasons", () => {
    const alike = [answer("GO"), answer("GO")];
    const reading = { differentFacts: false, meaningfulDifference: false, topics: [] };
    expect(
      listReasonsToCross(alike, { ...reading, differentFacts: true }).map(({ kind }) => kind),
    ).toEqual(["facts"]);
    expect(
      listReasonsToCross(alike, { ...reading, meaningfulDifference: true }).map(({ kind }) => kind),
    ).toEqual(["meaning"]);
    expect(listReasonsToCross(alike, reading)).toEqual([]);
  });
});

/** Panels by how far they disagree. */
const PANELS = {
  low: [
    ["GO", 0.9],
    ["GO", 0.6],
    ["GO", 0.8],
  ],
  medium: [
    ["GO", 0.9],
    ["GO", 0.9],
    ["NO_GO", 0.49],
  ],
  high: [
    ["GO", 0.1],
    ["NEED_MORE_DATA", 0.1],
    ["NO_GO", 0.1],
  ],
} as const;

describe("dissent", () => {
  it.each([
    ["one stance within 30 points", "low", PANELS.low],
    [
      "one stance further apart",
      "medium",
      [
        ["GO", 0.95],
        ["GO", 0.6],
      ],
    ],
    ["one dissenter less than half sure", "medium", PANELS.medium],
    [
      "one dissenter half sure",
      "high",
      [
        ["GO", 0.9],
        ["GO", 0.9],
        ["NO_GO", 0.5],
      ],
    ],
    [
      "one dissenter who tells no confidence",
      "high",
      [
        ["GO", 0.9],
        ["GO", 0.9],
        ["NO_GO", null],
      ],
    ],
    ["three stances", "high", PANELS.high],
    [
      "one against one",
      "high",
      [
        ["GO", 0.1],
        ["NO_GO", 0.1],
      ],
    ],
  ] as const)("%s is %s", async (_, level, given) =>
    expect((await panel(given)).arbitration?.dissent).toBe(level),
  );
});

describe("the recommended action", () => {
  it.each([
    [8, "low", "proceed"],
    [7.9, "low", "proceed_with_caveats"],
    [9, "medium", "proceed_with_caveats"],
    [5, "low", "proceed_with_caveats"],
    [4.9, "low", "require_further_investigation"],
    [10, "high", "require_further_investigation"],
    [null, "low", "require_further_investigation"],
  ] as const)("at %s with %s dissent is %s", async (confidence, dissent, action) =>
    expect((await panel(PANELS[dissent], { confidence })).arbitration).toMatchObject({
      dissent,
      action,
    }),
  );
});

describe("the outcome", () => {
  const text = {} as never;
  const reading = (outcome: string, given: readonly Final[]) =>
    createOutcome({ verdicts: [...VERDICTS] }, given, {
      text,
      outcome,
      dissent: rateDissent(given),
    });

  it("is what the arbiter reads where more than half hold it", () => {
    const two = finals(["GO", 1], ["GO", 1], ["NO_GO", 0.4]);
    expect(reading("GO", two)).toMatchObject({
      status: "decided",
      side: "for",
      option: "GO",
      margin: 1,
    });
    expect(reading("NO_GO", two)).toMatchObject({ status: "no-consensus", option: null });
    expect(reading("GO", finals(["GO", 1], ["NO_GO", 1]))).toMatchObject({
      status: "no-consensus",
    });
  });

  it("is none while dissent is high, whatever the arbiter reads and however many hold it", () => {
    const sure = finals(["GO", 1], ["GO", 1], ["GO", 1], ["NO_GO", 0.5]);
    expect(reading("GO", sure)).toMatchObject({
      status: "no-consensus",
      option: null,
      reason:
        "no consensus: 3 of 4 panelists hold go, but dissent is high; founder review recommended",
    });
    expect(reading("GO", finals(["GO", 1], ["GO", 1], ["NO_GO", 0.49])).status).toBe("decided");
  });

  it("is none where half of the panel hold it, though a person accepts it", () => {
    const halved = finals(["GO", 1], ["GO", 1], ["NO_GO", 1], ["NO_GO", 1]);
    const arbitrated = { text, outcome: "GO", dissent: rateDissent(halved) };
    expect(
      createOutcome({ verdicts: [...VERDICTS] }, halved, arbitrated, { isAccepted: true }),
    ).toMatchObject({
      status: "no-consensus",
      option: null,
      reason:
        "no consensus: the arbiter reads go, and 2 of 4 panelists hold go; founder review recommended",
    });
  });

  it("counts unclear stances as votes for nothing", () => {
    const given = finals(["GO", 1], ["UNCLEAR", null], ["GO", 1]);
    expect(reading("GO", given).votes).toEqual({
      GO: 2,
      NEED_MORE_DATA: 0,
      NO_GO: 0,
      NO_VERDICT: 1,
    });
  });
});

describe("the matter", () => {
  it("is the question and everything known, so that a changed document is another matter", () => {
    const one = createCase(exampleScenario({ context: "Known.", documents: { "a.md": "One." } }));
    expect(one).toEqual({
      question: "Should we continue the pilot?",
      context: "Known.\n\n# a.md (a.md)\n\nOne.",
    });
    expect(createCase(exampleScenario({ documents: { "a.md": "Two." } })).context).not.toBe(
      one.context,
    );
  });
});

it("is too long from 10,001 tokens on, and not at 10,000", () => {
  expect(explainExcess(10_000)).toBeNull();
  expect(explainExcess(10_001)).toContain("about 10001 tokens, and at most 10000");
  expect(chamberOptions.parse({})).toMatchObject({ maxReruns: 2, maxCrossRounds: 1 });
});

describe("a panel", () => {
  const doubts = (count: number, models = ["a:1", "b:1", "c:1"]) => {
    const scenario = exampleScenario();
    const members = scenario.members
      .slice(0, count)
      .map((seat, index) => ({ ...seat, model: models[index]! }));
    return checkChamber(chamberOptions.parse({}), { ...scenario, members }).map(
      ({ level, message }) => `${level}: ${message}`,
    );
  };

  it("of three providers is in order; of two it is doubtful, of one a mistake", () => {
    expect(doubts(3)).toEqual([]);
    expect(doubts(2)).toEqual(["warning: a panel of 2 can only tie"]);
    expect(doubts(1)).toEqual(["mistake: a panel of 1: nothing can be compared"]);
  });

  it("that shares a provider makes the same mistakes, and is warned of", () => {
    expect(doubts(3, ["a:1", "a:2", "c:1"])).toEqual([
      "warning: several members share the provider a: their answers are less independent",
    ]);
  });
});
