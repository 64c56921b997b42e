import type { Outages } from "../../../models/calls/outage.ts";
import type { RetryPolicy } from "../../../models/calls/retry.ts";
import type { Throttle } from "../../../models/calls/throttle.ts";
import type { WarmUp } from "../../../models/calls/warm-up.ts";
import type { PromptCheck } from "../../../models/calls/whole-prompt.ts";
import { withThinkingRoom } from "../../../models/port/capabilities.ts";
import type { Model, Usage } from "../../../models/port/model.ts";
import type { Names } from "../../perspective/names.ts";
import type { Prompt, Prompts } from "../../perspective/prompts.ts";
import type { Draft } from "../../transcript/events.ts";
import type { Fold } from "../../transcript/folding/fold.ts";
import type { HumanAnswer, HumanRequest } from "../contract/floor.ts";
import type { LiveListener } from "../contract/live.ts";
import type { TellInRecord } from "../contract/tell-in-record.ts";
import type { Budget } from "../money/budget.ts";
import type { Agreed, Consent } from "../money/leave.ts";
import type { LimitUse } from "../money/limits.ts";
import type { Reservation } from "../money/reservations.ts";
import type { SharedBudget } from "../money/shared-budget.ts";
import type { Inbox } from "../people/inbox.ts";
import type { Recording } from "./recording.ts";

export type Runtime = {
  readonly seed: string;
  /** Forks included: simulated members are drawn from it. */
  readonly openedWith: string;
  readonly models: ReadonlyMap<string, Model>;
  readonly cost: (model: Model, usage: Usage | null) => number | null;
  readonly names: Names;
  readonly prompts: Prompts;
  readonly recording: Recording;
  readonly calls: readonly Draft<"call.answered" | "call.failed">[];
  readonly append: (draft: Draft) => void;
  readonly inbox: Inbox;
  readonly tell: TellInRecord;
  readonly fixedOrder: string | null;
  readonly people: AskPerson;
  /** Wall time, ISO 8601: for the deadlines of people alone. */
  readonly now: () => string;
  readonly live: LiveListener;
  /** Reading a stream for nobody costs as much as parsing it. */
  readonly isWatched: () => boolean;
  readonly signal: AbortSignal;
  /** Aborted when nothing more is to begin. */
  readonly ending: AbortSignal;
  readonly flush: (() => Promise<void>) | undefined;
  /** Makes no event and takes no meeting time. */
  readonly hold: (path: string) => Promise<void>;
  /** Milliseconds; stands still in simulated meetings, so that their bytes agree. */
  readonly clock: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly throttle: (provider: string) => Throttle;
  readonly retry: (provider: string) => RetryPolicy;
  readonly outages: Outages;
  readonly warmUp: WarmUp;
  readonly promptCheck: PromptCheck;
  readonly visibleTokens: number;
  readonly window: () => number;
  readonly budget: Budget;
  readonly sharedBudget?: SharedBudget | undefined;
  readonly consent: Consent;
  readonly agreed: Agreed;
  readonly isBilled: boolean;
  /** Branches run one after another, so that deterministic models make the same bytes. */
  readonly sequential: boolean;
};

/** Asks a person at this path; null where nobody is there, the deadline has passed, or the inbox has an answer. One that lay there is taken unasked. */
export type AskPerson = (
  person: string,
  request: HumanRequest,
  signal: AbortSignal,
  path: string,
  prompt?: () => Prompt,
) => Promise<HumanAnswer | null>;

export type BranchGroup = {
  /** The limit without room for a call of the group, so that none begins; or null. */
  readonly short: LimitUse | null;
  /** Room for one after another only: each call sees what those before it took. */
  readonly isOneByOne: boolean;
  /** Kept until the group ends, since no branch sees what the others have spent. */
  readonly reservation: Reservation;
  /** Calls on record before the group: the first one of each branch is paid for. */
  readonly callsBefore: number;
};

export type Effect = {
  readonly runtime: Runtime;
  readonly fold: Fold;
  readonly path: string;
  readonly group: BranchGroup | null;
  readonly write: (draft: Draft) => void;
  readonly finished: Draft<"call.answered" | "call.failed">[];
  readonly asked: readonly Draft<"human.asked">[];
  readonly answered: Draft<"human.answered">[];
  /** The meeting was suspended after these calls, so a failure among them is not the last word. */
  readonly givenUp: ReadonlySet<string>;
  readonly summarised: number;
};

/** Kept small, so that little need be reserved for the closing ballot. */
const BALLOT_TOKENS = 2_000;

export function outputLimit(
  { visibleTokens }: Pick<Runtime, "visibleTokens">,
  { capabilities }: Model,
  isBallot: boolean,
): number {
  return withThinkingRoom(isBallot ? Math.min(BALLOT_TOKENS, visibleTokens) : visibleTokens, capabilities);
}
