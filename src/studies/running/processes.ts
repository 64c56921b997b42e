import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Meeting, MeetingResult } from "../../engine/meeting/engine/open-meeting.ts";
import type { Approvals } from "../../engine/meeting/money/approval.ts";
import { fileInbox } from "../../engine/meeting/people/file-inbox.ts";
import { personOn } from "../../engine/meeting/people/person.ts";
import type { Ports } from "../../engine/meeting/turn/runtime.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import {
  type Durability,
  type Journal,
  readTranscript,
  reopenJournal,
} from "../../engine/transcript/journal.ts";
import { isVacant, JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { BoardroomError } from "../../errors.ts";
import type { ChildProcess, Parent } from "../../home/process/child-process.ts";
import { pendingTranscript, syncTranscript, tombstoneIn } from "../../home/records/transcript-folder.ts";
import { protocolOf } from "../../home/settings/protocols.ts";
import { type Matter, run } from "../../run/run.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { createBuiltInRegistry } from "../../simulated/behaviours/registry.ts";
import { emptyRow, rowOf } from "../results.ts";
import {
  type Executor,
  type JobResult,
  keyOf,
  type MeetingKey,
  type ResultRow,
  type StudyCell,
  type StudyJob,
} from "../study.ts";

/** What a process is sent: first where, then each case once, then which meetings. */
type ToProcess =
  | { readonly do: "begin"; readonly folder: string; readonly shown: string; readonly durability: Durability }
  | { readonly do: "learn"; readonly cell: number; readonly matter: Scenario }
  | { readonly do: "run"; readonly cell: number; readonly key: MeetingKey; readonly path: string };

type MeetingMessage = { readonly key: MeetingKey } & RunOne;

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
export function runInProcesses({ start, count, folder, shown, durability }: ProcessesSetup): Executor {
  return {
    async run(jobs, onResult, signal) {
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
          if (inVain >= ATTEMPTS) throw new Error("the processes that run meetings end before they finish any");
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
    const sent = new Map<StudyCell, number>();
    const running = new Map<string, StudyJob>();
    const send = (order: ToProcess): void => void child.send(order);
    const fill = (): void => {
      while (running.size < AHEAD) {
        const job = next();
        if (!job) break;
        const known = sent.get(job.cell);
        const cell = known ?? sent.size;
        if (known === undefined) send({ do: "learn", cell, matter: job.cell.matter });
        sent.set(job.cell, cell);
        running.set(keyOf(job.key), job);
        send({ do: "run", cell, key: job.key, path: job.path });
      }
      if (running.size === 0) child.dismiss();
    };
    child.onMessage((message) => {
      const { key, ...result } = message as MeetingMessage;
      const job = running.get(keyOf(key));
      running.delete(keyOf(key));
      if (job) onResult({ job, ...result });
      fill();
    });
    child.onExit(() => {
      for (const job of running.values()) lost(job);
      resolve();
    });
    send({ do: "begin", folder, shown, durability });
    fill();
  });
}

export async function serveStudy(parent: Parent): Promise<void> {
  const registry = createBuiltInRegistry({ env: {}, settings: {} });
  const matters = new Map<number, Scenario>();
  let begun: Extract<ToProcess, { do: "begin" }> | null = null;
  let last: Promise<void> = Promise.resolve();
  let written = last;
  const drain = new AbortController();

  async function runNext({ cell, key, path }: Extract<ToProcess, { do: "run" }>): Promise<void> {
    const matter = matters.get(cell);
    if (!matter || !begun || drain.signal.aborted) return;
    const { folder, shown, durability } = begun;
    const ended: MeetingMessage = {
      key,
      ...(await runOne({
        ...{ key, folder, shown, path, durability },
        cell: { matter, protocol: protocolOf(matter.protocol) },
        ports: {
          createModel: (seat, scenario) => registry.create({ spec: seat.model, seat, scenario }),
          drain: drain.signal,
        },
      })),
    };
    // The next meeting runs while the disk is written.
    written = Promise.all([written, onDisk(ended, join(folder, path))]).then(([, result]) => {
      parent.send(result);
    });
    await setImmediate();
  }

  async function onDisk(result: MeetingMessage, place: string): Promise<MeetingMessage> {
    if (!("row" in result) || result.row.head === null) return result;
    try {
      await syncTranscript(place);
      return result;
    } catch (error) {
      return { key: result.key, stopped: (error as Error).message, isFinal: true };
    }
  }

  return new Promise((resolve) => {
    parent.onMessage((message) => {
      const order = message as ToProcess;
      if (order.do === "begin") begun = order;
      else if (order.do === "learn") matters.set(order.cell, order.matter);
      else last = last.then(() => runNext(order));
    });
    parent.onExit(() => {
      drain.abort("no meeting waits for it");
      void last.then(() => written).then(resolve);
    });
  });
}

type MeetingOfStudy = {
  readonly key: MeetingKey;
  readonly folder: string;
  readonly shown: string;
  readonly path: string;
  readonly cell: Pick<StudyCell, "matter" | "protocol">;
  readonly ports: Omit<Ports, "journal">;
  readonly durability: Durability;
  readonly approvals?: Approvals | undefined;
};

/** A result, or why the meeting stopped before it had one. `isFinal`: no other meeting could go on either. */
export type RunOne =
  | { readonly row: ResultRow }
  | { readonly stopped: string; readonly isFinal: boolean; readonly answeredBy?: string };

export async function runOne(asked: MeetingOfStudy): Promise<RunOne> {
  const { key, path, cell, shown } = asked;
  const running: { meeting?: Meeting } = {};
  const ended = (status: ResultRow["status"], reason: string | null, head = running.meeting?.journal.head) =>
    ({ key, path, head: head ?? null, status, reason }) as const;
  try {
    const begun = alreadyClosed(asked);
    if (begun)
      return { row: rowOf(ended("closed", null, begun.head), foldTranscript(begun.events), cell.protocol) };
    const { matter, ports } = ready(asked, join(asked.folder, path));
    const { meeting, result } = await run({ matter, ports, close: () => ports.journal.close() }, (opened) => {
      running.meeting = opened;
      return {};
    });
    const { state, journal } = meeting;
    if (result.status === "closed") return { row: rowOf(ended("closed", null), state, cell.protocol) };
    // Nobody sits at a study: who is asked answers later, and everything else goes on.
    if (result.status === "waiting")
      return { stopped: result.reason, isFinal: false, answeredBy: `boardroom act ${shown}/${path}` };
    const reason = "reason" in result ? result.reason : "";
    return stopOf(result, journal) ?? { row: rowOf(ended("failed", reason), state, cell.protocol) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof BoardroomError && error.code === "transcript-unwritable")
      return { stopped: reason, isFinal: true };
    const { meeting } = running;
    const failed = ended("failed", reason);
    return { row: meeting?.state ? rowOf(failed, meeting.state, cell.protocol) : emptyRow(failed) };
  }
}

/** It closed, but was not counted; throws where it was erased since. */
function alreadyClosed({ folder, path }: MeetingOfStudy) {
  const place = join(folder, path);
  const erased = tombstoneIn(folder, path);
  if (erased === null && !existsSync(join(place, JOURNAL_FILE))) return null;
  const transcript = readTranscript(erased ?? place);
  return transcript.events.at(-1)?.type === "meeting.closed" ? transcript : null;
}

type Ready = { readonly matter: Matter; readonly ports: Ports & { readonly journal: Journal } };

function ready({ cell, key, ports, durability, approvals }: MeetingOfStudy, place: string): Ready {
  const { matter, protocol } = cell;
  if (existsSync(join(place, JOURNAL_FILE)) && !isVacant(place)) {
    const { journal } = reopenJournal(place, durability);
    // What a person has said while no process ran the meeting is taken up.
    const inbox = matter.members.some(personOn) ? fileInbox({ folder: () => place, journal }) : undefined;
    if (journal.events.some(({ path }) => path !== "0"))
      return { matter: { is: "recorded", journal, protocol }, ports: { ...ports, journal, inbox } };
    // Nobody was asked anything yet: a torn opening is written anew.
    journal.close();
    rmSync(place, { recursive: true, force: true });
  }
  const name = { out: place, parent: "", scenario: "", seed: "" };
  const { journal } = pendingTranscript({ cwd: "/" }, { ...name, durability });
  return {
    matter: { is: "new", scenario: matter, protocol, seed: key.seed, approvals },
    ports: { ...ports, journal },
  };
}

/** Null where only the meeting itself has failed: the study goes on. */
function stopOf(result: MeetingResult, { events }: Journal): Exclude<RunOne, { row: unknown }> | null {
  const reason = "reason" in result ? result.reason : "";
  if (result.status === "aborted") return { stopped: reason, isFinal: false };
  const last = events.at(-1);
  const kind = last?.type === "meeting.suspended" ? last.kind : null;
  const isFinal = kind !== null && ENDING.has(kind);
  return isFinal ? { stopped: reason, isFinal } : null;
}

/** What no other meeting would get past: no money, no key, no such model. */
const ENDING: ReadonlySet<string> = new Set(["budget", "auth", "quota", "unknown-model"]);
