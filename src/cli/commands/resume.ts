import type { Command } from "commander";
import { type Io, usage } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import { rankingAt, resumeRanking } from "../ranking/rank.ts";
import { APPROVAL_FLAGS, CALL_FLAGS, FORM_FLAGS, LIMIT_FLAGS, shownAs, withFlags } from "../terminal/flags.ts";
import { type ResumeFlags, resume } from "../terminal/run-here.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withFlags(
    command
      .argument("<transcript>", "Folder, name or id of the meeting, or the folder of a ranking")
      .option("--question <text>", "Ask the board of a closed meeting one more question"),
    ...LIMIT_FLAGS,
    ...CALL_FLAGS,
    ...APPROVAL_FLAGS,
    ...FORM_FLAGS,
    ...(["durability", "as", "notify", "wait", "codes", "ownProtocol"] as const),
  )
    .addHelpText("after", HELP)
    .action(async (named: string, given: ResumeFlags) => {
      const flags = shownAs(given);
      const folder = await findTranscript(io, named);
      const ranking = rankingAt(io, folder);
      const raised = RAISING.filter((flag) => flags[flag] !== undefined);
      if (ranking && flags.question !== undefined)
        throw usage("a ranking takes no other question", "Resume one of its meetings with --question.");
      if (ranking && raised.length > 0)
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

--question reopens a closed board. Its members see the whole debate, debate the new question and vote again with the same
options. Limits of messages begin again; limits of tokens and dollars do not. The table and the files show the last question.

The folder of a ranking (run --documents) continues as a whole.

Examples:
  boardroom resume transcripts/hiring-34
  boardroom resume transcripts/hiring-candidates-7
  boardroom resume transcripts/hiring-34 --max-dollars 2
  boardroom resume transcripts/hiring-34 --question "Should we offer a senior post?"
  boardroom resume transcripts/hiring-34 --durability strict
  boardroom resume transcripts/office-move-7 --protocol ./one-round.mjs`;
