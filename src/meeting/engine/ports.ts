import type { RetryPolicy } from "../../models/calls/retry.ts";
import type { Throttle, ThrottleOptions } from "../../models/calls/throttle.ts";
import type { Model } from "../../models/port/model.ts";
import type { Price } from "../../models/pricing/price-table.ts";
import type { KnownModels } from "../../models/registry/capabilities-for.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { Journal } from "../../transcript/journal.ts";
import type { Consent } from "../money/leave.ts";
import type { SharedBudget } from "../money/shared-budget.ts";
import type { Inbox } from "../people/inbox.ts";
import type { AskPerson } from "../turn/runtime.ts";

/** How a meeting reaches the world. Everything has a default but the models. */
export type Ports = {
  /** Makes the model behind a seat; asked once for each seat that has one, before anything is spent. */
  readonly createModel: (seat: Seat, scenario: Scenario) => Model;
  /** Where events are written; in memory by default. One that holds events already is gone on with. */
  readonly journal?: Journal | undefined;
  readonly inbox?: Inbox | undefined;
  /** Stops the meeting, calls under way included. */
  readonly signal?: AbortSignal | undefined;
  /** Stops it before the next call, or between two turns: calls under way end, and are on record. */
  readonly drain?: AbortSignal | undefined;
  /** Resolves when all that was appended lies where it is kept. Waited for at the opening, before each call, after it, and at the end. */
  readonly flush?: (() => Promise<void>) | undefined;
  /** Tells a meeting of models apart from every other; default random. */
  readonly nonce?: (() => string) | undefined;
  /** Wall time, milliseconds, and how to wait; by default the process's, and neither passes where every model is deterministic. */
  readonly clock?: (() => number) | undefined;
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Resolves when the next effect may begin: how a watcher pauses, steps or paces the meeting. */
  readonly hold?: ((path: string) => Promise<void>) | undefined;
  /** Asks a person at the table; null where nobody is there, and the meeting waits. Left out, nobody ever is. */
  readonly people?: AskPerson | undefined;
  /** Wall time, ISO 8601, held against the deadlines of people alone. */
  readonly now?: (() => string) | undefined;
  /** Dollars per million tokens by model, over the built-in table. */
  readonly prices?: Readonly<Record<string, Price>> | undefined;
  /** What `boardroom.yaml` says of providers: plans hold to it. */
  readonly providers?: KnownModels["providers"];
  readonly retry?: Readonly<Record<string, Partial<RetryPolicy>>> | undefined;
  /** By provider what it may be asked at once; or the throttle itself, which meetings of one program then share. */
  readonly throttle?: Readonly<Record<string, ThrottleOptions>> | ((provider: string) => Throttle) | undefined;
  /** What meetings spend from together; left out, nothing but the meeting's own limits. */
  readonly sharedBudget?: SharedBudget | undefined;
  /** Asked before a meeting passes what there is leave for: $1, or what its estimate falls under; left out, it waits there. */
  readonly consent?: Consent | undefined;
  /** Tokens the words of a reply may have; a model that thinks is given room for that beside them. Default 4,000. */
  readonly maxOutputTokens?: number | undefined;
};
