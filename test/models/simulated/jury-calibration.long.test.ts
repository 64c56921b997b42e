import {
  findScenario,
  jury,
  loadScenario,
  type MeetingEvent,
  type MeetingState,
  openMeeting,
  type Scenario,
} from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { beforeAll, describe, expect, it } from "vitest";
import { type BallotCount, ballotCounts } from "../../support/ballot-counts.ts";
import { type Ends, FIRST_BALLOTS, LENIENCY, WORD_GINI, wilson } from "./jury-figures.ts";

const SEEDS = 200;

type Trial = {
  readonly counts: readonly BallotCount[];
  readonly end: "for" | "against" | "hung";
  /** Votes of each juror, ballot by ballot. */
  readonly votes: readonly (readonly (string | null)[])[];
  readonly words: readonly number[];
  /** Votes of jurors who had said a verdict aloud since the count before, and whether they were the same. */
  readonly held: readonly boolean[];
};

let trials: readonly Trial[] = [];

beforeAll(async () => {
  const scenario = await loadScenario(await findScenario("trial", { cwd: process.cwd() }));
  trials = await Promise.all(Array.from({ length: SEEDS }, (_, index) => tried(scenario, index + 1)));
}, 240_000);

async function tried(scenario: Scenario, seed: number): Promise<Trial> {
  const createModel = (seat: Scenario["members"][number]) => createSimulatedModel({ seat, scenario });
  const meeting = openMeeting({ scenario, protocol: jury, seed, createModel });
  await meeting.run();
  return trialOf(meeting.state, wordsHeld(meeting.journal.events));
}

function wordsHeld(events: readonly MeetingEvent[]): boolean[] {
  const said = new Map<string, string>();
  return events.flatMap((event) => {
    if (event.type === "notice.given" && event.kind === "count") said.clear();
    if (event.type === "message.spoken" && event.verdict !== null) said.set(event.speaker, event.verdict);
    if (event.type !== "ballot.cast" || !said.has(event.speaker)) return [];
    return [said.get(event.speaker) === event.verdict];
  });
}

function trialOf(state: MeetingState, held: readonly boolean[]): Trial {
  const { side, status } = state.outcome!;
  if (status !== "hung" && side !== "for" && side !== "against") throw new Error(`no end: ${status}`);
  const members = state.scenario.members.map(({ id }) => state.members.get(id)!);
  return {
    counts: ballotCounts(state),
    end: status === "hung" ? "hung" : (side as "for" | "against"),
    votes: members.map(({ ballots }) => ballots.map(({ verdict }) => verdict)),
    words: members.map(({ words }) => words),
    held,
  };
}

function endsOf(some: readonly Trial[]): Ends {
  const of = (end: Trial["end"]) => some.filter((trial) => trial.end === end).length;
  return { juries: some.length, against: of("against"), hung: of("hung"), for: of("for") };
}

function withFirst(from: number, to: number): readonly Trial[] {
  return trials.filter(({ counts: [first] }) => first!.for >= from && first!.for <= to);
}

/** Two shares that may be one: their 95 % intervals meet. */
function expectAlike(ours: readonly [number, number], theirs: readonly [number, number], what: string): void {
  const [[low, high], [least, most]] = [wilson(...ours), wilson(...theirs)];
  expect(low, `${what}: ${ours.join(" of ")}, published ${theirs.join(" of ")}`).toBeLessThanOrEqual(most);
  expect(high, `${what}: ${ours.join(" of ")}, published ${theirs.join(" of ")}`).toBeGreaterThanOrEqual(least);
}

const SPLIT = FIRST_BALLOTS.filter(({ guilty: [from, to] }) => from > 0 && to < 12);
const LED = SPLIT.filter(({ guilty: [from, to] }) => from !== to);

function total(rows: readonly Ends[], count: (row: Ends) => number): number {
  return rows.reduce((sum, row) => sum + count(row), 0);
}

