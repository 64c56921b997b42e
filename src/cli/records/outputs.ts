import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import type { OutputFile } from "../../meeting/contract/protocol.ts";
import { verdictsCsv } from "../../reports/table/csv.ts";
import { incidents } from "../../reports/table/incidents.ts";
import { verdictsJson } from "../../reports/table/json.ts";
import { verdictTable } from "../../reports/table/verdict-table.ts";
import { transcriptMarkdown } from "../../reports/told/transcript-markdown.ts";
import type { VerdictTable } from "../../reports/verdict-schema.ts";
import { isOutside } from "../../scenario/files/paths.ts";
import type { MeetingEvent } from "../../transcript/events.ts";
import { foldTranscript } from "../../transcript/folding/fold.ts";
import { columnsOf, countOf, outputsOf, presentProtocol } from "../settings/protocols.ts";
import { writeWhole } from "../terminal/write-file.ts";

/** A meeting as its transcript has it. */
export type Recorded = { readonly events: readonly MeetingEvent[]; readonly head: string };

/** The verdict table of a recorded meeting, with its protocol's own columns. */
export function tableOf({ events, head }: Recorded): VerdictTable {
  const state = foldTranscript(events);
  return verdictTable(state, {
    headHash: head,
    incidents: incidents(events),
    columns: columnsOf(state.protocol),
    count: countOf(state.protocol),
  });
}

/**
 * Writes what stands beside `events.jsonl`, and resolves with the names; older files of the same meeting give way. A file
 * of its own names the version that wrote them.
 */
export async function writeOutputs(folder: string, recorded: Recorded): Promise<readonly string[]> {
  const files = outputFiles(recorded);
  for (const { name, text } of [...files, writtenOf(recorded, files)]) {
    const file = join(folder, name);
    if (isOutside(folder, file)) throw leaves(name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeWhole({ cwd: folder }, file, text, { force: true });
  }
  return files.map(({ name }) => name);
}

/** The file that names the version that wrote the others, the record's head, and the files. */
export function writtenOf({ events, head }: Recorded, files: readonly OutputFile[]): OutputFile {
  const written = { by: presentWriter(protocolIn(events)), head, files: files.map(({ name }) => name) };
  return { name: WRITTEN_FILE, text: `${JSON.stringify(written, null, 2)}\n` };
}

/** The protocol that a record names at its opening, `board@3`. */
export function protocolIn([opened]: readonly MeetingEvent[]): string {
  return opened?.type === "meeting.opened" ? opened.protocol : "";
}

/** What stands beside `events.jsonl`, made from the record alone. */
export function outputFiles(recorded: Recorded): readonly OutputFile[] {
  const state = foldTranscript(recorded.events);
  const table = tableOf(recorded);
  return [
    ...outputsOf(state.protocol, state),
    { name: "transcript.md", text: transcriptMarkdown(recorded.events, state, table) },
    { name: "verdicts.json", text: verdictsJson([table]) },
    { name: "verdicts.csv", text: verdictsCsv([table]) },
  ];
}

function leaves(name: string): BoardroomError {
  return new BoardroomError("internal", {
    message: `a protocol named the output ${JSON.stringify(name)}, outside the transcript's folder`,
  });
}

/** Raised whenever the bytes of a file that is written from a record change; the first one named none. */
export const FILES_VERSION = 3;

/** Beside the files, and not among those that are told of. */
export const WRITTEN_FILE = "written.json";

/** What decides the bytes of files that are made from one record: how they are written, and the procedure's own part. */
const writerSchema = z.object({ files: z.int(), protocol: z.string() });
export type Writer = z.infer<typeof writerSchema>;

const writtenSchema = z.object({ by: writerSchema });

/** Who writes the files of a meeting by this protocol now. */
export function presentWriter(recorded: string): Writer {
  return { files: FILES_VERSION, protocol: presentProtocol(recorded) };
}

/** Who wrote the files by which this text stands; null where it does not say. */
export function writerIn(text: string): Writer | null {
  try {
    return writtenSchema.parse(JSON.parse(text)).by;
  } catch {
    return null;
  }
}

/** `version 3, by chamber@2`; of one that is not named, that. */
export function writerInWords(writer: Writer | null): string {
  return writer === null
    ? "a version that does not name itself"
    : `version ${writer.files}, by ${writer.protocol}`;
}
