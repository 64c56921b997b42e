import type { OutputFile, Protocol, Telling } from "../../engine/meeting/contract/protocol.ts";
import type { Meeting } from "../../engine/meeting/engine/open-meeting.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { writeBeside } from "../../engine/transcript/journal-file.ts";
import { BoardroomError } from "../../errors.ts";
import { incidents } from "../table/incidents.ts";
import { verdictTable } from "../table/verdict-table.ts";
import { verdictsCsv, verdictsJson } from "../table/written.ts";
import { transcriptMarkdown } from "../told/transcript-markdown.ts";
import type { VerdictTable } from "../verdict-schema.ts";

/** A meeting as its transcript has it. */
export type Recorded = { readonly events: readonly MeetingEvent[]; readonly head: string };

type FilesOf = Partial<Pick<Telling, "columns" | "count" | "outputs" | "reads">>;

export function tableOfRecord({ events, head }: Recorded, { columns, count }: FilesOf): VerdictTable {
  const told = incidents(events);
  return verdictTable(foldTranscript(events), { headHash: head, incidents: told, columns, count });
}

export function meetingFiles(recorded: Recorded, protocol: FilesOf): readonly OutputFile[] {
  const state = foldTranscript(recorded.events);
  const table = tableOfRecord(recorded, protocol);
  return [
    ...(protocol.outputs?.(state) ?? []),
    { name: "transcript.md", text: transcriptMarkdown(recorded.events, state, table, protocol.reads) },
    { name: "verdicts.json", text: verdictsJson([table]) },
    { name: "verdicts.csv", text: verdictsCsv([table]) },
  ];
}

/** Raise this whenever the bytes of a file that is written from a record change. */
export const FILES_VERSION = 7;

export const WRITTEN_FILE = "written.json";

export type Writer = {
  readonly files: number;
  readonly protocol: string;
  /** Older versions wrote files in another language than English. */
  readonly language?: string | undefined;
};

export function writerNow(protocol: string): Writer {
  return { files: FILES_VERSION, protocol };
}

export function writtenFile(by: Writer, head: string, files: readonly OutputFile[]): OutputFile {
  const written = { by, head, files: files.map(({ name }) => name) };
  return { name: WRITTEN_FILE, text: `${JSON.stringify(written, null, 2)}\n` };
}

/** Writes the verdict table, the transcript and the protocol's own files.
 * Uses the journal's folder by default and resolves with the names. */
export async function saveMeeting(
  { journal }: Pick<Meeting, "journal">,
  protocol: Protocol,
  folder: string | undefined = journal.folder,
): Promise<readonly string[]> {
  if (folder === undefined) {
    throw new BoardroomError("usage", {
      message: "the meeting's journal is in memory, so there is no folder to write to",
      remedy: "Open the meeting with journal: createJournal(folder), or name a folder.",
    });
  }
  const files = meetingFiles(journal, protocol);
  // What needs the protocol's code cannot be made again wherever the record is read.
  const made = protocol.builtIn ? files : meetingFiles(journal, { ...protocol, outputs: undefined });
  const written = writtenFile(writerNow(`${protocol.name}@${protocol.version}`), journal.head, made);
  await writeBeside(folder, [...files, written]);
  return files.map(({ name }) => name);
}
