import { z } from "zod";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { ALL, type RoomEntry } from "./entries.ts";
import type { MeshRoom } from "./room.ts";

const calledSchema = z.object({
  agenda: z.array(z.object({ topic: z.string(), estimatedMinutes: z.number().nullable() })),
  phases: z.array(z.string()),
  invited: z.array(z.string()),
  quorum: z.int(),
});

const CALLED = "meeting.called";

/** Null where the meeting invites nobody, or has already. */
export function inviting(
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
