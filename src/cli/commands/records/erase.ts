import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { shown } from "../../../scenario/files/paths.ts";
import { JOURNAL_FILE, TOMBSTONE_FILE } from "../../../transcript/journal-file.ts";
import { hasWriter } from "../../../transcript/lock.ts";
import { transcriptsOf } from "../../money/ledger-folder.ts";
import { wallClock } from "../../money/money.ts";
import { findTranscripts } from "../../records/find-transcripts.ts";
import { copiesOf, eraseFolder, tombstoneOf } from "../../records/tombstone.ts";
import { readSettings } from "../../settings/settings.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print } from "../../terminal/io.ts";
import { usage } from "../../terminal/usage.ts";

type EraseFlags = { readonly yes?: boolean; readonly expired?: boolean };

/** `boardroom erase`: whole meetings and the copies that are known, with a tombstone in their place. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("[transcripts...]", "transcript folders, or patterns such as 'transcripts/hiring-*'")
    .option("--expired", "those that are older than retention.days of your settings")
    .option("--yes", "erase without being asked")
    .addHelpText("after", HELP)
    .action(async (asked: string[], flags: EraseFlags) => finish(await erase(io, asked, flags)));
}

const HELP = `
Removes the record with all that stands beside it, and the files among your transcripts that were made of it: reports
and tables across several, which name it by its digest or head hash. A tombstone is left with its digest, head hash, dates and
outcome, so that records say that it was erased, and not that they are damaged. Named, and not erased: other meetings
that hold some of it, such as forks and those that it was a --prior of. What you wrote elsewhere is not known here.

Examples:
  boardroom erase transcripts/hiring-7
  boardroom erase 'transcripts/hiring-candidates-7/*' --yes
  boardroom erase --expired --yes`;

async function erase(
  io: Io,
  asked: readonly string[],
  { yes = false, expired = false }: EraseFlags,
): Promise<number> {
  const outer = await readSettings(io);
  const root = transcriptsOf(io, outer);
  if (expired === asked.length > 0)
    throw usage("which meetings?", "Name their transcripts, or add --expired alone.");
  const days = outer.retentionDays;
  if (expired && days === undefined)
    throw usage(
      "no retention is set",
      "State retention: { days: 90 } in boardroom.yaml, or name the transcripts.",
    );
  const now = Date.parse(wallClock(io)());
  const folders = expired
    ? olderThan(root, now - (days ?? 0) * DAY_MS, io.cwd)
    : await findTranscripts(io, asked);
  if (folders.length === 0) {
    print(io.stdout, ["Nothing is older than that."]);
    return EXIT.decided;
  }
  for (const folder of folders) requireErasable(resolve(io.cwd, folder), folder);
  const count = `${folders.length} ${folders.length === 1 ? "meeting" : "meetings"}`;
  const answer = yes ? "y" : await io.ask?.(`Erase ${count} for good: ${folders.join(", ")}? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer?.trim() ?? "")) {
    print(io.stderr, [`Nothing was erased. To erase ${count}, add --yes.`]);
    return EXIT.waiting;
  }
  const places = folders.map((folder) => resolve(io.cwd, folder));
  for (const place of places) eraseOne(io, place, { root, places });
  print(io.stderr, ["Reports, exports and copies that you wrote elsewhere are not known here."]);
  return EXIT.decided;
}

const DAY_MS = 86_400_000;

/** By when the record was last written to: meeting time is not the time of day. */
function olderThan(root: string, before: number, cwd: string): readonly string[] {
  return (existsSync(root) ? readdirSync(root, { recursive: true, encoding: "utf8" }) : [])
    .filter((name) => name.endsWith(JOURNAL_FILE) && statSync(join(root, name)).mtimeMs < before)
    .map((name) => shown(dirname(join(root, name)), cwd))
    .toSorted();
}

function requireErasable(path: string, folder: string): void {
  if (existsSync(join(path, TOMBSTONE_FILE)))
    throw usage(`${folder} was erased already`, "Nothing is left of it but its tombstone.");
  if (!existsSync(join(path, JOURNAL_FILE)))
    throw usage(`${folder} holds no meeting`, `Name a folder that holds ${JOURNAL_FILE}.`);
  if (hasWriter(path))
    throw usage("a process is holding this meeting", "Stop it first, or wait until it has ended.", folder);
}

type Erasing = { readonly root: string; readonly places: readonly string[] };

function eraseOne(io: Io, place: string, { root, places }: Erasing): void {
  const tombstone = tombstoneOf(place, wallClock(io)());
  eraseFolder(place, tombstone);
  print(io.stdout, [`Erased: ${shown(place, io.cwd)}`]);
  const { made, records } = copiesOf(tombstone, root, place);
  for (const path of made) {
    rmSync(path);
    print(io.stdout, [`Erased: ${shown(path, io.cwd)}, which was made of it`]);
  }
  for (const path of records.filter((each) => !places.includes(each)))
    print(io.stderr, [
      `Not erased: ${shown(path, io.cwd)} holds some of it. Erase it as well where that may not stay.`,
    ]);
}
