import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { lockTranscript } from "../../engine/transcript/lock.ts";
import { BoardroomError } from "../../errors.ts";
import { wallClock } from "../../home/money/money.ts";
import type { Io } from "../../home/process/io.ts";
import { changesIn } from "../../home/records/until-change.ts";
import { outsideSeats } from "../../home/seats/hand-out.ts";
import { sleep } from "../../models/port/sleep.ts";
import type { createMeetingList } from "../../screens/serving/meeting-lines.ts";
import { sha256 } from "../../text/sha256.ts";
import {
  ALL,
  entrySchema,
  type GrowingRoom,
  growingRoom,
  type MeshRoom,
  type RoomEntry,
} from "../mesh/room.ts";
import { USUAL_RULES } from "../mesh/send.ts";
import type { ReadMeeting } from "./records.ts";

type Meetings = {
  readonly meetings: ReturnType<typeof createMeetingList>;
  readonly meeting: (id: string) => Promise<ReadMeeting>;
};

export type RoomDesk = ReturnType<typeof roomDesk>;

export function roomDesk(io: Io, folder: string, desk: Meetings) {
  const log = roomLog(folder);
  const now = () => Date.parse(wallClock(io)());
  const settled = new Set<string>();

  /** Each meeting invites once, with the time of its opening. */
  async function invite(): Promise<void> {
    for (const { id, standing } of await desk.meetings()) {
      if (settled.has(id)) continue;
      if (isSettled(standing.is)) {
        settled.add(id);
        continue;
      }
      const { events } = await desk.meeting(id);
      const at = Math.min(now(), openedAt(join(folder, id, JOURNAL_FILE)));
      if (inviting(log.look(), id, events, at) === null) continue;
      await log.act(now(), (room) => {
        const entry = inviting(room, id, events, at);
        return { entries: entry ? [entry] : [], value: null };
      });
    }
  }

  return {
    invite,
    rules: USUAL_RULES,
    now,
    async tables() {
      const open = (await desk.meetings()).filter(({ standing }) => !isSettled(standing.is));
      const read = await Promise.all(open.map(({ id }) => desk.meeting(id)));
      return read.map(({ id, events }) => ({
        meeting: id,
        people:
          events.at(-1)?.type === "meeting.closed" ? [] : outsideSeats(events).map(({ person }) => person),
      }));
    },
    async room() {
      await invite();
      return log.look();
    },
    inRoom: <T>(
      decide: (room: MeshRoom, now: number) => { readonly entries: readonly RoomEntry[]; readonly value: T },
    ): Promise<T> => {
      const at = now();
      return log.act(at, (room) => decide(room, at));
    },
    roomChanges: () => changesIn(log.folder),
    secret: () => {
      const token = `room_${randomBytes(32).toString("base64url")}`;
      return { token, digest: sha256(token) };
    },
    digest: sha256,
  };
}

/** Milliseconds since 1970. */
function openedAt(file: string): number {
  const { birthtimeMs, mtimeMs } = statSync(file);
  return birthtimeMs || mtimeMs;
}

function isSettled(standing: string): boolean {
  return standing === "closed" || standing === "damaged";
}

const calledSchema = z.object({
  agenda: z.array(z.object({ topic: z.string(), estimatedMinutes: z.number().nullable() })),
  phases: z.array(z.string()),
  invited: z.array(z.string()),
  quorum: z.int(),
});

const CALLED = "meeting.called";

function inviting(
  room: MeshRoom,
  meeting: string,
  events: readonly MeetingEvent[],
  now: number,
): RoomEntry | null {
  if (room.invited.has(meeting)) return null;
  const [opened] = events;
  const fact = events.find((event) => event.type === "fact.recorded" && event.name === CALLED);
  const called = fact?.type === "fact.recorded" ? calledSchema.safeParse(fact.data) : null;
  if (opened?.type !== "meeting.opened" || !called?.success) return null;
  const { agenda, phases, invited, quorum } = called.data;
  const { title, question } = opened.scenario;
  const names = invited.map((id) => opened.seats.find((seat) => seat.id === id)?.persona.name ?? id);
  const items = agenda.map(
    ({ topic, estimatedMinutes }, index) =>
      `${index + 1}. ${topic}${estimatedMinutes === null ? "" : ` (${estimatedMinutes} min)`}`,
  );
  const text = [
    `Invitation: ${title}`,
    `Purpose: ${question}`,
    `Agenda: ${items.join("; ")}`,
    `Phases: ${phases.join(", ")}`,
    `Invited: ${names.join(", ")}`,
    `Quorum: ${quorum}`,
    `Meeting: ${meeting}`,
  ].join("\n");
  const at = new Date(now).toISOString();
  return {
    type: "sent",
    at,
    message: {
      ...{ id: `r${room.lastId + 1}`, at, from: "boardroom", to: ALL, kind: "system_notification" },
      ...{ priority: "high", text, requiresResponse: false, meeting },
    },
  };
}

