import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { wallClock } from "../../home/money/money.ts";
import type { Io } from "../../home/process/io.ts";
import { changesIn } from "../../home/records/until-change.ts";
import { outsideSeats } from "../../home/seats/hand-out.ts";
import { sha256 } from "../../text/sha256.ts";
import type { ReadingDesk, RoomDesk } from "../mcp/desk.ts";
import { ALL, type RoomEntry } from "../mesh/entries.ts";
import type { MeshRoom } from "../mesh/room.ts";
import { USUAL_RULES } from "../mesh/rules.ts";
import { roomLog } from "./room-log.ts";

export function roomDesk(io: Io, folder: string, desk: Pick<ReadingDesk, "meetings" | "meeting">): RoomDesk {
  const log = roomLog(folder);
  const now = () => Date.parse(wallClock(io)());
  const settled = new Set<string>();

  /** Each meeting invites once, whichever server sees it first. */
  async function invite(): Promise<void> {
    for (const { id, standing } of await desk.meetings()) {
      if (settled.has(id)) continue;
      if (isSettled(standing.is)) {
        settled.add(id);
        continue;
      }
      const { events } = await desk.meeting(id);
      const at = now();
      if (inviting(log.look(at), id, events, at) === null) continue;
      await log.act(at, (room) => {
        const entry = inviting(room, id, events, at);
        return { entries: entry ? [entry] : [], value: null };
      });
    }
  }

  return {
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
      return log.look(now());
    },
    inRoom: (decide) => {
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

/** Null where the meeting invites nobody, or has already. */
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
