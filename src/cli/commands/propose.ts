import type { Command } from "commander";
import { BoardroomError } from "../../errors.ts";
import { type Appraisal, appraise, changesIn, needsApproval } from "../../meeting/approval.ts";
import { dollarsInWords } from "../../reports/words.ts";
import { type ApprovalsStore, openApprovals, type Standing } from "../approvals-store.ts";
import { withCallFlags } from "../call-flags.ts";
import { EXIT } from "../exit-codes.ts";
import { said } from "../flag-values.ts";
import { type Io, print } from "../io.ts";
import { transcriptsOf } from "../ledger-folder.ts";
import { wallClock } from "../money.ts";
import { type Prepared, prepare, withScenarioFlags } from "../prepare.ts";
import { hold, type RunFlags } from "./run.ts";

export type ProposeFlags = RunFlags & { readonly by: string };

/** `boardroom propose`: what an agent calls instead of `run`; holds the meeting, or leaves it for a person to approve. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withCallFlags(
    withScenarioFlags(command.argument("<scenario>", "name of a scenario, or path of its folder or file")),
  )
    .requiredOption("--by <agent>", "who proposes it", said)
    .option("--out <folder>", "transcript folder; default transcripts/<scenario>-<seed>")
    .option("--quiet", "print the verdict table only")
    .addHelpText("after", HELP)
    .action(async (scenario: string, flags: ProposeFlags) => finish(await propose(io, scenario, flags)));
}

const HELP = `
Classifies the matter (level 1 to 3) and estimates its price. Levels 1 and 2 below $1 are held at once and leave a
trace; level 3, and any price from $1 on, wait for a person: exit code 6. Proposed again once it is approved, it is held.

Examples:
  boardroom propose niche-decision --by research-agent
  boardroom propose ./my-case --by research-agent --option criticality.reversible=true`;

async function propose(io: Io, scenario: string, flags: ProposeFlags): Promise<number> {
  const prepared = await prepareProposal(io, scenario, flags);
  const store = openApprovals(transcriptsOf(io, prepared.outer));
  const appraisal = appraise(prepared.scenario, prepared.protocol, prepared.outer.models);
  print(io.stderr, [appraisalLine(appraisal)]);
  const needs = needsApproval(appraisal, flags.by);
  if (needs.length === 0) {
    const why = `level ${appraisal.level}, expected below $1`;
    const { id } = store.propose(proposalOf(io, prepared, { scenario, flags, appraisal }));
    const leave = { by: "rule", at: wallClock(io)() };
    store.decide(id, { decision: "approved", ...leave, because: why });
    store.approvals(id).use(id);
    const given = { ...leave, estimatedCost: appraisal.estimate };
    return hold(io, { prepared, flags, proposedBy: flags.by, given });
  }
  const known = store
    .all()
    .filter(({ proposal }) => changesIn(proposal.binding, appraisal.binding).length === 0);
  const approved = known.find(({ decision, isUsed }) => decision?.decision === "approved" && !isUsed);
  if (approved) return holdApproved(io, store, approved, { prepared, flags });
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
    `  boardroom approve ${id}${appraisal.tier === "necessity" && !appraisal.isFree ? " --because TEXT" : ""}`,
    `  boardroom decline ${id} --because TEXT`,
  ]);
  return EXIT.waiting;
}

/** The chamber tells in its report who called for it. */
export async function prepareProposal(io: Io, scenario: string, flags: ProposeFlags): Promise<Prepared> {
  const prepared = await prepare(io, scenario, flags);
  if (prepared.protocol.name !== "chamber") return prepared;
  const { options } = prepared.scenario;
  return { ...prepared, scenario: { ...prepared.scenario, options: { ...options, trigger: "pipeline" } } };
}

type Held = { readonly prepared: Prepared; readonly flags: ProposeFlags };

/** Holds what a person has approved, once. */
export function holdApproved(io: Io, store: ApprovalsStore, { proposal, decision }: Standing, held: Held) {
  const { by, at } = decision!;
  return hold(io, {
    ...held,
    approvals: store.approvals(proposal.id),
    proposedBy: proposal.by,
    given: { by, at, estimatedCost: proposal.estimate },
  });
}

type Asked = { readonly scenario: string; readonly flags: ProposeFlags; readonly appraisal: Appraisal };

function proposalOf(io: Io, prepared: Prepared, { scenario, flags, appraisal }: Asked) {
  const { title, question } = prepared.scenario;
  return { ...appraisal, by: flags.by, at: wallClock(io)(), title, question, scenario, flags: { ...flags } };
}

/** Level and price in a line. */
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
