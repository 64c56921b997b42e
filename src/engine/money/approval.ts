// Whether a meeting may begin without a person's yes, what a yes is bound to, and why an approval
// no longer fits.

import { BoardroomError } from "../../errors.ts";
import { isProgram, isWithoutLanguageModel } from "../../models/contract/model-spec.ts";
import { PRICE_TABLE } from "../../models/pricing/prices.ts";
import type { KnownModels } from "../../models/registry/capabilities-for.ts";
import { isPaid } from "../../models/registry/providers.ts";
import { findNearest } from "../../scenario/files/nearest.ts";
import type { Proposer } from "../../scenario/schema/assessment.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { groupThousands } from "../../text/plain.ts";
import { hashSha256 } from "../../text/sha256.ts";
import { isAbove, isAtMost, isBelow } from "../protocol/compare.ts";
import type { Protocol } from "../protocol/protocol.ts";
import type { Draft } from "../transcript/events.ts";
import { chooseLevel, type Level } from "./criticality.ts";
import { listSeats, listUnpriced, type ModelPlan, planMeeting, sumPlanCosts } from "./plan.ts";

/** Below $1; $1 to $3 inclusive; above $3, which needs a reason too. */
export type Tier = "low" | "standard" | "necessity";

/** `estimate`: null if unknown. A paid provider without a known price needs a plain yes. */
export function chooseTier(estimate: number | null, isPaid: boolean): Tier {
  if (estimate === null) return isPaid ? "standard" : "low";
  if (isAbove(estimate, STANDARD_TO)) return "necessity";
  return isBelow(estimate, LOW_TIER) ? "low" : "standard";
}

/** Digests of the question, of everything else put to the meeting, and of its price. */
export type Binding = {
  question: string;
  context: string;
  price: string;
};

export type Appraisal = {
  binding: Binding;
  level: Level;
  because: readonly string[];
  estimate: number | null;
  /** A plan pays every call that is not free. */
  byPlan?: boolean | undefined;
  tier: Tier;
  isFree: boolean;
  plans: readonly ModelPlan[];
};

/** What a meeting is expected to cost, in dollars, and how much approval it needs, before anything is spent. */
export function appraise(
  scenario: Scenario,
  protocol: Protocol,
  known: KnownModels = {},
  seats: readonly Seat[] = listSeats(scenario, protocol),
  proposer: Proposer | null = null,
): Appraisal {
  const { level, because } = chooseLevel(scenario, proposer);
  const plans = planMeeting(scenario, protocol, known, seats);
  const estimate = sumPlanCosts(plans);
  const isFree = plans.every(({ cost }) => cost !== null && cost.high === 0);
  const binding = createBinding(scenario, protocol, seats, estimate);
  const isUnpriced = plans.some(({ model, cost }) => cost === null && isPaid(model, known));
  return {
    binding,
    level,
    because,
    estimate,
    byPlan: estimate === null && listUnpriced(plans).length === 0,
    tier: chooseTier(estimate, isUnpriced),
    isFree,
    plans,
  };
}

function createBinding(
  scenario: Scenario,
  protocol: Protocol,
  seats: readonly Seat[],
  estimate: number | null,
): Binding {
  const { question, options, documents, ...others } = scenario;
  // No member is shown the test of its board, so the test changes no approval.
  const { seed: _, startsAt: __, members: ___, boardTest: ____, ...rest } = others;
  const texts = documents.map((paper) => [paper.name, paper.sha256, hashSha256(paper.text)]);
  return {
    question: hashSha256(question),
    context: hashSha256(
      JSON.stringify([`${protocol.name}@${protocol.version}`, rest, seats, options, texts]),
    ),
    price: hashSha256(estimate === null ? "unknown" : estimate.toFixed(6)),
  };
}

/** A person's leave for one meeting. */
export type Approval = {
  id: string;
  by: string;
  at: string;
  because?: string | undefined;
  binding: Binding;
  estimate: number | null;
};

/** Each approval is good for one meeting. */
export interface Approvals {
  open(): readonly Approval[];
  use(id: string): boolean;
}

/** Approvals that a program gives in the name of a person. */
export function createApprovals(...given: readonly Approval[]): Approvals {
  const left = new Map(given.map((approval) => [approval.id, approval]));
  return { open: () => [...left.values()], use: (id) => left.delete(id) };
}

type ApprovalRequest = {
  scenario: Scenario;
  protocol: Protocol;
  prices?: KnownModels["prices"];
  providers?: KnownModels["providers"];
  approvals?: Approvals | undefined;
  seats?: readonly Seat[] | undefined;
  proposer: Proposer | null;
};

/** An agent, by name or in full. Default: a person. */
export type ProposedBy = string | Proposer | undefined;

export function readProposer(proposedBy: ProposedBy): Proposer | null {
  if (typeof proposedBy === "string") return { kind: "agent", name: proposedBy };
  return proposedBy ?? null;
}

