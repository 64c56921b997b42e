/** The room of a folder: its log, and the invitations of meetings. */
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { openLog } from "../../home/log.ts";
import type { Io } from "../../home/process/io.ts";
import { watchFolder } from "../../home/records/transcript-folder.ts";
import { listOutsideSeats } from "../../home/seats/seat-store.ts";
import { createWallClock } from "../../home/spending/money.ts";
import type { createMeetingList } from "../../screens/web/list-lines.ts";
import {
  ALL,
  entrySchema,
  isKept,
  type LiveTable,
  type MeshRoom,
  nextId,
  type RoomEntry,
  roomOf,
} from "../room.ts";
import { isClosed, type ReadMeeting } from "./records.ts";

type Meetings = {
  meetings: ReturnType<typeof createMeetingList>["list"];
  meeting: (id: string) => Promise<ReadMeeting>;
};

export type RoomService = ReturnType<typeof roomService>;

export function roomService(io: Io, folder: string, service: Meetings) {
  const log = roomLog(folder);
  const now = () => Date.parse(createWallClock(io)());
  const running = async () =>
    (await service.meetings()).filter(({ status }) => isRunning(status.is));

  /** Each meeting invites once, with the time of its opening. */
  async function invite(): Promise<void> {
    for (const { id } of await running()) {
      if (isInvited(log.look(), id)) continue;
      const { events } = await service.meeting(id);
      const call = callIn(events);
      if (call === null) continue;
      const { birthtimeMs, mtimeMs } = statSync(join(folder, id, JOURNAL_FILE));
      const at = new Date(Math.min(now(), birthtimeMs || mtimeMs)).toISOString();
      const invitation = { meeting: id, text: `Invitation to ${id}: ${call}`, at };
      await log.act(now(), (room) => ({
        entries: isInvited(room, id) ? [] : [inviting(room, invitation)],
        value: null,
      }));
    }
  }

  return {
    async tables(): Promise<readonly LiveTable[]> {
      const read = await Promise.all((await running()).map(({ id }) => service.meeting(id)));
      return read.map((meeting) => ({
        meeting: meeting.id,
        people: isClosed(meeting)
          ? []
          : listOutsideSeats(meeting.events).map(({ person }) => person),
      }));
    },
    async room() {
      await invite();
      return log.look();
    },
    inRoom<T>(decide: (room: MeshRoom, now: number) => Decision<T>): Promise<T> {
      const at = now();
      return log.act(at, (room) => decide(room, at));
    },
    roomChanges: () => watchFolder(log.folder),
    secret: () => `room_${randomBytes(32).toString("base64url")}`,
  };
}

function isRunning(standing: string): boolean {
  return standing !== "closed" && standing !== "damaged";
}

function isInvited(room: MeshRoom, meeting: string): boolean {
  return room.messages.some((message) => message.meeting === meeting);
}

/** The words by which a protocol calls its members. Null if it calls none, or has not yet. */
function callIn(events: readonly MeetingEvent[]): string | null {
  const notice = events.find((event) => event.type === "notice.given" && event.kind === "call");
  return notice?.type === "notice.given" ? notice.text : null;
}

type Invitation = { meeting: string; text: string; at: string };

function inviting(room: MeshRoom, { meeting, text, at }: Invitation): RoomEntry {
  const common = {
    from: "boardroom",
    to: ALL,
    kind: "system_notification",
    priority: "high",
  } as const;
  return { type: "sent", at, message: { ...common, id: nextId(room), at, text, meeting } };
}

type Decision<T> = { entries: readonly RoomEntry[]; value: T };

/** Several servers may share a room. */
function roomLog(parent: string) {
  const folder = join(parent, ".room");
  const log = openLog(join(folder, "room.jsonl"), entrySchema);
  let read = { lines: log.look(), room: roomOf(log.look()) };

  function look(): MeshRoom {
    const lines = log.look();
    if (lines !== read.lines) read = { lines, room: roomOf(lines) };
    return read.room;
  }

  return {
    folder,
    look,
    /** No other process writes between the decision and its entries. */
    async act<T>(now: number, decide: (room: MeshRoom) => Decision<T>): Promise<T> {
      const value = await log.runAlone(() => {
        const decided = decide(look());
        if (decided.entries.length > 0) log.add(...decided.entries);
        return decided.value;
      });
      const room = look();
      if (!room.entries.every((entry) => isKept(room, entry, now)))
        await log.drop((entry) => !isKept(room, entry, now));
      return value;
    },
  };
}
