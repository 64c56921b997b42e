// The files next to `events.jsonl` by the protocol that a record names: `run` writes them, and
// `verify` compares them with the record. `showing/meeting-files.ts` makes them.

import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { z } from "zod";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { isClaim } from "../../engine/transcript/lock.ts";
import type { Problem } from "../../errors.ts";
import { readBytes } from "../../files.ts";
import {
  createWrittenFile,
  FILES_VERSION,
  meetingFiles,
  type OutputFile,
  WRITTEN_FILE,
  writeMeetingFiles,
} from "../../showing/meeting-files.ts";
import { buildRecordTable, type Recorded } from "../../showing/records.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { tryReadJson } from "../../text/json-in.ts";
import { findDescription } from "../settings/protocols.ts";

export { FILES_VERSION, type Recorded };

/** `own`: the protocol of the meeting, if it is not built in and its code is at hand. */
export function buildTable(recorded: Recorded, own?: Protocol): VerdictTable {
  return buildRecordTable(recorded, findDescription(readProtocolName(recorded.events), own));
}

export function writeOutputs(
  folder: string,
  recorded: Recorded,
  own?: Protocol,
): readonly string[] {
  return writeMeetingFiles(
    folder,
    recorded,
    findDescription(readProtocolName(recorded.events), own),
  );
}

export function readProtocolName([opened]: readonly MeetingEvent[]): string {
  return opened?.type === "meeting.opened" ? opened.protocol : "";
}

/** The files next to `events.jsonl`, without `written.json`. */
export function renderOutputFiles(recorded: Recorded, own?: Protocol): readonly OutputFile[] {
  return meetingFiles(recorded, findDescription(readProtocolName(recorded.events), own));
}

/** The whole meeting as Markdown: people, documents, debate, ballots and verdict table. */
export function renderTranscript(recorded: Recorded): string {
  return renderOutputFiles(recorded).find(({ name }) => name === "transcript.md")?.text ?? "";
}

const writtenSchema = z.object({ version: z.int(), head: z.string() });

/** False if the files are missing, or were written from another record. */
export async function isUpToDate(folder: string, head: string): Promise<boolean> {
  const written = writtenSchema.safeParse(tryReadJson(readText(join(folder, WRITTEN_FILE)) ?? ""));
  return written.success && written.data.head === head;
}

type FilesCompared = {
  same: readonly string[];
  altered: readonly Problem[];
  /** Made from a record like this one by another version, so that bytes tell nothing. */
  notComparable: readonly string[];
  /** Of the files, as far as it is known. */
  version: number | null;
  missing: readonly string[];
  others: readonly string[];
};

export async function compareFiles(
  folder: string,
  recorded: Recorded,
  protocol: Protocol,
): Promise<FilesCompared> {
  const found = await listOutputFiles(folder);
  const written = found.includes(WRITTEN_FILE) ? readText(join(folder, WRITTEN_FILE)) : null;
  const version = writtenSchema.safeParse(tryReadJson(written ?? "")).data?.version ?? null;
  const files = renderOutputFiles(recorded, protocol);
  const made = new Map(
    [...files, createWrittenFile(recorded.head, files)].map(({ name, text }) => [name, text]),
  );
  const isComparable = version === null || version === FILES_VERSION;
  const compared = {
    same: [] as string[],
    altered: [] as Problem[],
    notComparable: [] as string[],
  };
  for (const name of found) {
    const expected = made.get(name);
    if (expected === undefined) continue;
    const file = join(folder, name);
    const text = readText(file);
    if (!isComparable) compared.notComparable.push(name);
    else if (text === expected) compared.same.push(name);
    else compared.altered.push(describeDifference(file, text, expected));
  }
  const missing = [...made.keys()].filter((name) => !found.includes(name));
  const others = found.filter((name) => !made.has(name));
  return { ...compared, version, missing, others };
}

function describeDifference(file: string, text: string | null, expected: string): Problem {
  if (text === null) return { place: { file }, message: "not a text file, expected one" };
  const [found, made] = [text.split("\n"), expected.split("\n")];
  const index = Math.max(
    found.findIndex((line, at) => line !== made[at]),
    0,
  );
  const [was = "", is = ""] = [found[index], made[index]];
  const from = Math.max(0, [...was].findIndex((character, at) => character !== is[at]) - BEFORE);
  const quotePart = (line: string) => JSON.stringify(line.slice(from, from + SHOWN).trim());
  return {
    place: { file, line: index + 1 },
    message: `found ${quotePart(was)}, expected ${quotePart(is)} from events.jsonl`,
  };
}

/** Characters shown of a line, and how many of them before the first that differs. */
const SHOWN = 100;
const BEFORE = 40;

async function listOutputFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const names = files.map(({ parentPath, name }) =>
    join(parentPath, name).slice(folder.length + 1),
  );
  const shown = names.map((name) => name.replaceAll(sep, "/"));
  return shown.filter((name) => name !== JOURNAL_FILE && !isClaim(name)).sort();
}

function readText(file: string): string | null {
  try {
    const bytes = readBytes(file);
    const text = bytes.toString("utf8");
    return Buffer.from(text, "utf8").equals(bytes) ? text : null;
  } catch {
    return null;
  }
}
