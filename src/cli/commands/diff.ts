// `boardroom diff`: compares two meetings, and shows the turn at which they part.

import { resolve } from "node:path";
import { EXIT } from "../../home/process/exit-codes.ts";
import { chooseTextStyle, draw, type Io, printJson } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import { buildTable } from "../../home/records/outputs.ts";
import {
  type ComparedMeeting,
  compareMeetings,
  printComparison,
} from "../../showing/compare/several.ts";
import { readAsSeen } from "../../showing/watching/seat-view.ts";
import { defineCommand } from "../terminal/command.ts";

const HELP = `
Prints the turn at which the meetings diverge, and members that end with another verdict.
Times, random ids and the providers' counts are not compared.

Examples:
  boardroom diff hiring-34 hiring-8
  boardroom diff hiring-34 ../other/transcripts/hiring-34
  boardroom diff transcripts/hiring-34 transcripts/hiring-34-at-12
  boardroom diff transcripts/hiring-34 transcripts/hiring-8 --json | jq .parting`;

export const command = defineCommand({
  arguments: [
    ["<transcript>", "Folder, name or id of a meeting"],
    ["<other>", "Transcript to compare it with, such as a fork"],
  ],
  flags: { json: ["--json", "Print the comparison as JSON"] },
  help: HELP,
  async run(io, [a, b], { json }) {
    const style = chooseTextStyle(io);
    const comparison = compareMeetings(await readSide(io, a), await readSide(io, b));
    if (json) printJson(io.stdout, comparison, 2);
    else draw(io.stdout, [printComparison(comparison, style)]);
    return EXIT.decided;
  },
});

async function readSide(io: Io, named: string): Promise<ComparedMeeting> {
  const folder = await findTranscript(io, named);
  const { events, head } = await readAsSeen(resolve(io.cwd, folder));
  return { name: folder, events, table: buildTable({ events, head }) };
}
