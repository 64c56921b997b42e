// Approval and budgets of meetings: what may be spent before a run or a resume, and while it runs.
// `approvals.ts` asks the person.

import type { Ports } from "../../engine/meeting/runtime.ts";
import {
  type Approvals,
  appraise,
  chooseTier,
  createApprovals,
  needsApproval,
  roundUpApproval,
} from "../../engine/money/approval.ts";
import { type Reserved, type SharedBudget, sumCharges } from "../../engine/money/budget.ts";
import { type ModelPlan, sumPlanCosts } from "../../engine/money/plan.ts";
import { isAbove } from "../../engine/protocol/compare.ts";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { words } from "../../engine/words/words.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { EXIT } from "../process/exit-codes.ts";
import type { Io } from "../process/io.ts";
import { locateTranscripts, type ProjectSettings } from "../settings/settings.ts";
import {
  type ApprovalFlags,
  createConsent,
  openApprovals,
  requestApproval,
  UNNAMED_PERSON,
} from "./approvals.ts";
import { openApproved } from "./approved-meetings.ts";

export function createWallClock({ now }: Io): () => string {
  return now ?? (() => new Date().toISOString());
}

export type SpendingScope = {
  events?: readonly MeetingEvent[];
  ahead?: ApprovalFlags | undefined;
  /** Dollars in all that a recorded meeting may cost before a person is asked; null: it costs nothing. */
  upTo?: number | null;
  /** Id of the meeting, known when it is open. */
  meeting: () => string | undefined;
};

export function createMoneyPorts(
  io: Io,
  project: ProjectSettings,
  { events, ahead, upTo, meeting: idNow }: SpendingScope,
): Pick<Ports, "sharedBudget" | "consent" | "approvedUpTo"> {
  const { meeting } = project.budget;
  // A recorded meeting too: its record may allow more, from before the budget or as a fork.
  const sharedBudget =
    events && meeting !== undefined
      ? limitBudget(io.budget, {
          whose: "the budget for one meeting",
          most: meeting,
          spent: sumCharges(events),
        })
      : io.budget;
  const asked = createConsent(io, ahead);
  return {
    sharedBudget,
    approvedUpTo: upTo ?? undefined,
    async consent(dollars, to) {
      const isGiven = await asked(dollars, to);
      const id = idNow();
      if (isGiven && id !== undefined) openApproved(io).add(id, to);
      return isGiven;
    },
  };
}

type PlannedRun = {
  scenario: Scenario;
  protocol: Protocol;
  project: ProjectSettings;
};

type PricedRun = {
  scenario: string;
  flags: ApprovalFlags;
  seats?: readonly Seat[];
};

type GivenApproval = {
  plans: readonly ModelPlan[];
  approvals?: Approvals;
  ahead?: ApprovalFlags;
};

/** Without approval the exit code; stderr says why. */
export async function requestRunApproval(
  io: Io,
  { scenario, protocol, project }: PlannedRun,
  asked: PricedRun,
): Promise<GivenApproval | { exit: number }> {
  const { flags } = asked;
  const appraisal = appraise(scenario, protocol, project.models, asked.seats);
  const { plans } = appraisal;
  const needs = needsApproval(appraisal, null);
  const by = flags.as ?? UNNAMED_PERSON;
  const at = createWallClock(io)();
  if (needs.length === 0) {
    const ahead = { plans, ...(flags.approve && { ahead: flags }) };
    if (appraisal.isFree) return ahead;
    const { binding, estimate } = appraisal;
    const because = flags.because?.trim() ? { because: flags.because.trim() } : {};
    return {
      ...ahead,
      approvals: createApprovals({ id: "by-running-it", by, at, ...because, binding, estimate }),
    };
  }
  const store = openApprovals(io, locateTranscripts(io, project));
  const says = `This meeting needs your approval: ${needs.join("; ")}`;
  const words = { says, ask: "Run it? [y/N] ", nothing: "No meeting was run." };
  const answer = await requestApproval(io, { tier: appraisal.tier, ...words }, flags);
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
  store.decide(proposal.id, { decision: "approved", by, at, because: reason });
  return { plans, approvals: store.createApprovals(proposal.id) };
}

type RecordedRun = PlannedRun & { events: readonly MeetingEvent[] };

