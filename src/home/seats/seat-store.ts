// Seats of agents from outside, in `seats.jsonl`: codes that take a seat once, and tokens that
// prove who has it. The file has only digests of both.

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { findOutsider } from "../../engine/people/person.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { applyForks } from "../../engine/transcript/forks.ts";
import { BoardroomError } from "../../errors.ts";
import { hashSha256 } from "../../text/sha256.ts";
import { openLog } from "../log.ts";
import { type Io, print } from "../process/io.ts";
import { createWallClock } from "../spending/money.ts";

const at = z.string();

/** Holds digests of codes and tokens, never themselves. `client`: what the client calls itself. */
const lineSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("reserved"),
    seat: z.string(),
    person: z.string(),
    code: z.string(),
    at,
  }),
  z.object({ type: z.literal("renewed"), seat: z.string(), code: z.string(), at }),
  z.object({
    type: z.literal("offered"),
    seat: z.string(),
    token: z.string(),
    client: z.string(),
    at,
  }),
  z.object({ type: z.literal("taken"), seat: z.string(), token: z.string(), client: z.string() }),
  z.object({ type: z.literal("left"), seat: z.string(), at }),
  z.object({ type: z.literal("owned"), token: z.string(), client: z.string(), at }),
]);

type Holder = { token: string; client: string };

type SeatNow = {
  seat: string;
  person: string;
  code: string;
  /** Made with the code. The first use of it takes the seat. */
  offer: Holder | null;
  holder: Holder | null;
  hasLeft: boolean;
};

function openSeatLog(folder: string) {
  return openLog(join(folder, "seats.jsonl"), lineSchema);
}

/** The first line counts for a reservation and for a holder, the last one for an offer. */
function readSeats(folder: string): ReadonlyMap<string, SeatNow> {
  const seats = new Map<string, SeatNow>();
  for (const line of openSeatLog(folder).look()) {
    if (line.type === "owned") continue;
    const { seat } = line;
    const now = seats.get(seat);
    if (line.type === "reserved") {
      const { person, code } = line;
      if (!now) seats.set(seat, { seat, person, code, offer: null, holder: null, hasLeft: false });
    } else if (now) {
      if (line.type === "renewed")
        Object.assign(now, { code: line.code, offer: null, holder: null, hasLeft: false });
      else if (line.type === "offered") now.offer = line;
      else if (line.type === "taken") now.holder ??= line;
      else now.hasLeft = true;
    }
  }
  return seats;
}

type ReservedSeat = { seat: string; person: string; code: string };

type AgentSeat = {
  seat: string;
  person: string;
  status: "waits" | "taken" | "left";
  client: string | null;
};

export type TokenRight =
  | {
      is: "seat";
      seat: string;
      person: string;
      hasLeft: boolean;
    }
  | { is: "owner" };

/** Returns the seats that were not reserved before. */
export function reserveSeats(
  folder: string,
  seats: readonly { seat: string; person: string }[],
  now: string,
): readonly ReservedSeat[] {
  const known = readSeats(folder);
  return seats.flatMap(({ seat, person }) => {
    if (known.has(seat)) return [];
    const { code, digest } = createCode();
    const line = { type: "reserved" as const, seat, person, code: digest, at: now };
    const first = openSeatLog(folder).claim(
      line,
      (other) => other.type === "reserved" && other.seat === seat,
    );
    return "code" in first && first.code === digest ? [{ seat, person, code }] : [];
  });
}

function createCode(): { code: string; digest: string } {
  const code = createSecret("code");
  return { code, digest: hashSha256(code) };
}

export function renewSeat(folder: string, seat: string, now: string): ReservedSeat {
  const known = readSeats(folder).get(seat);
  if (!known) throw createNoSeatError(folder, seat);
  const { code, digest } = createCode();
  openSeatLog(folder).add({ type: "renewed", seat, code: digest, at: now });
  return { seat, person: known.person, code };
}

