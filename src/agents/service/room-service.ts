/** The room of a folder: its log, and the invitations of meetings. */
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { openLog } from "../../home/log.ts";
import type { Io } from "../../home/process/io.ts";
import { type FolderWatch, watchFolder } from "../../home/records/transcript-folder.ts";
import { listOutsideSeats } from "../../home/seats/seat-store.ts";
import { createWallClock } from "../../home/spending/money.ts";
import type { MeetingLine } from "../../screens/pages/list.tsx";
import {
  ALL,
  createNextId,
  createRoom,
  entrySchema,
  isKept,
  type LiveTable,
  type MeshRoom,
  type RoomEntry,
} from "../room.ts";
import { isClosed, type ReadMeeting } from "./records.ts";

type Meetings = {
  listMeetings: () => Promise<readonly MeetingLine[]>;
  readMeeting: (id: string) => Promise<ReadMeeting>;
};

export type RoomService = {
  listTables(): Promise<readonly LiveTable[]>;
  /** Invites to new meetings first. */
  room(): Promise<MeshRoom>;
  /** No other process writes between the decision and its entries. */
  runInRoom<T>(decide: (room: MeshRoom, now: number) => Decision<T>): Promise<T>;
  watchRoom(): FolderWatch;
  createSecret(): string;
};

export function openRoomService(io: Io, folder: string, service: Meetings): RoomService {
  const log = openRoomLog(folder);
  const now = () => Date.parse(createWallClock(io)());
  const listRunning = async () =>
    (await service.listMeetings()).filter(({ status }) => isRunning(status.is));

  /** Each meeting invites once, with the time of its opening. */
  async function invite(): Promise<void> {
    for (const { id } of await listRunning()) {
      if (isInvited(log.look(), id)) continue;
      const { events } = await service.readMeeting(id);
      const call = findCallText(events);
      if (call === null) continue;
      const { birthtimeMs, mtimeMs } = statSync(join(folder, id, JOURNAL_FILE));
      const at = new Date(Math.min(now(), birthtimeMs || mtimeMs)).toISOString();
      const invitation = { meeting: id, text: `Invitation to ${id}: ${call}`, at };
      await log.runAlone(now(), (room) => ({
        entries: isInvited(room, id) ? [] : [createInvitation(room, invitation)],
        value: null,
      }));
    }
  }

  return {
    async listTables() {
      const read = await Promise.all(
        (await listRunning()).map(({ id }) => service.readMeeting(id)),
      );
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
    runInRoom(decide) {
      const at = now();
      return log.runAlone(at, (room) => decide(room, at));
    },
    watchRoom: () => watchFolder(log.folder),
    createSecret: () => `room_${randomBytes(32).toString("base64url")}`,
  };
}

function isRunning(standing: string): boolean {
  return standing !== "closed" && standing !== "damaged";
}

function isInvited(room: MeshRoom, meeting: string): boolean {
  return room.messages.some((message) => message.meeting === meeting);
}

/** The words by which a protocol calls its members. Null if it calls none, or has not yet. */
function findCallText(events: readonly MeetingEvent[]): string | null {
  const notice = events.find((event) => event.type === "notice.given" && event.kind === "call");
  return notice?.type === "notice.given" ? notice.text : null;
}

type Invitation = { meeting: string; text: string; at: string };

function createInvitation(room: MeshRoom, { meeting, text, at }: Invitation): RoomEntry {
  const common = {
    from: "boardroom",
    to: ALL,
    kind: "system_notification",
    priority: "high",
  } as const;
  return { type: "sent", at, message: { ...common, id: createNextId(room), at, text, meeting } };
}

type Decision<T> = { entries: readonly RoomEntry[]; value: T };

/** Several servers may share a room. */
function openRoomLog(parent: string) {
  const folder = join(parent, ".room");
  const log = openLog(join(folder, "room.jsonl"), entrySchema);
  let read = { lines: log.look(), room: createRoom(log.look()) };

  function look(): MeshRoom {
    const lines = log.look();
    if (lines !== read.lines) read = { lines, room: createRoom(lines) };
    return read.room;
  }

  return {
    folder,
    look,
    async runAlone<T>(now: number, decide: (room: MeshRoom) => Decision<T>): Promise<T> {
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