/** The reasons for which a person must approve the meeting; empty if it may start. */
export function needsApproval(
  { level, because, tier, isFree, estimate, plans }: Omit<Appraisal, "binding">,
  proposedBy: ProposedBy | null,
): readonly string[] {
  const isPerson = proposedBy == null;
  const price =
    isFree || tier === "low"
      ? []
      : [
          estimate === null
            ? describeUnpriced(plans)
            : `it is expected to cost $${estimate.toFixed(2)}`,
        ];
  const high =
    !isPerson && level === 3 ? [`it is a decision of level 3 (${because.join(", ")})`] : [];
  return [...high, ...price];
}

function describeUnpriced(plans: readonly ModelPlan[]): string {
  const unknown = listUnpriced(plans);
  return describeUnknownPrice(
    unknown.map(({ model }) => model),
    unknown.reduce((sum, { input, output }) => sum + input.high + output.high, 0),
  );
}

/** `tokens`: at most. */
export function describeUnknownPrice(models: readonly string[], tokens: number): string {
  const names = [...new Set(models)];
  const known = PRICE_TABLE.map(({ provider, id }) => `${provider}:${id}`);
  const close = names.flatMap((name) => findNearest(name, known) ?? []);
  const meant = close.length === 0 ? "" : `did you mean ${close.join(", ")}? If not, `;
  return `the price of ${names.join(", ")} is unknown, for up to ${groupThousands(tokens)} tokens (${meant}state it under prices: in boardroom.yaml)`;
}

export type Permission = { approval: Approval; use(): void };

/** A fitting approval, even if none is needed. Throws if one is needed and missing. */
export function requireApproval(opening: ApprovalRequest): Permission | null {
  const { scenario, protocol, prices, providers, seats, approvals, proposer } = opening;
  const appraisal = appraise(scenario, protocol, { prices, providers }, seats, proposer);
  const reasons = needsApproval(appraisal, proposer);
  const open = approvals?.open() ?? [];
  const fitting = open.filter(
    ({ binding }) => listBindingChanges(binding, appraisal.binding).length === 0,
  );
  const isDear = reasons.length > 0 && appraisal.tier === "necessity" && !appraisal.isFree;
  const [approval] = fitting;
  if (approvals && approval) {
    if (isDear) requireReason(approval, fitting);
    const use = () => {
      if (!approvals.use(approval.id)) throw createRefusal(reasons, [], appraisal.binding);
    };
    return { approval, use };
  }
  if (reasons.length === 0) return null;
  throw createRefusal(reasons, open, appraisal.binding);
}

export function createApprovedDraft(
  { id, by, at, because, estimate, binding }: Approval,
  where: { path: string; at: string },
  seats: readonly Seat[],
): Draft<"meeting.approved"> {
  const why = because === undefined ? {} : { because };
  const paid = seats.filter(({ model }) => !isWithoutLanguageModel(model));
  const programs = paid.filter(({ model }) => isProgram(model));
  // An unknown price is no plan's.
  const isByPlan = estimate === null ? programs.length === paid.length : programs.length > 0;
  const byPlan = isByPlan || undefined;
  return {
    type: "meeting.approved",
    ...where,
    id,
    by,
    approved: at,
    ...why,
    estimate,
    byPlan,
    binding,
  };
}

export function listBindingChanges(approved: Binding, now: Binding): readonly (keyof Binding)[] {
  return (["question", "context", "price"] as const).filter((part) => approved[part] !== now[part]);
}

function requireReason({ id }: Approval, fitting: readonly Approval[]): void {
  if (fitting.some(({ because }) => because !== undefined && because.trim() !== "")) return;
  throw new BoardroomError("approval-refused", {
    message: `approval ${id} needs a reason (expected cost is above $${STANDARD_TO})`,
    remedy: `Approve it again: boardroom approvals ${id} --approve --because TEXT.`,
  });
}

function createRefusal(
  reasons: readonly string[],
  open: readonly Approval[],
  now: Binding,
): BoardroomError {
  const near = open.map(({ id, binding }) => ({ id, changed: listBindingChanges(binding, now) }));
  const same = near.filter(
    ({ changed }) => !changed.includes("question") || !changed.includes("context"),
  );
  if (same.length === 0) {
    return new BoardroomError("approval-required", {
      message: `this meeting needs approval: ${reasons.join("; ")}`,
      remedy:
        "Propose it (boardroom run --by AGENT), approve it, or hold it yourself with boardroom run --approve.",
    });
  }
  return new BoardroomError(
    "approval-refused",
    same.map(({ id, changed }) => ({
      message: `the approval ${id} is for another ${changed.join(" and ")}, and this meeting needs one: ${reasons.join("; ")}`,
      remedy: "Propose the meeting again.",
    })),
  );
}

const LOW_TIER = 1;
/** Above so many dollars leave needs a reason. */
export const STANDARD_TO = 3;

/** Up to $1, to $3, and from there on twice as much each time. */
export function roundUpApproval(dollars: number): number {
  if (isAtMost(dollars, LOW_TIER)) return LOW_TIER;
  let upTo = STANDARD_TO;
  while (isAbove(dollars, upTo)) upTo *= 2;
  return upTo;
}

/** Asked before spending can reach `dollars`. A yes is valid up to `upTo` dollars. */
export type Consent = (dollars: number, upTo: number) => Promise<boolean>;
