import { resolve } from "node:path";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { BoardroomError } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson, printText, usage } from "../../home/process/io.ts";
import { findTranscripts, meetingsIn, readEach } from "../../home/records/find-transcripts.ts";
import { readRecord } from "../../showing/files/records.ts";
import { badgeOf } from "../../showing/words.ts";
import {
  figureRows,
  figuresCsv,
  type NamedMeeting,
  rankRows,
  rankShares,
  summarise,
} from "../../studies/figures/figure-rows.ts";
import { FIGURES, figuresOf, measure } from "../../studies/figures/figures.ts";
import { FORMATS, HUMAN_FORMATS } from "../../studies/human-meetings.ts";
import { aligned } from "../../text/aligned.ts";
import { commandOf, type FlagsOf } from "../terminal/command.ts";
import { COSTS_FLAGS, costs } from "../terminal/costs.ts";
import { wholeNumber } from "../terminal/flag-values.ts";
import { IMPORT_FLAGS, importMeetings } from "../terminal/import.ts";

const TABLE_FORMATS = ["text", "csv", "json"] as const;
const FIGURE_FLAGS = {
  format: ["--format <format>", "Format of the statistics", TABLE_FORMATS],
  json: ["--json", "The same as --format json"],
  turns: ["--turns <number>", "Count only the first turns of each meeting", wholeNumber],
  members: ["--members <number>", "Only meetings of so many members", wholeNumber],
  least: ["--least <number>", "Only meetings with so many messages per member", wholeNumber],
  definitions: ["--definitions", "Print what each statistic means"],
} as const;

const FLAGS = {
  ...FIGURE_FLAGS,
  costs: ["--costs", "Show what meetings cost; without names, all meetings"],
  ...COSTS_FLAGS,
  import: ["--import <format>", "Import meetings of people, from a file or folder", HUMAN_FORMATS],
  ...IMPORT_FLAGS,
} as const;

type MetricsFlags = FlagsOf<typeof FIGURE_FLAGS>;
type StatsFlags = FlagsOf<typeof FLAGS>;

const OF_FIGURES = ["format", "turns", "members", "least"] as const;

export const command = commandOf({
  arguments: [
    [
      "[transcripts...]",
      "Folders, names or ids of meetings, folders of them, or patterns such as 'transcripts/hiring-*'",
    ],
  ],
  flags: FLAGS,
  needs: { since: ["costs"], by: ["costs"], most: ["import"], output: ["import"] },
  excludes: {
    json: ["format"],
    definitions: ["json", ...OF_FIGURES],
    costs: ["definitions", ...OF_FIGURES],
    import: ["costs", "json", "definitions", ...OF_FIGURES],
  },
  help: help(),
  run: (io, [asked], flags) => stats(io, asked, flags),
});

async function stats(io: Io, asked: readonly string[], flags: StatsFlags): Promise<number> {
  if (flags.costs) return costs(io, await meetingsIn(io, await findTranscripts(io, asked)), flags);
  if (!flags.import) return metrics(io, asked, flags);
  const [path, ...others] = asked;
  if (path === undefined || others.length > 0)
    throw usage(
      `--import takes one file or folder, found ${asked.length}`,
      "Example: boardroom stats --import plain minutes.txt",
    );
  await importMeetings(io, flags.import, path, flags);
  return EXIT.decided;
}

