import { z } from "zod";
import type { OutputFile } from "../../meeting/contract/protocol.ts";
import { presentProtocol } from "../settings/protocols.ts";

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

/** Names the version that wrote the files of a record, the record's head, and the files. */
export function writtenFile(
  { protocol, head }: { readonly protocol: string; readonly head: string },
  files: readonly OutputFile[],
): OutputFile {
  const written = { by: presentWriter(protocol), head, files: files.map(({ name }) => name) };
  return { name: WRITTEN_FILE, text: `${JSON.stringify(written, null, 2)}\n` };
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
