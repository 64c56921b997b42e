// Asks for approval of a price, and keeps proposals and decisions in `approvals.jsonl`. It does not
// compute prices: `engine/money` does.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import {
  type Appraisal,
  type Approvals,
  type Binding,
  type Consent,
  listBindingChanges,
  STANDARD_TO,
  type Tier,
} from "../../engine/money/approval.ts";
import { isAbove } from "../../engine/protocol/compare.ts";
import { BoardroomError } from "../../errors.ts";
import { hashSha256 } from "../../text/sha256.ts";
import { openLog } from "../log.ts";
import {
  createUsageError,
  type Io,
  print,
  repeatCommand,
  type Surroundings,
} from "../process/io.ts";
import { openApproved } from "./approved-meetings.ts";

export const UNNAMED_PERSON = "the person who ran it";

const WHY = `Above $${STANDARD_TO}: why is it needed? `;

export type ApprovalFlags = {
  approve?: boolean | undefined;
  because?: string | undefined;
  as?: string | undefined;
};

type ApprovalAsked = {
  /** Of the price: low needs no approval, standard a yes, necessity a reason too. */
  tier: Tier;
  /** What needs it, and why: "This meeting needs your approval: it is expected to cost $4.10". */
  says: string;
  ask: string;
  nothing: string;
};

/** The only question about money, for every command, the server and agents. Null without approval; stderr says why. */
export async function requestApproval(
  io: Io,
  { tier, says, ask, nothing }: ApprovalAsked,
  flags: ApprovalFlags,
): Promise<{ because?: string } | null> {
  if (tier === "low") return {};
  print(io.stderr, [`${says}.`]);
  const answer = await askForApproval(io.ask, flags, tier === "necessity", ask);
  if (answer === null) print(io.stderr, explainApproval(io, tier === "necessity", nothing));
  return answer;
}

function explainApproval(io: Io, needsReason: boolean, nothing: string): readonly string[] {
  const line = repeatCommand(io, "--approve", ...(needsReason ? ["--because", "..."] : []));
  const reason = needsReason ? ", and replace the dots with the reason" : "";
  return [`${nothing} To approve it${reason}:`, `Next: ${line}`];
}

async function askForApproval(
  ask: Io["ask"],
  { approve, because }: ApprovalFlags,
  needsReason: boolean,
  question: string,
): Promise<{ because?: string } | null> {
  const reason = because?.trim() ? { because: because.trim() } : {};
  if (approve && (!needsReason || reason.because)) return reason;
  if (approve || !ask || !isYes(await ask(question))) return null;
  if (!needsReason || reason.because) return reason;
  const why = (await ask(WHY))?.trim();
  return why ? { because: why } : null;
}

/** For the next step of a meeting's price, while it runs. An approval given ahead is good for one step. */
export function createConsent(io: Io, ahead: ApprovalFlags | undefined): Consent {
  let given = ahead;
  return async (dollars, upTo) => {
    const needsReason = isAbove(upTo, STANDARD_TO);
    if (given?.approve && (await askForApproval(undefined, given, needsReason, "")) !== null) {
      given = undefined;
      return true;
    }
    const asked = `The next call may bring this meeting to $${dollars.toFixed(2)}. Continue, up to $${upTo}? [y/N] `;
    return (await askForApproval(io.ask, {}, needsReason, asked)) !== null;
  };
}

export function isYes(text: string | null | undefined): boolean {
  return /^y(?:es)?$/i.test(text?.trim() ?? "");
}

export const APPROVALS_FILE = "approvals.jsonl";

const proposalSchema = z.object({
  id: z.string(),
  by: z.string(),
  at: z.string(),
  title: z.string(),
  question: z.string(),
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  because: z.array(z.string()),
  estimate: z.number().nullable(),
  byPlan: z.boolean().optional(),
  tier: z.enum(["low", "standard", "necessity"]),
  binding: z.object({ question: z.string(), context: z.string(), price: z.string() }),
  scenario: z.string(),
  flags: z.record(z.string(), z.unknown()),
});
type Proposal = z.infer<typeof proposalSchema>;

const decisionSchema = z.object({
  decision: z.enum(["approved", "declined"]),
  by: z.string(),
  at: z.string(),
  because: z.string().optional(),
});
type ApprovalDecision = z.infer<typeof decisionSchema>;

/** `own` tells which of two writers a line is from. */
const lineSchema = z.discriminatedUnion("type", [
  proposalSchema.extend({ type: z.literal("proposed") }),
  decisionSchema.extend({ type: z.literal("decided"), id: z.string(), own: z.string() }),
  z.object({ type: z.literal("used"), id: z.string(), own: z.string() }),
]);

type ApprovalLine = z.infer<typeof lineSchema>;
type ClaimLine = Exclude<ApprovalLine, { type: "proposed" }>;

export type ProposalState = {
  proposal: Proposal;
  decision: ApprovalDecision | null;
  isUsed: boolean;
};

