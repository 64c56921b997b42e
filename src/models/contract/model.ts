// What a model is asked and what it answers. Each provider, and each model of a user, has this
// form.

import type { Capabilities } from "./capabilities.ts";

export type ViewTurn = { role: "user" | "assistant"; parts: readonly string[] };

/** `turns` begins with a user turn and only grows; a blank line joins its parts. The instruction comes last and is not kept. */
export type ModelRequest = {
  /** The same bytes for every member of a meeting. */
  shared: string;
  /** This seat's own layer; empty under the shared view. */
  individual: string;
  /** The seat's own opening vote. It follows the individual layer, and no prompt before the vote has it. */
  openingVote?: string | undefined;
  turns: readonly ViewTurn[];
  instruction: string;
  /** GBNF of the message, for servers that hold replies to a grammar. `requestHash` does not cover it. */
  grammar?: string | undefined;
  /** A failed reply and what was wrong with it, for this call only. `isCut`: the rest of it is asked for. */
  exchange?: { reply: string; problem: string; isCut?: true } | undefined;
  /** Asks for JSON that fits this JSON Schema instead of the scaffold. */
  json?: JsonForm | undefined;
  /** What later prompts begin with; all of this one by default. Nothing else is written to a cache. `requestHash` does not cover it. */
  reused?: "shared layer" | "nothing" | undefined;
  /** Tokens, thinking included. */
  maxOutputTokens: number;
  sampling?: Sampling | undefined;
  /** Keeps one seat's calls on one cache, in every branch. */
  cacheKey: string;
  /** Hex digest of seed, path and attempt: the only source of chance for simulated words. Providers ignore it. */
  chance: string;
  /** The meeting's first seed: simulated opinions are drawn from it. `requestHash` does not cover it. */
  seed?: string | undefined;
  /** Tokens of context that the meeting needs at its longest. `requestHash` does not cover it. */
  window?: number | undefined;
  /** What the instruction asks for, for simulated members alone. `requestHash` does not cover it. */
  occasion?: Occasion | undefined;
};

type JsonForm = {
  name: string;
  schema: Readonly<Record<string, unknown>>;
  /** The schema is part of the prompt's words. One that a provider enforces comes before the prompt: each needs its own cache. */
  inWords?: boolean | undefined;
};

/** Why a speaker has the floor, apart from the words of the instruction. */
type Occasion = { kind: string; data: Readonly<Record<string, unknown>> };

/** Tokens: `uncached + cacheRead + cacheWrite` is the whole input; `output` includes `reasoning`. */
export type Usage = {
  uncached: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
  /** Dollars, where the provider reports what it charges for the call. */
  billed?: number | undefined;
};

/** An adapter sends what its model takes and omits the rest. */
export type Sampling = {
  /** 0 to 2. */
  temperature?: number | undefined;
  effort?: "low" | "medium" | "high" | undefined;
};

/** `length`: cut at the output limit, or an end without a reason. `repeat`: cut here, as it only said the same again. */
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
  /** The server cannot run the model: too little memory, or what runs it has ended. Or no model server has the address. */
  | "unusable"
  | "cancelled";

export type ModelFailure = {
  type: "failure";
  kind: FailureKind;
  message: string;
  retryable: boolean;
  partialText: string;
  /** An empty reply that was cut at the output limit: the model thought for all of it. */
  stop?: "length" | undefined;
  /** As the provider asked, milliseconds. */
  retryAfterMs?: number | undefined;
  status?: number | undefined;
  /** Absent if the provider reported nothing. */
  usage?: Usage | undefined;
  requestId?: string | undefined;
};

export type ModelAnswer = {
  type: "answer";
  text: string;
  stop: StopReason;
  /** null if the provider reported nothing. */
  usage: Usage | null;
  model: string;
  requestId?: string | undefined;
};

export type ModelReply = ModelAnswer | ModelFailure;

export type GenerateOptions = {
  signal: AbortSignal;
  /** Called with each piece of text as it streams; for the eye only. */
  onText?: ((delta: string) => void) | undefined;
  /** Called when an answer begins, thinking included: the provider's cache has the prompt from then on. */
  onBegin?: (() => void) | undefined;
};

/** The one interface to every language model, simulated member and scripted test model. */
export interface Model {
  /** As asked for: `anthropic:claude-sonnet-5-5`, `simulated`, `scripted`. */
  spec: string;
  /** Key of rates, retries and concurrency. */
  provider: string;
  id: string;
  /** Host name with its port; omitted if calls stay in the process. */
  host?: string;
  capabilities: Capabilities;
  /** The server may omit the tokens of its cache. */
  countsEvaluated?: boolean;
  /** Same answer to the same request, without the world outside: such meetings have the same bytes. */
  deterministic?: boolean;
  /** Always resolves: a failure is a reply. Aborting resolves with kind `cancelled`. */
  generate(request: ModelRequest, options: GenerateOptions): Promise<ModelReply>;
}
