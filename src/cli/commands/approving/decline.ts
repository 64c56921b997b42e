import type { Command } from "commander";
import { openApprovals } from "../../../home/money/approvals-store.ts";
import { transcriptsOf } from "../../../home/money/ledger-folder.ts";
import { wallClock } from "../../../home/money/money.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print } from "../../../home/process/io.ts";
import { said } from "../../../home/settings/flag-values.ts";
import { readSettings } from "../../../home/settings/settings.ts";

type DeclineFlags = { readonly as: string; readonly because: string };

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<id>", "id of the proposal; see boardroom approvals")
    .requiredOption("--because <text>", "why", said)
    .option("--as <name>", "who declines it", said, "founder")
    .addHelpText("after", HELP)
    .action(async (id: string, { as, because }: DeclineFlags) => {
      const store = openApprovals(transcriptsOf(io, await readSettings(io)));
      store.find(id);
      store.decide(id, { decision: "declined", by: as, at: wallClock(io)(), because });
      print(io.stderr, [`${id} is declined. Nothing is held; the proposal and the reason are kept.`]);
      finish(EXIT.decided);
    });
}

const HELP = `
The same matter is not held when it is proposed again, until something in it has changed: the question, the context or
the price. boardroom approvals --all lists what was declined, with the reason.

Examples:
  boardroom decline p-3f2a91c0 --because "We know the answer."
  boardroom decline p-3f2a91c0 --because "Not before the audit." --as ines`;
