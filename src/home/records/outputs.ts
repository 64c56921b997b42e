import { z } from "zod";
import type { OutputFile, Protocol, Telling } from "../../engine/meeting/contract/protocol.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { writeBeside } from "../../engine/transcript/journal-file.ts";
import {
  FILES_VERSION,
  meetingFiles,
  type Recorded,
  tableOfRecord,
  WRITTEN_FILE,
  type Writer,
  writerNow,
  writtenFile,
} from "../../showing/files/meeting-files.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { presentProtocol, readerOf } from "../settings/protocols.ts";

export { FILES_VERSION, type Recorded, WRITTEN_FILE, type Writer };

export function tableOf(recorded: Recorded): VerdictTable {
  return tableOfRecord(recorded, readBy(recorded));
}

/** `protocol`: one at hand, which writes what the record alone does not. Older files of the same meeting are replaced. */
export async function writeOutputs(
  folder: string,
  recorded: Recorded,
  protocol?: Protocol,
): Promise<readonly string[]> {
  const files = outputFiles(recorded);
  const own = protocol?.builtIn ? [] : (protocol?.outputs?.(foldTranscript(recorded.events)) ?? []);
  await writeBeside(folder, [...own, ...files, writtenOf(recorded, files)]);
  return [...own, ...files].map(({ name }) => name);
}

export function writtenOf({ events, head }: Recorded, files: readonly OutputFile[]): OutputFile {
  return writtenFile(presentWriter(protocolIn(events)), head, files);
}

export function protocolIn([opened]: readonly MeetingEvent[]): string {
  return opened?.type === "meeting.opened" ? opened.protocol : "";
}

/** The files next to `events.jsonl`, made from the record alone. */
export function outputFiles(recorded: Recorded): readonly OutputFile[] {
  return meetingFiles(recorded, readBy(recorded));
}

function readBy({ events }: Recorded): Partial<Telling> {
  return readerOf(foldTranscript(events));
}

const writerSchema = z.object({
  files: z.int(),
  protocol: z.string(),
  language: z.string().optional(),
}) satisfies z.ZodType<Writer>;

const writtenSchema = z.object({ by: writerSchema });

export function presentWriter(recorded: string): Writer {
  return writerNow(presentProtocol(recorded));
}

export function writerIn(text: string): Writer | null {
  try {
    return writtenSchema.parse(JSON.parse(text)).by;
  } catch {
    return null;
  }
}

export function writerInWords(writer: Writer | null): string {
  return writer === null
    ? "a version that does not name itself"
    : `version ${writer.files}, by ${writer.protocol}`;
}
