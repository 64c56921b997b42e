/** The meetings that the server runs itself, with their pauses and approvals. */

import { basename, resolve } from "node:path";
import type { MeetingResult } from "../../engine/meeting/open-meeting.ts";
import { systemClocks } from "../../engine/protocol/clocks.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import type { Ahead } from "../../home/spending/money.ts";
import {
  type Approved,
  type NewMeetingFlags,
  prepareNewMeeting,
  prepareRecordedMeeting,
} from "../../run/meetings.ts";
import { run, type ToRun } from "../../run/run.ts";
import { MOST_RUNNING, requireFreePlace } from "../../run/running-limit.ts";
import {
  createPacedModels,
  createPacing,
  getBreath,
  type Pacing,
} from "../../showing/watching/pacing.ts";
import { type Calls, createCalls } from "../../showing/watching/source.ts";

export type RunningMeeting = {
  pacing: Pacing;
  calls: Pick<Calls, "now">;
  notify(): void;
  /** Ends waiting at once, so that an adjournment is felt. */
  hasten(): void;
};

type Ended = { approval: number | null; problem: string | null };

export type RunningMeetings = {
  get: (id: string) => RunningMeeting | null;
  ended: (id: string) => Ended | null;
  onChange: (id: string, listener: () => void) => () => void;
  start: (asked: Approved, flags: NewMeetingFlags) => Promise<string>;
  goOn: (id: string, ahead: Ahead) => Promise<void>;
  stopped: () => Promise<void>;
};

export type ServedFolder = { path: string; shown: string };

export function createRunningMeetings(
  io: Io,
  folder: ServedFolder,
  atOnce = MOST_RUNNING,
): RunningMeetings {
  const runs = new Map<string, RunningMeeting>();
  const ended = new Map<string, Ended>();
  const listeners = new Map<string, Set<() => void>>();
  const running = new Set<Promise<void>>();
  const notify = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener();
  };

  /** Resolves with the name once the first event is on disk. */
  function runMeeting({ session, ...toRun }: ToRun): Promise<string> {
    requireFreePlace(running.size, atOnce);
    const { signal, place } = session;
    const pacing = createPacing({ signal, speed: SPEED, restBefore: getBreath });
    const models = createPacedModels(session.ports.createModel, pacing);
    const calls = createCalls(systemClocks.clock);
    const ports = { ...session.ports, createModel: models.create, hold: pacing.hold };
    const idNow = () => basename(place() ?? "");
    const active: RunningMeeting = {
      pacing,
      calls,
      notify: () => notify(idNow()),
      hasten() {
        pacing.hurry();
        pacing.resume();
      },
    };
    return new Promise<string>((opened, refused) => {
      const done = run({ ...session, ...toRun, ports }, () => {
        if (!models.arePaced()) pacing.hurry();
        return {
          live(signal) {
            calls.hear(signal);
            notify(idNow());
          },
          event(event) {
            calls.end(event);
            const id = idNow();
            if (!runs.has(id)) {
              runs.set(id, active);
              ended.delete(id);
            }
            opened(id);
            notify(id);
          },
        };
      })
        .then(({ result }) => ({ approval: readApproval(result), problem: null }))
        .catch((error: unknown) => {
          refused(error);
          return {
            approval: null,
            problem: error instanceof Error ? error.message : String(error),
          };
        })
        .then((end) => {
          calls.clear();
          const id = idNow();
          runs.delete(id);
          ended.set(id, end);
          notify(id);
          running.delete(done);
        });
      running.add(done);
    });
  }

  return {
    get: (id) => runs.get(id) ?? null,
    ended: (id) => ended.get(id) ?? null,
    onChange(id, listener) {
      const all = listeners.get(id) ?? new Set();
      listeners.set(id, all.add(listener));
      return () => all.delete(listener);
    },
    async start(asked, flags) {
      const { settings } = asked.prepared;
      const prepared = {
        ...asked.prepared,
        settings: { ...settings, values: { ...settings.values, out: folder.shown } },
      };
      return runMeeting(prepareNewMeeting(io, { ...asked, prepared }, flags, SILENT));
    },
    async goOn(id, ahead) {
      const path = resolve(folder.path, id);
      if (readTranscript(path).events.at(-1)?.type === "meeting.closed")
        throw new BoardroomError("usage", { message: "this meeting is closed" });
      const found = await prepareRecordedMeeting(io, path, ahead, SILENT);
      if ("exit" in found) throw createNotApproved(id);
      await runMeeting(found);
    },
    async stopped() {
      await Promise.all(running);
    },
  };
}

function createNotApproved(id: string): BoardroomError {
  return new BoardroomError("approval-required", {
    message: "this meeting was not approved on this computer, so it does not continue",
    remedy: `See the price and approve it in a terminal: boardroom resume ${id}`,
  });
}

/** Times reading speed: a page has no step. */
const SPEED = 4;

const SILENT = { show: () => {} };

function readApproval(result: MeetingResult): number | null {
  return result.status === "waiting" ? (result.upTo ?? null) : null;
}
