import { type Command, Option } from "commander";
import { openApprovals, type ProposalStanding } from "../../../home/money/approvals-store.ts";
import { transcriptsOf } from "../../../home/money/ledger-folder.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print, printJson } from "../../../home/process/io.ts";
import { readSettings } from "../../../home/settings/settings.ts";
import { dollarsInWords } from "../../../showing/words.ts";
import { aligned } from "../../../text/aligned.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .option("--all", "those decided too")
    .addOption(new Option("--json", "print them as JSON"))
    .addHelpText("after", HELP)
    .action(async ({ all = false, json = false }: { readonly all?: boolean; readonly json?: boolean }) => {
      const store = openApprovals(transcriptsOf(io, await readSettings(io)));
      const shown = store.all().filter(({ decision }) => all || decision === null);
      if (json) printJson(io.stdout, shown, 2);
      else
        print(
          io.stdout,
          shown.length === 0 ? ["Nothing waits for approval."] : aligned([HEAD, ...shown.map(row)]),
        );
      finish(EXIT.decided);
    });
}

const HELP = `
EXPECTED is the price that would be approved. Each id stands for one meeting: boardroom approve ID holds it, boardroom
decline ID --because TEXT does not. --json tells the question, how it was asked for, and what the approval binds.

Examples:
  boardroom approvals
  boardroom approvals --all --json`;

const HEAD = ["ID", "PROPOSED", "BY", "LEVEL", "EXPECTED", "STANDING", "TITLE", "BECAUSE"];

function row({ proposal, decision, isUsed }: ProposalStanding): string[] {
  const { id, at, by, level, estimate, title } = proposal;
  const standing =
    decision === null ? "waiting" : `${decision.decision} by ${decision.by}${isUsed ? ", held" : ""}`;
  const price = estimate === null ? "unknown" : dollarsInWords(estimate);
  return [
    id,
    at.slice(0, 16).replace("T", " "),
    by,
    String(level),
    price,
    standing,
    title,
    decision?.because ?? "",
  ];
}
