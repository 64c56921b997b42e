import { randomBytes } from "node:crypto";
import { wallClock } from "../../home/money/money.ts";
import type { Io } from "../../home/process/io.ts";
import { changesIn } from "../../home/records/until-change.ts";
import { outsideSeats } from "../../home/seats/hand-out.ts";
import { sha256 } from "../../text/sha256.ts";
import type { ReadingDesk, RoomDesk } from "../mcp/desk.ts";
import { inviting } from "../mesh/invitation.ts";
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
