import { BoardroomError } from "../../errors.ts";
import type { RoomEntry } from "./entries.ts";
import { type MeshRoom, nameKey, type Participant } from "./room.ts";

const RESERVED: ReadonlySet<string> = new Set(["all", "boardroom"]);

/** Milliseconds of silence. */
const DORMANT_MS = 30 * 60_000;

type Presenting = Pick<Participant, "name" | "capabilities" | "wants" | "status">;

/** The same name with its token is the same participant, who comes back. */
export function subscribing(
  room: MeshRoom,
  presenting: Presenting,
  { digest, fresh }: { readonly digest: string | null; readonly fresh: string },
  now: number,
): RoomEntry {
  if (RESERVED.has(nameKey(presenting.name))) {
    throw new BoardroomError("name-taken", {
      message: `${JSON.stringify(presenting.name)} is nobody's name`,
      remedy: "Take another name.",
    });
  }
  const known = room.participants.get(nameKey(presenting.name));
  if (known && known.token !== digest) {
    throw new BoardroomError("name-taken", {
      message: `${JSON.stringify(known.name)} is somebody else here`,
      remedy: "Take another name; if it is yours, give the token that subscribe gave.",
    });
  }
  const { capabilities, wants, status } = presenting;
  return {
    type: "subscribed",
    at: new Date(now).toISOString(),
    name: known?.name ?? presenting.name.trim(),
    token: known?.token ?? fresh,
    capabilities: [...capabilities],
    wants: {
      ...(wants.kinds && { kinds: [...wants.kinds] as never[] }),
      ...(wants.priorities && { priorities: [...wants.priorities] as never[] }),
    },
    status,
  };
}

export function participantBy({ participants }: MeshRoom, digest: string): Participant {
  const found = [...participants.values()].find(({ token }) => token === digest);
  if (found) return found;
  throw new BoardroomError("token-refused", {
    message: "this token is nobody's in this room",
    remedy: "subscribe gives one.",
  });
}

export function standingOf({ status, seen }: Participant, now: number): Participant["status"] | "dormant" {
  return now - Date.parse(seen) >= DORMANT_MS ? "dormant" : status;
}
