import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { shown as shownFrom } from "../../../scenario/files/paths.ts";
import { withDatabaseFlags } from "../../cluster/database-flags.ts";
import { type CopiesThere, type EraseThereFlags, withCopiesThere } from "../../erasing/copies-there.ts";
import { eraseCopies } from "../../erasing/erase-copies.ts";
import { type FoundCopies, findCopies } from "../../erasing/find-copies.ts";
import type { LookedAt } from "../../erasing/look-through.ts";
import { erasedLines, leftLines, planLines } from "../../erasing/told-of-erasing.ts";
import { namedMeetings, olderMeetings, requireNoWriter, wholeOf } from "../../erasing/which-meetings.ts";
import { transcriptsOf, userState } from "../../money/ledger-folder.ts";
import { wallClock } from "../../money/money.ts";
import { noteFilesOf } from "../../records/memory-store.ts";
import { repeated } from "../../settings/flag-values.ts";
import { readSettings } from "../../settings/settings.ts";
import { counted } from "../../terminal/counted.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print } from "../../terminal/io.ts";
import { usage } from "../../terminal/usage.ts";

type EraseFlags = EraseThereFlags & {
  readonly yes?: boolean;
  readonly expired?: boolean;
  readonly subject?: boolean;
  readonly in?: readonly string[];
};

/** `boardroom erase`: whole meetings and the copies that are known, with a tombstone in their place. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withDatabaseFlags(command)
    .argument("[transcripts...]", "transcript folders, or patterns such as 'transcripts/hiring-*'")
    .option("--subject", "and every record, note and file here that holds the document judged in them")
    .option("--in <folder>", "look for copies in this folder too; may be repeated", repeated)
    .option("--expired", "those that are older than retention.days of your settings")
    .addOption(new Option("--on <where>", "and as they lie where workers hold them").choices(["postgres"]))
    .option("--yes", "erase without being asked")
    .addHelpText("after", HELP)
    .action(async (asked: string[], flags: EraseFlags) => finish(await erase(io, asked, flags)));
}

const HELP = `
Removes the record with all that stands beside it, the notes that members kept of it, its results in studies, its place
among candidates, and the files that were made of it: reports and tables that name it by its digest or head hash. It
looks through your transcripts, the folders of candidates and studies here, and those named with --in. The folder of
candidates or of a study's results names all meetings in it. A tombstone is left with its digest, head hash, dates and
outcome, so that records say that it was erased, and not that they are damaged.

Without --subject other records are named and not erased: forks, those that it was a --prior of, those that were shown
notes of it, and those over the same document. Your own files are named and never erased. Backups and what was sent
elsewhere cannot be reached from here.

With --on postgres the same meetings go from the database by which workers hold studies, held or not, and with --subject
every one there that holds the document judged, or a line of it. A meeting that was erased from its folder before is
known by its tombstone.

Examples:
  boardroom erase transcripts/hiring-7
  boardroom erase study-names --subject --on postgres
  boardroom erase 'transcripts/hiring-candidates-7/meetings/hiring/ada/own/*' --subject --in ~/reports
  boardroom erase --expired --yes`;

async function erase(io: Io, named: readonly string[], flags: EraseFlags): Promise<number> {
  const outer = await readSettings(io);
  const root = transcriptsOf(io, outer);
  const shown = (path: string) => shownFrom(path, io.cwd);
  const inside = (flags.in ?? []).map((folder) => resolve(io.cwd, folder));
  if ((flags.expired ?? false) === named.length > 0)
    throw usage("which meetings?", "Name their transcripts, or add --expired alone.");
  const at = wallClock(io)();
  const { records: asked, gone } = flags.expired
    ? {
        records: olderMeetings([root, ...inside], Date.parse(at) - daysOf(outer.retentionDays) * DAY_MS),
        gone: [],
      }
    : await namedMeetings(io, named, { withErased: flags.on !== undefined });
  if (asked.length + gone.length === 0) {
    print(io.stdout, ["Nothing is older than that."]);
    return EXIT.decided;
  }
  const own = userState(io.env);
  const found = findCopies({
    records: asked,
    places: asked.length === 0 ? [] : placesOf({ root, asked, inside, cwd: io.cwd }),
    without: own === null ? [] : [own],
    withSubject: flags.subject ?? false,
  });
  for (const path of found.records) requireNoWriter(path, shown(path));
  const ledgers = own === null ? [root] : [root, own];
  return withCopiesThere(io, flags, { traces: found.traces, gone }, (there) =>
    eraseFound(io, { asked, found, there }, { flags, at, ledgers, shown }),
  );
}

type ToErase = {
  readonly asked: readonly string[];
  readonly found: FoundCopies;
  /** What lies in a database; null where none is looked into. */
  readonly there: CopiesThere | null;
};

