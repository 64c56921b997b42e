import { resolve } from "node:path";
import type { Command } from "commander";
import { EXIT } from "../../home/process/exit-codes.ts";
import { draw, type Io, printJson, styleOf } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import { tableOf } from "../../home/records/outputs.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { type ComparedMeeting, compareMeetings, comparisonText } from "../../showing/compare/several.ts";
import { readRecord } from "../../showing/files/records.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<a>", "Folder, name or id of a meeting")
    .argument("<other>", "Transcript to compare it with, such as a fork")
    .option("--json", "Print the comparison as JSON")
    .addHelpText("after", HELP)
    .action(async (a: string, b: string, flags: { readonly json?: boolean }) => {
      const style = styleOf(io, (await readSettings(io)).stated);
      const comparison = compareMeetings(await sideOf(io, a), await sideOf(io, b));
      if (flags.json) printJson(io.stdout, comparison, 2);
      else draw(io.stdout, [comparisonText(comparison, style)]);
      finish(EXIT.decided);
    });
}

const HELP = `
Prints the turn at which the meetings diverge, and members that end with another verdict.
Times, random ids and the providers' counts are not compared.

Examples:
  boardroom diff hiring-34 hiring-8
  boardroom diff hiring-34 ../other/transcripts/hiring-34
  boardroom diff transcripts/hiring-34 transcripts/hiring-34-at-12
  boardroom diff transcripts/hiring-34 transcripts/hiring-8 --json | jq .parting`;

async function sideOf(io: Io, named: string): Promise<ComparedMeeting> {
  const folder = await findTranscript(io, named);
  const { events, head } = await readRecord(resolve(io.cwd, folder));
  return { name: folder, events, table: tableOf({ events, head }) };
}
