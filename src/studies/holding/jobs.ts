import {
  type EarlyStop,
  type Executor,
  jobsOf,
  keyOf,
  type OpenedStudy,
  type ResultRow,
  type Shard,
  type StudyJob,
  type StudyStopped,
} from "../study.ts";

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

/** Error of the whole rule, over all looks and all shares. */
export const STOP_ERROR = 0.05;

const RULE =
  "beta-binomial confidence sequences (Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon 2021), error 5 % over all looks and all shares";

/** Confidence sequence: drops p once B(s+1, f+1) / (p^s (1-p)^f) passes 1/alpha (Robbins 1970, Ville's
 * inequality); alpha is divided by the number of shares. Looks after every whole seed, in seed order. */
export function createEarlyStop(
  { outcome: within }: EarlyStop,
  seeds: readonly number[],
  cells: readonly string[],
) {
  const alpha = STOP_ERROR / cells.length;
  const pending = new Map<number, Map<string, boolean | null>>();
  const counts = new Map(cells.map((cell) => [cell, { yes: 0, no: 0 }]));
  let next = 0;
  let stopped: StudyStopped | null = null;

  return {
    add(cell: string, seed: number, isFor: boolean | null): StudyStopped | null {
      if (stopped) return stopped;
      const of = pending.get(seed) ?? new Map<string, boolean | null>();
      pending.set(seed, of.set(cell, isFor));
      for (; stopped === null && next < seeds.length; next++) {
        const current = seeds[next] ?? 0;
        const whole = pending.get(current);
        if (whole === undefined || whole.size < cells.length) break;
        pending.delete(current);
        for (const [name, decided] of whole) {
          const count = counts.get(name);
          if (count && decided !== null) count[decided ? "yes" : "no"] += 1;
        }
        if ([...counts.values()].every(({ yes, no }) => halfWidth(yes, no, alpha) <= within))
          stopped = { seed: current, seeds: next + 1, within, rule: RULE };
      }
      return stopped;
    },
  };
}

function isDecidedFor({ outcome }: Pick<ResultRow, "outcome">): boolean {
  return outcome?.side === "for";
}

/** Half the width of the confidence sequence after so many of each. */
export function halfWidth(yes: number, no: number, alpha: number): number {
  const n = yes + no;
  if (n === 0) return 0.5;
  const mixture = logBeta(yes + 1, no + 1);
  const isOut = (p: number) => mixture - yes * Math.log(p) - no * Math.log(1 - p) > -Math.log(alpha);
  const peak = yes / n;
  const low = yes === 0 ? 0 : edge(isOut, 0, peak);
  const high = no === 0 ? 1 : edge(isOut, 1, peak);
  return (high - low) / 2;
}

/** Bisects between an end that is out and a peak that is in. */
function edge(isOut: (p: number) => boolean, end: number, peak: number): number {
  let [out, inside] = [end, peak];
  for (let step = 0; step < 40; step++) {
    const middle = (out + inside) / 2;
    if (isOut(middle)) out = middle;
    else inside = middle;
  }
  return out;
}

/** ln B(a, b) for whole numbers. */
function logBeta(a: number, b: number): number {
  return logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1);
}

const factorials: number[] = [0];

function logFactorial(n: number): number {
  for (let k = factorials.length; k <= n; k++) factorials.push((factorials[k - 1] ?? 0) + Math.log(k));
  return factorials[n] ?? 0;
}
