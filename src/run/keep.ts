import type { Protocol } from "../engine/meeting/contract/protocol.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { wallClock } from "../home/money/money.ts";
import { type Io, print } from "../home/process/io.ts";
import { keepNote } from "../home/records/memory-store.ts";
import { type Recorded, writeOutputs } from "../home/records/outputs.ts";
import { notesOf } from "../showing/memory/notes.ts";

/** Notes, then files: if the files exist, the notes were kept too. A fork leaves no notes. */
export async function keepClosed(
  io: Io,
  folder: string,
  { state, protocol }: { readonly state: MeetingState; readonly protocol?: Protocol },
  recorded: Recorded,
): Promise<readonly string[]> {
  const { memory: board } = state.scenario;
  const { events, head } = recorded;
  if (board !== undefined && !events.some(({ type }) => type === "meeting.forked")) {
    const notes = notesOf(state, { board, head, keptAt: wallClock(io)() });
    for (const note of notes) await keepNote(io, note);
    if (notes.length > 0) print(io.stderr, [`Notes kept: boardroom memory show ${board}`]);
  }
  return writeOutputs(folder, recorded, protocol);
}
