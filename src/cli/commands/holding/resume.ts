import { type Command, Option } from "commander";
import type { Io } from "../../../home/process/io.ts";
import { codesFlag, durabilityFlag, FLAGS, said } from "../../../home/settings/flag-values.ts";
import { withCallFlags } from "../../../home/settings/models.ts";
import { type ResumeFlags, resume } from "../../../run/holding/go-on.ts";
import { rankingAt, resumeRanking } from "../../ranking/rank.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withCallFlags(command)
    .argument("<transcript>", "transcript folder")
    .addOption(durabilityFlag())
    .option(...FLAGS.as)
    .option(...FLAGS.notify, said)
    .option("--approve", "agree to the next step of its price: to $3, $6, $12 and so on")
    .option("--because <text>", "the reason; needed above $3")
    .option(...FLAGS.wait)
    .addOption(codesFlag())
    .option(...FLAGS.protocol)
    .option(...FLAGS.quiet)
    .addOption(new Option("--json", "print the new events as JSON lines").conflicts("quiet"))
    .addHelpText("after", HELP)
    .action(async (folder: string, flags: ResumeFlags) => {
      const ranking = rankingAt(io, folder);
      finish(await (ranking ? resumeRanking(io, folder, ranking, flags) : resume(io, folder, flags)));
    });
}

const HELP = `
Scenario, members, models and seed come from the transcript. Keys and providers come from your settings. Prints only new
events. To change anything, fork the meeting.

The folder of a ranking (run --documents) continues as a whole.

Examples:
  boardroom resume transcripts/hiring-7
  boardroom resume transcripts/hiring-candidates-7
  boardroom resume transcripts/hiring-7 --durability strict
  boardroom resume transcripts/office-move-7 --protocol ./one-round.mjs`;
