/** The room of a folder: its log, and the invitations of meetings. */
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { openLog } from "../../home/log.ts";
import { wallClock } from "../../home/money/money.ts";
import type { Io } from "../../home/process/io.ts";
import { changesIn } from "../../home/records/transcript-folder.ts";
import { outsideSeats } from "../../home/seats/seat-store.ts";
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
} from "../mesh/room.ts";
import type { ReadMeeting } from "./records.ts";

type Meetings = {
  readonly meetings: ReturnType<typeof createMeetingList>;
  readonly meeting: (id: string) => Promise<ReadMeeting>;
};

export type RoomService = ReturnType<typeof roomService>;

export function roomService(io: Io, folder: string, service: Meetings) {
  const log = roomLog(folder);
  const now = () => Date.parse(wallClock(io)());
  const running = async () => (await service.meetings()).filter(({ status }) => isRunning(status.is));

  /** Each meeting invites once, with the time of its opening. */
  async function invite(): Promise<void> {
    for (const { id } of await running()) {
      if (isInvited(log.look(), id)) continue;
      const { events } = await service.meeting(id);
      const text = invitationOf(id, events);
      if (text === null) continue;
      const { birthtimeMs, mtimeMs } = statSync(join(folder, id, JOURNAL_FILE));
      const at = Math.min(now(), birthtimeMs || mtimeMs);
      await log.act(now(), (room) => ({
        entries: isInvited(room, id) ? [] : [inviting(room, { meeting: id, text, at })],
        value: null,
      }));
    }
  }

  return {
    now,
    async tables(): Promise<readonly LiveTable[]> {
      const read = await Promise.all((await running()).map(({ id }) => service.meeting(id)));
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
    inRoom<T>(decide: (room: MeshRoom, now: number) => Decision<T>): Promise<T> {
      const at = now();
      return log.act(at, (room) => decide(room, at));
    },
    roomChanges: () => changesIn(log.folder),
    secret: () => `room_${randomBytes(32).toString("base64url")}`,
  };
}

function isRunning(standing: string): boolean {
  return standing !== "closed" && standing !== "damaged";
}

function isInvited(room: MeshRoom, meeting: string): boolean {
  return room.messages.some((message) => message.meeting === meeting);
}

const calledSchema = z.object({
  agenda: z.array(z.object({ topic: z.string(), estimatedMinutes: z.number().nullable() })),
  phases: z.array(z.string()),
  invited: z.array(z.string()),
  quorum: z.int(),
});

const CALLED = "meeting.called";

/** Null if the protocol calls no meeting, or has not yet. */
function invitationOf(meeting: string, events: readonly MeetingEvent[]): string | null {
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
  return [
    `Invitation: ${title}`,
    `Purpose: ${question}`,
    `Agenda: ${items.join("; ")}`,
    `Phases: ${phases.join(", ")}`,
    `Invited: ${names.join(", ")}`,
    `Quorum: ${quorum}`,
    `Meeting: ${meeting}`,
  ].join("\n");
}

type Invitation = { meeting: string; text: string; at: number };

function inviting(room: MeshRoom, { meeting, text, at: ms }: Invitation): RoomEntry {
  const at = new Date(ms).toISOString();
  const message = {
    id: nextId(room),
    at,
    from: "boardroom",
    to: ALL,
    kind: "system_notification" as const,
    priority: "high" as const,
    text,
    meeting,
  };
  return { type: "sent", at, message };
}

type Decision<T> = { readonly entries: readonly RoomEntry[]; readonly value: T };

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
      const value = await log.act(() => {
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
