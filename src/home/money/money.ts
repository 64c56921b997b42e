import { above } from "../../engine/meeting/contract/compare.ts";
import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import { type Approvals, appraise, approvalsOf, needsApproval } from "../../engine/meeting/money/approval.ts";
import type { ModelPlan } from "../../engine/meeting/money/plan.ts";
import { chargedIn, type SharedBudget } from "../../engine/meeting/money/purse.ts";
import type { Ports } from "../../engine/meeting/turn/runtime.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { EXIT } from "../process/exit-codes.ts";
import type { Io } from "../process/io.ts";
import type { OuterSettings } from "../settings/settings.ts";
import { type ApprovalFlags, approvalFor, consentAt, SOMEBODY } from "./approval.ts";
import { openApprovals } from "./approvals-store.ts";
import { openLedger } from "./ledger.ts";
import { ledgerFolder } from "./ledger-folder.ts";

export function wallClock({ now }: Pick<Io, "now">): () => string {
  return now ?? (() => new Date().toISOString());
}

export type SpendingScope = {
  readonly out?: string | undefined;
  readonly events?: readonly MeetingEvent[];
  readonly ahead?: Ahead | undefined;
};

export type Ahead = Pick<ApprovalFlags, "approve" | "because">;

export function moneyPorts(
  io: Io,
  outer: OuterSettings,
  { out, events, ahead }: SpendingScope,
): Pick<Ports, "sharedBudget" | "consent"> {
  const folder = ledgerFolder(io, outer, out);
  const { meeting } = outer.budget;
  const ledger = openLedger({ folder, budget: outer.budget, now: wallClock(io) });
  return {
    sharedBudget: events && meeting !== undefined ? withinMeeting(ledger, meeting, events) : ledger,
    consent: consentAt(io, ahead),
  };
}

type ToBeHeld = {
  readonly scenario: Scenario;
  readonly protocol: Protocol;
  readonly outer: OuterSettings;
};

type HoldingRequest = {
  readonly scenario: string;
  readonly flags: ApprovalFlags;
  readonly out?: string | undefined;
  readonly seats?: readonly Seat[];
};

type GivenApproval = {
  readonly plans: readonly ModelPlan[];
  readonly approvals?: Approvals;
  readonly ahead?: Ahead;
};

/** Without approval the exit code; stderr says why. */
export async function approvalToRun(
  io: Io,
  { scenario, protocol, outer }: ToBeHeld,
  asked: HoldingRequest,
): Promise<GivenApproval | { readonly exit: number }> {
  const { flags } = asked;
  const appraisal = appraise(scenario, protocol, outer.models, asked.seats);
  const { plans } = appraisal;
  const needs = needsApproval(appraisal, null);
  const by = flags.as ?? SOMEBODY;
  const at = wallClock(io)();
  if (needs.length === 0) {
    const ahead = { plans, ...(flags.approve && { ahead: flags }) };
    if (appraisal.isFree) return ahead;
    const { binding, estimate } = appraisal;
    const because = flags.because?.trim() ? { because: flags.because.trim() } : {};
    return { ...ahead, approvals: approvalsOf({ id: "by-running-it", by, at, ...because, binding, estimate }) };
  }
  const store = openApprovals(ledgerFolder(io, outer, asked.out));
  const says = `This meeting needs your approval: ${needs.join("; ")}`;
  const words = { says, ask: "Run it? [y/N] ", nothing: "No meeting was run." };
  const answer = await approvalFor(io, { tier: appraisal.tier, ...words }, flags);
  if (answer === null) return { exit: EXIT.waiting };
  const { title, question } = scenario;
  const { because: reason } = answer;
  const proposal = store.propose({
    ...appraisal,
    by,
    at,
    title,
    question,
    scenario: asked.scenario,
    flags: { ...flags },
  });
  store.decide(proposal.id, { decision: "approved", by, at, ...(reason !== undefined && { because: reason }) });
  return { plans, approvals: store.approvals(proposal.id) };
}

/** Holds a recorded meeting to the project's budget too: its record may allow more, from before the budget or as a fork. */
export function withinMeeting(
  sharedBudget: SharedBudget,
  most: number,
  events: readonly MeetingEvent[],
): SharedBudget {
  let spent = chargedIn(events);
  return {
    ...sharedBudget,
    isLimited: true,
    async reserve(dollars) {
      if (above(spent + dollars, most)) return { refused: refusal(most, spent, dollars) };
      spent += dollars;
      const reserved = await sharedBudget.reserve(dollars).catch((error: unknown) => {
        spent -= dollars;
        throw error;
      });
      if ("refused" in reserved) {
        spent -= dollars;
        return reserved;
      }
      return {
        settle(actual) {
          spent += actual - dollars;
          return reserved.settle(actual);
        },
      };
    },
  };
}

function refusal(most: number, spent: number, dollars: number): string {
  return `the budget of $${most} for one meeting has no room for this call: $${spent.toFixed(4)} are spent or reserved, and it may take $${dollars.toFixed(4)}`;
}