describe("verdicts by first ballot", () => {
  it.each(SPLIT)("after $guilty votes to convict come out as with real juries", (published) => {
    const ours = endsOf(withFirst(...published.guilty));
    expect(ours.juries).toBeGreaterThan(10);
    for (const end of ["against", "hung", "for"] as const) {
      expectAlike([ours[end], ours.juries], [published[end], published.juries], end);
    }
  });

  it("follow the majority as often, and against it as seldom, as with real juries", () => {
    const [low, high] = [endsOf(withFirst(1, 5)), endsOf(withFirst(7, 11))];
    const led = low.juries + high.juries;
    const publishedLed = total(LED, ({ juries }) => juries);
    expectAlike([low.against + high.for, led], [37 + 90, publishedLed], "majority prevails");
    expectAlike([low.for + high.against, led], [1 + 5, publishedLed], "majority reversed");
  });

  it("are as often none", () => {
    const ours = endsOf(withFirst(1, 11));
    expectAlike(
      [ours.hung, ours.juries],
      [total(SPLIT, ({ hung }) => hung), total(SPLIT, ({ juries }) => juries)],
      "hung",
    );
    expect(ours.hung).toBeGreaterThan(0);
  });

  it("lean to acquittal under reasonable doubt, as with mock juries and less than with them for two thirds", () => {
    const even = endsOf(withFirst(6, 6));
    const [least, most] = wilson(even.against, even.against + even.for);
    expect(least).toBeLessThan(LENIENCY.evenAcquits);
    expect(most).toBeGreaterThan(LENIENCY.evenAcquits);
    const prevails = (count: number, { juries }: Ends) => count / juries;
    const [low, high] = [endsOf(withFirst(1, 5)), endsOf(withFirst(7, 11))];
    expect(prevails(high.for, high)).toBeLessThan(prevails(low.against, low));
    const [acquitting, convicting] = [endsOf(withFirst(4, 4)), endsOf(withFirst(8, 8))];
    expect(prevails(acquitting.against, acquitting)).toBeGreaterThan(LENIENCY.twoThirdsAcquit - 0.1);
    expect(prevails(convicting.for, convicting)).toBeGreaterThan(LENIENCY.twoThirdsConvict - 0.1);
  });
});

describe("votes that change", () => {
  it("are never other than what a juror has said aloud since the last count", () => {
    const held = trials.flatMap((trial) => trial.held);
    expect(held.length).toBeGreaterThan(SEEDS);
    expect(held).not.toContain(false);
  });

  it("are hardly more than a verdict needs", () => {
    const decided = trials.filter(({ end }) => end !== "hung");
    const changed = decided.map(({ counts }) => counts.reduce((sum, each) => sum + each.changed, 0));
    const needed = decided.map(({ counts: [first], end }) => (end === "for" ? first!.against : first!.for));
    expect(mean(changed)).toBeLessThan(1.5 * mean(needed));
  });

  it("go to the majority of the count before, and seldom back", () => {
    const moves = trials.flatMap(({ counts, votes }) =>
      votes.flatMap((cast) =>
        cast.slice(1).flatMap((vote, at) => {
          const count = counts[at]!;
          if (vote === cast[at] || count.for === count.against) return [];
          return [(vote === "GUILTY") === count.for > count.against];
        }),
      ),
    );
    expect(moves.filter(Boolean).length / moves.length).toBeGreaterThan(0.8);
    const changes = trials.flatMap(({ votes }) =>
      votes.map((cast) => cast.filter((vote, at) => at > 0 && vote !== cast[at - 1]).length),
    );
    const moved = changes.filter((count) => count > 0);
    expect(moved.filter((count) => count > 1).length / moved.length).toBeLessThan(0.15);
  });
});

it("jurors speak more unevenly than four people who meet, no more than seven, and at least nine of twelve speak", () => {
  const talked = trials.filter(({ words }) => words.some((each) => each > 0));
  const gini = mean(talked.map(({ words }) => giniOf(words)));
  expect(gini).toBeGreaterThan(WORD_GINI.ami4);
  expect(gini).toBeLessThan(WORD_GINI.icsi7);
  expect(mean(talked.map(({ words }) => words.filter((each) => each > 0).length))).toBeGreaterThan(9);
});

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

function giniOf(shares: readonly number[]): number {
  const sorted = [...shares].sort((a, b) => a - b);
  const weighed = sorted.reduce((sum, share, at) => sum + (2 * (at + 1) - sorted.length - 1) * share, 0);
  return weighed / (sorted.length * sorted.reduce((sum, each) => sum + each, 0));
}
