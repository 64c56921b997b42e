import { changesIn } from "../../engine/meeting/money/approval.ts";
import { BoardroomError } from "../../errors.ts";
import { type ApprovalsStore, openApprovals, type ProposalState } from "../../home/money/approvals.ts";
import { transcriptsOf } from "../../home/money/ledger.ts";
import { wallClock } from "../../home/money/money.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson, usage } from "../../home/process/io.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { prepare } from "../../run/prepare/prepare.ts";
import { dollarsInWords } from "../../showing/words.ts";
import { aligned } from "../../text/aligned.ts";
import { commandOf, type FlagsOf } from "../terminal/command.ts";
import { said } from "../terminal/flag-values.ts";
import { appraisalLine, appraiseProposal, type ProposeFlags, runProposal } from "./propose.ts";

const HELP = `
boardroom run SCENARIO --by AGENT finds the level of a meeting (1 to 3) from criticality in its scenario, and estimates its
price. --criticality can raise the level, never lower it. Levels 1 and 2 below $1 run at once and are recorded. Level 3,
and any price from $1, wait for a person (exit code 6). Propose an approved meeting again to run it.

EXPECTED is the price that would be approved. An approval is valid for one meeting, and only for the question, context
and price that were proposed. If one of them changed, the approval is refused. A declined meeting can be proposed again
after something in it has changed. --json shows the question, the options and what the approval covers.

Examples:
  boardroom approvals
  boardroom approvals p-3f2a91c0 --json
  boardroom approvals p-3f2a91c0 --approve
  boardroom approvals p-3f2a91c0 --approve --as "Dr. Ngo" --because "The lease ends in May." --only
  boardroom approvals p-3f2a91c0 --decline --because "We know the answer."
  boardroom approvals --all --json`;

const FLAGS = {
  approve: ["--approve", "Approve the meeting and run it"],
  decline: ["--decline", "Decline the meeting, with --because", undefined, { excludes: ["approve"] }],
  because: ["--because <text>", "Reason (required to decline, and above $3)", said],
  as: ["--as <name>", "Your name", said, { preset: "founder" }],
  only: ["--only", "Approve it, and let the agent that proposed it run it"],
  all: ["--all", "List decided meetings too"],
  json: ["--json", "Print the list, or the meeting of this id, as JSON"],
  quiet: ["--quiet", "Print the verdict table only"],
} as const;

type ApprovalsFlags = FlagsOf<typeof FLAGS>;

export const command = commandOf({
  arguments: [["[id]", "Id of a proposed meeting, to decide about it"]],
  flags: FLAGS,
  help: HELP,
  run: (io, [id], flags) => approvals(io, id, flags),
});

async function approvals(io: Io, id: string | undefined, flags: ApprovalsFlags): Promise<number> {
  const { approve = false, decline = false, as, because, all = false, json = false, only = false } = flags;
  const store = openApprovals(transcriptsOf(io, await readSettings(io)));
  if (only && !approve) throw usage("--only needs --approve", "Add --approve, or remove --only.");
  if (json && (approve || decline))
    throw usage(`--json cannot be used with --${approve ? "approve" : "decline"}`, "Remove --json.");
  if (id === undefined) {
    if (approve || decline || because !== undefined)
      throw usage("missing argument: id", 'Run "boardroom approvals" to list the ids.');
    const shown = store.all().filter(({ decision }) => all || decision === null);
    const lines = shown.length === 0 ? ["Nothing waits for approval."] : aligned([HEAD, ...shown.map(row)]);
    if (json) printJson(io.stdout, shown, 2);
    else print(io.stdout, lines);
    return EXIT.decided;
  }
  if (all) throw usage("--all lists all meetings, and an id names one", "Remove one of the two.");
  const found = store.find(id);
  if (approve) return approved(io, store, id, flags);
  if (!decline) {
    if (because !== undefined) throw usage("--because needs --approve or --decline", "Add one of the two.");
    if (json) printJson(io.stdout, found, 2);
    else print(io.stdout, aligned([HEAD, row(found)]));
    return EXIT.decided;
  }
  if (because === undefined)
    throw usage(
      `declining ${id} needs a reason`,
      `Add it: boardroom approvals ${id} --decline --because "<reason>"`,
    );
  store.decide(id, { decision: "declined", by: as, at: wallClock(io)(), because });
  print(io.stderr, [`${id} is declined. The proposal and the reason are kept.`]);
  return EXIT.decided;
}

const HEAD = ["ID", "PROPOSED", "BY", "LEVEL", "EXPECTED", "STANDING", "TITLE", "BECAUSE"];

function row({ proposal, decision, isUsed }: ProposalState): string[] {
  const { id, at, by, level, estimate, title } = proposal;
  const standing =
    decision === null ? "waiting" : `${decision.decision} by ${decision.by}${isUsed ? ", run" : ""}`;
  const price = estimate === null ? "unknown" : dollarsInWords(estimate);
  const day = at.slice(0, 16).replace("T", " ");
  return [id, day, by, String(level), price, standing, title, decision?.because ?? ""];
}

async function approved(
  io: Io,
  store: ApprovalsStore,
  id: string,
  { as, because, only = false, quiet = false }: ApprovalsFlags,
): Promise<number> {
  const { proposal } = store.find(id);
  const flags = { ...(proposal.flags as unknown as ProposeFlags), quiet };
  const prepared = await prepare(io, proposal.scenario, flags);
  const appraisal = appraiseProposal(prepared, flags);
  const changed = changesIn(proposal.binding, appraisal.binding);
  if (changed.length > 0) {
    throw new BoardroomError("approval-refused", {
      message: `since ${id} was proposed its ${changed.join(" and its ")} changed`,
      remedy: `Decline it, and have it proposed again: boardroom approvals ${id} --decline --because "it changed".`,
    });
  }
  if (appraisal.tier === "necessity" && !appraisal.isFree && because === undefined) {
    throw usage(`${id}: ${appraisalLine(appraisal)}`, "Say why it is needed: --because TEXT.");
  }
  const reason = because === undefined ? {} : { because };
  store.decide(id, { decision: "approved", by: as, at: wallClock(io)(), ...reason });
  if (only) {
    print(io.stderr, [`${id} is approved. It runs when it is proposed again.`]);
    return EXIT.decided;
  }
  return runProposal(io, store, store.find(id), { prepared, plans: appraisal.plans }, flags);
}
