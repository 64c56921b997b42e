import type { Durability } from "../../engine/transcript/journal.ts";
import type { ChildProcess, Parent } from "../../home/process/child-process.ts";
import { protocolOf } from "../../home/settings/protocols.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { createBuiltInRegistry } from "../../simulated/behaviours/registry.ts";
import { emptyRow } from "../row-of.ts";
import {
  type Executor,
  type JobResult,
  keyOf,
  type MeetingKey,
  type StudyCell,
  type StudyJob,
} from "../study.ts";
import { type HeldOne, holdOne } from "./hold-one.ts";

/** What a process is told: first where, then each matter once, then which meetings. */
type ToProcess =
  | { readonly do: "begin"; readonly folder: string; readonly shown: string; readonly durability: Durability }
  | { readonly do: "learn"; readonly cell: number; readonly matter: Scenario }
  | { readonly do: "hold"; readonly cell: number; readonly key: MeetingKey; readonly path: string };

type ToldOfMeeting = { readonly key: MeetingKey } & HeldOne;

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

export async function serveStudy(parent: Parent): Promise<void> {
  const registry = createBuiltInRegistry({ env: {}, settings: {} });
  const matters = new Map<number, Scenario>();
  let begun: Extract<ToProcess, { do: "begin" }> | null = null;
  let last: Promise<void> = Promise.resolve();
  const drain = new AbortController();

  async function hold({ cell, key, path }: Extract<ToProcess, { do: "hold" }>): Promise<void> {
    const matter = matters.get(cell);
    if (!matter || !begun || drain.signal.aborted) return;
    const { folder, shown, durability } = begun;
    const told: ToldOfMeeting = {
      key,
      ...(await holdOne({
        ...{ key, folder, shown, path, durability },
        cell: { matter, protocol: protocolOf(matter.protocol) },
        ports: {
          createModel: (seat, scenario) => registry.create({ spec: seat.model, seat, scenario }),
          drain: drain.signal,
        },
      })),
    };
    parent.send(told);
  }

  return new Promise((resolve) => {
    parent.onMessage((message) => {
      const order = message as ToProcess;
      if (order.do === "begin") begun = order;
      else if (order.do === "learn") matters.set(order.cell, order.matter);
      else last = last.then(() => hold(order));
    });
    parent.onExit(() => {
      drain.abort("no meeting waits for it");
      void last.then(resolve);
    });
  });
}
