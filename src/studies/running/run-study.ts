import { jobsOf, type OpenedStudy, type Shard, type StudyJob } from "../cell.ts";
import type { Executor } from "../executor.ts";
import { keyOf, type ResultRow } from "../result-row.ts";
import type { StudyStopped } from "../study.ts";
import { createEarlyStop, isDecidedFor } from "./early-stop.ts";

type StudyRun = {
  readonly opened: OpenedStudy;
  readonly executor: Executor;
  readonly shard?: Shard;
  /** Existing results, in any order. */
  readonly known: Iterable<ResultRow> | AsyncIterable<ResultRow>;
  readonly retriesFailed: boolean;
  readonly onRow: (row: ResultRow) => void;
  readonly signal: AbortSignal;
};

export type StudyEnded = {
  readonly held: number;
  readonly failed: number;
  readonly stopped: StudyStopped | null;
  readonly broken: string | null;
  readonly waiting: readonly string[];
};

export async function runStudy(run: StudyRun): Promise<StudyEnded> {
  const { opened, executor, signal, onRow } = run;
  const { study, cells } = opened;
  const names = cells.map((cell) => cellOf(cell));
  // A shard sees a part of the meetings, and cannot tell when the whole is known well enough.
  const stop = study.until && !run.shard ? createEarlyStop(study.until, study.seeds, names) : null;
  const ending = new AbortController();
  const done = new Set<string>();
  let stopped: StudyStopped | null = null;
  let broken: string | null = null;
  const waiting: string[] = [];
  let [held, failed] = [0, 0];

  const take = (row: ResultRow): void => {
    const isFor = row.status === "closed" ? isDecidedFor(row) : null;
    stopped = stop?.add(cellOf(row), row.seed, isFor) ?? null;
    if (stopped) ending.abort("known well enough");
  };
  for await (const row of run.known) {
    if (row.status === "failed" && run.retriesFailed) continue;
    done.add(keyOf(row));
    take(row);
  }

  function* missing(): Generator<StudyJob> {
    for (const job of jobsOf(opened, run.shard)) {
      if (stopped) return;
      if (!done.has(keyOf(job.key))) yield job;
    }
  }

  await executor.hold(
    missing(),
    (result) => {
      if ("stopped" in result) {
        if (result.answeredBy !== undefined) waiting.push(result.answeredBy);
        if (!result.isFinal) return;
        broken ??= result.stopped;
        ending.abort(result.stopped);
        return;
      }
      held += 1;
      if (result.row.status === "failed") failed += 1;
      onRow(result.row);
      take(result.row);
    },
    AbortSignal.any([signal, ending.signal]),
  );
  return {
    held,
    failed,
    waiting,
    stopped,
    broken: signal.aborted && !stopped ? String(signal.reason) : broken,
  };
}

function cellOf({ scenario, arm, subject }: Pick<ResultRow, "scenario" | "arm" | "subject">): string {
  return `${scenario}/${arm}/${subject}`;
}