function help(): string {
  const formats = Object.entries(FORMATS).map(([name, what]) => `  ${name.padEnd(9)} ${what}`);
  return `
Each number is calculated per meeting and averaged over the meetings in which it is defined (N). From ten meetings it has a
95 % interval: bootstrap over whole meetings, or Wilson for yes or no. Below ten, the line shows how many more you need. If
all boards have the same known size, the last columns show groups of people of that size, over whole meetings. With --turns
these columns are omitted, except for the first 20 turns of four people. A-B-A and dyadic floors are shares of all turns.

--costs: ESTIMATE was reserved before each call, ACTUAL is the count of the provider, CACHED is the share of input tokens
from caches. Simulated meetings cost nothing. --since uses the day of the last write for them. A damaged transcript is named
on stderr and skipped (exit code 5).

--import: each meeting becomes a transcript that stats, show and verify can read. It cannot be resumed. A person who
never spoke is not a member. Answers of DeliData become votes: the first is private, the last is the closing vote.

Formats of --import:
${formats.join("\n")}

Examples:
  boardroom stats transcripts/hiring-sample
  boardroom stats 'transcripts/hiring-*' --turns 30
  boardroom stats 'corpora/delidata/*' --members 4 --least 3
  boardroom stats 'transcripts/*' --format csv > figures.csv
  boardroom stats --definitions
  boardroom stats --costs
  boardroom stats --costs --since 2026-03-01 --by member --json
  boardroom stats --import plain minutes.txt
  boardroom stats --import delidata delidata_corpus -o corpora/delidata`;
}

async function metrics(
  io: Io,
  asked: readonly string[],
  { json, format = json ? "json" : "text", turns, members, least = 0, definitions }: MetricsFlags,
): Promise<number> {
  if (definitions) {
    print(
      io.stdout,
      aligned(
        FIGURES.map(({ id, title, definition }) => [id, title, definition]),
        io.columns ?? 100,
      ),
    );
    return 0;
  }
  if (asked.length === 0) throw nothingAsked();
  const { sound, exitCode } = await readEach(
    io,
    await meetingsIn(io, await findTranscripts(io, asked)),
    async (folder): Promise<NamedMeeting> => {
      const state = foldTranscript((await readRecord(resolve(io.cwd, folder))).events);
      const answered = badgeOf({ simulated: state.simulated, members: state.scenario.members });
      return { folder, answered, meeting: measure(state, turns) };
    },
  );
  const kept = sound.filter(({ meeting: { talk } }) => {
    const size = talk.members.length;
    return (members === undefined || size === members) && talk.messages.length >= least * size;
  });
  if (kept.length === 0 && sound.length > 0) throw nothingLeft(sound, members);
  write(io, kept, format, turns ?? null);
  return exitCode;
}

function nothingAsked(): BoardroomError {
  return new BoardroomError("usage", {
    message: "missing argument: transcripts",
    remedy:
      "Name transcript folders, such as transcripts/hiring-sample, or use --definitions, --costs or --import.",
  });
}

function nothingLeft(all: readonly NamedMeeting[], members: number | undefined): BoardroomError {
  const sizes = [...new Set(all.map(({ meeting }) => meeting.talk.members.length))].sort((a, b) => a - b);
  const isOfSize = members === undefined || sizes.includes(members);
  return new BoardroomError("usage", {
    message: isOfSize ? "no meeting has as many messages as --least asks" : `no meeting has ${members} members`,
    remedy: isOfSize ? "Ask for fewer." : `There are meetings of ${sizes.join(", ")}.`,
  });
}

function write(
  io: Io,
  named: readonly NamedMeeting[],
  format: (typeof TABLE_FORMATS)[number],
  turns: number | null,
): void {
  const meetings = named.map(({ meeting }) => meeting);
  if (format === "csv") return printText(io.stdout, figuresCsv(named));
  const summaries = summarise(meetings);
  const ranks = (["messages", "turns", "words"] as const).flatMap((unit) => rankShares(meetings, unit));
  if (format === "json") {
    return printJson(
      io.stdout,
      {
        figures: summaries.map(({ figure: { id, title, definition }, n, mean, interval }) => ({
          ...{ id, title, definition, n, mean, interval },
        })),
        shares: ranks,
        meetings: named.map(({ folder, answered, meeting }) => ({
          ...{
            transcript: folder,
            answered,
            members: meeting.talk.members.length,
            figures: figuresOf(meeting),
          },
        })),
      },
      2,
    );
  }
  const sizes = new Set(meetings.map(({ talk }) => talk.members.length));
  const [size = null] = sizes.size === 1 ? sizes : [];
  const answered = [...new Set(named.map((each) => each.answered))];
  print(io.stdout, [
    ...answered,
    "",
    ...aligned(figureRows(summaries, size, turns)),
    "",
    ...aligned(rankRows(ranks, turns)),
  ]);
}
