import { describe, expect, it } from "vitest";
import {
  type Base,
  type BoardVote,
  type Expectation,
  judgeControl,
  judgeLines,
  LOOKS,
  measureNoise,
  measureShift,
  measureSupport,
  RUNS_OF_OTHERS,
} from "../../../src/studies/board-test/rules.ts";
import { BOARDS, createVoters, type Voter } from "./voters.ts";

const MEMBERS = 5;

type Line = { id: string; expects: Expectation; effect: number };

const LINES: readonly Line[] = [
  { id: "struck", expects: "fall", effect: -30 },
  { id: "denied", expects: "fall", effect: -44 },
  { id: "better", expects: "rise", effect: 46 },
  { id: "name", expects: "stay-strict", effect: 0 },
  { id: "gap", expects: "stay", effect: 0 },
  { id: "layout", expects: "stay", effect: 0 },
  { id: "order", expects: "stay", effect: 0 },
  { id: "empty", expects: "abstain", effect: 0 },
];

type Card = { result: "pass" | "fail" | "unclear" | "void"; failed: readonly string[] };

/** One card by the statistics alone: simulated votes in place of a board. */
function drawCard(voter: Voter, seed: string, isQuick: boolean, members = MEMBERS): Card {
  const vote = createVoters(voter, seed);
  const ask = (line: Line | null, run: number): BoardVote[] =>
    Array.from({ length: members }, (_, member) => {
      const place = vote({
        member,
        effect: line?.effect ?? 0,
        wording:
          line === null || line.id === "order"
            ? ""
            : `${line.id} ${line.id === "name" ? run % 4 : ""}`,
        isOtherName: line?.id === "name",
        isEmpty: line?.id === "empty",
        isReversed: line?.id === "order",
      });
      return { member: `m${member}`, place: place === null ? null : 25 * place };
    });
  const halves: [BoardVote[], BoardVote[]] = [[], []];
  const votes = new Map<string, BoardVote[]>(LINES.map(({ id }) => [id, []]));
  const results = new Map<string, string>();
  let asked = 0;
  for (const look of LOOKS.filter(({ runs }) => !isQuick || runs <= 40)) {
    const open = LINES.filter(
      ({ id, expects }) =>
        (results.get(id) ?? "unclear") === "unclear" &&
        (look.runs <= RUNS_OF_OTHERS || expects === "stay-strict"),
    );
    if (open.length === 0) break;
    for (; asked < look.runs; asked++) {
      if (asked < 40) for (const half of halves) half.push(...ask(null, asked));
      for (const line of open) votes.get(line.id)?.push(...ask(line, asked));
    }
    const base: Base = { all: halves.flat(), halves };
    const bySide = (all: readonly BoardVote[]) =>
      all.map(({ member, place }) => ({
        member,
        place: place === null ? null : place >= 50 ? 100 : 0,
      }));
    const sides = isQuick
      ? null
      : { base: bySide(base.all), strict: bySide(votes.get("name") ?? []) };
    const tested = open.map(({ id, expects }) => ({ id, expects, votes: votes.get(id) ?? [] }));
    for (const { id, result } of judgeLines(tested, base, look, sides)) results.set(id, result);
    if (judgeControl(base, look).result === "fail") return { result: "void", failed: [] };
    const failed = [...results].filter(([, result]) => result === "fail").map(([id]) => id);
    if (failed.length > 0) return { result: "fail", failed };
  }
  const isWhole = [...results.values()].every((result) => result !== "unclear");
  return { result: isWhole ? "pass" : "unclear", failed: [] };
}

function countFailures(board: keyof typeof BOARDS, cards: number, isQuick = false): number {
  const drawn = Array.from({ length: cards }, (_, nth) =>
    drawCard(BOARDS[board], `${board} ${nth}`, isQuick),
  );
  return drawn.filter(({ result }) => result === "fail").length;
}

describe("the rules of a board test, over simulated cards", () => {
  it.each(["fair", "steady", "noisy", "jitter"] as const)(
    "fail at most 5 %% of 200 boards that are %s",
    (board) => {
      expect(countFailures(board, 200)).toBeLessThanOrEqual(10);
      expect(countFailures(board, 100, true)).toBeLessThanOrEqual(5);
    },
  );

  it.each(["deaf", "first option", "first option, weak"] as const)(
    "name at least 95 %% of 200 boards that are %s",
    (board) => {
      expect(countFailures(board, 200)).toBeGreaterThanOrEqual(190);
    },
  );

  it("name a name worth 20 points on at least 90 % of 200 boards", () => {
    expect(countFailures("name 20", 200)).toBeGreaterThanOrEqual(180);
  });

  it("pass most steady fair boards", () => {
    const cards = Array.from({ length: 50 }, (_, nth) =>
      drawCard(BOARDS.steady, `pass ${nth}`, true),
    );
    expect(cards.filter(({ result }) => result === "pass").length).toBeGreaterThanOrEqual(40);
  });

  it("call a card void, and no line failed, if the provider drifts", () => {
    const base = (places: readonly number[]): BoardVote[] =>
      places.flatMap((place) => [
        { member: "a", place },
        { member: "b", place },
      ]);
    const first = base(Array<number>(20).fill(75));
    const second = base(Array<number>(20).fill(25));
    const look = { runs: 20, alpha: 0.01 };
    const control = judgeControl({ all: [...first, ...second], halves: [first, second] }, look);
    expect(control.result).toBe("fail");
  });

  it.each([
    [0, "fall", "no-room"],
    [100, "rise", "no-room"],
  ] as const)("find no room at support %i for a paper that must %s", (place, expects, result) => {
    const votes = Array.from({ length: 20 }, (_, nth) => ({ member: `m${nth % 5}`, place }));
    const base: Base = { all: votes, halves: [votes.slice(0, 10), votes.slice(10)] };
    const [line] = judgeLines([{ id: "x", expects, votes }], base, { runs: 20, alpha: 0.01 }, null);
    expect(line?.result).toBe(result);
  });

  it("count no vote of members who name no option, and support by member first", () => {
    const votes = [
      { member: "a", place: 100 },
      { member: "a", place: 100 },
      { member: "a", place: 100 },
      { member: "b", place: 0 },
      { member: "c", place: null },
    ];
    expect(measureSupport(votes)).toBe(50);
    expect(measureShift(votes, [{ member: "c", place: 0 }])).toBeNull();
  });

  it("measure noise as the share of pairs of votes of one member that differ", () => {
    const votes = [100, 100, 0].map((place) => ({ member: "a", place }));
    expect(measureNoise(votes)).toBeCloseTo(2 / 3);
    expect(measureNoise([{ member: "a", place: 50 }])).toBeNull();
  });
});
