/**
 * Reads the lines of a record and refuses what is no record. The journal reads each line that it writes with the same
 * function, so a line that no command could read again is never written.
 */

import { hash } from "node:crypto";
import { BoardroomError } from "../../errors.ts";
import { describeJsonFault, readJson } from "../../text/json-in.ts";
import { eventSchema, type MeetingEvent } from "./events.ts";
import { refuseOtherVersions } from "./versions.ts";

export const GENESIS = "0".repeat(64);

export function hashLine(line: string | Uint8Array): string {
  return hash("sha256", line);
}

export type ReadLines = {
  events: MeetingEvent[];
  hashes: readonly string[];
  head: string;
  /** What follows is a torn last line. */
  bytes: number;
  torn: boolean;
};

type LinePlace = { file: string; line: number };

const NEWLINE = 0x0a;

/** Checks text, schema, numbering and hash chain. Skips a torn last line; throws for other damage, with the line. */
export function readLines(bytes: Buffer, file: string): ReadLines {
  const hashes: string[] = [];
  const reader = createLineReader(file, (hash) => hashes.push(hash));
  const events = reader.read(bytes);
  const { head, rest } = reader;
  if (events.length === 0) throw createEmptyError(file);
  if (!isTorn(rest, events.length + 1))
    throw createDamagedError(
      { file, line: events.length + 1 },
      "unexpected data after the last complete event",
    );
  return { events, hashes, head, bytes: bytes.length - rest.length, torn: rest.length > 0 };
}

type LineReader = {
  read(piece: Buffer): MeetingEvent[];
  head: string;
  /** Bytes after the last whole line. */
  rest: Buffer;
};

export function createLineReader(
  file: string,
  onHash: (hash: string) => void = () => {},
): LineReader {
  let rest: Buffer = Buffer.alloc(0);
  let head = GENESIS;
  let opened: MeetingEvent | undefined;
  let count = 0;
  return {
    get head() {
      return head;
    },
    get rest() {
      return rest;
    },
    read(piece) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const events: MeetingEvent[] = [];
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        const line = bytes.subarray(start, end);
        const event = readLine(line, { place: { file, line: ++count }, prev: head, opened });
        opened ??= event;
        events.push(event);
        head = hashLine(line);
        onHash(head);
        start = end + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
      return events;
    },
  };
}

/** What a line follows: the digest of the line before it, and the first event unless it is the line itself. */
type LineContext = { place: LinePlace; prev: string; opened: MeetingEvent | undefined };

/** Checks text, schema, numbering, hash chain and seats of one line, without its newline. */
export function readLine(bytes: Uint8Array, { place, prev, opened }: LineContext): MeetingEvent {
  const value = parseLine(bytes, place);
  if (place.line === 1) refuseOtherVersions(value, place);
  const event = requireEvent(value, place);
  if (event.seq !== place.line)
    throw createDamagedError(place, `seq is ${event.seq}, expected ${place.line}`);
  if (event.prev !== prev) {
    // Either line may be the changed one, so neither is sound.
    const changed = `the hash of the line before does not match prev: line ${place.line - 1} or ${place.line} was changed`;
    throw createDamagedError(place, changed, place.line - 2);
  }
  requireOpening(event, place);
  requireSeats(event, opened ?? event, place);
  return event;
}

function requireEvent(value: unknown, place: LinePlace): MeetingEvent {
  const parsed = eventSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.join(".") || "line";
  // The message would list every type.
  const why = at === "type" ? "no event of Boardroom has it" : issue?.message;
  throw createDamagedError(place, `not an event: ${at}: ${why}`);
}

function requireOpening({ type }: MeetingEvent, place: LinePlace): void {
  if ((type === "meeting.opened") !== (place.line === 1))
    throw createDamagedError(place, "meeting.opened must be the first line, and only that");
}

const seatIds = new WeakMap<MeetingEvent, ReadonlySet<string>>();

function requireSeats(event: MeetingEvent, opened: MeetingEvent, place: LinePlace): void {
  if (opened.type !== "meeting.opened") return;
  const seats = seatIds.get(opened) ?? new Set(opened.seats.map(({ id }) => id));
  seatIds.set(opened, seats);
  const stranger = listNamedSeats(event).find((id) => !seats.has(id));
  if (stranger !== undefined)
    throw createDamagedError(place, `${JSON.stringify(stranger)} has no seat in this meeting`);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parseLine(bytes: Uint8Array, place: LinePlace): unknown {
  const text = readOrThrowDamaged(() => utf8.decode(bytes), place, "not UTF-8 text");
  const value = readOrThrowDamaged(() => readJson(text), place, "not a JSON object");
  // A name that stands twice would hide its first value.
  if (JSON.stringify(value) !== text)
    throw createDamagedError(place, "extra spaces, a repeated key or a CRLF line end");
  return value;
}

function readOrThrowDamaged<T>(read: () => T, place: LinePlace, message: string): T {
  try {
    return read();
  } catch (error) {
    throw createDamagedError(place, describeJsonFault(error, message));
  }
}

/** Whether an unfinished write can have left these bytes: a beginning of line `seq`, then zeros that a file system put in. */
function isTorn(rest: Buffer, seq: number): boolean {
  let length = rest.length;
  while (length > 0 && rest[length - 1] === 0) length -= 1;
  const beginning = `{"seq":${seq},"at":"`;
  const found = rest.toString("latin1", 0, Math.min(length, beginning.length));
  return beginning.startsWith(found);
}

function createEmptyError(file: string): BoardroomError {
  return new BoardroomError("transcript-damaged", {
    place: { file, line: 1 },
    message: "the transcript has no complete line",
    remedy:
      "Nothing was recorded, so nothing is lost: delete the folder, and run the meeting again with boardroom run.",
  });
}

/** `sound`: the number of intact lines. */
export function createDamagedError(
  place: LinePlace,
  message: string,
  sound = place.line - 1,
): BoardroomError {
  const salvage = `, or continue from the lines before: put head -n ${sound} of it into events.jsonl of a new folder and resume that`;
  const remedy = `Nothing was changed. Restore the file from a copy${sound > 1 ? salvage : ""}.`;
  return new BoardroomError("transcript-damaged", { place, message, remedy });
}

/** The id of a seat never changes, even if its holder does. */
function listNamedSeats(event: MeetingEvent): readonly string[] {
  const { speaker, agent, member } = event as { [name: string]: unknown };
  const named = [speaker, agent, member].filter((id) => typeof id === "string");
  if (event.type === "speaker.selected")
    return [...named, ...event.weights.map(({ seat }) => seat)];
  return event.type === "meeting.forked" ? [...named, ...event.seats.map(({ id }) => id)] : named;
}
