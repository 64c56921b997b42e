import { dirname, join, relative, resolve, sep } from "node:path";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printText, usage } from "../../home/process/io.ts";
import { writeWhole } from "../../home/process/write-file.ts";
import { findTranscripts, readEach } from "../../home/records/find-transcripts.ts";
import { type Recorded, tableOf } from "../../home/records/outputs.ts";
import { priorOf } from "../../home/settings/protocols.ts";
import {
  comparisonFile,
  isStudyFolder,
  reportFile,
  type ToCompare,
  writePage,
  writeStudy,
} from "../../screens/report/report-file.ts";
import { readRecord } from "../../showing/files/records.ts";
import { decisionPaper, PAPER_NAMES } from "../../showing/papers/papers.ts";
import { decisionRecord } from "../../showing/papers/record.ts";
import { verdictsCsv, verdictsJson } from "../../showing/table/renderers.ts";
import { commandOf, type FlagsOf } from "../terminal/command.ts";
import { draftSummary } from "../terminal/draft-summary.ts";
import { filledText } from "../terminal/flag-values.ts";
import { APPROVAL_FLAGS, CALL_FLAGS, NAMES, shared } from "../terminal/flags.ts";
import { openFile } from "../terminal/open-file.ts";

const PAPERS = [...PAPER_NAMES, "json", "csv"] as const;
type Paper = (typeof PAPERS)[number];
type Format = "html" | Paper;

type Read = { readonly folder: string; readonly recorded: Recorded };

const REPORT_FILE = "report.html";

const HELP = `
html: one file with decision, dissent and verdicts, then who changed and after which message, the debate with its citations,
the documents by line, and the cost. It loads nothing from a network, works without scripts, and prints on A4. Only you can
read the file. An existing report is replaced; another existing file is not. Several transcripts give one file: a column for
each meeting and a row for each member. One subject under many seeds gives the share of each outcome with its interval. The
folder of a ranking gives the ranking with its reasons, and the folder of a study gives the study report.

adr: a decision record in the layout of MADR. minutes: resolutions, and each vote by name. memo: one page for the person who
decides, with the strongest argument on each side in the words of members. csv and json are for programs. They are printed,
or written with -o. Each quote has its place in the transcript and the transcript hash. The same transcript gives the same file.
With --model a model drafts a summary, marked as drafted. Each sentence names the turns that support it, or is dropped.

Examples:
  boardroom report transcripts/hiring-34 --open
  boardroom report transcripts/hiring-34 -o decision.html
  boardroom report 'transcripts/hiring-*' -o candidates.html --each
  boardroom report transcripts/hiring-34 --format adr -o docs/decisions/0012-hire.md
  boardroom report transcripts/hiring-34 --format memo --model anthropic:claude-sonnet-5-5`;

const FLAGS = {
  format: ["--format <format>", "Kind of report [default: html]", ["html", ...PAPERS]],
  json: ["--json", "The same as --format json"],
  each: ["--each", "html, of several transcripts: also write a report next to each"],
  open: ["--open", "html: open it in the browser"],
  model: ["-m, --model <model>", "adr, minutes and memo: let a model draft a summary", filledText],
  ...shared(...CALL_FLAGS, ...APPROVAL_FLAGS, "outputFile", "force"),
} as const;

type ReportFlags = FlagsOf<typeof FLAGS>;

export const command = commandOf({
  arguments: [["<transcripts...>", NAMES]],
  flags: FLAGS,
  needs: {
    ...{ approve: ["model"], idleTimeout: ["model"], maxAttempts: ["model"], maxWait: ["model"] },
    force: ["output"],
  },
  excludes: { json: ["format"] },
  help: HELP,
  async run(io, [asked], flags) {
    const format = flags.json ? "json" : (flags.format ?? "html");
    refuseOfOthers(format, flags);
    if (format === "html") return writeReport(io, asked, flags);
    const [folder = "", ...others] = await findTranscripts(io, asked);
    if (others.length > 0)
      throw usage(
        `--format ${format} takes one transcript, found ${others.length + 1}`,
        "Name one. For verdicts of several: boardroom show TRANSCRIPTS --format csv.",
      );
    return writePaper(io, folder, format, flags);
  },
});

const OF_HTML = ["each", "open"] as const;
const OF_PAPERS = ["model", "force"] as const;

function refuseOfOthers(format: Format, flags: ReportFlags): void {
  const others = format === "html" ? OF_PAPERS : OF_HTML;
  const stray = others.find((name) => flags[name] !== undefined);
  if (stray === undefined) return;
  const fits = format === "html" ? "--format adr, minutes or memo" : "--format html";
  throw usage(`--${stray} cannot be used with --format ${format}`, `Remove it, or use ${fits}.`);
}

async function writeReport(io: Io, asked: readonly string[], flags: ReportFlags): Promise<number> {
  const folders = await findTranscripts(io, asked);
  const [study, ...others] = folders;
  if (study !== undefined && others.length === 0 && isStudyFolder(resolve(io.cwd, study)))
    return reportStudy(io, study, flags);
  const { sound, exitCode } = await readEach(io, folders, async (folder) => ({
    folder,
    recorded: await readRecord(resolve(io.cwd, folder)),
  }));
  const [only] = sound;
  const file =
    flags.output ?? join(folders.length === 1 ? folders.join("") : folderOfAll(io, folders), REPORT_FILE);
  const write = async (name: string, html: string) => {
    await writePage(io, name, html);
    print(io.stdout, [name]);
  };
  if (folders.length === 1 && only) await write(file, reportFile(only.recorded));
  else {
    const compared = sound.map((each) => toCompare(io, each, { file, flags }));
    await write(file, comparisonFile(compared));
    for (const { folder, recorded } of flags.each ? sound : [])
      await write(join(folder, REPORT_FILE), reportFile(recorded));
  }
  if (flags.open) openFile(io, resolve(io.cwd, file));
  return exitCode;
}

async function reportStudy(io: Io, folder: string, flags: ReportFlags): Promise<number> {
  const file = flags.output ?? join(folder, REPORT_FILE);
  await writeStudy(io, folder, file);
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
  return { recorded, report: flags.each ? own.split(sep).map(encodeURIComponent).join("/") : null };
}

function folderOfAll({ cwd }: Io, folders: readonly string[]): string {
  const [first = cwd, ...others] = folders.map((folder) => dirname(resolve(cwd, folder)));
  const holds = (path: string, other: string) => other === path || other.startsWith(join(path, sep));
  let shared = first;
  while (!others.every((other) => holds(shared, other))) shared = dirname(shared);
  const shown = relative(cwd, shared);
  return shown.startsWith("..") ? shared : shown;
}

async function writePaper(io: Io, folder: string, paper: Paper, flags: ReportFlags): Promise<number> {
  const recorded = await readRecord(resolve(io.cwd, folder));
  const state = foldTranscript(recorded.events);
  const record = decisionRecord(recorded, state, tableOf(recorded), priorOf(state));
  const drafted =
    flags.model === undefined ? undefined : await draftSummary(io, flags.model, { recorded, record, flags });
  if (drafted === null) return EXIT.waiting;
  const text =
    paper === "json"
      ? verdictsJson([record.table])
      : paper === "csv"
        ? verdictsCsv([record.table])
        : decisionPaper(paper, record, drafted);
  if (flags.output === undefined) printText(io.stdout, text);
  else {
    await writeWhole(io, flags.output, text, { force: flags.force });
    print(io.stderr, [`Written: ${flags.output}`]);
  }
  return EXIT.decided;
}
