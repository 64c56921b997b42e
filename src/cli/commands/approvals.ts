// `boardroom approvals`, and `run --by`: proposals of agents, which a person approves or declines.

import {
  type Appraisal,
  appraise,
  listBindingChanges,
  needsApproval,
} from "../../engine/money/approval.ts";
import { words } from "../../engine/words/words.ts";
import { BoardroomError } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, type Io, print, printJson } from "../../home/process/io.ts";
import { PROTOCOLS } from "../../home/settings/protocols.ts";
import { locateTranscripts, readSettings, withOptions } from "../../home/settings/settings.ts";
import {
  type ApprovalsStore,
  openApprovals,
  type ProposalState,
} from "../../home/spending/approvals.ts";
import { createWallClock } from "../../home/spending/money.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import type { Approved } from "../../run/meetings.ts";
import { type Prepared, prepare, requireSpeakers } from "../../run/prepare/prepare.ts";
import { explainIssues } from "../../scenario/files/explain-issues.ts";
import { type Proposer, statedAssessmentSchema } from "../../scenario/schema/assessment.ts";
import { formatDollars, formatPrice } from "../../showing/words.ts";
import { alignColumns } from "../../text/aligned.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import { readFilledText } from "../terminal/flag-values.ts";
import type { SharedFlags } from "../terminal/flags.ts";
import { type RunFlags, runApproved } from "../terminal/run-in-terminal.ts";

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
  boardroom approvals --approve
  boardroom approvals p-3f2a91c0 --approve --as "Dr. Ngo" --because "The lease ends in May." --only
  boardroom approvals p-3f2a91c0 --decline --because "We know the answer."
  boardroom approvals --all --json`;

const FLAGS = {
  approve: ["--approve", "Approve the meeting and run it"],
  decline: ["--decline", "Decline the meeting, with --because"],
  because: ["--because <text>", "Reason (required to decline, and above $3)", readFilledText],
  as: ["--as <name>", "Your name", readFilledText, { preset: "founder" }],
  only: ["--only", "Approve it, and let the agent that proposed it run it"],
  all: ["--all", "List decided meetings too"],
  json: ["--json", "Print the list, or the meeting of this id, as JSON"],
  quiet: ["--quiet", "Print the verdict table only"],
} as const;

type ApprovalsFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [["[id]", "Id of a proposed meeting [default to decide: the only one]"]],
  flags: FLAGS,
  needs: {
    because: ["approve", "decline"],
    as: ["approve", "decline"],
    only: ["approve"],
    quiet: ["approve"],
  },
  excludes: { decline: ["approve"], json: ["approve", "decline"], only: ["quiet"] },
  help: HELP,
  run: (io, [id], flags) => listOrDecide(io, id, flags),
});

async function listOrDecide(
  io: Io,
  id: string | undefined,
  flags: ApprovalsFlags,
): Promise<number> {
  const { approve = false, decline = false, as, because, all = false, json = false } = flags;
  const store = openApprovals(io, locateTranscripts(io, await readSettings(io)));
  if (id === undefined && (approve || decline))
    return listOrDecide(io, findOnlyWaiting(store), flags);
  if (id === undefined) {
    const shown = store.listProposals().filter(({ decision }) => all || decision === null);
    const lines =
      shown.length === 0
        ? ["Nothing waits for approval."]
        : alignColumns([HEAD, ...shown.map(toRow)]);
    if (json) printJson(io.stdout, shown, 2);
    else print(io.stdout, lines);
    return EXIT.decided;
  }
  if (all)
    throw createUsageError(
      "--all lists all meetings, and an id names one",
      "Remove one of the two.",
    );
  const found = store.find(id);
  if (approve) return approveProposal(io, store, id, flags);
  if (!decline) {
    if (json) printJson(io.stdout, found, 2);
    else print(io.stdout, alignColumns([HEAD, toRow(found)]));
    return EXIT.decided;
  }
  if (because === undefined)
    throw createUsageError(
      `declining ${id} needs a reason`,
      `Add it: boardroom approvals ${id} --decline --because "<reason>"`,
    );
  store.decide(id, { decision: "declined", by: as, at: createWallClock(io)(), because });
  print(io.stderr, [`${id} is declined. The proposal and the reason are kept.`]);
  return EXIT.decided;
}

/** The one proposal that waits. If another number of them waits, the user names one. */
function findOnlyWaiting(store: ApprovalsStore): string {
  const [waiting, ...others] = store.listProposals().filter(({ decision }) => decision === null);
  if (waiting && others.length === 0) return waiting.proposal.id;
  const message = waiting
    ? "several proposals wait: name one by its id"
    : "no proposal waits for approval";
  throw createUsageError(message, 'Run "boardroom approvals" to list the ids.');
}

const HEAD = ["ID", "PROPOSED", "BY", "LEVEL", "EXPECTED", "STANDING", "TITLE", "BECAUSE"];

function toRow({ proposal, decision, isUsed }: ProposalState): string[] {
  const { id, at, by, level, estimate, byPlan, title } = proposal;
  const use = isUsed ? ", run" : "";
  const status = decision === null ? "waiting" : `${decision.decision} by ${decision.by}${use}`;
  const price = byPlan ? words.table.byPlan : formatDollars(estimate);
  const day = at.slice(0, 16).replace("T", " ");
  return [id, day, by, String(level), price, status, title, decision?.because ?? ""];
}

async function approveProposal(
  io: Io,
  store: ApprovalsStore,
  id: string,
  { as, because, only = false, quiet = false }: ApprovalsFlags,
): Promise<number> {
  const { proposal } = store.find(id);
  const flags = { ...(proposal.flags as unknown as ProposeFlags), quiet };
  const prepared = await prepare(io, proposal.scenario, flags);
  const appraisal = appraiseProposal(prepared, flags);
  const changed = listBindingChanges(proposal.binding, appraisal.binding);
  if (changed.length > 0) {
    throw new BoardroomError("approval-refused", {
      message: `since ${id} was proposed its ${changed.join(" and its ")} changed`,
      remedy: `Decline it, and have it proposed again: boardroom approvals ${id} --decline --because "it changed".`,
    });
  }
  if (appraisal.tier === "necessity" && !appraisal.isFree && because === undefined) {
    throw createUsageError(
      `${id}: ${formatAppraisal(appraisal)}`,
      "Say why it is needed: --because TEXT.",
    );
  }
  store.decide(id, { decision: "approved", by: as, at: createWallClock(io)(), because });
  if (only) {
    print(io.stderr, [`${id} is approved. It runs when it is proposed again.`]);
    return EXIT.decided;
  }
  return runProposal(io, store, store.find(id), { prepared, plans: appraisal.plans }, flags);
}

export type ProposeFlags = RunFlags & SharedFlags<"criticality"> & { by: string };

/** Proposes a meeting for an agent; it runs at once if no person has to approve it. Resolves with the exit code. */
export async function propose(io: Io, scenario: string, flags: ProposeFlags): Promise<number> {
  const prepared = await prepare(io, scenario, flags);
  requireSpeakers(io, prepared);
  const store = openApprovals(io, locateTranscripts(io, prepared.project));
  const proposedBy = readProposer(flags);
  const appraisal = appraiseProposal(prepared, flags);
  print(io.stderr, [formatAppraisal(appraisal), ...suggestPanel(prepared, appraisal)]);
  const needs = needsApproval(appraisal, proposedBy);
  if (needs.length === 0) {
    const why = `level ${appraisal.level}, expected below $1`;
    const { id } = store.propose(createProposal(io, prepared, { scenario, flags, appraisal }));
    store.decide(id, { decision: "approved", by: "rule", at: createWallClock(io)(), because: why });
    store.createApprovals(id).use(id);
    return runApproved(io, { prepared, plans: appraisal.plans, proposedBy }, flags);
  }
  const known = store.proposeOnce(createProposal(io, prepared, { scenario, flags, appraisal }));
  if (known.decision)
    return runProposal(io, store, known, { prepared, plans: appraisal.plans }, flags);
  const { id } = known.proposal;
  print(io.stderr, [
    `Proposal ${id} waits for a person: ${needs.join("; ")}.`,
    `  boardroom approvals ${id} --approve${appraisal.tier === "necessity" && !appraisal.isFree ? " --because TEXT" : ""}`,
    `  boardroom approvals ${id} --decline --because TEXT`,
  ]);
  return EXIT.waiting;
}

function readProposer({ by, criticality = [] }: ProposeFlags): Proposer {
  const kind = "agent";
  if (criticality.length === 0) return { kind, name: by };
  const stated = statedAssessmentSchema.safeParse(withOptions({}, criticality));
  if (stated.success) return { kind, name: by, criticality: stated.data };
  const problems = explainIssues(
    stated.error.issues,
    statedAssessmentSchema,
    withOptions({}, criticality),
  );
  throw new BoardroomError(
    "usage",
    problems.map(({ message, remedy }) => ({
      place: { file: "--criticality" },
      message,
      remedy,
    })),
  );
}

function appraiseProposal(
  { scenario, protocol, project }: Prepared,
  flags: ProposeFlags,
): Appraisal {
  return appraise(scenario, protocol, project.models, undefined, readProposer(flags));
}

function runProposal(
  io: Io,
  store: ApprovalsStore,
  { proposal }: ProposalState,
  approved: Approved,
  flags: ProposeFlags,
) {
  return runApproved(
    io,
    { ...approved, approvals: store.createApprovals(proposal.id), proposedBy: readProposer(flags) },
    flags,
  );
}

type ProposalRequest = {
  scenario: string;
  flags: ProposeFlags;
  appraisal: Appraisal;
};

function createProposal(
  io: Io,
  prepared: Prepared,
  { scenario, flags, appraisal }: ProposalRequest,
) {
  const { title, question } = prepared.scenario;
  return {
    ...appraisal,
    by: flags.by,
    at: createWallClock(io)(),
    title,
    question,
    scenario,
    flags: { ...flags },
  };
}

/** From level 2 on no agent decides alone: independent answers are what the chamber is for. */
function suggestPanel({ protocol }: Prepared, { level }: Appraisal): readonly string[] {
  if (level < 2 || protocol.isPanel) return [];
  const panel = PROTOCOLS.find(({ isPanel }) => isPanel);
  return [
    `From level 2 on, use a panel that answers independently. This scenario uses ${protocol.name}. --protocol ${panel?.name} asks one.`,
  ];
}

function formatAppraisal(appraisal: Appraisal): string {
  return `Level ${appraisal.level}: ${appraisal.because.join(", ")}; ${nameCost(appraisal)}.`;
}

/** Models on this computer are free too, but not simulated. */
function nameCost({ plans, estimate, isFree, tier }: Appraisal): string {
  if (isFree)
    return plans.every(({ model }) => isSimulated(model))
      ? "costs nothing: simulated"
      : "no charge";
  const expected = estimate === null ? null : `expected to cost ${formatDollars(estimate)}`;
  return formatPrice(expected && `${expected} (${TIERS[tier]})`, plans);
}

const TIERS = {
  low: "below $1",
  standard: "$1 to $3: needs approval",
  necessity: "above $3: needs approval and a reason",
} as const;
