// `boardroom resume`: continues a meeting or a ranking that stopped.

import { resolve as resolvePath } from "node:path";
import { isStudyFolder } from "../../engine/transcript/journal-file.ts";
import { createUsageError } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import { defineCommand } from "../terminal/command.ts";
import { readWholeNumber } from "../terminal/flag-values.ts";
import { APPROVAL_FLAGS, FORM_FLAGS, LIMIT_FLAGS, selectFlags } from "../terminal/flags.ts";
import { resume } from "../terminal/run-in-terminal.ts";

const HELP = `
Scenario, members, models and seed come from the transcript. Keys and providers come from your settings. Prints only new
events. The --max flags raise a limit that the meeting has, and the transcript records it. To change anything else, fork it.

The folder of a ranking (run --documents) continues as a whole.

Examples:
  boardroom resume transcripts/hiring-34
  boardroom resume transcripts/hiring-candidates-7
  boardroom resume transcripts/hiring-34 --max-dollars 2
  boardroom resume transcripts/office-move-7 --protocol ./one-round.mjs`;

export const command = defineCommand({
  arguments: [["<transcript>", "Folder, name or id of the meeting, or the folder of a ranking"]],
  flags: {
    ...selectFlags(
      ...LIMIT_FLAGS,
      ...APPROVAL_FLAGS,
      ...FORM_FLAGS,
      ...(["as", "wait", "ownProtocol"] as const),
    ),
    maxMessages: [
      "--max-messages <n>",
      "Maximum number of messages",
      readWholeNumber,
      { heading: "Limits" },
    ],
  },
  help: HELP,
  async run(io, [named], flags) {
    const folder = await findTranscript(io, named);
    const path = resolvePath(io.cwd, folder);
    // Rankings need studies and pages, which other meetings start without.
    const ranks = isStudyFolder(path) ? await import("../terminal/rank-candidates.ts") : null;
    if (!ranks?.isRanking(path)) return resume(io, folder, flags);
    if (LIMIT_FLAGS.some((flag) => flags[flag] !== undefined))
      throw createUsageError(
        "the limits of a ranking cannot be changed",
        "Remove the --max flags, or resume one of its meetings.",
      );
    return ranks.resumeRanking(io, folder, flags);
  },
});
