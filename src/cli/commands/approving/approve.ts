import type { Command } from "commander";
import { changesIn } from "../../../engine/meeting/money/approval.ts";
import { BoardroomError } from "../../../errors.ts";
import { openApprovals } from "../../../home/money/approvals-store.ts";
import { transcriptsOf } from "../../../home/money/ledger-folder.ts";
import { wallClock } from "../../../home/money/money.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print } from "../../../home/process/io.ts";
import { usage } from "../../../home/process/usage.ts";
import { FLAGS, said } from "../../../home/settings/flag-values.ts";
import { readSettings } from "../../../home/settings/settings.ts";
import { prepare } from "../../../run/prepare/prepare.ts";
import { appraisalLine, appraiseProposal, holdApproved, type ProposeFlags } from "./propose.ts";

type ApproveFlags = {
  readonly as: string;
  readonly because?: string;
  readonly only?: boolean;
  readonly quiet?: boolean;
};

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<id>", "id of the proposal; see boardroom approvals")
    .option("--as <name>", "who approves it", said, "founder")
    .option("--because <text>", "why it is needed; asked for above three dollars", said)
    .option("--only", "approve it, and let whoever proposed it hold it")
    .option(...FLAGS.quiet)
    .addHelpText("after", HELP)
    .action(async (id: string, flags: ApproveFlags) => finish(await approve(io, id, flags)));
}

const HELP = `
An approval is good for one meeting, for the question, context and price that were proposed: where any of them has
changed since, it is refused.

Examples:
  boardroom approve p-3f2a91c0
  boardroom approve p-3f2a91c0 --as "Dr. Ngo" --because "The lease ends in May." --only`;

async function approve(
  io: Io,
  id: string,
  { as, because, only = false, quiet = false }: ApproveFlags,
): Promise<number> {
  const store = openApprovals(transcriptsOf(io, await readSettings(io)));
  const { proposal } = store.find(id);
  const flags = { ...(proposal.flags as unknown as ProposeFlags), quiet };
  const prepared = await prepare(io, proposal.scenario, flags);
  const appraisal = appraiseProposal(prepared, flags);
  const changed = changesIn(proposal.binding, appraisal.binding);
  if (changed.length > 0) {
    throw new BoardroomError("approval-refused", {
      message: `since ${id} was proposed its ${changed.join(" and its ")} changed`,
      remedy: `Decline it, and have it proposed again: boardroom decline ${id} --because "it changed".`,
    });
  }
  if (appraisal.tier === "necessity" && !appraisal.isFree && because === undefined) {
    throw usage(`${id}: ${appraisalLine(appraisal)}`, "Say why it is needed: --because TEXT.");
  }
  const reason = because === undefined ? {} : { because };
  store.decide(id, { decision: "approved", by: as, at: wallClock(io)(), ...reason });
  if (only) {
    print(io.stderr, [`${id} is approved. It is held when it is proposed again.`]);
    return EXIT.decided;
  }
  return holdApproved(io, store, store.find(id), { prepared, plans: appraisal.plans }, flags);
}