/** Names an approval with what it approves, so that neither can be exchanged. */
function digestDecision(own: string, binding: Binding): string {
  return hashSha256(JSON.stringify([own, binding.question, binding.context, binding.price]));
}

type NewProposal = Omit<Proposal, "id" | keyof Appraisal> & Appraisal;

export type ApprovalsStore = {
  listProposals(): readonly ProposalState[];
  find(id: string): ProposalState;
  propose(asked: NewProposal): Proposal;
  /** The unused proposal of the same case, or a new one. Throws if a person has declined it. */
  proposeOnce(asked: NewProposal): ProposalState;
  decide(id: string, decision: ApprovalDecision): void;
  /** Approvals that a meeting may use; with an id, only that one. */
  createApprovals(only?: string): Approvals;
};

/** An approval is used once. It counts only if it was given on this computer: the folder may come from anybody. */
export function openApprovals(io: Surroundings, parent: string): ApprovalsStore {
  const log = openLog(join(parent, APPROVALS_FILE), lineSchema);
  const approved = openApproved(io);

  /** The lines that count. */
  function listLines(): readonly ApprovalLine[] {
    const bindings = new Map<string, Binding>();
    return log.look().filter((line) => {
      if (line.type === "proposed") bindings.set(line.id, line.binding);
      const binding = bindings.get(line.id);
      if (line.type !== "decided" || line.decision !== "approved" || !binding) return true;
      return approved.hasDecision(digestDecision(line.own, binding));
    });
  }

  /** Returns the line that counts: of two decisions, and of two uses, the first. */
  function claim(line: ClaimLine): ClaimLine {
    const isRival = ({ type, id }: ApprovalLine) => type === line.type && id === line.id;
    if (!listLines().some(isRival)) log.add(line);
    return (listLines().find(isRival) as ClaimLine | undefined) ?? line;
  }

  function listProposals(): readonly ProposalState[] {
    const states = new Map<string, ProposalState>();
    for (const line of listLines()) {
      const known = states.get(line.id);
      if (line.type === "proposed")
        states.set(line.id, {
          proposal: proposalSchema.parse(line),
          decision: null,
          isUsed: false,
        });
      else if (known && line.type === "decided") known.decision ??= decisionSchema.parse(line);
      else if (known) known.isUsed = true;
    }
    return [...states.values()];
  }

  function propose(asked: NewProposal): Proposal {
    const { isFree: _, plans: __, ...kept } = asked;
    const id = `p-${randomUUID().slice(0, 8)}`;
    const proposal = { id, ...kept, because: [...asked.because] };
    log.add({ type: "proposed", ...proposal });
    return proposal;
  }

  function find(id: string): ProposalState {
    const known = listProposals();
    const found = known.find(({ proposal }) => proposal.id === id);
    if (found) return found;
    const ids = known.map(({ proposal }) => proposal.id);
    throw createUsageError(
      `proposal ${JSON.stringify(id)} not found`,
      ids.length > 0
        ? `Proposals: ${ids.join(", ")}.`
        : "Request one: boardroom run SCENARIO --by AGENT",
    );
  }

  return {
    listProposals,
    find,
    propose,
    proposeOnce(asked) {
      const known = listProposals().find(
        ({ proposal, isUsed }) =>
          !isUsed && listBindingChanges(proposal.binding, asked.binding).length === 0,
      );
      if (known?.decision?.decision === "declined") {
        const { by, because = "no reason given" } = known.decision;
        throw new BoardroomError("approval-refused", {
          message: `${by} has declined this: ${because}`,
          remedy: "Propose it again when something in it has changed.",
        });
      }
      return known ?? { proposal: propose(asked), decision: null, isUsed: false };
    },
    decide(id, decision) {
      const own = randomUUID();
      const { binding } = find(id).proposal;
      if (decision.decision === "approved") approved.addDecision(digestDecision(own, binding));
      const made = claim({ type: "decided", id, own, ...decision });
      if (made.type === "used" || made.own === own) return;
      throw createUsageError(
        `${id} was ${made.decision} by ${made.by} at ${made.at} already`,
        `A decision cannot be changed. ${AFTER[made.decision]}`,
      );
    },
    createApprovals(only) {
      return {
        open: () =>
          listProposals().flatMap(({ proposal, decision, isUsed }) =>
            decision?.decision === "approved" &&
            !isUsed &&
            (only === undefined || proposal.id === only)
              ? [
                  {
                    ...decision,
                    id: proposal.id,
                    binding: proposal.binding,
                    estimate: proposal.estimate,
                  },
                ]
              : [],
          ),
        use(id) {
          const own = randomUUID();
          return claim({ type: "used", id, own }).own === own;
        },
      };
    },
  };
}

const AFTER = {
  approved:
    "An approved meeting runs once, when it is proposed again. Another meeting needs another approval.",
  declined: "It can be proposed again after something in it has changed.",
} as const;
