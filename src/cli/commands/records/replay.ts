import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { JOURNAL_FILE } from "../../../engine/transcript/journal-file.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, printRecord } from "../../../home/process/io.ts";
import { styleOf } from "../../../home/process/style.ts";
import { FLAGS } from "../../../home/settings/flag-values.ts";
import { readSettings } from "../../../home/settings/settings.ts";
import { createPrinter, type ShowFlags } from "../../../run/holding/show-meeting.ts";
import { readRecord } from "../../../showing/read-record.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcript>", "transcript folder")
    .option("--explain", "also print how each speaker was chosen: every weight, the draw, the reason")
    .option(...FLAGS.quiet)
    .option("--json", "print the events as JSON lines")
    .addHelpText("after", HELP)
    .action(async (folder: string, flags: ShowFlags) => finish(await replay(io, folder, flags)));
}

export async function replay(io: Io, folder: string, flags: ShowFlags): Promise<number> {
  const path = resolve(io.cwd, folder);
  const recorded = await readRecord(path);
  if (flags.json) {
    printRecord(io, await wholeLines(path));
    return EXIT.decided;
  }
  const shown = (await readSettings(io)).stated;
  const printer = createPrinter(io, styleOf(io, shown), flags);
  for (const event of recorded.events) printer.event(event);
  printer.end(recorded);
  return EXIT.decided;
}

/** As written, so that the hashes still hold; without a torn last line. */
async function wholeLines(folder: string): Promise<string> {
  const text = await readFile(join(folder, JOURNAL_FILE), "utf8");
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

const HELP = `
No model is called and nothing is written.

Examples:
  boardroom replay transcripts/hiring-7
  boardroom replay transcripts/hiring-7 --explain
  boardroom replay transcripts/hiring-7 --json | jq -c 'select(.type == "message.spoken")'`;
