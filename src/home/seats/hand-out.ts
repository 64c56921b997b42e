import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { outsiderOn } from "../../engine/meeting/people/person.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { afterForks } from "../../engine/transcript/forks.ts";
import { wallClock } from "../money/money.ts";
import { type Io, print } from "../process/io.ts";
import { type ReservedSeat, reserveSeats } from "./seat-store.ts";

export type CodesFlag = { readonly codes?: string | undefined };

/** Reserves the seats of agents from outside as soon as there is a transcript, and says by which code each is taken. */
export function handOutSeats(
  io: Io,
  place: string | null,
  events: readonly MeetingEvent[],
  { codes: file }: CodesFlag,
): void {
  const outside = place === null ? [] : outsideSeats(events);
  if (place === null || outside.length === 0) return;
  const given = file === undefined ? {} : digestsIn(resolve(io.cwd, file));
  print(io.stderr, reserveSeats(place, outside, wallClock(io)(), given).flatMap(codeLines));
}

function digestsIn(file: string): Readonly<Record<string, string>> {
  try {
    return z.record(z.string(), z.string().length(64)).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}

export function outsideSeats(events: readonly MeetingEvent[]): readonly { seat: string; person: string }[] {
  const [opened] = events;
  if (opened?.type !== "meeting.opened") return [];
  return afterForks(opened, events).seats.flatMap((seat) => {
    const person = outsiderOn(seat);
    return person === null ? [] : [{ seat: seat.id, person }];
  });
}

export function codeLines({ seat, person, code }: ReservedSeat): readonly string[] {
  return [`The seat ${seat} waits for the agent ${person}, who takes it once with:`, `  ${code}`];
}
