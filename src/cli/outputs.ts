import { join } from "node:path";
import type { Column } from "../meeting/define-protocol.ts";
import { verdictsCsv } from "../reports/csv.ts";
import { verdictsJson } from "../reports/json.ts";
import { transcriptMarkdown } from "../reports/transcript-markdown.ts";
import type { VerdictTable } from "../reports/verdict-schema.ts";
import { verdictTable } from "../reports/verdict-table.ts";
import type { MeetingEvent } from "../transcript/events.ts";
import { foldTranscript } from "../transcript/fold.ts";
import { columnsOf } from "./protocols.ts";
import { writeWhole } from "./write-file.ts";

/** A meeting as its transcript has it. */
export type Recorded = { readonly events: readonly MeetingEvent[]; readonly head: string };

/** The verdict table of a recorded meeting, with its protocol's own columns. */
export function tableOf({ events, head }: Recorded, columns?: readonly Column[]): VerdictTable {
  const state = foldTranscript(events);
  return verdictTable(state, { headHash: head, columns: columns ?? columnsOf(state.protocol) });
}

/** Writes what stands beside `events.jsonl`: transcript.md, verdicts.json, verdicts.csv; older ones of the same meeting give way. */
export async function writeOutputs(folder: string, recorded: Recorded): Promise<void> {
  const state = foldTranscript(recorded.events);
  const table = tableOf(recorded);
  const files = {
    "transcript.md": transcriptMarkdown(recorded.events, state, table),
    "verdicts.json": verdictsJson([table]),
    "verdicts.csv": verdictsCsv([table]),
  };
  for (const [name, text] of Object.entries(files)) {
    await writeWhole({ cwd: folder }, join(folder, name), text, { force: true });
  }
}