const MODELS_BY_PLAN = `its models are ${words.table.byPlan}`;

/**
 * Authorizes a recorded meeting to continue. `upTo` is in dollars for the whole meeting, and null if the meeting is
 * free. If the meeting was not approved on this computer, this shows the price of the rest and asks.
 */
export async function requestResumeApproval(
  io: Io,
  { scenario, protocol, project, events }: RecordedRun,
  flags: ApprovalFlags & { maxDollars?: number | undefined },
): Promise<{ upTo: number | null } | { exit: number }> {
  const { meeting, seats } = foldTranscript(events);
  const appraisal = appraise(scenario, protocol, project.models, seats);
  if (appraisal.isFree) return { upTo: null };
  const approved = openApproved(io);
  const { maxDollars = 0 } = flags;
  const known = approved.findLimit(meeting);
  if (known !== null) {
    if (maxDollars > known) approved.add(meeting, maxDollars);
    return { upTo: Math.max(known, maxDollars) };
  }
  const spent = sumCharges(events);
  const { estimate, byPlan } = appraisal;
  const unknown = byPlan ? MODELS_BY_PLAN : "the price of its models is unknown";
  const left = estimate === null ? null : Math.max(0, estimate - spent);
  const price = left === null ? unknown : `the rest is expected to cost $${left.toFixed(2)}`;
  const says = `This meeting needs your approval: it was not approved on this computer, and ${price}`;
  const tier = left === null ? appraisal.tier : chooseTier(left, false);
  const words = { tier, says, ask: "Continue it? [y/N] ", nothing: "Nothing was asked." };
  if ((await requestApproval(io, words, flags)) === null) return { exit: EXIT.waiting };
  const upTo = Math.max(maxDollars, spent + roundUpApproval(left ?? 0));
  if (tier !== "low") approved.add(meeting, upTo);
  return { upTo };
}

/** What a new meeting may cost: its limit in dollars, else the step of its estimate. Null if it costs nothing. */
export function computeApprovedDollars(
  { limits }: Scenario,
  plans: readonly ModelPlan[],
): number | null {
  const isFree = plans.every(({ cost }) => cost !== null && cost.high === 0);
  return isFree ? null : (limits.dollars ?? roundUpApproval(sumPlanCosts(plans) ?? 0));
}

type BudgetLimit = { whose: string; most: number; spent: number };

/** A limit within a shared budget. A call waits while others have the rest reserved; with none under way it is refused. */
export function limitBudget(
  outer: SharedBudget | undefined,
  limit: BudgetLimit,
): SharedBudget & { spent: number } {
  return new LimitedBudget(outer, limit);
}

class LimitedBudget implements SharedBudget {
  readonly isLimited: boolean;
  /** Dollars of the calls that have ended, and of those before. */
  spent: number;
  /** Dollars that open calls may still take. */
  #reserved = 0;
  #openCalls = 0;
  /** Wakes the calls that wait for room. */
  readonly #waiting: (() => void)[] = [];
  readonly #outer: SharedBudget | undefined;
  readonly #limit: BudgetLimit;

  constructor(outer: SharedBudget | undefined, limit: BudgetLimit) {
    this.isLimited = Number.isFinite(limit.most) || outer?.isLimited === true;
    this.spent = limit.spent;
    this.#outer = outer;
    this.#limit = limit;
  }

  async reserve(dollars: number): Promise<Reserved | { refused: string }> {
    const { whose, most } = this.#limit;
    while (isAbove(this.spent + this.#reserved + dollars, most)) {
      if (this.#openCalls === 0)
        return {
          refused: `${whose}, $${most}, has no room for this call: $${this.spent.toFixed(4)} are spent, and it may take $${dollars.toFixed(4)}`,
        };
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
    // Added before anything else is awaited: meetings reserve at the same time.
    this.#reserved += dollars;
    this.#openCalls += 1;
    const taken = await this.#outer?.reserve(dollars).catch((error: unknown) => {
      this.#release(dollars);
      throw error;
    });
    if (taken && "refused" in taken) {
      this.#release(dollars);
      return taken;
    }
    return {
      settle: async (actual) => {
        this.spent += actual;
        this.#release(dollars);
        await taken?.settle(actual);
      },
    };
  }

  #release(dollars: number): void {
    this.#reserved -= dollars;
    this.#openCalls -= 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
