import type { RetryPolicy } from "../../../models/calls/retry.ts";
import type { Throttle, ThrottleOptions } from "../../../models/calls/throttle.ts";
import type { Model } from "../../../models/port/model.ts";
import type { Price } from "../../../models/pricing/price-table.ts";
import type { KnownModels } from "../../../models/registry/capabilities-for.ts";
import type { Scenario, Seat } from "../../../scenario/schema/scenario.ts";
import type { Journal } from "../../transcript/journal.ts";
import type { Consent } from "../money/leave.ts";
import type { SharedBudget } from "../money/shared-budget.ts";
import type { Inbox } from "../people/inbox.ts";
import type { AskPerson } from "../turn/runtime.ts";

/** How a meeting reaches the world. Everything has a default but the models. */
export type Ports = {
  /** Asked once for each seat that has a model, before anything is spent. */
  readonly createModel: (seat: Seat, scenario: Scenario) => Model;
  /** In memory by default. One that holds events already is gone on with. */
  readonly journal?: Journal | undefined;
  readonly inbox?: Inbox | undefined;
  /** Stops the meeting, calls under way included. */
  readonly signal?: AbortSignal | undefined;
  /** Stops before the next call or turn: calls under way end, and are on record. */
  readonly drain?: AbortSignal | undefined;
  /** Resolves when all that was appended is kept. Awaited at the opening, around each call, and at the end. */
  readonly flush?: (() => Promise<void>) | undefined;
  /** Tells a meeting of models apart from every other; default random. */
  readonly nonce?: (() => string) | undefined;
  /** Milliseconds, and how to wait; neither passes where every model is deterministic. */
  readonly clock?: (() => number) | undefined;
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Resolves when the next effect may begin: how a watcher paces the meeting. */
  readonly hold?: ((path: string) => Promise<void>) | undefined;
  /** Asks a person; null where nobody is there, and the meeting waits. Left out, nobody ever is. */
  readonly people?: AskPerson | undefined;
  /** Wall time, ISO 8601, for the deadlines of people alone. */
  readonly now?: (() => string) | undefined;
  /** Dollars per million tokens by model, over the built-in table. */
  readonly prices?: Readonly<Record<string, Price>> | undefined;
  readonly providers?: KnownModels["providers"];
  readonly retry?: Readonly<Record<string, Partial<RetryPolicy>>> | undefined;
  /** Limits by provider, or the throttle itself, which meetings of one program then share. */
  readonly throttle?: Readonly<Record<string, ThrottleOptions>> | ((provider: string) => Throttle) | undefined;
  /** Money that meetings spend together; left out, only the meeting's own limits hold. */
  readonly sharedBudget?: SharedBudget | undefined;
  /** Asked before spending passes the leave so far; left out, the meeting waits there. */
  readonly consent?: Consent | undefined;
  /** Tokens for the words of a reply, thinking not counted. Default 4,000. */
  readonly maxOutputTokens?: number | undefined;
};
