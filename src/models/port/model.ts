import type { ViewTurn } from "../../perspective/view.ts";
import type { Capabilities } from "./capabilities.ts";

export type { ViewTurn };

/**
 * What a model is asked. `turns` begins with a user turn and only ever grows (its parts are
 * joined by a blank line where an endpoint takes no parts); the cue comes last, as user, and is not kept.
 */
export type ModelRequest = {
  /** The same bytes for every member of a meeting. */
  readonly shared: string;
  /** This seat's own layer; empty under the shared view. */
  readonly individual: string;
  readonly turns: readonly ViewTurn[];
  readonly cue: string;
  /** A failed reply and what was wrong with it, for a repair or continuation; seen by this call only. */
  readonly exchange?: { readonly reply: string; readonly problem: string } | undefined;
  /** Asks for JSON that fits this JSON Schema instead of the scaffold. */
  readonly json?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> } | undefined;
  /** Tokens, thinking included. */
  readonly maxOutputTokens: number;
  readonly sampling?: Sampling | undefined;
  /** Keeps one seat's calls on one cache, in every branch: id of the meeting it began as, and seat id. */
  readonly cacheKey: string;
  /** Hex digest of seed, path and attempt: the only chance a simulated member may use for its words. Providers ignore it. */
  readonly chance: string;
  /**
   * The seed the meeting was opened with, forks included: all that a simulated member's opinions are drawn from beside
   * its persona. Providers ignore it, and `requestHash` does not cover it.
   */
  readonly seed?: string | undefined;
  /** Tokens of context that the meeting needs at its longest, for servers that open a window of the size asked for. `requestHash` does not cover it. */
  readonly window?: number | undefined;
  /** What the cue asks for, as data: for simulated members alone. Providers ignore it, and `requestHash` does not cover it. */
  readonly occasion?: Occasion | undefined;
};

/** What a speaker is given the floor for, apart from the words of the cue. */
export type Occasion = {
  readonly kind: string;
  /** The cue's facts; empty where it has none. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Tokens, counted once each: `uncached + cacheRead + cacheWrite` is the whole input; `output` includes `reasoning`. */
export type Usage = {
  readonly uncached: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** The part of `cacheWrite` that was written to live for an hour, where the provider tells. */
  readonly cacheWriteLong?: number | undefined;
};

/** How a model is to draw its words; an adapter sends what its model takes and leaves out the rest. */
export type Sampling = {
  /** 0 to 2. */
  readonly temperature?: number | undefined;
  /** How hard to think before answering. */
  readonly effort?: "low" | "medium" | "high" | undefined;
};

/**
 * `end`: the model was done. `length`: cut off at the output limit, or the stream ended without saying why.
 * `repeat`: cut off here, since it only said the same again; the text has it once.
 */
export type StopReason = "end" | "length" | "repeat";

export type FailureKind =
  | "rate-limited"
  | "overloaded"
  | "timeout"
  | "dropped"
  | "refused"
  | "empty"
  | "malformed"
  | "bad-request"
  | "context-too-long"
  | "auth"
  | "quota"
  | "unknown-model"
  /** The server cannot run the model: too little memory, or what runs it has ended. */
  | "unusable"
  | "cancelled";

/** Data, not an exception: what the world did to a call. */
export type ModelFailure = {
  readonly type: "failure";
  readonly kind: FailureKind;
  readonly message: string;
  readonly retryable: boolean;
  /** What had arrived before it failed. */
  readonly partialText: string;
  /** As the provider asked, milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly status?: number | undefined;
  /** What the provider had counted by then; left out where it told nothing. */
  readonly usage?: Usage | undefined;
  readonly requestId?: string | undefined;
};

export type ModelAnswer = {
  readonly type: "answer";
  readonly text: string;
  readonly stop: StopReason;
  /** null where the provider told nothing. */
  readonly usage: Usage | null;
  /** The model id that answered, as the provider names it. */
  readonly model: string;
  readonly requestId?: string | undefined;
};

export type ModelReply = ModelAnswer | ModelFailure;

export type GenerateOptions = {
  readonly signal: AbortSignal;
  /** Called with each piece of text as it streams; for the eye only. */
  readonly onText?: ((delta: string) => void) | undefined;
  /** Called when an answer begins, thinking included: a provider that keeps beginnings of prompts has this one from then on. */
  readonly onBegin?: (() => void) | undefined;
};

/** The one port to every language model, simulated member and test double. */
export interface Model {
  /** As it was asked for: `anthropic:claude-sonnet-5-5`, `simulated`, `scripted`. */
  readonly spec: string;
  /** Key of rates, retries and concurrency: `anthropic`, `openai`, `simulated` ... */
  readonly provider: string;
  /** The provider's own name of the model. */
  readonly id: string;
  /** Where its calls go, a host name with its port; left out where they leave no process. */
  readonly host?: string;
  readonly capabilities: Capabilities;
  /** The server may count only the tokens that it evaluated, and leave out those of its cache. */
  readonly countsEvaluated?: boolean;
  /** Answers a request alike every time and without the world outside: such meetings have the same bytes. */
  readonly deterministic?: boolean;
  /** Always resolves: a failure is a reply. Aborting resolves with kind `cancelled`. */
  generate(request: ModelRequest, options: GenerateOptions): Promise<ModelReply>;
}
