import { pairedMean } from "../../metrics/paired.ts";
import { type Interval, mean } from "../../metrics/statistics.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { type Mentioned, mentioned } from "../said/mentions.ts";
import { shareOf } from "./observations.ts";
import { around, atLeast, atMost, HIDDEN_PROFILE, percent } from "./published.ts";
import { judged, type Observation, type Validation } from "./validation.ts";

/** What is kept of a board: whether it chose what all facts together show, how it began, and what was brought up. */
type ProfileSeen = {
  readonly isRight: boolean;
  readonly isWrong: boolean;
  readonly firstVotes: number;
  readonly firstWrong: number;
  readonly mentioned: Mentioned;
};

const SHARED = "all facts to all";
const SPLIT = "facts split";

/** One board twice: with every fact given to everybody, and with those that decide given to one member each. */
export const hiddenProfile: Validation<ProfileSeen> = {
  id: "hidden-profile",
  title: "A hidden profile",
  variants: [
    { name: SHARED, scenario: "hidden-profile", change: shared, meetings: { simulated: 120, model: 20 } },
    {
      name: SPLIT,
      scenario: "hidden-profile",
      change: (same) => same,
      meetings: { simulated: 120, model: 20 },
    },
  ],
  observe,
  tables: (seen) => [table(seen(SHARED), seen(SPLIT))],
};

/** Everybody is given what single members were. */
function shared({ private: evidence = [], ...scenario }: Scenario): Scenario {
  const documents = evidence.map(({ shownTo: _, ...document }) => document);
  return { ...scenario, documents: [...scenario.documents, ...documents] };
}

function observe(state: MeetingState): ProfileSeen {
  const right = state.scenario.verdicts.filter(({ side }) => side === "against").map(({ id }) => id);
  const members = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  const first = members.flatMap(({ ballots }) => ballots.find(({ kind }) => kind === "opening")?.verdict ?? []);
  return {
    isRight: state.outcome?.side === "against",
    isWrong: state.outcome?.side === "for",
    firstVotes: first.length,
    firstWrong: first.filter((verdict) => !right.includes(verdict)).length,
    mentioned: mentioned(state),
  };
}

function table(full: readonly ProfileSeen[], split: readonly ProfileSeen[]) {
  const right = (boards: readonly ProfileSeen[]) => boards.filter(({ isRight }) => isRight).length;
  const votes = split.reduce((sum, { firstVotes }) => sum + firstVotes, 0);
  const wrong = split.reduce((sum, { firstWrong }) => sum + firstWrong, 0);
  const { full: best, fullAtLeast, splitAtMost, oddsAtLeast, odds, wrongAlone, wrongTogether } = HIDDEN_PROFILE;
  const what = "chose what all facts show";
  const chosenWrong = split.filter(({ isWrong }) => isWrong).length;
  return {
    id: "T3",
    title: "The better site, with all facts to all and with facts split",
    use: "hold-out" as const,
    definition:
      "Share of boards of four that chose what all facts together show; how much more often with all facts given to all, as a ratio of odds (half a board added to each cell); facts given to all that somebody cited, less those given to one. Stasser and Titus 1985; Lu, Yuan and McLeod 2012, 65 studies. The case was written for this program, and its length chosen with seeds 1 to 30 in view.",
    rows: [
      judged(
        shareOf(`all facts to all: ${what}`, right(full), full.length, full.length),
        atLeast(fullAtLeast, `at least ${fullAtLeast} (people ${best})`),
      ),
      judged(
        shareOf(`facts split: ${what}`, right(split), split.length, split.length),
        atMost(splitAtMost, `at most ${splitAtMost}`),
      ),
      judged(
        oddsRatio([right(full), full.length], [right(split), split.length]),
        atLeast(oddsAtLeast, `at least ${oddsAtLeast} (people about ${odds})`),
      ),
      judged(gap(split), { ...atLeast(Number.MIN_VALUE, "above 0 (people: 2 SD)") }),
      judged(
        shareOf("facts split: first ballots for the worse", wrong, votes, split.length),
        around(wrongAlone, 0.1, "people"),
      ),
      judged(
        shareOf(
          "facts split: boards for the worse, of those that chose",
          chosenWrong,
          chosenWrong + right(split),
          split.length,
        ),
        around(wrongTogether, 0.1, "people"),
      ),
    ],
  };
}

/** How much more of what all were given is brought up than of what one was. */
function gap(split: readonly ProfileSeen[]): Observation {
  const differences = split.flatMap(({ mentioned: { shared: all, private: one } }) =>
    all === null || one === null ? [] : [all - one],
  );
  const average = differences.reduce((sum, each) => sum + each, 0) / differences.length;
  return {
    what: `facts split: mentioned ${percentOf(split, "shared")} of what all were given, ${percentOf(split, "private")} of what one was`,
    n: differences.length,
    observed: differences.length === 0 ? null : average,
    interval: pairedMean(differences, "mentions")?.interval ?? null,
    held: split.length,
  };
}

function percentOf(split: readonly ProfileSeen[], of: keyof Mentioned): string {
  return percent(mean(split.flatMap((each) => each.mentioned[of] ?? [])) ?? 0);
}

/** Ratio of odds with its interval by Woolf's logarithms, half a board added to each cell (Haldane 1956). */
export function oddsRatio([a, n]: readonly [number, number], [c, m]: readonly [number, number]): Observation {
  const cells = [a + 0.5, n - a + 0.5, c + 0.5, m - c + 0.5] as const;
  const [yes, no, otherYes, otherNo] = cells;
  const ratio = (yes * otherNo) / (no * otherYes);
  const error = Math.sqrt(cells.reduce((sum, cell) => sum + 1 / cell, 0));
  const at = (z: number) => Math.exp(Math.log(ratio) + z * error);
  const interval: Interval = { low: at(-1.959963984540054), high: at(1.959963984540054) };
  return { what: "ratio of odds", n: Math.min(n, m), observed: ratio, interval, held: n };
}
