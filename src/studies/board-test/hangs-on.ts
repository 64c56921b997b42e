// What the opening votes hang on: the lines of a paper that members quote are removed, all of them
// first and then each alone, and the votes are compared with those on the whole paper.

import type { MeetingState } from "../../engine/transcript/state.ts";
import { createUsageError } from "../../home/process/io.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { ResultRow } from "../study.ts";
import {
  createScale,
  findFavourite,
  listInTurn,
  type Papers,
  toVotes,
  type VoteCollector,
} from "./collect-votes.ts";
import { listLines } from "./quoted-lines.ts";
import { type Influence, judgeInfluence } from "./rules.ts";
import { requirePaper, strikeLines } from "./twins.ts";

/** Lines that were removed, from 1, and the change of the votes. */
type Removal = Influence & { lines: readonly number[]; text: string };

export type Hanging = {
  all: Removal;
  /** Each line alone; empty if all of them together moved nothing. */
  single: readonly Removal[];
};

/** Runs of the whole paper for each run without a line. */
export const WHOLE_RUNS = 2;

/** At most so many lines are removed: those that members quote most. */
export const MOST_LINES = 8;

const WHOLE = "whole";

type HangingPlan = {
  scenario: Scenario;
  /** Lines that the user named; null: those that members quote. */
  named: readonly number[] | null;
  runs: number;
  readMeeting: (row: ResultRow) => Promise<MeetingState>;
};

export async function findHanging(collector: VoteCollector, plan: HangingPlan): Promise<Hanging> {
  const { scenario, runs } = plan;
  const text = requirePaper(scenario).text.split("\n");
  await collector.ask(listInTurn([{ arm: WHOLE, scenarios: [scenario] }], WHOLE_RUNS * runs));
  const whole = collector.getVotes(WHOLE);
  const scale = createScale(scenario, findFavourite(whole));
  const judge = async (groups: readonly (readonly number[])[]): Promise<Removal[]> => {
    const papers = groups.map((lines): Papers => {
      return { arm: `without-${lines.join("-")}`, scenarios: [strikeLines(scenario, lines)] };
    });
    await collector.ask(listInTurn(papers, runs));
    const votes = papers.map(({ arm }) => toVotes(collector.getVotes(arm), scale));
    return judgeInfluence(toVotes(whole, scale), votes).map((judged, at) => {
      const lines = groups[at] ?? [];
      return { ...judged, lines, text: lines.map((line) => text[line - 1]?.trim()).join(" ") };
    });
  };
  const lines = plan.named ?? (await listQuotedMost(whole, plan));
  // First, since nothing else is asked if nothing moves.
  const [all] = (await judge([lines])) as [Removal];
  return {
    all,
    single: all.isMoved && lines.length > 1 ? await judge(lines.map((line) => [line])) : [],
  };
}

async function listQuotedMost(
  whole: readonly ResultRow[],
  { scenario, readMeeting }: HangingPlan,
): Promise<readonly number[]> {
  const paper = requirePaper(scenario);
  const counts = new Map<number, number>();
  for (const row of whole) {
    const { members } = await readMeeting(row);
    for (const { citations } of members.values())
      for (const line of listLines(citations, paper)) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const most = [...counts].sort(([a, one], [b, other]) => other - one || a - b);
  if (most.length > 0) return most.slice(0, MOST_LINES).map(([line]) => line);
  throw createUsageError(
    `no member quoted a line of ${paper.name}, so there is none to remove`,
    `Name the lines: --strike ${paper.name}#L9-L12.`,
  );
}
