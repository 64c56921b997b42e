import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { foldTranscript } from "../../../engine/transcript/folding/fold.ts";
import { BoardroomError } from "../../../errors.ts";
import { type Io, print, printJson, printText } from "../../../home/process/io.ts";
import { findTranscripts } from "../../../home/records/find-transcripts.ts";
import { readEach } from "../../../home/records/read-each.ts";
import { wholeNumber } from "../../../home/settings/flag-values.ts";
import { readRecord } from "../../../showing/read-record.ts";
import {
  figureRows,
  figuresCsv,
  type NamedMeeting,
  rankRows,
  rankShares,
  summarise,
} from "../../../studies/figures/figure-rows.ts";
import { FIGURES, figuresOf, measure } from "../../../studies/figures/figures.ts";

import { aligned } from "../../../text/aligned.ts";

const FORMATS = ["table", "csv", "json"] as const;
type MetricsFlags = {
  readonly format: (typeof FORMATS)[number];
  readonly turns?: number;
  readonly members?: number;
  readonly least?: number;
  readonly definitions?: boolean;
};

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("[transcripts...]", "transcript folders, or patterns such as 'transcripts/hiring-*'")
    .addOption(new Option("--format <format>", "how to write the figures").choices(FORMATS).default("table"))
    .option("--turns <number>", "count only so many turns of talk from the start", wholeNumber)
    .option("--members <number>", "only meetings of so many members", wholeNumber)
    .option("--least <number>", "only meetings with so many messages a member or more", wholeNumber)
    .option("--definitions", "print what each figure is, and read nothing")
    .addHelpText("after", HELP)
    .action(async (asked: string[], flags: MetricsFlags) => finish(await metrics(io, asked, flags)));
}

const HELP = `
Each number is calculated per meeting and averaged over the meetings in which it is defined (N). From ten meetings it has a
95 % interval: bootstrap over whole meetings, or Wilson for yes or no. Below ten, the line shows how many more you need. If
all boards have the same known size, the last columns show groups of people of that size, over whole meetings. With --turns
these columns are omitted, except for the first 20 turns of four people. A-B-A and dyadic floors are shares of all turns.
boardroom import adds meetings that people had elsewhere.

Examples:
  boardroom metrics transcripts/hiring-sample
  boardroom metrics 'transcripts/hiring-*' --turns 30
  boardroom metrics 'corpora/delidata/*' --members 4 --least 3
  boardroom metrics 'transcripts/*' --format csv > figures.csv
  boardroom metrics --definitions`;

async function metrics(
  io: Io,
  asked: readonly string[],
  { format, turns, members, least = 0, definitions }: MetricsFlags,
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
    await findTranscripts(io, asked),
    async (folder): Promise<NamedMeeting> => {
      const state = foldTranscript((await readRecord(resolve(io.cwd, folder))).events);
      return { folder, meeting: measure(state, turns) };
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
    message: "boardroom metrics was given no transcript",
    remedy: "Name transcript folders, such as transcripts/hiring-sample, or ask for --definitions.",
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
  format: MetricsFlags["format"],
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
        meetings: named.map(({ folder, meeting }) => ({
          ...{ transcript: folder, members: meeting.talk.members.length, figures: figuresOf(meeting) },
        })),
      },
      2,
    );
  }
  const sizes = new Set(meetings.map(({ talk }) => talk.members.length));
  const [size = null] = sizes.size === 1 ? sizes : [];
  print(io.stdout, [...aligned(figureRows(summaries, size, turns)), "", ...aligned(rankRows(ranks, turns))]);
}
