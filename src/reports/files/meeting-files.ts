import { BoardroomError } from "../../errors.ts";
import type { OutputFile, Protocol, Telling } from "../../meeting/contract/protocol.ts";
import type { Meeting } from "../../meeting/engine/open-meeting.ts";
import type { MeetingEvent } from "../../transcript/events.ts";
import { foldTranscript } from "../../transcript/folding/fold.ts";
import { writeBeside } from "../../transcript/write-beside.ts";
import { verdictsCsv } from "../table/csv.ts";
import { incidents } from "../table/incidents.ts";
import { verdictsJson } from "../table/json.ts";
import { verdictTable } from "../table/verdict-table.ts";
import { transcriptMarkdown } from "../told/transcript-markdown.ts";
import type { VerdictTable } from "../verdict-schema.ts";

/** A meeting as its transcript has it. */
export type Recorded = { readonly events: readonly MeetingEvent[]; readonly head: string };

/** What a protocol makes of a record, for the files beside it. */
type FilesOf = Partial<Pick<Telling, "columns" | "count" | "outputs">>;

/** The verdict table of a recorded meeting, with its protocol's own columns. */
export function tableOfRecord({ events, head }: Recorded, { columns, count }: FilesOf): VerdictTable {
  const told = incidents(events);
  return verdictTable(foldTranscript(events), { headHash: head, incidents: told, columns, count });
}

/** What stands beside `events.jsonl`, made from the record alone. */
export function meetingFiles(recorded: Recorded, protocol: FilesOf): readonly OutputFile[] {
  const state = foldTranscript(recorded.events);
  const table = tableOfRecord(recorded, protocol);
  return [
    ...(protocol.outputs?.(state) ?? []),
    { name: "transcript.md", text: transcriptMarkdown(recorded.events, state, table) },
    { name: "verdicts.json", text: verdictsJson([table]) },
    { name: "verdicts.csv", text: verdictsCsv([table]) },
  ];
}

/** Raised whenever the bytes of a file that is written from a record change; the first one named none. */
export const FILES_VERSION = 5;

/** Beside the files, and not among those that are told of. */
export const WRITTEN_FILE = "written.json";

/** What decides the bytes of files that are made from one record: how they are written, and the procedure's own part. */
export type Writer = {
  readonly files: number;
  readonly protocol: string;
  /** Older versions wrote files in another language than English. */
  readonly language?: string | undefined;
};

/** Who writes the files of a meeting by this protocol now. */
export function writerNow(protocol: string): Writer {
  return { files: FILES_VERSION, protocol };
}

/** The file that names the version that wrote the others, the record's head, and the files. */
export function writtenFile(by: Writer, head: string, files: readonly OutputFile[]): OutputFile {
  const written = { by, head, files: files.map(({ name }) => name) };
  return { name: WRITTEN_FILE, text: `${JSON.stringify(written, null, 2)}\n` };
}

/**
 * Writes what the command line writes beside a meeting's record: the verdict table, the transcript to read, and files
 * of the protocol's own. Into the journal's folder, unless another is named; resolves with the names.
 */
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
