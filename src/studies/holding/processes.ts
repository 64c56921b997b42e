import type { Durability } from "../../engine/transcript/journal.ts";
import type { ChildProcess } from "../../home/process/child-process.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { StudyCell, StudyJob } from "../cell.ts";
import type { Executor, JobResult } from "../executor.ts";
import { keyOf, type MeetingKey } from "../result-row.ts";
import { emptyRow } from "../running/row-of.ts";
import type { HeldOne } from "./hold-one.ts";

/** What a process is told: first where, then each matter once, then which meetings. */
export type ToProcess =
  | { readonly do: "begin"; readonly folder: string; readonly shown: string; readonly durability: Durability }
  | { readonly do: "learn"; readonly cell: number; readonly matter: Scenario }
  | { readonly do: "hold"; readonly cell: number; readonly key: MeetingKey; readonly path: string };

export type ToldOfMeeting = { readonly key: MeetingKey } & HeldOne;

type ProcessesSetup = {
  readonly start: () => ChildProcess;
  readonly count: number;
  readonly folder: string;
  readonly shown: string;
  readonly durability: Durability;
};

/** Each process has these ready, so that it never waits for the next. */
const AHEAD = 3;

const ATTEMPTS = 3;

/** For simulated members: one process can be killed without the others. */
export function heldInProcesses({ start, count, folder, shown, durability }: ProcessesSetup): Executor {
  return {
    async hold(jobs, onResult, signal) {
      const left = jobs[Symbol.iterator]();
      const again: StudyJob[] = [];
      const attempts = new Map<string, number>();
      const next = (): StudyJob | undefined => {
        if (signal.aborted) return undefined;
        const back = again.shift();
        if (back) return back;
        const { value, done } = left.next();
        return done ? undefined : value;
      };
      const lost = (job: StudyJob): void => {
        const name = keyOf(job.key);
        const made = (attempts.get(name) ?? 0) + 1;
        attempts.set(name, made);
        if (made < ATTEMPTS) again.push(job);
        else
          onResult({
            job,
            row: emptyRow({ ...job, head: null, status: "failed", reason: `its process ended ${made} times` }),
          });
      };
      let inVain = 0;
      const serve = async (): Promise<void> => {
        // Another process replaces one that went away.
        for (let job = next(); job; job = next()) {
          again.unshift(job);
          let results = 0;
          const counted = (result: JobResult): void => {
            results += 1;
            onResult(result);
          };
          await serving(start(), { folder, shown, durability, next, onResult: counted, lost });
          inVain = results > 0 ? 0 : inVain + 1;
          if (inVain >= ATTEMPTS) throw new Error("the processes that hold meetings end before they hold any");
        }
      };
      await Promise.all(Array.from({ length: count }, serve));
    },
  };
}

type Serving = {
  readonly shown: string;
  readonly folder: string;
  readonly durability: Durability;
  readonly next: () => StudyJob | undefined;
  readonly onResult: (result: JobResult) => void;
  readonly lost: (job: StudyJob) => void;
};

function serving(
  child: ChildProcess,
  { folder, shown, durability, next, onResult, lost }: Serving,
): Promise<void> {
  return new Promise((resolve) => {
    const told = new Map<StudyCell, number>();
    const held = new Map<string, StudyJob>();
    const tell = (order: ToProcess): void => void child.send(order);
    const fill = (): void => {
      while (held.size < AHEAD) {
        const job = next();
        if (!job) break;
        const known = told.get(job.cell);
        const cell = known ?? told.size;
        if (known === undefined) tell({ do: "learn", cell, matter: job.cell.matter });
        told.set(job.cell, cell);
        held.set(keyOf(job.key), job);
        tell({ do: "hold", cell, key: job.key, path: job.path });
      }
      if (held.size === 0) child.dismiss();
    };
    child.onMessage((message) => {
      const { key, ...result } = message as ToldOfMeeting;
      const job = held.get(keyOf(key));
      held.delete(keyOf(key));
      if (job) onResult({ job, ...result });
      fill();
    });
    child.onExit(() => {
      for (const job of held.values()) lost(job);
      resolve();
    });
    tell({ do: "begin", folder, shown, durability });
    fill();
  });
}
