import { STUDY_FILE } from "../../engine/transcript/journal-file.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { wallClock } from "../../home/money/money.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, usage } from "../../home/process/io.ts";
import { erasePlanned, namedMeetings, olderMeetings, planErasing } from "../../home/records/erasing.ts";
import { readSettings, transcriptsOf } from "../../home/settings/settings.ts";
import { shown as shownFrom } from "../../scenario/files/paths.ts";
import { type Database, databaseOf } from "../../studies/cluster/database.ts";
import { eraseInDatabase, type FoundInDatabase, findInDatabase } from "../../studies/cluster/meetings.ts";
import { requireSchema } from "../../studies/cluster/tables.ts";
import { counted } from "../../text/plain.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { commandOf, type FlagsOf } from "../terminal/command.ts";
import { DATABASE_FLAGS, NAMES } from "../terminal/flags.ts";

const HELP = `
Deletes what Boardroom wrote about a meeting: its folder, the members' notes, its results in studies, its approvals, and
the reports in the folder of transcripts. To erase all meetings of a study, give the study's folder. The file erased.json
remains with the id, transcript hash, dates and outcome. With --subject, the name of the folder is removed too.

Boardroom does not find your own files, backups, or copies in other folders.

Examples:
  boardroom erase transcripts/hiring-34
  boardroom erase study-names --subject --on postgres
  boardroom erase --expired --yes`;

const FLAGS = {
  ...DATABASE_FLAGS,
  subject: ["--subject", "Also every meeting about the same document"],
  expired: ["--expired", "Meetings older than retention.days in your settings"],
  on: ["--on <where>", "Also in the database of workers", ["postgres"]],
  yes: ["--yes", "Erase without asking"],
} as const;

type EraseFlags = FlagsOf<typeof FLAGS>;

export const command = commandOf({
  arguments: [["[transcripts...]", NAMES]],
  flags: FLAGS,
  needs: { database: ["on"], passwordFile: ["on"] },
  help: HELP,
  run: (io, [asked], flags) => erase(io, asked, flags),
});

async function erase(io: Io, named: readonly string[], flags: EraseFlags): Promise<number> {
  const project = await readSettings(io);
  const root = transcriptsOf(io, project);
  const shown = (path: string) => shownFrom(path, io.cwd);
  if (flags.expired && named.length > 0)
    throw usage("--expired cannot be used with names of transcripts", "Remove one of the two.");
  if (!flags.expired && named.length === 0)
    throw usage("missing argument: transcripts", "Name transcript folders, or use --expired alone.");
  const at = wallClock(io)();
  const { records: asked, gone } = flags.expired
    ? { records: olderMeetings(root, Date.parse(at) - daysOf(project.retentionDays) * DAY_MS), gone: [] }
    : await namedMeetings(io, named, flags.on !== undefined);
  if (asked.length + gone.length === 0) return nothing(io, "Nothing is older than that.");
  const withSubject = flags.subject ?? false;
  const plan = await planErasing(io, { asked, root, withSubject });
  for (const path of plan.records)
    if (hasWriter(path))
      throw usage("a process is running this meeting", "Stop it, or wait until it has ended.", shown(path));
  const ids = [...gone, ...plan.marks.flatMap(({ id }) => id ?? [])];
  const subjects = plan.marks.flatMap((each) => each.subjects);
  return withDatabase(io, flags, async (database) => {
    const found = database ? await findInDatabase(database, { ids, words: subjects }) : [];
    const going = found.filter(({ isAsked }) => isAsked || withSubject);
    const records = byStudy(going);
    const meetings = plan.records.map(shown);
    if (meetings.length + records.length === 0)
      return nothing(io, "Nothing of what was erased is in the database.");
    const more = [
      ...plan.pages.map((path) => `${shown(path)}, a report or export of it`),
      ...(plan.notes.length > 0 ? [`${counted(plan.notes.length, "note")} that members kept of it`] : []),
      ...records,
    ];
    const results = plan.studies.map((folder) => `its results in ${shown(folder)}`);
    if (!(await isAgreed(io, { flags, meetings, more: [...more, ...results] }))) return EXIT.waiting;
    const leftInDatabase = database ? await eraseInDatabase(database, going) : [];
    const { rows, approvals, leftStudies } = await erasePlanned(plan, { at, root, withSubject });
    const counts = [
      ...(rows > 0 ? [`${counted(rows, "result")} of studies`] : []),
      ...(approvals > 0 ? [`${counted(approvals, "file")} of its approvals`] : []),
    ];
    print(
      io.stdout,
      [...meetings, ...more, ...counts].map((each) => `Erased: ${each}`),
    );
    const others = [...plan.others.map(shown), ...byStudy(found.filter((each) => !going.includes(each)))];
    const studies = [
      ...leftStudies.map((folder) => `${shown(folder)}/${STUDY_FILE}`),
      ...leftInDatabase.map((name) => `study ${shortName(name)} in the database`),
    ];
    print(io.stderr, [
      ...others.map((each) => `Not erased: ${each}, over the same document or with some of it.`),
      ...(others.length > 0 ? ["With --subject these go as well."] : []),
      ...studies.map((each) => `Not erased: ${each} still names the file of what was judged.`),
      `Not looked at: ${database ? "" : "a database that workers use (--on postgres), "}your own files, other folders, backups, and copies sent to others.`,
    ]);
    return EXIT.decided;
  });
}

function nothing(io: Io, why: string): number {
  print(io.stdout, [why]);
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

async function withDatabase(
  io: Io,
  flags: EraseFlags,
  act: (database: Database | null) => Promise<number>,
): Promise<number> {
  if (flags.on === undefined) return act(null);
  const database = await databaseOf(io, flags, 2);
  try {
    await requireSchema(database);
    return await act(database);
  } finally {
    await database.close();
  }
}

function byStudy(meetings: readonly FoundInDatabase[]): readonly string[] {
  const studies = [...new Set(meetings.map(({ study }) => study))];
  return studies.map(
    (name) =>
      `${counted(meetings.filter(({ study }) => study === name).length, "meeting")} of study ${shortName(name)} in the database`,
  );
}

function shortName(study: string): string {
  return sanitiseLine(study.split(" ", 1).join());
}

type Agreement = {
  readonly flags: EraseFlags;
  readonly meetings: readonly string[];
  readonly more: readonly string[];
};

async function isAgreed(io: Io, { flags, meetings, more }: Agreement): Promise<boolean> {
  if (flags.yes) return true;
  if (more.length > 0) print(io.stderr, ["With it goes:", ...more.map((each) => `  ${each}`)]);
  const what =
    meetings.length > 0
      ? `${counted(meetings.length, "meeting")} permanently: ${meetings.join(", ")}`
      : more.join(", ");
  const answer = await io.ask?.(`Erase ${what}? [y/N] `);
  if (/^y(?:es)?$/i.test(answer?.trim() ?? "")) return true;
  print(io.stderr, [`Nothing was erased. To erase ${what}, add --yes.`]);
  return false;
}
