// `boardroom report`: writes a report of a meeting, of a ranking or of a study.

import { join, resolve } from "node:path";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { isStudyFolder } from "../../engine/transcript/journal-file.ts";
import { writeWhole } from "../../files.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, type Io, print, printText } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import { buildTable, type Recorded, renderTranscript } from "../../home/records/outputs.ts";
import { findFindings, tellPrior } from "../../home/settings/protocols.ts";
import { createReportPage, createStudyPage, writePage } from "../../screens/report-file.ts";
import { printDecisionRecord } from "../../showing/adr.ts";
import { printFindings } from "../../showing/findings.ts";
import { readAsSeen } from "../../showing/watching/seat-view.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import { selectFlags } from "../terminal/flags.ts";
import { openFile } from "../terminal/open-file.ts";

const FORMATS = ["html", "adr", "md", "findings"] as const;
type Format = (typeof FORMATS)[number];

const REPORT_FILE = "report.html";

const HELP = `
html: one file with decision, dissent and verdicts, then who changed and after which message, the debate with its citations,
the documents by line, and the cost. It loads nothing from a network, works without scripts, and prints on A4. Only you can
read the file. An existing report is replaced; another existing file is not. The folder of a ranking gives the ranking with its
reasons, and the folder of a study gives the study report.

adr: a decision record in the layout of MADR. Each quote has its place in the transcript and the transcript hash. md: the
whole debate, the ballots and the verdict table. findings: what judges found, by file and line of a diff, with the check of
each quote, as Markdown for a comment on a pull request. These are printed, or written with -o. The same transcript gives the
same file.

Examples:
  boardroom report transcripts/hiring-34 --open
  boardroom report transcripts/hiring-34 -o decision.html
  boardroom report transcripts/hiring-candidates-7
  boardroom report transcripts/hiring-34 --format adr -o docs/decisions/0012-hire.md
  boardroom report transcripts/hiring-34 --format md
  boardroom report transcripts/code-review-7 --format findings -o findings.md`;

const FLAGS = {
  format: ["--format <format>", "Kind of report [default: html]", FORMATS],
  open: ["--open", "html: open it in the browser"],
  ...selectFlags("outputFile", "force"),
} as const;

type ReportFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [["<transcript>", "Folder, name or id of a meeting, a ranking or a study"]],
  flags: FLAGS,
  needs: { force: ["output"] },
  help: HELP,
  async run(io, [named], flags) {
    const { format = "html" } = flags;
    refuseOfOthers(format, flags);
    const folder = await findTranscript(io, named);
    return format === "html"
      ? writeReport(io, folder, flags)
      : writeMarkdown(io, folder, format, flags);
  },
});

function refuseOfOthers(format: Format, flags: ReportFlags): void {
  const isHtml = format === "html";
  const stray = isHtml ? "force" : "open";
  if (flags[stray] === undefined) return;
  const fits = isHtml ? "--format adr, md or findings" : "--format html";
  throw createUsageError(
    `--${stray} cannot be used with --format ${format}`,
    `Remove it, or use ${fits}.`,
  );
}

async function writeReport(io: Io, folder: string, flags: ReportFlags): Promise<number> {
  const file = flags.output ?? join(folder, REPORT_FILE);
  const path = resolve(io.cwd, folder);
  const html = isStudyFolder(path)
    ? await createStudyPage(path)
    : createReportPage(await readAsSeen(path));
  writePage(io, file, html);
  print(io.stdout, [file]);
  if (flags.open) openFile(io, resolve(io.cwd, file));
  return EXIT.decided;
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
