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
import { isCodeFile } from "../../home/settings/own-code.ts";
import { describeRanking } from "../../screens/report-file.ts";
import { LEAST_RUNS } from "../../showing/compare/order-test.ts";
import { readStudy } from "../../studies/results.ts";
import { openRanking } from "../../studies/running/ranking-study.ts";
import { conclude, runStudy, type StudyConcluded } from "../../studies/running/run-study.ts";
import type { Study } from "../../studies/study.ts";
import { formatCommand } from "../../text/command-line.ts";
import type { SharedFlags } from "./flags.ts";
import type { RunFlags } from "./run-in-terminal.ts";

export type CandidateFlags = RunFlags & SharedFlags<"documents" | "rank" | "seeds" | "atOnce">;

const AT_ONCE = 4;

/** A study with a document an arm. Resolves with the exit code. */
export async function rankCandidates(
  io: Io,
  scenario: string | undefined,
  { documents = [], rank = false, seeds, atOnce = AT_ONCE, quiet, ...flags }: CandidateFlags,
): Promise<number> {
  const count = seeds ?? (rank ? LEAST_RUNS : 1);
  if (rank && count < LEAST_RUNS)
    throw createUsageError(
      `--rank needs at least ${LEAST_RUNS} seeds, found ${count}`,
      "Remove --seeds, or use a higher number.",
    );
  const { opened, folder } = await openRanking(io, scenario, { documents, count, flags });
  const { arms, seeds: numbers } = opened.study;
  const [begin] = numbers;
  const meetings = arms.length * count;
  print(io.stderr, [
    `${arms.length} candidates, ${count === 1 ? `seed ${begin}` : `seeds ${begin} to ${numbers.at(-1)}`}: ${meetings} meetings, each with the same members who know nothing of the others.`,
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
  const code = conclude(io, ended, "the same command");
  const { order, closed } = await describeRanking(io, shown, chooseTextStyle(io));
  const isWhole = closed === meetings;
  print(io.stderr, [
    formatNextStep(...(isWhole ? ["report", shown, "--open"] : ["resume", shown])),
  ]);
  return code === EXIT.decided && order.ranked.length === 0 ? EXIT.undecided : code;
}

export async function resumeRanking(
  io: Io,
  folder: string,
  study: Study & Required<Pick<Study, "ranking">>,
  flags: RunFlags,
): Promise<number> {
  const { ranking, seeds } = study;
  // The folder may be anybody's: it names no code.
  const { protocol, ...first } = ranking.flags as RunFlags;
  if (protocol !== undefined && flags.protocol === undefined && isCodeFile(protocol))
    throw createUsageError(
      `these meetings use your own protocol, ${protocol}`,
      `Name its file: ${formatCommand(["resume", "FOLDER", "--protocol", protocol])}`,
    );
  const given = Object.fromEntries(
    Object.entries({ ...flags, protocol: flags.protocol ?? protocol }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return rankCandidates(io, ranking.scenario, {
    ...first,
    ...given,
    documents: ranking.documents,
    seed: seeds[0],
    seeds: seeds.length,
    output: folder,
  });
}

export function findRanking(folder: string) {
  const { study } = readStudy(folder);
  return study.ranking ? { ...study, ranking: study.ranking } : null;
}
