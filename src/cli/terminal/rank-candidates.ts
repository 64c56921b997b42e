// Runs the meetings of a ranking and prints the order. `run --documents` and `resume` call it;
// `studies/running/ranking-study.ts` makes the study.

import { EXIT } from "../../home/process/exit-codes.ts";
import {
  chooseTextStyle,
  createUsageError,
  formatNextStep,
  type Io,
  print,
} from "../../home/process/io.ts";
import type { ApprovalFlags } from "../../home/spending/approvals.ts";
import { describeRanking } from "../../screens/report-file.ts";
import { LEAST_RUNS } from "../../showing/compare/order-test.ts";
import {
  isRanking,
  type OpenedRanking,
  openRanking,
  reopenRanking,
} from "../../studies/running/ranking-study.ts";
import { concludeStudy, runStudy, type StudyConcluded } from "../../studies/running/run-study.ts";
import type { SharedFlags } from "./flags.ts";
import type { RunFlags } from "./run-in-terminal.ts";

export { isRanking };

export type CandidateFlags = RunFlags & SharedFlags<"documents" | "rank" | "seeds" | "atOnce">;

const AT_ONCE = 4;

/** A study with a document an arm. Resolves with the exit code. */
export async function rankCandidates(
  io: Io,
  scenario: string | undefined,
  { documents = [], rank = false, seeds, atOnce, quiet, ...flags }: CandidateFlags,
): Promise<number> {
  const count = seeds ?? (rank ? LEAST_RUNS : 1);
  if (rank && count < LEAST_RUNS)
    throw createUsageError(
      `--rank needs at least ${LEAST_RUNS} seeds, found ${count}`,
      "Remove --seeds, or use a higher number.",
    );
  const ranking = await openRanking(io, scenario, { documents, count, flags });
  return runRanking(io, ranking, flags, atOnce);
}

export async function resumeRanking(
  io: Io,
  folder: string,
  { quiet, ...flags }: RunFlags,
): Promise<number> {
  return runRanking(io, await reopenRanking(io, folder, flags), flags);
}

async function runRanking(
  io: Io,
  { opened, folder }: OpenedRanking,
  flags: ApprovalFlags,
  atOnce = AT_ONCE,
): Promise<number> {
  const { arms, seeds } = opened.study;
  const [begin] = seeds;
  const meetings = arms.length * seeds.length;
  print(io.stderr, [
    `${arms.length} candidates, ${seeds.length === 1 ? `seed ${begin}` : `seeds ${begin} to ${seeds.at(-1)}`}: ${meetings} meetings, each with the same members who know nothing of the others.`,
  ]);
  const ended = await runStudy(io, opened, {
    ...flags,
    output: folder,
    processes: atOnce,
    retryFailed: true,
  });
  if (ended === null) return EXIT.waiting;
  return showEnd(io, ended, meetings);
}

async function showEnd(io: Io, ended: StudyConcluded, meetings: number): Promise<number> {
  const { shown } = ended;
  const code = concludeStudy(io, ended, "the same command");
  const { order, closed } = await describeRanking(io, shown, chooseTextStyle(io));
  const isWhole = closed === meetings;
  print(io.stderr, [
    formatNextStep(...(isWhole ? ["report", shown, "--open"] : ["resume", shown])),
  ]);
  return code === EXIT.decided && order.ranked.length === 0 ? EXIT.undecided : code;
}