/** The first use of the token spends the code. Until then it can be asked for again, which voids the token before. */
export function takeSeat(folder: string, code: string, client: string, now: string) {
  const hash = hashSha256(code);
  const found = [...readSeats(folder).values()].find((each) => each.code === hash);
  if (!found) {
    throw new BoardroomError("token-refused", {
      message: "this code does not belong to a seat of this meeting",
      remedy: "Create a new one: boardroom mcp --seats TRANSCRIPT --renew SEAT.",
    });
  }
  const { seat, person, holder } = found;
  if (holder !== null) {
    throw new BoardroomError("token-refused", {
      message: `this code of the seat ${seat} was used already`,
      remedy:
        "Use the token that join_meeting gave then. If it is lost, boardroom mcp --seats TRANSCRIPT --renew makes a new code.",
    });
  }
  const token = createSecret("seat");
  openSeatLog(folder).add({ type: "offered", seat, token: hashSha256(token), client, at: now });
  return { seat, person, token };
}

export function findTokenRight(folder: string, token: string): TokenRight | null {
  const hash = hashSha256(token);
  const owned = openSeatLog(folder)
    .look()
    .find(({ type }) => type === "owned");
  if (owned && "token" in owned && owned.token === hash) return { is: "owner" };
  for (const { seat, person, offer, holder, hasLeft } of readSeats(folder).values()) {
    if ((holder ?? offer)?.token !== hash) continue;
    if (holder === null && offer !== null) {
      openSeatLog(folder).add({ type: "taken", seat, token: hash, client: offer.client });
      if (readSeats(folder).get(seat)?.holder?.token !== hash) return null;
    }
    return { is: "seat", seat, person, hasLeft };
  }
  return null;
}

/** Null if the owner has a token already. */
export function claimOwnerToken(folder: string, client: string, now: string): string | null {
  const token = createSecret("owner");
  const line = { type: "owned" as const, token: hashSha256(token), client, at: now };
  const first = openSeatLog(folder).claim(line, ({ type }) => type === "owned");
  return "token" in first && first.token === line.token ? token : null;
}

export function leaveSeat(folder: string, seat: string, now: string): void {
  openSeatLog(folder).add({ type: "left", seat, at: now });
}

export function hasLeft(folder: string, seat: string): boolean {
  return readSeats(folder).get(seat)?.hasLeft === true;
}

export function listAgentSeats(folder: string): readonly AgentSeat[] {
  return [...readSeats(folder).values()].map(({ seat, person, hasLeft, holder, offer }) => {
    const client = (holder ?? offer)?.client ?? null;
    if (hasLeft) return { seat, person, status: "left", client };
    return { seat, person, status: client === null ? "waits" : "taken", client };
  });
}

function createSecret(kind: string): string {
  return `${kind}_${randomBytes(kind === "code" ? 18 : 32).toString("base64url")}`;
}

function createNoSeatError(folder: string, seat: string): BoardroomError {
  const known = [...readSeats(folder).keys()];
  return new BoardroomError("unknown-member", {
    message: `no seat ${JSON.stringify(seat)} is reserved for an agent in this meeting`,
    remedy:
      known.length === 0
        ? "Reserve one with --member SEAT=agent:NAME."
        : `Seats: ${known.join(", ")}.`,
  });
}

/** Reserves the seats of agents from outside as soon as there is a transcript, and says by which code each is taken. */
export function offerSeats(io: Io, place: string | null, events: readonly MeetingEvent[]): void {
  if (place === null) return;
  print(
    io.stderr,
    reserveSeats(place, listOutsideSeats(events), createWallClock(io)()).flatMap(formatCodeLines),
  );
}

export function listOutsideSeats(
  events: readonly MeetingEvent[],
): readonly { seat: string; person: string }[] {
  const [opened] = events;
  if (opened?.type !== "meeting.opened") return [];
  return applyForks(opened, events).seats.flatMap((seat) => {
    const person = findOutsider(seat);
    return person === null ? [] : [{ seat: seat.id, person }];
  });
}

export function formatCodeLines({ seat, person, code }: ReservedSeat): readonly string[] {
  return [`The seat ${seat} waits for the agent ${person}, who takes it once with:`, `  ${code}`];
}
