// `boardroom study run`: asks for approval, runs the missing meetings, and writes a row for each.
// The executor from study-executor.ts runs them.

import { resolve } from "node:path";
import { systemClocks } from "../../engine/protocol/clocks.ts";
import { isStudyFolder } from "../../engine/transcript/journal-file.ts";
import { BoardroomError, describePlaces } from "../../errors.ts";
import { countCores } from "../../home/process/child-process.ts";
import { EXIT, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import { createLiveRegion, createUsageError, type Io, print } from "../../home/process/io.ts";
import type { ApprovalFlags } from "../../home/spending/approvals.ts";
import { dropMissing } from "../../lists.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { formatDollars } from "../../showing/words.ts";
import { groupThousands } from "../../text/plain.ts";
import { type OnDatabaseFlags, requireDatabase } from "../cluster/by-workers.ts";
import { requireBatchStudy } from "../opening/batch-study.ts";
import { requireReachable, requireUnattended } from "../opening/cells.ts";
import { openStudy, type StudyToRun } from "../opening/open-study.ts";
import { formatPlan, formatSeconds, planStudy, type StudyPlan } from "../opening/plan.ts";
import { openFolder, type StudyFolder } from "../results.ts";
import { type Executor, formatKey, listJobs, type ResultRow, type StudyJob } from "../study.ts";
import { approveCalls } from "./approve-calls.ts";
import { BatchCalls, findBatchLog } from "./batch-calls.ts";
import {
  chooseExecutor,
  type RunBefore,
  type StudyApproval,
  type StudyWork,
} from "./study-executor.ts";

type StudyRunFlags = ApprovalFlags & {
  output?: string;
  model?: string;
  retryFailed?: boolean;
  processes?: number;
  batch?: boolean;
  /** Called when the folder of results exists, before the first meeting. */
  onOpen?: () => void;
} & OnDatabaseFlags;

export async function runStudyCommand(
  io: Io,
  path: string | undefined,
  flags: StudyRunFlags,
): Promise<number> {
  await requireDatabase(io, flags);
  const concluded = await runStudy(io, await openStudy(io, path, flags), flags);
  return concluded === null ? EXIT.waiting : concludeStudy(io, concluded);
}

type StudyEnded = {
  failed: number;
  broken: string | null;
  waiting: readonly string[];
};

const NOTHING: StudyEnded = { failed: 0, broken: null, waiting: [] };

export type StudyConcluded = {
  shown: string;
  before: Pick<RunBefore, "failed">;
  ended: StudyEnded;
};

/** Null without approval; stderr says why. */
export async function runStudy(
  io: Io,
  found: StudyToRun,
  flags: StudyRunFlags,
): Promise<StudyConcluded | null> {
  const opened = flags.batch ? requireBatchStudy(found) : found;
  const { study } = opened;
  if (flags.on === undefined) await requireReachable(io, opened);
  else requireUnattended(opened);
  const shown = flags.output ?? `study-${study.name}`;
  const path = resolve(io.cwd, shown);
  const open = () => openFolder(path, study, flags.retryFailed);
  let folder = isStudyFolder(path) ? await open() : null;
  try {
    const before = await countKnown(folder, opened);
    const places = countPlaces(opened, flags);
    const plan = planStudy(opened, opened.project.models, {
      left: before.left,
      places: flags.batch ? null : places,
    });
    if (before.left > 0 || before.done.size === 0) print(io.stderr, formatPlan(plan));
    if (before.left === 0) return { shown, before, ended: NOTHING };
    const wasBatched = findBatchLog(path).look().length > 0;
    if (wasBatched && !flags.batch)
      throw createUsageError("this study has calls in batches", "Add --batch to continue it.");
    const approval = await askToRun(io, opened, plan, flags);
    if (approval === null) return null;
    folder ??= await open();
    flags.onOpen?.();
    const ended = await runMissing(io, {
      opened,
      folder,
      shown,
      flags,
      before,
      places,
      approval,
      plan,
      batches: flags.batch ? new BatchCalls(io, found.project, path) : undefined,
    });
    return { shown, before, ended };
  } finally {
    folder?.close();
  }
}

async function countKnown(folder: StudyFolder | null, opened: StudyToRun): Promise<RunBefore> {
  const rows = await countRows(folder);
  let left = 0;
  for (const { key } of listJobs(opened)) if (!rows.done.has(formatKey(key))) left += 1;
  return { ...rows, left };
}

export async function countRows(folder: StudyFolder | null): Promise<Omit<RunBefore, "left">> {
  const done = new Set<string>();
  let [failed, dollars] = [0, 0];
  for await (const row of folder?.rows() ?? []) {
    done.add(formatKey(row));
    if (row.status === "failed") failed += 1;
    dollars += row.dollars ?? 0;
  }
  return { done, failed, dollars };
}

/** For simulated members as many as cores; for models as the study says, else 25, or 500 that share their batches. */
function countPlaces({ study, cells }: StudyToRun, { processes, batch }: StudyRunFlags): number {
  if (batch) return processes ?? study.limits.concurrency ?? 500;
  const isFree = cells.every(({ input }) => input.members.every(({ model }) => isSimulated(model)));
  const { concurrency } = study.limits;
  return processes ?? concurrency ?? (isFree ? countCores() : 25);
}

function askToRun(
  io: Io,
  { study }: StudyToRun,
  { dollars, unpriced, isSimulated: isFree }: StudyPlan,
  flags: StudyRunFlags,
): Promise<StudyApproval | null> {
  return approveCalls(io, flags, {
    what: "These meetings need your approval",
    price: `all together are expected to cost $${(dollars ?? 0).toFixed(2)}`,
    dollars,
    unpriced,
    isFree,
    limit: study.limits.dollars,
    ask: "Run them? [y/N] ",
    nothing: "No meeting was run.",
  });
}

async function runMissing(io: Io, work: StudyWork): Promise<StudyEnded> {
  const { opened, folder, before } = work;
  const { executor, spent } = chooseExecutor(io, work);
  const progress = createProgressLine(io, before, spent);
  const ending = new AbortController();
  let broken: string | null = null;
  const waiting: string[] = [];
  let [left, failed] = [before.left, 0];
  function* listMissingJobs(): Generator<StudyJob> {
    for (const job of listJobs(opened)) if (!before.done.has(formatKey(job.key))) yield job;
  }
  const stop = (why: string): void => {
    broken ??= why;
    ending.abort(why);
  };
  const onResult: Parameters<Executor["run"]>[1] = (result) => {
    if ("row" in result) {
      const unwritten = addResult(folder, result.row);
      if (unwritten !== null) return stop(unwritten);
      left -= 1;
      if (result.row.status === "failed") failed += 1;
      return progress.row(failed);
    }
    if (result.answeredBy !== undefined) waiting.push(result.answeredBy);
    if (result.isFinal) stop(result.stopped);
  };
  const signal = io.stopSignal();
  await executor.run(listMissingJobs(), onResult, AbortSignal.any([signal, ending.signal]));
  progress.end();
  return { failed, waiting, broken: signal.aborted && left > 0 ? String(signal.reason) : broken };
}

/** Why a result cannot be written. Its meeting is counted by the next run. */
function addResult(folder: StudyFolder, row: ResultRow): string | null {
  try {
    folder.add(row);
    return null;
  } catch (error) {
    if (error instanceof BoardroomError) return describePlaces(error);
    throw error;
  }
}

/** At a terminal a line that renews itself, elsewhere one at every tenth. */
function createProgressLine(io: Io, { done, left }: RunBefore, spent: () => number) {
  const region = io.isTTY ? createLiveRegion(io.stderr, 1) : null;
  const { clock } = systemClocks;
  const begun = clock();
  let [finished, failed, shownAt] = [0, 0, Number.NEGATIVE_INFINITY];

  function formatProgress(): string {
    const seconds = (clock() - begun) / 1000;
    const more = (seconds / finished) * (left - finished);
    return dropMissing([
      `${groupThousands(done.size + finished)} of ${groupThousands(done.size + left)} meetings`,
      spent() > 0 && `${formatDollars(spent())} spent`,
      failed > 0 && `${failed} failed`,
      more > 0 && `${formatSeconds(more)} left`,
    ]).join(", ");
  }

  return {
    row(failedSoFar: number) {
      finished += 1;
      failed = failedSoFar;
      const isTenth = Math.floor((10 * finished) / left) > Math.floor((10 * (finished - 1)) / left);
      if (region && clock() - shownAt >= 200) {
        shownAt = clock();
        region.show([formatProgress()]);
      } else if (!region && isTenth && finished < left) print(io.stderr, [formatProgress()]);
    },
    end() {
      region?.clear();
      if (finished > 0) print(io.stderr, [formatProgress()]);
    },
  };
}

/** Gives the exit code. `again`: the flag that holds failed meetings again. */
export function concludeStudy(
  io: Io,
  { shown, before, ended }: StudyConcluded,
  again = "--retry-failed",
): number {
  const { broken, waiting } = ended;
  const signal = io.stopSignal();
  const failed = before.failed + ended.failed;
  const meetings = failed === 1 ? "meeting" : "meetings";
  const lines = dropMissing([
    broken !== null && `The study stopped: ${broken}. The same command continues.`,
    failed > 0 &&
      `${failed} ${meetings} failed; ${again} runs them again. The results give the reason.`,
    ...describeWaiting(waiting),
    `Results: ${shown}`,
  ]);
  print(io.stderr, lines);
  if (broken !== null)
    return signal.aborted ? exitCodeOfSignal(String(signal.reason)) : EXIT.suspended;
  if (waiting.length > 0) return EXIT.waiting;
  return failed > 0 ? EXIT.undecided : EXIT.decided;
}

const MOST_WAITING = 5;

function describeWaiting(waiting: readonly string[]): readonly string[] {
  if (waiting.length === 0) return [];
  const more = waiting.length - MOST_WAITING;
  return dropMissing([
    waiting.length === 1
      ? "A meeting waits for a person:"
      : `${waiting.length} meetings wait for people:`,
    ...waiting.slice(0, MOST_WAITING).map((each) => `  ${each}`),
    more > 0 && `  and ${more} more`,
    "The same command takes in what has ended then.",
  ]);
}
