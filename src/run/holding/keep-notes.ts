import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import type { Journal } from "../../engine/transcript/journal.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { wallClock } from "../../home/money/money.ts";
import { type Io, print } from "../../home/process/io.ts";
import { keepNote } from "../../home/records/memory-store.ts";
import { type Recorded, writeOutputs } from "../../home/records/outputs.ts";
import { notesOf } from "../../showing/memory/note.ts";

/** Keeps what a closed meeting leaves: notes, then files. Where the files stand, the notes were kept too. */
export async function keepClosed(
  io: Io,
  folder: string,
  { state, protocol }: { readonly state: MeetingState; readonly protocol?: Protocol },
  recorded: Recorded,
): Promise<readonly string[]> {
  await keepNotes(io, state, recorded);
  return writeOutputs(folder, recorded, protocol);
}

/** A fork is another way the meeting could have gone, and leaves no notes. */
async function keepNotes(
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
