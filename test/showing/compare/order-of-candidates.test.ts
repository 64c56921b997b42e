import seedrandom from "seedrandom";
import { describe, expect, it } from "vitest";
import {
  type CandidateMeeting,
  type CandidateOrder,
  rankCandidates,
} from "../../../src/showing/compare/candidates.ts";

const OPTIONS = [
  { id: "YES", side: "for" },
  { id: "YES_IF", side: "for" },
  { id: "NO", side: "against" },
] as const;
type OptionId = (typeof OPTIONS)[number]["id"];

function createMeeting(
  candidate: string,
  seed: number,
  votes: readonly OptionId[],
  sides?: "none",
): CandidateMeeting {
  const count = (side: string) =>
    votes.filter((vote) => OPTIONS.some((option) => option.id === vote && option.side === side))
      .length;
  const table = {
    seed: String(seed),
    scenario: { sides },
    members: votes.map((final) => ({ final })),
    options: OPTIONS,
    tally: { sides: { for: count("for"), against: count("against") } },
    outcome: null,
  };
  return { candidate, table } as unknown as CandidateMeeting;
}

/** `shares`: of each member, how often it votes for the candidate. `bond`: the share of runs in which all members
 * follow one draw, which is how alike their votes are inside a run. */
type Board = { shares: readonly number[]; bond: number };

function simulateRuns(
  candidate: string,
  { shares, bond }: Board,
  random: () => number,
): CandidateMeeting[] {
  return [1, 2, 3, 4, 5].map((seed) => {
    const shared = random() < bond ? random() : null;
    return createMeeting(
      candidate,
      seed,
      shares.map((share) =>
        (shared ?? random()) < share ? (random() < 0.5 ? "YES" : "YES_IF") : "NO",
      ),
    );
  });
}

function showsOrder({ ranked }: CandidateOrder): boolean {
  return ranked.some(
    ({ place, standing }) =>
      standing !== ranked[0]?.standing || place?.from !== ranked[0]?.place?.from,
  );
}

const even = (share: number, members = 5) => Array<number>(members).fill(share);

describe("an order among equals", () => {
  it.each([
    [2, 0.5, 0, 4_000],
    [2, 0.7, 0.3, 4_000],
    [2, 0.5, 0.6, 4_000],
    [3, 0.5, 0, 1_500],
    [3, 0.7, 0.3, 1_500],
    [5, 0.6, 0, 1_500],
    [5, 0.6, 0.3, 1_500],
    [10, 0.5, 0, 600],
    [10, 0.6, 0.3, 600],
  ])(
    "of %i with a share of %f and a bond of %f appears in at most 5 % of rankings",
    (count, share, bond, rankings) => {
      const random = seedrandom(`equals ${count} ${share} ${bond}`);
      const shown = Array.from({ length: rankings }, () =>
        showsOrder(
          rankCandidates(
            Array.from({ length: count }, (_, at) =>
              simulateRuns(`c${at}`, { shares: even(share), bond }, random),
            ).flat(),
          ),
        ),
      ).filter(Boolean).length;
      expect(shown / rankings).toBeLessThanOrEqual(0.05);
    },
  );
});

/** By how much members of a board differ from its mean. */
const LEANINGS = [0.3, 0.2, 0, -0.2, -0.3];

describe("the order of two candidates 40 points apart", () => {
  const varied = (mean: number, by: readonly number[]) =>
    by.map((each) => Math.min(1, Math.max(0, mean + each)));
  it.each([
    ["nine in ten and half of the votes", even(0.9), even(0.5)],
    ["all and six in ten of the votes", even(1), even(0.6)],
    ["seven and three in ten of the votes of seven members", even(0.7, 7), even(0.3, 7)],
    [
      "seven and three in ten of the votes of five members who differ",
      varied(0.7, LEANINGS),
      varied(0.3, LEANINGS),
    ],
  ])("%s: is shown in at least 80 %% of rankings", (_, high, low) => {
    const random = seedrandom("40 points apart");
    const rankings = 1_000;
    const shown = Array.from({ length: rankings }, () => {
      const [first] = rankCandidates([
        ...simulateRuns("high", { shares: high, bond: 0 }, random),
        ...simulateRuns("low", { shares: low, bond: 0 }, random),
      ]).ranked;
      return first?.candidate === "high" && first.place?.to === 1;
    }).filter(Boolean).length;
    expect(shown / rankings).toBeGreaterThanOrEqual(0.8);
  });
});

it("options without sides put no candidate before another", () => {
  const votes: readonly OptionId[] = ["YES", "YES", "YES"];
  const over = (candidate: string, vote: OptionId) =>
    [1, 2, 3, 4, 5].map((seed) => {
      const meeting = createMeeting(
        candidate,
        seed,
        votes.map(() => vote),
        "none",
      );
      return {
        ...meeting,
        table: { ...meeting.table, tally: { ...meeting.table.tally, sides: {} } },
      };
    });
  const { ranked } = rankCandidates([...over("a", "YES_IF"), ...over("b", "YES")]);
  expect(ranked.map(({ candidate, place }) => [candidate, place?.from, place?.to])).toEqual([
    ["a", 1, 2],
    ["b", 1, 2],
  ]);
});

describe("strength", () => {
  const over = (candidate: string, votes: readonly (readonly OptionId[])[]) =>
    votes.map((each, seed) => createMeeting(candidate, seed, each));
  const all = (vote: OptionId) => Array<readonly OptionId[]>(5).fill(Array<OptionId>(5).fill(vote));
  const placesOf = ({ ranked }: CandidateOrder) =>
    ranked.map(({ candidate, place }) => [candidate, place]);

  it("breaks a tie of support: 25 of 25 yes are before 25 of 25 yes with conditions", () => {
    expect(
      placesOf(rankCandidates([...over("a", all("YES_IF")), ...over("b", all("YES"))])),
    ).toEqual([
      ["b", { from: 1, to: 1 }],
      ["a", { from: 2, to: 2 }],
    ]);
  });

  it("breaks none that chance can explain", () => {
    const [first = [], ...others] = all("YES");
    const once = [["YES_IF" as const, ...first.slice(1)], ...others];
    expect(placesOf(rankCandidates([...over("a", once), ...over("b", all("YES"))]))).toEqual([
      ["b", { from: 1, to: 2 }],
      ["a", { from: 1, to: 2 }],
    ]);
  });
});

it("a candidate that all reject is not recommended, and leaves its equal rivals together", () => {
  const random = seedrandom("one apart");
  const rejected = [1, 2, 3, 4, 5].map((seed) =>
    createMeeting("z", seed, ["NO", "NO", "NO", "NO", "NO"]),
  );
  const rankings = 150;
  const orders = Array.from({ length: rankings }, () => {
    const rivals = ["a", "b", "c", "d"].flatMap((name) =>
      simulateRuns(name, { shares: even(0.8), bond: 0 }, random),
    );
    return rankCandidates([...rejected, ...rivals]).ranked;
  });
  expect(orders.every((ranked) => ranked.at(-1)?.candidate === "z")).toBe(true);
  const below = orders.filter((ranked) => ranked.at(-1)?.standing === "not-recommended");
  expect(below.length / rankings).toBeGreaterThanOrEqual(0.98);
  const ordered = orders.filter((ranked) =>
    ranked.slice(0, 4).some(({ place }) => place?.from !== 1),
  );
  expect(ordered.length / rankings).toBeLessThanOrEqual(0.05);
});
