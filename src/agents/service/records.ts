/** Meetings as agents read them: their records, the rows of a transcript, and what a token lets its holder see and do. */

import { join } from "node:path";
import { z } from "zod";
import { findOutsider, findPerson } from "../../engine/people/person.ts";
import { describeEvent, type MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { applyForks } from "../../engine/transcript/forks.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { sortByPath } from "../../engine/transcript/path.ts";
import { getMemberName } from "../../engine/transcript/state.ts";
import { nameOutcome } from "../../engine/words/figures.ts";
import { BoardroomError } from "../../errors.ts";
import { lookAt } from "../../files.ts";
import type { TokenRight } from "../../home/seats/seat-store.ts";
import { findDescription } from "../../home/settings/protocols.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { createEntries, type Entry } from "../../showing/entries.ts";
import { readRecord } from "../../showing/records.ts";
import { listLastMessages } from "../../showing/watching/seat.ts";
import { toOneLine } from "../../showing/words.ts";

export type ReadMeeting = {
  id: string;
  events: readonly MeetingEvent[];
  /** SHA-256 of its last line. */
  head: string;
  isRunning: boolean;
};

const MOST_KEPT = 64;

/** Reads meetings of a folder. A meeting that has not grown is not read again. */
export function openMeetingRecords(folder: string) {
  const known = new Map<string, { key: string; meeting: ReadMeeting }>();

  function locate(id: string): string {
    if (/^[^./\\\0][^/\\\0]{0,199}$/.test(id) && getSizeKey(join(folder, id)) !== null)
      return join(folder, id);
    throw new BoardroomError("transcript-not-found", {
      message: `meeting ${JSON.stringify(id.slice(0, 80))} not found in this folder`,
      remedy: "Ids of meetings: list with what: meetings.",
    });
  }

  async function readMeeting(id: string): Promise<ReadMeeting> {
    const place = locate(id);
    // First, so that a record without a writer is read in its final form.
    const isRunning = hasWriter(place);
    const key = getSizeKey(place) ?? "";
    const old = known.get(id);
    if (old?.key === key) return { ...old.meeting, isRunning };
    const { events, head } = await readRecord(place);
    const read = { id, events, head, isRunning };
    known.delete(id);
    known.set(id, { key, meeting: read });
    const [oldest = id] = known.keys();
    if (known.size > MOST_KEPT) known.delete(oldest);
    return read;
  }

  return { locate, readMeeting };
}

function getSizeKey(place: string): string | null {
  const found = lookAt(join(place, JOURNAL_FILE));
  return found ? `${found.size} ${found.mtimeMs}` : null;
}

export const entrySchema = z.object({
  seq: z.int().describe("Number of the event in the transcript"),
  turn: z.int().nullable().describe("Number of the turn; null if it is not a turn"),
  kind: z
    .string()
    .describe(
      "Type of the event, such as message.spoken or ballot.cast (docs/reference/transcript.md)",
    ),
  text: z.string().describe("Words or event"),
  speaker: z.string().optional(),
  name: z.string().optional(),
  to: z.string().optional().describe("Addressee; default everyone"),
  topic: z.string().optional(),
  verdict: z.string().nullable().optional(),
  reasoning: z.string().optional(),
  wouldChange: z.string().optional(),
  confidence: z.number().optional(),
  movedBy: z
    .object({
      turn: z.int().nullable().describe("null: words of a person, which are no turn"),
      passage: z.string(),
    })
    .optional(),
  cites: z
    .array(z.object({ ref: z.string().nullable(), quote: z.string(), found: z.string() }))
    .optional(),
  withdrawn: z.boolean().optional(),
  flags: z.array(z.string()).optional(),
});
type TranscriptRow = z.infer<typeof entrySchema>;

function listRows({ events }: ReadMeeting): readonly TranscriptRow[] {
  const entries = createEntries(findDescription);
  for (const event of sortByPath(events)) entries.push(event);
  const getName = (seat: string) => getMemberName(entries.state, seat);
  return entries.list.flatMap((entry) => toRow(entry, getName) ?? []);
}

function toRow(
  { seq, turn, event, mover, narrated }: Entry,
  getName: (seat: string) => string,
): TranscriptRow | null {
  if (event.type === "speaker.selected") return null;
  if (event.type !== "message.spoken") {
    const told = event.type === "fact.recorded" ? (narrated ?? undefined) : undefined;
    const words = describeEvent(event, { getName, narrated: told });
    return words === null ? null : { seq, turn, kind: event.type, text: toOneLine(words) };
  }
  const { speaker, content, verdict, abstains, citations, flags } = event;
  return {
    seq,
    turn,
    kind: event.type,
    text: content,
    speaker,
    name: getName(speaker),
    to: event.to === null ? undefined : getName(event.to),
    topic: event.topic,
    verdict: verdict !== null || abstains === true ? verdict : undefined,
    reasoning: event.reasoning ?? undefined,
    wouldChange: event.wouldChange ?? undefined,
    confidence: event.confidence ?? undefined,
    movedBy: event.movedBy && { turn: mover?.turn ?? null, passage: event.movedBy.passage },
    cites:
      citations.length === 0
        ? undefined
        : citations.map(({ ref, quote, found }) => ({ ref, quote, found })),
    withdrawn: event.withdrawn ? true : undefined,
    flags: flags.length === 0 ? undefined : [...flags],
  };
}

/**
 * What a caller may see and do. In an open meeting with agents or people, a seat sees what its member sees, and a caller
 * without a token what every member sees: no private votes and no names behind labels. Its owner has full access, and in
 * other meetings so has every caller.
 */
type Access = { isFull: boolean; seat: string | null; person: string | null; hasAgents: boolean };

type Rights = { findRight: (id: string, token: string) => TokenRight | null };
type SeatRight = Extract<TokenRight, { is: "seat" }>;

export function findAccess(
  service: Rights,
  meeting: ReadMeeting,
  token: string | undefined,
): Access {
  const right = token === undefined ? null : requireRight(service, meeting.id, token);
  const seats = isClosed(meeting) ? [] : listSeats(meeting.events);
  const isHeld = seats.some((seat) => findPerson(seat) !== null);
  return {
    isFull: !isHeld || right?.is === "owner",
    seat: right?.is === "seat" ? right.seat : null,
    person: right?.is === "seat" ? right.person : null,
    hasAgents: seats.some((seat) => findOutsider(seat) !== null),
  };
}

/** The outcome of a closed meeting with its reason: `No hire (4 of 5 votes against)`. */
export function describeOutcome(events: readonly MeetingEvent[]): string | null {
  const { outcome, scenario } = foldTranscript(events);
  return outcome && `${nameOutcome(outcome, scenario)} (${outcome.reason})`;
}

export function isClosed({ events }: ReadMeeting): boolean {
  return events.at(-1)?.type === "meeting.closed";
}

/** The seats of a meeting, as its forks have left them. */
export function listSeats(events: readonly MeetingEvent[]): readonly Seat[] {
  const [opened] = events;
  return opened?.type === "meeting.opened" ? applyForks(opened, events).seats : [];
}

export function listVisibleRows(
  meeting: ReadMeeting,
  { isFull, person }: Access,
): readonly TranscriptRow[] {
  if (isFull) return listRows(meeting);
  const messages = listLastMessages(meeting.events, person, Number.MAX_SAFE_INTEGER);
  return messages.map(({ turn, name, to, verdict, content }, index) => ({
    seq: index + 1,
    turn,
    kind: "message.spoken",
    text: content,
    name,
    to: to ?? undefined,
    verdict: verdict ?? undefined,
  }));
}

export function requireWhole({ isFull }: Access, what: string): void {
  if (isFull) return;
  throw new BoardroomError("not-allowed", {
    message: `${what} shows more than members of a running meeting can see`,
    remedy:
      "Use read_transcript to see what your seat can see. A closed meeting can be read completely.",
  });
}

/** In a meeting with agents only its owner may act without a seat; in others any caller may. */
export function requireNextTo({ isFull, seat, hasAgents }: Access): void {
  if (isFull || !hasAgents) return;
  throw new BoardroomError("not-allowed", {
    message: "agents are members of this meeting, so only its owner can act on it",
    remedy:
      seat === null
        ? "Give the owner token from start_meeting as `token`."
        : "You are a member: say it in your turn, after wait_for_turn.",
  });
}

/** Refuses unknown tokens, owners' tokens and those of seats that were left. */
export function requireSeat(service: Rights, id: string, token: string): SeatRight {
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

function requireRight(service: Rights, id: string, token: string): TokenRight {
  const right = service.findRight(id, token);
  if (right) return right;
  throw new BoardroomError("token-refused", {
    message: "this token does not belong to this meeting",
    remedy: "Give the token from join_meeting or start_meeting of this meeting, or omit it.",
  });
}
