// `boardroom report`: writes a report of one meeting, of several, of a ranking or of a study.

import { dirname, join, relative, resolve, sep } from "node:path";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { writeWhole } from "../../files.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, type Io, print, printText } from "../../home/process/io.ts";
import { findTranscripts, readEach } from "../../home/records/find-transcripts.ts";
import { buildTable, type Recorded, renderTranscript } from "../../home/records/outputs.ts";
import { findFindings, tellPrior } from "../../home/settings/protocols.ts";
import { linkTo } from "../../screens/pages/link.ts";
import {
  createComparisonPage,
  createReportPage,
  createStudyPage,
  isStudyFolder,
  type ToCompare,
  writePage,
} from "../../screens/report-file.ts";
import { printDecisionRecord } from "../../showing/adr.ts";
import { printFindings } from "../../showing/findings.ts";
import { readAsSeen } from "../../showing/watching/seat-view.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import { NAMES, selectFlags } from "../terminal/flags.ts";
import { openFile } from "../terminal/open-file.ts";

const FORMATS = ["html", "adr", "md", "findings"] as const;
type Format = (typeof FORMATS)[number];
type Read = { folder: string; recorded: Recorded };

const REPORT_FILE = "report.html";

const HELP = `
html: one file with decision, dissent and verdicts, then who changed and after which message, the debate with its citations,
the documents by line, and the cost. It loads nothing from a network, works without scripts, and prints on A4. Only you can
read the file. An existing report is replaced; another existing file is not. Several transcripts give one file: a column for
each meeting and a row for each member. One subject under many seeds gives the share of each outcome with its interval. The
folder of a ranking gives the ranking with its reasons, and the folder of a study gives the study report.

adr: a decision record in the layout of MADR. Each quote has its place in the transcript and the transcript hash. md: the
whole debate, the ballots and the verdict table. findings: what judges found, by file and line of a diff, with the check of
each quote, as Markdown for a comment on a pull request. These are printed, or written with -o. The same transcript gives the
same file.

Examples:
  boardroom report transcripts/hiring-34 --open
  boardroom report transcripts/hiring-34 -o decision.html
  boardroom report 'transcripts/hiring-*' -o candidates.html --each
  boardroom report transcripts/hiring-34 --format adr -o docs/decisions/0012-hire.md
  boardroom report transcripts/hiring-34 --format md
  boardroom report transcripts/code-review-7 --format findings -o findings.md`;

const FLAGS = {
  format: ["--format <format>", "Kind of report [default: html]", FORMATS],
  each: ["--each", "html, of several transcripts: also write a report next to each"],
  open: ["--open", "html: open it in the browser"],
  ...selectFlags("outputFile", "force"),
} as const;

type ReportFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [["<transcripts...>", NAMES]],
  flags: FLAGS,
  needs: { force: ["output"] },
  help: HELP,
  async run(io, [asked], flags) {
    const { format = "html" } = flags;
    refuseOfOthers(format, flags);
    if (format === "html") return writeReport(io, asked, flags);
    const [folder = "", ...others] = await findTranscripts(io, asked);
    if (others.length > 0)
      throw createUsageError(
        `--format ${format} takes one transcript, found ${others.length + 1}`,
        "Name one. For verdicts of several: boardroom show TRANSCRIPTS --format csv.",
      );
    return writeMarkdown(io, folder, format, flags);
  },
});

const OF_HTML = ["each", "open"] as const;
const OF_MARKDOWN = ["force"] as const;

function refuseOfOthers(format: Format, flags: ReportFlags): void {
  const others = format === "html" ? OF_MARKDOWN : OF_HTML;
  const stray = others.find((name) => flags[name] !== undefined);
  if (stray === undefined) return;
  const fits = format === "html" ? "--format adr, md or findings" : "--format html";
  throw createUsageError(
    `--${stray} cannot be used with --format ${format}`,
    `Remove it, or use ${fits}.`,
  );
}

async function writeReport(io: Io, asked: readonly string[], flags: ReportFlags): Promise<number> {
  const folders = await findTranscripts(io, asked);
  const [study, ...others] = folders;
  if (study !== undefined && others.length === 0 && isStudyFolder(resolve(io.cwd, study)))
    return reportStudy(io, study, flags);
  const { sound, exitCode } = await readEach(io, folders, async (folder) => ({
    folder,
    recorded: await readAsSeen(resolve(io.cwd, folder)),
  }));
  const [only] = sound;
  const file =
    flags.output ??
    join(folders.length === 1 ? folders.join("") : findSharedFolder(io, folders), REPORT_FILE);
  const write = async (name: string, html: string) => {
    writePage(io, name, html);
    print(io.stdout, [name]);
  };
  if (folders.length === 1 && only) await write(file, createReportPage(only.recorded));
  else {
    const compared = sound.map((each) => toCompare(io, each, { file, flags }));
    await write(file, createComparisonPage(compared));
    for (const { folder, recorded } of flags.each ? sound : [])
      await write(join(folder, REPORT_FILE), createReportPage(recorded));
  }
  if (flags.open) openFile(io, resolve(io.cwd, file));
  return exitCode;
}

async function reportStudy(io: Io, folder: string, flags: ReportFlags): Promise<number> {
  const file = flags.output ?? join(folder, REPORT_FILE);
  writePage(io, file, await createStudyPage(resolve(io.cwd, folder)));
  print(io.stdout, [file]);
  if (flags.open) openFile(io, resolve(io.cwd, file));
  return EXIT.decided;
}

function toCompare(
  { cwd }: Io,
  { folder, recorded }: Read,
  { file, flags }: { file: string; flags: ReportFlags },
): ToCompare {
  const own = relative(dirname(resolve(cwd, file)), join(resolve(cwd, folder), REPORT_FILE));
  return { recorded, report: flags.each ? linkTo(own) : null };
}

function findSharedFolder({ cwd }: Io, folders: readonly string[]): string {
  const [first = cwd, ...others] = folders.map((folder) => dirname(resolve(cwd, folder)));
  const isWithin = (path: string, other: string) =>
    other === path || other.startsWith(join(path, sep));
  let shared = first;
  while (!others.every((other) => isWithin(shared, other))) shared = dirname(shared);
  const shown = relative(cwd, shared);
  return shown.startsWith("..") ? shared : shown;
}

async function writeMarkdown(
  io: Io,
  folder: string,
  format: Exclude<Format, "html">,
  { output, force }: ReportFlags,
): Promise<number> {
  const recorded = await readAsSeen(resolve(io.cwd, folder));
  const text = RENDERERS[format](recorded);
  if (output === undefined) printText(io.stdout, text);
  else {
    writeWhole(resolve(io.cwd, output), text, { isReplaced: force });
    print(io.stderr, [`Written: ${output}`]);
  }
  return EXIT.decided;
}

const RENDERERS = {
  adr: renderDecisionRecord,
  md: renderTranscript,
  findings: renderFindings,
} as const;

function renderFindings(recorded: Recorded): string {
  const state = foldTranscript(recorded.events);
  const findings = findFindings(state);
  if (findings === null)
    throw createUsageError(
      `no findings: the protocol of this meeting is ${state.protocol.split("@", 1)[0]}`,
      "Findings come from judges. Run the scenario with --protocol judges.",
    );
  return printFindings(findings, state, buildTable(recorded));
}

function renderDecisionRecord(recorded: Recorded): string {
  const state = foldTranscript(recorded.events);
  return printDecisionRecord({
    events: recorded.events,
    state,
    table: buildTable(recorded),
    own: tellPrior(state),
  });
}
