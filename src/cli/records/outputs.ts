import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
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
import { foldTranscript } from "../../transcript/fold.ts";
import { columnsOf, countOf, outputsOf } from "../settings/protocols.ts";
import { writeWhole } from "../terminal/write-file.ts";
import { writtenFile } from "./written.ts";

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

/** The file that names who wrote the others. */
export function writtenOf({ events, head }: Recorded, files: readonly OutputFile[]): OutputFile {
  const { protocol } = events[0] as MeetingEvent<"meeting.opened">;
  return writtenFile({ protocol, head }, files);
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
