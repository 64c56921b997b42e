import { dirname, join, relative, resolve, sep } from "node:path";
import type { Command } from "commander";
import { BoardroomError } from "../../../errors.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print } from "../../../home/process/io.ts";
import { findTranscripts } from "../../../home/records/find-transcripts.ts";
import type { Recorded } from "../../../home/records/outputs.ts";
import { readEach } from "../../../home/records/read-each.ts";
import { LEAVABLE, type Leavable } from "../../../screens/pages/report.tsx";
import { comparisonFile, reportFile, type ToCompare } from "../../../screens/report/report-file.ts";
import { isStudyFolder, studyFile } from "../../../screens/report/study-file.ts";
import { writePage } from "../../../screens/report/write-page.ts";
import { readRecord } from "../../../showing/read-record.ts";
import { openFile } from "../../terminal/open-file.ts";

type ReportFlags = {
  readonly html?: string;
  readonly without: readonly Leavable[];
  readonly each?: boolean;
  readonly open?: boolean;
};
type Read = { readonly folder: string; readonly recorded: Recorded };

const REPORT_FILE = "report.html";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcripts...>", "transcript folders, or patterns such as 'transcripts/hiring-*'")
    .option(
      "--html <file>",
      `where to write it (default: ${REPORT_FILE} in the folder of the transcript, or of all)`,
    )
    .option("--without <parts>", `omit ${LEAVABLE.join(" or ")}, or both with a comma`, partsIn, [])
    .option("--each", "of several transcripts: also write a report next to each")
    .option("--open", "open it in the browser")
    .addHelpText("after", HELP)
    .action(async (asked: string[], flags: ReportFlags) => {
      const [study, ...others] = asked;
      if (study !== undefined && others.length === 0 && isStudyFolder(resolve(io.cwd, study)))
        return finish(await reportStudy(io, study, flags));
      const folders = await findTranscripts(io, asked);
      const { sound, exitCode } = await readEach(io, folders, async (folder) => ({
        folder,
        recorded: await readRecord(resolve(io.cwd, folder)),
      }));
      const [only] = sound;
      const file =
        flags.html ?? join(folders.length === 1 ? folders.join("") : folderOfAll(io, folders), REPORT_FILE);
      const write = async (name: string, html: string) => {
        await writePage(io, name, html);
        print(io.stdout, [name]);
      };
      if (folders.length === 1 && only) await write(file, reportFile(only.recorded, flags.without));
      else {
        const compared = sound.map((each) => toCompare(io, each, { file, flags }));
        await write(file, comparisonFile(compared));
        for (const { folder, recorded } of flags.each ? sound : [])
          await write(join(folder, REPORT_FILE), reportFile(recorded, flags.without));
      }
      if (flags.open) openFile(io, resolve(io.cwd, file));
      finish(exitCode);
    });
}

async function reportStudy(io: Io, folder: string, flags: ReportFlags): Promise<number> {
  const file = flags.html ?? join(folder, REPORT_FILE);
  await writePage(io, file, await studyFile(resolve(io.cwd, folder)));
  print(io.stdout, [file]);
  if (flags.open) openFile(io, resolve(io.cwd, file));
  return EXIT.decided;
}

const HELP = `
One HTML file: decision, dissent and verdicts, then who changed and after which message, the debate with its citations, the
documents by line, and the cost. It loads nothing from a network, works without scripts, and prints on A4. Only you can read
the file. An existing report is replaced; another existing file is not.

Several transcripts give one file: a column for each candidate, a row for each member, and the strongest line for and
against by criterion. One subject under many seeds gives the share of each outcome with its interval. The folder of a
ranking gives the ranking with its reasons, and the folder of a study gives the study report.

Examples:
  boardroom report transcripts/hiring-7 --open
  boardroom report transcripts/hiring-7 --html decision.html --without documents
  boardroom report 'transcripts/hiring-*' --html candidates.html --each`;

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

function partsIn(text: string): readonly Leavable[] {
  return text.split(",").map((part) => {
    const found = LEAVABLE.find((each) => each === part.trim());
    if (found) return found;
    throw new BoardroomError("usage", {
      message: `--without ${JSON.stringify(part.trim())}: there is no such part`,
      remedy: `Parts that can be omitted: ${LEAVABLE.join(", ")}.`,
    });
  });
}
