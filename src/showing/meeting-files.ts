/**
 * The files next to `events.jsonl`: makes their text from a record, and writes them. `home/records/outputs.ts` finds the
 * protocol of a record for them, and compares files on disk with the record.
 */

import { join } from "node:path";
import type { Meeting } from "../engine/meeting/open-meeting.ts";
import type { Description, Protocol, ProtocolFile } from "../engine/protocol/protocol.ts";
import { foldTranscript } from "../engine/transcript/fold.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { BoardroomError } from "../errors.ts";
import { isOutside, writeWhole } from "../files.ts";
import { formatCommand } from "../text/command-line.ts";
import { printMarkdown } from "../text/markdown.ts";
import { buildRecordTable, type Recorded } from "./records.ts";
import { verdictsCsv, verdictsJson } from "./renderers.ts";
import { transcriptMarkdown } from "./transcript-markdown.ts";

/** `name` is a path within the transcript's folder, with `/` between folders. */
export type OutputFile = { name: string; text: string };

/** The files next to `events.jsonl`, without `written.json`. */
export function meetingFiles(recorded: Recorded, protocol: Description): readonly OutputFile[] {
  const state = foldTranscript(recorded.events);
  const table = buildRecordTable(recorded, protocol);
  return [
    ...listOwnFiles(state, protocol),
    {
      name: "transcript.md",
      text: transcriptMarkdown(recorded.events, state, table, protocol),
    },
    { name: "verdicts.json", text: verdictsJson([table]) },
    { name: "verdicts.csv", text: verdictsCsv([table]) },
  ];
}

/** The files that a protocol writes. */
export function listOwnFiles(state: MeetingState, { tell }: Description): readonly OutputFile[] {
  const files = tell?.(state).files?.() ?? [];
  return files.map(({ name, content }) => ({ name, text: printContent(content) }));
}

function printContent(content: ProtocolFile["content"]): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return printMarkdown(content);
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Raise this whenever the bytes of a file that is written from a record change. */
export const FILES_VERSION = 11;

export const WRITTEN_FILE = "written.json";

/** `written.json`: what the folder's files were written from. */
export function createWrittenFile(head: string, files: readonly OutputFile[]): OutputFile {
  const written = { version: FILES_VERSION, head, files: files.map(({ name }) => name) };
  return { name: WRITTEN_FILE, text: `${JSON.stringify(written, null, 2)}\n` };
}

/** Older files of the same meeting are replaced. Resolves with the names, without that of `written.json`. */
export function writeMeetingFiles(
  folder: string,
  recorded: Recorded,
  protocol: Description,
): readonly string[] {
  const files = meetingFiles(recorded, protocol);
  writeNextTo(folder, [...files, createWrittenFile(recorded.head, files)]);
  return files.map(({ name }) => name);
}

/**
 * Writes the verdict table, the transcript and the protocol's own files of a closed meeting. Uses
 * the journal's folder by default, and resolves with the names.
 *
 * @example
 * ```ts
 * const names = await saveMeeting(meeting, board, "transcripts/mine");
 * ```
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
  return writeMeetingFiles(folder, journal, protocol);
}

/** Over older files of these names. */
function writeNextTo(folder: string, files: readonly OutputFile[]): void {
  const remedy = (firstStep: string) =>
    `The record is kept. ${firstStep}, then: ${formatCommand(["verify", folder, "--write"])}`;
  for (const { name, text } of files) {
    const file = join(folder, name);
    if (isOutside(folder, file)) {
      throw new BoardroomError("internal", {
        message: `the protocol's output ${JSON.stringify(name)} is outside the transcript folder`,
      });
    }
    writeWhole(file, text, { isReplaced: true, remedy });
  }
}
