import { type Command, Option } from "commander";
import type { Io } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { codesFlag, durabilityFlag, FLAGS, said } from "../../home/settings/flag-values.ts";
import { withCallFlags } from "../../home/settings/models.ts";
import { type ResumeFlags, resume } from "../../run/holding/go-on.ts";
import { withLimitFlags } from "../../run/prepare/scenario-flags.ts";
import { rankingAt, resumeRanking } from "../ranking/rank.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withLimitFlags(withCallFlags(command))
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
      const given = RAISING.filter((flag) => flags[flag] !== undefined);
      if (ranking && given.length > 0)
        throw usage(
          "the limits of a ranking are those of its first command",
          "Leave the --max flags out, or resume one of its meetings.",
        );
      finish(await (ranking ? resumeRanking(io, folder, ranking, flags) : resume(io, folder, flags)));
    });
}

const RAISING = ["maxMessages", "maxMinutes", "maxTokens", "maxDollars"] as const;

const HELP = `
Scenario, members, models and seed come from the transcript. Keys and providers come from your settings. Prints only new
events. The --max flags raise a limit that the meeting has, and the transcript records it. To change anything else, fork it.

The folder of a ranking (run --documents) continues as a whole.

Examples:
  boardroom resume transcripts/hiring-7
  boardroom resume transcripts/hiring-candidates-7
  boardroom resume transcripts/hiring-7 --max-dollars 2
  boardroom resume transcripts/hiring-7 --durability strict
  boardroom resume transcripts/office-move-7 --protocol ./one-round.mjs`;
