import { basename, resolve } from "node:path";
import { systemClocks } from "../../engine/meeting/contract/clocks.ts";
import { type Meeting, type MeetingResult, resumeMeeting } from "../../engine/meeting/engine/open-meeting.ts";
import { readTranscript, reopenJournal } from "../../engine/transcript/journal.ts";
import { BoardroomError } from "../../errors.ts";
import type { Ahead } from "../../home/money/money.ts";
import type { Io } from "../../home/process/io.ts";
import { protocolIn } from "../../home/records/outputs.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { recordedProtocol } from "../../home/settings/protocols.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { keepClosed } from "../../run/holding/keep-notes.ts";
import { type Allowed, type HoldFlags, newMeeting } from "../../run/holding/new-meeting.ts";
import { type MeetingSession, openSession } from "../../run/holding/open-session.ts";
import { type Calls, createCalls } from "../../showing/watching/calls.ts";
import { breathBefore, createPacing, type Pacing, pacedModels } from "../../showing/watching/pacing.ts";

export type HeldHere = {
  readonly pacing: Pacing;
  readonly calls: Pick<Calls, "now">;
  tell(): void;
  /** Ends waiting at once, so that an adjournment is felt. */
  hasten(): void;
};

type Ended = { readonly leave: number | null; readonly problem: string | null };

export type Holdings = {
  readonly get: (id: string) => HeldHere | null;
  readonly ended: (id: string) => Ended | null;
  /** Returns what ends the calls. */
  readonly onChange: (id: string, listener: () => void) => () => void;
  readonly start: (asked: Allowed, flags: HoldFlags) => Promise<string>;
  readonly goOn: (id: string, ahead: Ahead) => Promise<void>;
  /** Resolves when every meeting has stopped, after the signal. */
  readonly stopped: () => Promise<void>;
};

export type ServedFolder = { readonly path: string; readonly shown: string };

export function createHoldings(io: Io, folder: ServedFolder): Holdings {
  const held = new Map<string, HeldHere>();
  const ended = new Map<string, Ended>();
  const listeners = new Map<string, Set<() => void>>();
  const running = new Set<Promise<void>>();
  const tell = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener();
  };

  /** Resolves with the name once the first event is on disk. */
  async function hold(
    session: MeetingSession,
    open: (ports: MeetingSession["ports"]) => Meeting,
  ): Promise<string> {
    const { signal, ports, transcript, place } = session;
    const pacing = createPacing({ signal, pace: FIRST_PACE, restBefore: breathBefore });
    const models = pacedModels(ports.createModel, pacing);
    const calls = createCalls(systemClocks.clock);
    let meeting: Meeting;
    try {
      meeting = open({ ...ports, createModel: models.create, hold: pacing.hold });
    } catch (error) {
      session.close();
      throw error;
    }
    if (!models.arePaced()) pacing.setPace(Number.POSITIVE_INFINITY);
    const idNow = () => basename(place() ?? "");
    const holding: HeldHere = {
      pacing,
      calls,
      tell: () => tell(idNow()),
      hasten() {
        pacing.setPace(Number.POSITIVE_INFINITY);
        pacing.resume();
      },
    };
    meeting.onLive((signal) => {
      calls.hear(signal);
      tell(idNow());
    });
    return new Promise<string>((opened, refused) => {
      const following = follow();
      const run = meeting
        .run()
        .then(async (result) => {
          await following;
          const path = place();
          if (result.status === "closed" && path !== null)
            await keepClosed(io, path, meeting, transcript.journal);
          return { leave: leaveOf(result), problem: null };
        })
        .catch((error: unknown) => {
          refused(error);
          return { leave: null, problem: error instanceof Error ? error.message : String(error) };
        })
        .then((end) => {
          const id = idNow();
          session.close();
          held.delete(id);
          ended.set(id, end);
          tell(id);
        });
      const done = run.finally(() => running.delete(done));
      running.add(done);

      async function follow(): Promise<void> {
        for await (const event of meeting.events()) {
          calls.end(event);
          const id = idNow();
          if (!held.has(id)) {
            held.set(id, holding);
            ended.delete(id);
          }
          opened(id);
          tell(id);
        }
        calls.clear();
      }
    });
  }

  return {
    get: (id) => held.get(id) ?? null,
    ended: (id) => ended.get(id) ?? null,
    onChange(id, listener) {
      const all = listeners.get(id) ?? new Set();
      listeners.set(id, all.add(listener));
      return () => all.delete(listener);
    },
    start(asked, flags) {
      const { settings } = asked.prepared;
      const prepared = {
        ...asked.prepared,
        settings: { ...settings, values: { ...settings.values, out: folder.shown } },
      };
      const { session, open } = newMeeting(io, { ...asked, prepared }, flags, UNTOLD);
      return hold(session, open);
    },
    async goOn(id, ahead) {
      const path = resolve(folder.path, id);
      const { events } = readTranscript(path);
      if (events.at(-1)?.type === "meeting.closed")
        throw new BoardroomError("usage", { message: "this meeting is closed" });
      const outer = await readSettings(io);
      const own = await withOwnCode(io, outer, undefined);
      const protocol = recordedProtocol(protocolIn(events), own.protocols);
      const { journal } = reopenJournal(path, outer.stated.durability ?? "normal");
      const spending = { out: path, events: journal.events, ahead };
      const transcript = { journal, folder: path };
      const session = openSession(io, { outer: own.outer, flags: {}, transcript, spending, view: UNTOLD });
      await hold(session, (ports) => resumeMeeting({ ...ports, protocol }));
    },
    async stopped() {
      await Promise.all(running);
    },
  };
}

const FIRST_PACE = 4;

const UNTOLD = { tell: () => {} };

function leaveOf(result: MeetingResult): number | null {
  return result.status === "waiting" ? (result.upTo ?? null) : null;
}