type ErasingHow = {
  readonly flags: EraseFlags;
  readonly at: string;
  readonly ledgers: readonly string[];
  readonly shown: (path: string) => string;
};

async function eraseFound(
  io: Io,
  { asked, found, there }: ToErase,
  { flags, at, ledgers, shown }: ErasingHow,
): Promise<number> {
  const goes = there?.goes ?? [];
  if (found.records.length + goes.length === 0) {
    print(io.stdout, ["Nothing of what was erased lies in the database."]);
    return EXIT.decided;
  }
  const notes = await noteFilesOf(
    io,
    found.traces.flatMap(({ head }) => head ?? []),
  );
  const beside = () => [
    ...planLines(found, { asked, notes: notes.length, shown }),
    ...(found.records.length > 0 ? goes.map((each) => `  ${each}`) : []),
  ];
  const what = found.records.length > 0 ? found.records.map(shown) : goes;
  if (!(await isAgreed(io, { flags, what, isThere: found.records.length === 0 }, beside))) return EXIT.waiting;
  const leftThere = (await there?.erase()) ?? [];
  const also = await eraseCopies(io, found, { at, ledgers });
  print(io.stdout, [...erasedLines(found, also, { shown }), ...goes.map((each) => `Erased: ${each}`)]);
  const left = {
    ...{ ...also, isWithSubject: flags.subject ?? false, shown },
    there: there && { stays: there.stays, left: leftThere },
  };
  print(io.stderr, leftLines(found, left));
  return EXIT.decided;
}

const DAY_MS = 86_400_000;

function daysOf(days: number | undefined): number {
  if (days !== undefined) return days;
  throw usage(
    "no retention is set",
    "State retention: { days: 90 } in boardroom.yaml, or name the transcripts.",
  );
}

type ToLookAt = {
  readonly root: string;
  readonly asked: readonly string[];
  readonly inside: readonly string[];
  readonly cwd: string;
};

/** What the program alone writes to comes first: a folder counts as what it was first met as. */
function placesOf({ root, asked, inside, cwd }: ToLookAt): readonly LookedAt[] {
  const wholes = asked.flatMap((record) => wholeOf(record) ?? []);
  return [
    ...[root, ...wholes].map((path) => ({ path, is: "ours" }) as const),
    ...inside.map((path) => ({ path, is: "given" }) as const),
    { path: cwd, is: "anybody's" },
  ];
}

async function isAgreed(
  io: Io,
  {
    flags,
    what,
    isThere,
  }: { readonly flags: EraseFlags; readonly what: readonly string[]; readonly isThere: boolean },
  beside: () => readonly string[],
): Promise<boolean> {
  if (flags.yes) return true;
  const more = beside();
  if (more.length > 0) print(io.stderr, ["With it goes:", ...more]);
  const asked = isThere ? what.join(", ") : `${counted(what.length, "meeting")} for good: ${what.join(", ")}`;
  const answer = await io.ask?.(`Erase ${asked}? [y/N] `);
  if (/^y(?:es)?$/i.test(answer?.trim() ?? "")) return true;
  print(io.stderr, [
    `Nothing was erased. To erase ${isThere ? what.join(", ") : counted(what.length, "meeting")}, add --yes.`,
  ]);
  return false;
}