const ROOM_FOLDER = ".room";

/** Milliseconds. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** How often, and how long, a process waits for another one's write. Milliseconds. */
const TRY_MS = 7;
const TRIES = 700;

type RoomLog = {
  readonly folder: string;
  readonly look: () => MeshRoom;
  /** No other process writes between the decision and what follows. */
  readonly act: <T>(
    now: number,
    decide: (room: MeshRoom) => { readonly entries: readonly RoomEntry[]; readonly value: T },
  ) => Promise<T>;
};

/** Several servers may share a room: they append, and read on. */
function roomLog(parent: string): RoomLog {
  const folder = join(parent, ROOM_FOLDER);
  let growing = growingRoom();
  let read = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();

  function readOn(): GrowingRoom {
    const days = daysIn(folder);
    const isGone = [...read.keys()].some((day) => !days.includes(day));
    if (isGone) {
      growing = growingRoom();
      read = new Map();
    }
    for (const day of days) {
      const { entries, end } = entriesFrom(join(folder, day), read.get(day) ?? 0);
      for (const entry of entries) growing.push(entry);
      read.set(day, end);
    }
    return growing;
  }

  async function locked<T>(decide: () => T): Promise<T> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (let tries = 0; ; tries++) {
      try {
        const lock = lockTranscript(folder);
        try {
          return decide();
        } finally {
          lock.release();
        }
      } catch (error) {
        if (!(error instanceof BoardroomError) || error.code !== "transcript-locked" || tries >= TRIES)
          throw error;
        await sleep(TRY_MS, new AbortController().signal);
      }
    }
  }

  return {
    folder,
    look: () => readOn().room,
    act(now, decide) {
      const acting = last.then(() =>
        locked(() => {
          const { room } = readOn();
          const { entries, value } = decide(room);
          if (entries.length > 0) append(room, entries, now);
          return value;
        }),
      );
      last = acting.catch(() => {});
      return acting;
    },
  };

  function append(room: MeshRoom, entries: readonly RoomEntry[], now: number): void {
    const day = `${new Date(now).toISOString().slice(0, 10)}.jsonl`;
    const file = join(folder, day);
    const kept = existsSync(file) || room.lastId + room.participants.size === 0 ? [] : [keptOf(room, now)];
    const lines = [...kept, ...entries].map((entry) => `${JSON.stringify(entry)}\n`).join("");
    // Ends a line torn by a stop, so that only that line is bad.
    const isTorn = existsSync(file) && bytesFrom(file, read.get(day) ?? 0).length > 0;
    appendFileSync(file, isTorn ? `\n${lines}` : lines, { mode: 0o600 });
    for (const old of daysIn(folder))
      if (Date.parse(old.slice(0, 10)) + 24 * 3_600_000 < now - KEPT_MS)
        rmSync(join(folder, old), { force: true });
    readOn();
  }
}

/** A new day begins with participants, sent invitations and the last number. */
function keptOf(room: MeshRoom, now: number): RoomEntry {
  const at = new Date(now).toISOString();
  const recent = [...room.participants.values()].filter(({ seen }) => Date.parse(seen) >= now - KEPT_MS);
  const participants = recent.map((each) => ({ ...each, capabilities: [...each.capabilities] }));
  const kept = { type: "kept", at, lastId: room.lastId, invited: [...room.invited], participants };
  return entrySchema.parse(kept);
}

function daysIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name))
    .sort();
}

function entriesFrom(file: string, from: number) {
  const bytes = bytesFrom(file, from);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, end).toString("utf8").split("\n");
  return { entries: lines.flatMap((line) => entryIn(line) ?? []), end: from + end };
}

function bytesFrom(file: string, from: number): Buffer {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(handle).size - from));
    readSync(handle, bytes, 0, bytes.length, from);
    return bytes;
  } finally {
    closeSync(handle);
  }
}

function entryIn(line: string): RoomEntry | null {
  try {
    const parsed = entrySchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
