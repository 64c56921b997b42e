/** The meetings that the server runs itself, with their pauses and approvals. */

import { basename, resolve } from "node:path";
import type { MeetingResult } from "../../engine/meeting/open-meeting.ts";
import { systemClocks } from "../../engine/protocol/clocks.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import type { ApprovalFlags } from "../../home/spending/approvals.ts";
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
import type { OpenedRanking } from "../../studies/running/ranking-study.ts";
import { runStudy } from "../../studies/running/run-study.ts";

export type RunningMeeting = {
  pacing: Pacing;
  calls: Calls;
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
  /** Resolves with the name once the folder of results is there. */
  rank: (ranking: OpenedRanking, flags: ApprovalFlags) => Promise<string>;
  goOn: (id: string, ahead: ApprovalFlags) => Promise<void>;
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
    const getIdNow = () => basename(place() ?? "");
    const active: RunningMeeting = {
      pacing,
      calls,
      notify: () => notify(getIdNow()),
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
            notify(getIdNow());
          },
          event(event) {
            calls.end(event);
            const id = getIdNow();
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
          const id = getIdNow();
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
    rank({ opened, folder: shown }, flags) {
      requireFreePlace(running.size, atOnce);
      const id = basename(shown);
      return new Promise<string>((begun, refused) => {
        const study = { ...flags, output: shown, processes: AT_ONCE, retryFailed: true };
        const done = requireApproved(io, (asking) =>
          runStudy(asking, opened, { ...study, onOpen: () => begun(id) }),
        )
          .then(() => begun(id), refused)
          .finally(() => running.delete(done));
        running.add(done);
      });
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

/** Asks for no approval but the one that the page has sent. Throws the price and the reason without it. */
export async function requireApproved<Done>(
  io: Io,
  work: (asking: Io) => Promise<Done | null>,
): Promise<Done> {
  let said = "";
  const stderr = { write: (text: string) => (said += text) };
  const done = await work({ ...io, ask: undefined, stderr });
  if (done !== null) return done;
  const why =
    said.split("\n").find((line) => line.includes("your approval")) ?? "it is not approved";
  throw new BoardroomError("approval-required", {
    message: why,
    remedy: "Agree to the price above the button.",
  });
}

function createNotApproved(id: string): BoardroomError {
  return new BoardroomError("approval-required", {
    message: "this meeting was not approved on this computer, so it does not continue",
    remedy: `See the price and approve it in a terminal: boardroom resume ${id}`,
  });
}

/** Meetings of a ranking that run at the same time. */
export const AT_ONCE = 4;

/** Times reading speed: a page has no step. */
const SPEED = 4;

const SILENT = { show: () => {} };

function readApproval(result: MeetingResult): number | null {
  return result.status === "waiting" ? (result.upTo ?? null) : null;
}
