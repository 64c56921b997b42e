// Runs simulated meetings in several processes of this computer and restarts those that end early.
// Each of them runs the file `study-process`.

import type { ChildProcess } from "../../home/process/child-process.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { createEmptyRow } from "../results.ts";
import {
  type Executor,
  formatKey,
  type MeetingKey,
  type StudyCell,
  type StudyJob,
} from "../study.ts";
import type { RunOne } from "./run-one.ts";

/** What a process is sent: first where, then each case once, then which meetings. */
export type ToProcess =
  | {
      do: "begin";
      folder: string;
      shown: string;
      isDeferred: boolean;
    }
  | { do: "learn"; cell: number; input: Scenario }
  | { do: "run"; cell: number; key: MeetingKey; path: string };

export type MeetingMessage = { key: MeetingKey } & RunOne;

type ProcessesSetup = {
  start: () => ChildProcess;
  count: number;
  folder: string;
  shown: string;
  isDeferred: boolean;
};

/** Each process has these ready, so that it never waits for the next. */
const AHEAD = 3;

const ATTEMPTS = 3;

/** For simulated members: one process can be killed without the others. */
export function runInProcesses({ start, count, ...begin }: ProcessesSetup): Executor {
  return {
    async run(jobs, onResult, signal) {
      const left = jobs[Symbol.iterator]();
      const again: StudyJob[] = [];
      const attempts = new Map<string, number>();
      const next = (): StudyJob | undefined =>
        signal.aborted ? undefined : (again.shift() ?? left.next().value);
      const repeatLost = (job: StudyJob): void => {
        const name = formatKey(job.key);
        const made = (attempts.get(name) ?? 0) + 1;
        attempts.set(name, made);
        if (made < ATTEMPTS) again.push(job);
        else
          onResult({
            job,
            row: createEmptyRow({
              ...job,
              head: null,
              status: "failed",
              reason: `its process ended ${made} times`,
            }),
          });
      };
      /** Resolves with the number of results when the process has ended. */
      const serve = (child: ChildProcess): Promise<number> =>
        new Promise((resolve) => {
          let results = 0;
          const sent = new Map<StudyCell, number>();
          const running = new Map<string, StudyJob>();
          const send = (order: ToProcess): void => void child.send(order);
          const fill = (): void => {
            for (let job = next(); job; job = running.size < AHEAD ? next() : undefined) {
              const known = sent.get(job.cell);
              const cell = known ?? sent.size;
              if (known === undefined) send({ do: "learn", cell, input: job.cell.input });
              sent.set(job.cell, cell);
              running.set(formatKey(job.key), job);
              send({ do: "run", cell, key: job.key, path: job.path });
            }
            if (running.size === 0) child.dismiss();
          };
          child.onMessage((message) => {
            const { key, ...result } = message as MeetingMessage;
            const job = running.get(formatKey(key));
            running.delete(formatKey(key));
            if (job) onResult({ job, ...result });
            results += 1;
            fill();
          });
          child.onExit(() => {
            for (const job of running.values()) repeatLost(job);
            resolve(results);
          });
          send({ do: "begin", ...begin });
          fill();
        });
      // Another process replaces one that went away.
      const serveAll = async (): Promise<void> => {
        let inVain = 0;
        for (let job = next(); job; job = next()) {
          again.unshift(job);
          inVain = (await serve(start())) > 0 ? 0 : inVain + 1;
          if (inVain >= ATTEMPTS)
            throw new Error("the processes that run meetings end before they finish any");
        }
      };
      await Promise.all(Array.from({ length: count }, serveAll));
    },
  };
}
