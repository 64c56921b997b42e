/**
 * Remembers the lines of a list of meetings between two runs. They are in the folder of the user's settings, because a
 * folder of meetings may come from anybody.
 */

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readUtf8, removeFile, writeWhole } from "../../files.ts";
import type { Surroundings } from "../../home/process/io.ts";
import { findUserSettingsPath } from "../../home/settings/settings.ts";
import { isRecord } from "../../lists.ts";
import { PROGRAM_BUILD } from "../../scenario/files/package-files.ts";
import { rememberResults } from "../../scenario/files/remember.ts";
import type { OptionView } from "../../showing/cast.ts";
import { tryReadJson } from "../../text/json-in.ts";
import { hashSha256 } from "../../text/sha256.ts";
import type { MeetingLine } from "../pages/list.tsx";

/** `key`: size, time and state of the record from which the line was made. */
type KeptLine = { key: string; line: MeetingLine };

type Options = NonNullable<MeetingLine["options"]>;

/** JSON has no maps. */
type WrittenLine = {
  key: string;
  line: Omit<MeetingLine, "options"> & {
    options?: [string, OptionView][] | undefined;
  };
};

const shareMap = rememberResults(100_000, (entries): Options => new Map(JSON.parse(entries)));

/** The lines that `person` saw of a folder, by the names of the meetings. Empty if another build wrote them, which may have other words. */
export function readKeptLines(
  io: Surroundings,
  folder: string,
  person: string,
): Map<string, KeptLine> {
  const file = getFile(io, folder);
  const kept = file !== null && existsSync(file) ? tryReadJson(readUtf8(file)) : null;
  if (!isRecord(kept) || kept.program !== PROGRAM_BUILD || kept.person !== person) return new Map();
  const lines = Object.entries(kept.lines as Record<string, WrittenLine>);
  return new Map(
    lines.map(
      ([
        id,
        {
          key,
          line: { options, ...line },
        },
      ]) => [
        id,
        { key, line: { ...line, ...(options && { options: shareMap(JSON.stringify(options)) }) } },
      ],
    ),
  );
}

export function keepLines(
  io: Surroundings,
  folder: string,
  person: string,
  lines: ReadonlyMap<string, KeptLine>,
): void {
  const file = getFile(io, folder);
  if (file === null) return;
  const written = [...lines].map(([id, { key, line }]): [string, WrittenLine] => [
    id,
    { key, line: { ...line, options: line.options && [...line.options] } },
  ]);
  const text = JSON.stringify({
    program: PROGRAM_BUILD,
    person,
    lines: Object.fromEntries(written),
  });
  // Without them the list is shown all the same, and is only slower next time.
  try {
    writeWhole(file, text, { isReplaced: true });
  } catch {}
}

/** After an erasure nothing of a meeting is left here either. */
export function forgetLines(io: Surroundings, folder: string): void {
  const file = getFile(io, folder);
  if (file !== null) removeFile(file);
}

function getFile(io: Surroundings, folder: string): string | null {
  const settings = findUserSettingsPath(io);
  if (settings === null) return null;
  return join(
    dirname(settings),
    "lists",
    `${hashSha256(resolve(io.cwd, folder)).slice(0, 16)}.json`,
  );
}
