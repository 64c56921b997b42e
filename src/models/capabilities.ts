/** What an endpoint takes, so that facts about providers stand in one table and not in `if`s. */
export type Capabilities = {
  /** Content as an array of parts; otherwise parts and cue are glued with blank lines. */
  readonly contentParts: boolean;
  /** How a cached prefix is asked for. */
  readonly caching: "breakpoints" | "prompt-cache-key" | "implicit" | "none";
  /** Sampling keys such as temperature are taken. */
  readonly sampling: boolean;
  /** A conversation may end with the assistant, to be continued. */
  readonly prefill: boolean;
  readonly stopSequences: boolean;
  readonly structuredOutput: boolean;
  readonly reasoningEffort: boolean;
  /** Name of the output limit's key. */
  readonly outputLimitKey: "max_tokens" | "max_completion_tokens";
  /** Tokens; null where unknown. */
  readonly contextWindow: number | null;
};
