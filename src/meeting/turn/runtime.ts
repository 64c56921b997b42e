import type { Outages } from "../../models/calls/outage.ts";
import type { RetryPolicy } from "../../models/calls/retry.ts";
import type { Throttle } from "../../models/calls/throttle.ts";
import type { WarmUp } from "../../models/calls/warm-up.ts";
import type { PromptCheck } from "../../models/calls/whole-prompt.ts";
import { withThinkingRoom } from "../../models/port/capabilities.ts";
import type { Model, Usage } from "../../models/port/model.ts";
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

/** What all floors of one meeting share: the ports to the world and the record of what was said. */
export type Runtime = {
  readonly seed: string;
  /** The seed that the meeting was opened with, forks included: simulated members are drawn from it. */
  readonly openedWith: string;
  readonly models: ReadonlyMap<string, Model>;
  /** Dollars of a call; null when the price is unknown. */
  readonly cost: (model: Model, usage: Usage | null) => number | null;
  readonly names: Names;
  readonly prompts: Prompts;
  readonly recording: Recording;
  /** Finished calls in the order of the record, those of this run included. */
  readonly calls: readonly Draft<"call.answered" | "call.failed">[];
  /** Writes to the transcript; the caller folds. */
  readonly append: (draft: Draft) => void;
  readonly inbox: Inbox;
  /** What the protocol leaves in the record in its own words. */
  readonly tell: TellInRecord;
  /** Why nobody can be given the floor out of turn; null where a person can give it. */
  readonly fixedOrder: string | null;
  readonly people: AskPerson;
  /** Wall time, ISO 8601: for the deadlines of people alone. */
  readonly now: () => string;
  readonly live: LiveListener;
  /** Whether anybody listens to `live`: reading a stream for nobody costs as much as parsing it. */
  readonly isWatched: () => boolean;
  readonly signal: AbortSignal;
  /** Aborted when nothing more is to begin: by the signal, or where the meeting is drained. */
  readonly ending: AbortSignal;
  /** Waits until what was appended is kept; undefined where it is at once. */
  readonly flush: (() => Promise<void>) | undefined;
  /** Waits while a watcher holds the meeting: paused, stepping, or at a pace. No event and no meeting time. */
  readonly hold: (path: string) => Promise<void>;
  /** Wall time, milliseconds; stands still in simulated meetings, so that their bytes agree. */
  readonly clock: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly throttle: (provider: string) => Throttle;
  readonly retry: (provider: string) => RetryPolicy;
  readonly outages: Outages;
  readonly warmUp: WarmUp;
  readonly promptCheck: PromptCheck;
  /** Tokens a reply may have, thinking left out. */
  readonly visibleTokens: number;
  /** Tokens of context that a member needs when the debate is at its limit. */
  readonly window: () => number;
  readonly budget: Budget;
  /** What meetings spend from together. */
  readonly sharedBudget?: SharedBudget | undefined;
  readonly consent: Consent;
  readonly agreed: Agreed;
  /** Whether any model has a price, so that calls are paid for. */
  readonly isBilled: boolean;
  /** Branches run one after another: every model is deterministic, and so are the bytes. */
  readonly sequential: boolean;
};

/**
 * Asks a person for the answer that will stand at this path; null where nobody is there to be asked, where the
 * request's deadline has passed, and where an answer has come into the inbox. One that lay there is taken unasked.
 */
export type AskPerson = (
  person: string,
  request: HumanRequest,
  signal: AbortSignal,
  path: string,
  /** What a model on this seat would be sent; left out where a question is none of a seat's. */
  prompt?: () => Prompt,
) => Promise<HumanAnswer | null>;

/** What a parallel group has set aside for its branches before any of them starts. */
export type BranchGroup = {
  /** The limit that has no room for a call of the group, so that none of them begins; or null. */
  readonly short: LimitUse | null;
  /** There is room for one after another only: each call sees what those before it took. */
  readonly isOneByOne: boolean;
  /** Kept until the group ends, since no branch sees what the others have spent. */
  readonly reservation: Reservation;
  /** Calls on record before the group: the first one of each branch is paid for. */
  readonly callsBefore: number;
};

/** One effect under way: where it stands, what it may see, and what the record already has of it. */
export type Effect = {
  readonly runtime: Runtime;
  readonly fold: Fold;
  readonly path: string;
  readonly group: BranchGroup | null;
  /** Appends to the transcript and folds. */
  readonly write: (draft: Draft) => void;
  /** Finished calls at this path that a stopped run left behind, in order; taken from the front. */
  readonly finished: Draft<"call.answered" | "call.failed">[];
  /** Questions and answers of a person who had the floor here when a run stopped; answers are taken from the front. */
  readonly asked: readonly Draft<"human.asked">[];
  readonly answered: Draft<"human.answered">[];
  /** Paths of finished calls after which the meeting was suspended: a failure among them is not the last word. */
  readonly givenUp: ReadonlySet<string>;
  /** Summaries that a stopped run wrote at this path, and that the state has taken in. */
  readonly summarised: number;
};

/** A ballot is short: what it may take is kept small, so that little need be reserved for the closing one. */
const BALLOT_TOKENS = 2_000;

/** Tokens a reply of this model may have, with room for thinking where it thinks. */
export function outputLimit(
  { visibleTokens }: Pick<Runtime, "visibleTokens">,
  { capabilities }: Model,
  isBallot: boolean,
): number {
  return withThinkingRoom(isBallot ? Math.min(BALLOT_TOKENS, visibleTokens) : visibleTokens, capabilities);
}
