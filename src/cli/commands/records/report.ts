import { join, resolve } from "node:path";
import type { Command } from "commander";
import { BoardroomError } from "../../../errors.ts";
import { LEAVABLE, type Leavable } from "../../../pages/report.tsx";
import { readTranscript } from "../../../transcript/journal.ts";
import { findTranscripts } from "../../records/find-transcripts.ts";
import { readEach } from "../../records/read-each.ts";
import { openFile } from "../../report/open-file.ts";
import { reportFile } from "../../report/report-file.ts";
import { writePage } from "../../report/write-page.ts";
import { type Io, print } from "../../terminal/io.ts";

type Flags = { readonly html?: string; readonly without: readonly Leavable[]; readonly open?: boolean };

/** What a report is called where it stands beside its transcript. */
const REPORT_FILE = "report.html";

/** `boardroom report`: a meeting as one HTML file, for somebody who was not there. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcripts...>", "transcript folders, or patterns such as 'transcripts/hiring-*'")
    .option("--html <file>", `where to write it, for one transcript (default: ${REPORT_FILE} in its folder)`)
    .option("--without <parts>", `leave out ${LEAVABLE.join(" or ")}, or both with a comma`, partsIn, [])
    .option("--open", "open it in the browser")
    .addHelpText("after", HELP)
    .action(async (asked: string[], flags: Flags) => {
      const folders = await findTranscripts(io, asked);
      if (folders.length > 1 && flags.html !== undefined) throw oneFile(folders.length);
      const { sound, exitCode } = readEach(io, folders, (folder) => ({
        folder,
        recorded: readTranscript(resolve(io.cwd, folder)),
      }));
      for (const { folder, recorded } of sound) {
        const file = flags.html ?? join(folder, REPORT_FILE);
        await writePage(io, file, reportFile(recorded, flags.without));
        print(io.stdout, [file]);
        if (flags.open) openFile(resolve(io.cwd, file));
      }
      finish(exitCode);
    });
}

const HELP = `
The file holds all it shows and fetches nothing: decision, dissent and verdicts first, then who moved and after whom,
who spoke to whom, what the procedure has on record, the debate with its citations, the documents by line, and what it
cost. It can be forwarded, read without scripts, searched, and printed on A4. It is readable by its owner only; a report
that stands there already is replaced, any other file is not. Several transcripts make a report each.

Examples:
  boardroom report transcripts/hiring-7 --open
  boardroom report transcripts/hiring-7 --html decision.html --without documents
  boardroom report 'transcripts/hiring-*'`;

function partsIn(text: string): readonly Leavable[] {
  return text.split(",").map((part) => {
    const found = LEAVABLE.find((each) => each === part.trim());
    if (found) return found;
    throw new BoardroomError("usage", {
      message: `--without ${JSON.stringify(part.trim())}: there is no such part`,
      remedy: `Parts that can be left out: ${LEAVABLE.join(", ")}.`,
    });
  });
}

function oneFile(count: number): BoardroomError {
  return new BoardroomError("usage", {
    message: `--html names one file, and there are ${count} transcripts`,
    remedy: "Leave --html out: each report is then written beside its transcript.",
  });
}
