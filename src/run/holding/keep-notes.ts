import type { Journal } from "../../engine/transcript/journal.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { wallClock } from "../../home/money/money.ts";
import { type Io, print } from "../../home/process/io.ts";
import { keepNote } from "../../home/records/memory-store.ts";
import { notesOf } from "../../showing/memory/note.ts";

/** A fork is another way the meeting could have gone, and leaves no notes. */
export async function keepNotes(
  io: Io,
  state: MeetingState,
  { events, head }: Pick<Journal, "events" | "head">,
): Promise<void> {
  const { memory: board } = state.scenario;
  if (board === undefined || events.some(({ type }) => type === "meeting.forked")) return;
  const notes = notesOf(state, { board, head, keptAt: wallClock(io)() });
  for (const note of notes) await keepNote(io, note);
  if (notes.length > 0) print(io.stderr, [`Notes kept: boardroom memory show ${board}`]);
}
