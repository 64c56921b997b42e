import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { outsiderOn } from "../../engine/meeting/people/person.ts";
import { describe, type MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { afterForks } from "../../engine/transcript/forks.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { inPathOrder } from "../../engine/transcript/path.ts";
import { BoardroomError } from "../../errors.ts";
import type { rightOf } from "../../home/seats/seat-store.ts";
import { descriptionOf } from "../../home/settings/protocols.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { createEntries, type Entry } from "../../showing/entries.ts";
import { readRecord } from "../../showing/files/records.ts";
import { lastMessages } from "../../showing/watching/seat.ts";
import { onOneLine } from "../../showing/words.ts";

export type ReadMeeting = {
  readonly id: string;
  readonly events: readonly MeetingEvent[];
  /** SHA-256 of its last line. */
  readonly head: string;
  readonly isRunning: boolean;
};

/** What has not grown is not read again. */
export function roomRecords(folder: string) {
  const read = new Map<string, { readonly key: string; readonly meeting: ReadMeeting }>();
  return {
    placeOf(id: string): string {
      if (isName(id) && sizeOf(folder, id) !== null) return join(folder, id);
      throw new BoardroomError("transcript-not-found", {
        message: `meeting ${JSON.stringify(id.slice(0, 80))} not found in this folder`,
        remedy: "Ids of meetings: list with what: meetings.",
      });
    },
    async meeting(id: string): Promise<ReadMeeting> {
      const place = this.placeOf(id);
      // First, so that a record without a writer is read in its final form.
      const isRunning = hasWriter(place);
      const key = sizeOf(folder, id) ?? "";
      const known = read.get(id);
      if (known?.key === key) return { ...known.meeting, isRunning };
      const { events, head } = await readRecord(place);
      const meeting = { id, events, head, isRunning };
      read.delete(id);
      read.set(id, { key, meeting });
      if (read.size > MOST_KEPT) for (const oldest of [...read.keys()].slice(0, 1)) read.delete(oldest);
      return meeting;
    },
  };
}

const MOST_KEPT = 64;

function isName(id: string): boolean {
  return /^[^./\\\0][^/\\\0]{0,199}$/.test(id);
}

function sizeOf(folder: string, id: string): string | null {
  try {
    const { size, mtimeMs } = statSync(join(folder, id, JOURNAL_FILE));
    return `${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}

export const entrySchema = z.object({
  seq: z.int().describe("Number of the event in the transcript"),
  turn: z.int().nullable().describe("Number of the turn; null if it is not a turn"),
  kind: z
    .string()
    .describe("Type of the event, such as message.spoken or ballot.cast (docs/reference/transcript.md)"),
  text: z.string().describe("Words or event"),
  id: z.string().optional().describe("Id of a message"),
  speaker: z.string().optional(),
  name: z.string().optional(),
  to: z.string().optional().describe("Addressee; default everyone"),
  topic: z.string().optional(),
  verdict: z.string().nullable().optional(),
  reasoning: z.string().optional(),
  wouldChange: z.string().optional(),
  confidence: z.number().optional(),
  movedBy: z.object({ message: z.string(), passage: z.string() }).optional(),
  cites: z.array(z.object({ ref: z.string().nullable(), quote: z.string(), found: z.string() })).optional(),
  withdrawn: z.literal(true).optional(),
  flags: z.array(z.string()).optional(),
});
type TranscriptRow = z.infer<typeof entrySchema>;

function rowsOf({ events }: ReadMeeting): readonly TranscriptRow[] {
  const items = createEntries(descriptionOf);
  for (const event of inPathOrder(events)) items.push(event);
  const names = namesIn(events);
  return items.list.flatMap((item) => rowOf(item, names) ?? []);
}

export function rowInWords({ turn, name, to, verdict, text, kind, reasoning }: TranscriptRow): string {
  if (kind !== "message.spoken") return turn === null ? `- ${text}` : `[${turn}] ${text}`;
  const whom = to === undefined ? "" : ` to ${to}`;
  const stated =
    verdict === undefined
      ? ""
      : ` (${verdict ?? "no verdict"}${reasoning === undefined ? "" : `: ${reasoning}`})`;
  return `[${turn}] ${name}${whom}${stated}: ${text}`;
}

function namesIn(events: readonly MeetingEvent[]): (seat: string) => string {
  const names = new Map<string, string>();
  for (const event of events)
    if (event.type === "meeting.opened" || event.type === "meeting.forked")
      for (const { id, persona } of event.seats) names.set(id, persona.name);
  return (seat) => names.get(seat) ?? seat;
}

function rowOf(
  { seq, turn, event, narrated: recorded, prose }: Entry,
  nameOf: (seat: string) => string,
): TranscriptRow | null {
  if (event.type === "message.spoken") {
    const { id, speaker, to, content, verdict, abstains, reasoning, wouldChange, confidence } = event;
    const takes = verdict !== null || abstains === true;
    return {
      ...{ seq, turn, kind: event.type, text: prose ?? content, id, speaker, name: nameOf(speaker) },
      ...(to !== null && { to: nameOf(to) }),
      ...(event.topic !== undefined && { topic: event.topic }),
      ...(takes && { verdict }),
      ...(reasoning !== null && { reasoning }),
      ...(wouldChange !== null && { wouldChange }),
      ...(confidence !== null && { confidence }),
      ...(event.movedBy && { movedBy: event.movedBy }),
      ...(event.citations.length > 0 && {
        cites: event.citations.map(({ ref, quote, found }) => ({ ref, quote, found })),
      }),
      ...(event.withdrawn && { withdrawn: true as const }),
      ...(event.flags.length > 0 && { flags: [...event.flags] }),
    };
  }
  if (event.type === "speaker.selected") return null;
  const narrated = event.type === "fact.recorded" && recorded !== null ? recorded : undefined;
  const words = describe(event, { nameOf, narrated });
  return words === null ? null : { seq, turn, kind: event.type, text: onOneLine(words) };
}

export function shownRows(meeting: ReadMeeting, sight: Sight): readonly TranscriptRow[] {
  if (sight.is === "whole") return rowsOf(meeting);
  const state = foldTranscript(meeting.events);
  const messages = lastMessages(state, sight.seat ?? NOBODY, Number.MAX_SAFE_INTEGER);
  return messages.map(({ id, name, to, verdict, content }, index) => ({
    ...{ seq: index + 1, turn: null, kind: "message.spoken", text: content, id, name },
    ...(to !== null && { to }),
    ...(verdict !== null && { verdict }),
  }));
}

/** No seat is called so: what is for some alone is not shown. */
const NOBODY = "";

type Rights = { readonly right: (id: string, token: string) => SeatRight | null };

type SeatRight = NonNullable<ReturnType<typeof rightOf>>;

/** In a running meeting with agents, a seat sees what its member sees, and a caller without a token
 * what every member sees: no sealed ballots and no names behind labels. */
type Sight = { readonly is: "whole" } | { readonly is: "member"; readonly seat: string | null };

export function sightOf(service: Rights, meeting: ReadMeeting, token: string | undefined): Sight {
  const right = token === undefined ? null : requireRight(service, meeting.id, token);
  if (!isGuarded(meeting)) return { is: "whole" };
  if (right?.is === "owner") return { is: "whole" };
  return { is: "member", seat: right?.seat ?? null };
}

export function requireWhole(sight: Sight, what: string): void {
  if (sight.is === "whole") return;
  throw new BoardroomError("not-allowed", {
    message: `${what} shows more than members of a running meeting can see`,
    remedy: "Use read_transcript to see what your seat can see. A closed meeting can be read completely.",
  });
}

/** In a meeting with agents only its owner may act without a seat; in others any caller may. */
export function requireNextTo(service: Rights, meeting: ReadMeeting, token: string | undefined): void {
  const right = token === undefined ? null : requireRight(service, meeting.id, token);
  if (!isGuarded(meeting) || right?.is === "owner") return;
  throw new BoardroomError("not-allowed", {
    message:
      right === null
        ? "agents are members of this meeting, so only its owner can act on it"
        : `you are a member of this meeting, as ${right.seat}`,
    remedy:
      right === null
        ? "Give the owner token from start_meeting as `token`."
        : "Say it in your turn: wait_for_turn.",
  });
}

/** Refuses unknown tokens, owners' tokens and those of seats that were left. */
export function requireSeat(service: Rights, id: string, token: string): SeatRight & { is: "seat" } {
  const right = requireRight(service, id, token);
  if (right.is === "owner") {
    throw new BoardroomError("not-allowed", {
      message: "this is an owner's token, and not the token of a seat",
      remedy: "Call join_meeting with a seat's code to get the seat's token.",
    });
  }
  if (!right.hasLeft) return right;
  throw new BoardroomError("not-allowed", {
    message: `the agent of the seat ${right.seat} has left`,
    remedy: "The owner can create a new code: boardroom mcp --seats TRANSCRIPT --renew SEAT.",
  });
}

function isGuarded({ events }: ReadMeeting): boolean {
  const isClosed = events.at(-1)?.type === "meeting.closed";
  return !isClosed && seatsOf(events).some((seat) => outsiderOn(seat) !== null);
}

/** The seats of a meeting, as its forks have left them. */
export function seatsOf(events: readonly MeetingEvent[]): readonly Seat[] {
  const [opened] = events;
  return opened?.type === "meeting.opened" ? afterForks(opened, events).seats : [];
}

function requireRight(service: Rights, id: string, token: string): SeatRight {
  const right = service.right(id, token);
  if (right) return right;
  throw new BoardroomError("token-refused", {
    message: "this token does not belong to this meeting",
    remedy: "Give the token from join_meeting or start_meeting of this meeting, or omit it.",
  });
}
