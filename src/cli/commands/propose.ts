import { type Appraisal, appraise, changesIn, needsApproval } from "../../engine/meeting/money/approval.ts";
import { BoardroomError } from "../../errors.ts";
import { type ApprovalsStore, openApprovals, type ProposalState } from "../../home/money/approvals.ts";
import { transcriptsOf } from "../../home/money/ledger.ts";
import { wallClock } from "../../home/money/money.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { PROTOCOLS } from "../../home/settings/protocols.ts";
import { withOptions } from "../../home/settings/settings.ts";
import type { Approved } from "../../run/meetings.ts";
import { type Prepared, prepare, requireSpeakers } from "../../run/prepare/prepare.ts";
import { explainIssues } from "../../scenario/files/explain-issues.ts";
import { type Proposer, statedAssessmentSchema } from "../../scenario/schema/assessment.ts";
import { dollarsInWords } from "../../showing/words.ts";
import type { SharedFlags } from "../terminal/flags.ts";
import { type RunFlags, runApproved } from "../terminal/run-here.ts";

export type ProposeFlags = RunFlags & SharedFlags<"scheduled" | "criticality"> & { readonly by: string };

/** Proposes a meeting for an agent; it runs at once if no person has to approve it. Resolves with the exit code. */
export async function propose(io: Io, scenario: string, flags: ProposeFlags): Promise<number> {
  const prepared = await prepare(io, scenario, flags);
  requireSpeakers(io, prepared.scenario, prepared.outer);
  const store = openApprovals(transcriptsOf(io, prepared.outer));
  const proposedBy = proposerIn(flags);
  const appraisal = appraiseProposal(prepared, flags);
  print(io.stderr, [appraisalLine(appraisal), ...forPanels(prepared, appraisal)]);
  const needs = needsApproval(appraisal, proposedBy);
  if (needs.length === 0) {
    const why = `level ${appraisal.level}, expected below $1`;
    const { id } = store.propose(proposalOf(io, prepared, { scenario, flags, appraisal }));
    store.decide(id, { decision: "approved", by: "rule", at: wallClock(io)(), because: why });
    store.approvals(id).use(id);
    return runApproved(io, { prepared, plans: appraisal.plans, proposedBy }, flags);
  }
  const known = store
    .all()
    .filter(({ proposal }) => changesIn(proposal.binding, appraisal.binding).length === 0);
  const approved = known.find(({ decision, isUsed }) => decision?.decision === "approved" && !isUsed);
  if (approved) return runProposal(io, store, approved, { prepared, plans: appraisal.plans }, flags);
  const declined = known.find(({ decision }) => decision?.decision === "declined")?.decision;
  if (declined) {
    throw new BoardroomError("approval-refused", {
      message: `${declined.by} has declined this: ${declined.because ?? "no reason given"}`,
      remedy: "Propose it again when something in it has changed.",
    });
  }
  const pending = known.find(({ decision }) => decision === null)?.proposal;
  const { id } = pending ?? store.propose(proposalOf(io, prepared, { scenario, flags, appraisal }));
  print(io.stderr, [
    `Proposal ${id} waits for a person: ${needs.join("; ")}.`,
    `  boardroom approvals ${id} --approve${appraisal.tier === "necessity" && !appraisal.isFree ? " --because TEXT" : ""}`,
    `  boardroom approvals ${id} --decline --because TEXT`,
  ]);
  return EXIT.waiting;
}

function proposerIn({ by, scheduled = false, criticality = [] }: ProposeFlags): Proposer {
  const kind = scheduled ? "schedule" : "agent";
  if (criticality.length === 0) return { kind, name: by };
  const stated = statedAssessmentSchema.safeParse(withOptions({}, criticality));
  if (stated.success) return { kind, name: by, criticality: stated.data };
  const problems = explainIssues(stated.error.issues, statedAssessmentSchema, withOptions({}, criticality));
  throw new BoardroomError(
    "usage",
    problems.map(({ message, remedy }) => ({
      place: { file: "--criticality" },
      message,
      ...(remedy && { remedy }),
    })),
  );
}

export function appraiseProposal({ scenario, protocol, outer }: Prepared, flags: ProposeFlags): Appraisal {
  return appraise(scenario, protocol, outer.models, undefined, proposerIn(flags));
}

export function runProposal(
  io: Io,
  store: ApprovalsStore,
  { proposal }: ProposalState,
  matter: Pick<Approved, "prepared" | "plans">,
  flags: ProposeFlags,
) {
  return runApproved(
    io,
    { ...matter, approvals: store.approvals(proposal.id), proposedBy: proposerIn(flags) },
    flags,
  );
}

type ProposalRequest = {
  readonly scenario: string;
  readonly flags: ProposeFlags;
  readonly appraisal: Appraisal;
};

function proposalOf(io: Io, prepared: Prepared, { scenario, flags, appraisal }: ProposalRequest) {
  const { title, question } = prepared.scenario;
  return { ...appraisal, by: flags.by, at: wallClock(io)(), title, question, scenario, flags: { ...flags } };
}

/** From level 2 on no agent decides alone: independent answers are what the chamber is for. */
function forPanels({ protocol }: Prepared, { level }: Appraisal): readonly string[] {
  if (level < 2 || protocol.isPanel) return [];
  const panel = PROTOCOLS.find(({ isPanel }) => isPanel);
  return [
    `From level 2 on, use a panel that answers independently. This scenario uses ${protocol.name}. --protocol ${panel?.name} asks one.`,
  ];
}

export function appraisalLine({ level, because, estimate, isFree, tier }: Appraisal): string {
  const price = isFree
    ? "costs nothing: simulated"
    : estimate === null
      ? "at an unknown price"
      : `expected to cost ${dollarsInWords(estimate)} (${TIERS[tier]})`;
  return `Level ${level}: ${because.join(", ")}; ${price}.`;
}

const TIERS = {
  low: "below $1",
  standard: "$1 to $3: needs approval",
  necessity: "above $3: needs approval and a reason",
} as const;
