import { createHash } from "node:crypto";
import { BoardroomError } from "../errors.ts";
import { eventSchema, FORMAT_VERSION, type MeetingEvent } from "./events.ts";

/** `prev` of the first line. */
export const GENESIS = "0".repeat(64);

/** SHA-256 of a line without its newline, hex. */
export function hashLine(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}

export type ReadLines = {
  readonly events: MeetingEvent[];
  /** SHA-256 of the last whole line. */
  readonly head: string;
  /** Bytes of whole lines; what follows is a torn last line. */
  readonly bytes: number;
  readonly torn: boolean;
};

/** Reads `events.jsonl`, checking schema, numbering and hash chain line by line. A torn last line is left out. */
export function readLines(text: string, file: string): ReadLines {
  const events: MeetingEvent[] = [];
  let head = GENESIS;
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start);
    if (end === -1) break;
    const line = text.slice(start, end);
    events.push(readLine(line, { file, line: events.length + 1 }, head));
    head = hashLine(line);
    start = end + 1;
  }
  if (events.length === 0) throw damaged({ file, line: 1 }, "the transcript holds no whole line");
  return { events, head, bytes: Buffer.byteLength(text.slice(0, start)), torn: start < text.length };
}

function readLine(line: string, place: { file: string; line: number }, prev: string): MeetingEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw damaged(place, "not a JSON object");
  }
  refuseOtherFormats(value, place);
  const parsed = eventSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw damaged(place, `not an event: ${issue.path.join(".") || "line"}: ${issue.message}`);
  }
  const event = parsed.data;
  if (event.seq !== place.line) throw damaged(place, `seq is ${event.seq}, expected ${place.line}`);
  if (event.prev !== prev) throw damaged(place, "the hash of the line before does not match prev");
  if ((event.type === "meeting.opened") !== (place.line === 1)) {
    throw damaged(place, "meeting.opened must be the first line, and only that");
  }
  return event;
}

function refuseOtherFormats(value: unknown, place: { file: string; line: number }): void {
  const format = (value as { format?: unknown } | null)?.format;
  if (place.line !== 1 || typeof format !== "number" || format === FORMAT_VERSION) return;
  throw new BoardroomError("transcript-version", {
    place,
    message: `transcript format ${format}; this boardroom reads format ${FORMAT_VERSION}`,
    remedy: "Read it with the version of boardroom that wrote it.",
  });
}

function damaged(place: { file: string; line: number }, message: string): BoardroomError {
  const remedy =
    "Nothing was changed. Restore the file from a copy; `boardroom verify` tells the first damaged line.";
  return new BoardroomError("transcript-damaged", { place, message, remedy });
}
