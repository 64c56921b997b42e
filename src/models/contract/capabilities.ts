// What each provider accepts, as one table. Converters, estimates and settings read it; providers.ts has the addresses.

/** What an endpoint accepts. Facts about providers are in one table, not in `if`s. */
export type Capabilities = {
  /** Content as an array of parts; otherwise parts and instruction are joined by blank lines. */
  contentParts: boolean;
  /**
   * How the beginning of a prompt is cached: at `cache_control` marks; by key, at the longest known beginning; by key, at
   * explicit breakpoints alone; without a request; or never.
   */
  caching: "breakpoints" | "prompt-cache-key" | "prompt-cache-breakpoints" | "implicit" | "none";
  sampling: boolean;
  systemRole: boolean;
  /** Holds replies to a JSON Schema. */
  structuredOutput: boolean;
  /**
   * How messages are written: in tags, in tags under a grammar (the value is the request's key for it), or in JSON under
   * a schema. `found`: the server is asked whether it takes a grammar.
   */
  form: "tags" | "grammar" | "structured_outputs" | "json" | "found";
  reasoningEffort: boolean;
  outputLimitKey: "max_tokens" | "max_completion_tokens";
  /** Tokens; null if unknown. */
  contextWindow: number | null;
};

export const LOCAL_CAPABILITIES: Capabilities = {
  contentParts: true,
  caching: "none",
  sampling: false,
  systemRole: true,
  structuredOutput: true,
  form: "tags",
  reasoningEffort: false,
  outputLimitKey: "max_tokens",
  contextWindow: null,
};

export const COMPATIBLE_CAPABILITIES: Capabilities = {
  ...LOCAL_CAPABILITIES,
  contentParts: false,
  sampling: true,
  structuredOutput: false,
};

const ANTHROPIC: Capabilities = {
  ...LOCAL_CAPABILITIES,
  caching: "breakpoints",
  reasoningEffort: true,
  contextWindow: 200_000,
};

const OPENAI: Capabilities = {
  ...LOCAL_CAPABILITIES,
  caching: "prompt-cache-key",
  reasoningEffort: true,
  outputLimitKey: "max_completion_tokens",
  contextWindow: 400_000,
};

const GEMINI: Capabilities = {
  ...COMPATIBLE_CAPABILITIES,
  contentParts: true,
  caching: "implicit",
  structuredOutput: true,
  reasoningEffort: true,
  contextWindow: 1_048_576,
};

/** These servers enforce a JSON Schema, but take no grammar. */
const LOCAL_JSON: Capabilities = {
  ...COMPATIBLE_CAPABILITIES,
  structuredOutput: true,
  form: "json",
};

type CapabilityRow = {
  provider: string;
  /** The first row of the provider whose pattern fits the model id counts. */
  model: RegExp;
  is: Capabilities;
};

const OPENROUTER: Capabilities = {
  ...COMPATIBLE_CAPABILITIES,
  contentParts: true,
  caching: "implicit",
  structuredOutput: true,
  reasoningEffort: true,
};

/** A 4.5 Claude still takes sampling keys; later ones answer 400 to them. */
const TABLE: readonly CapabilityRow[] = [
  {
    provider: "anthropic",
    model: /^claude-(?:opus|sonnet|haiku)-4-5\b/,
    is: { ...ANTHROPIC, sampling: true, reasoningEffort: false },
  },
  {
    provider: "anthropic",
    model: /^claude-(?:opus-(?:[5-9]|4-[6-9])|sonnet-(?:[5-9]|4-6)|haiku-[5-9]|fable-|mythos-)/,
    is: { ...ANTHROPIC, contextWindow: 1_000_000 },
  },
  { provider: "anthropic", model: /./, is: ANTHROPIC },
  {
    provider: "openai",
    model: /^gpt-4o/,
    is: { ...OPENAI, sampling: true, reasoningEffort: false, contextWindow: 128_000 },
  },
  {
    provider: "openai",
    model: /^gpt-4\.1/,
    is: { ...OPENAI, sampling: true, reasoningEffort: false, contextWindow: 1_047_576 },
  },
  {
    provider: "openai",
    model: /^gpt-5\.[45]/,
    is: { ...OPENAI, contextWindow: 1_050_000 },
  },
  {
    provider: "openai",
    model: /^gpt-(?:5\.[6-9]|[6-9]|\d\d)/,
    is: { ...OPENAI, caching: "prompt-cache-breakpoints", contextWindow: 1_050_000 },
  },
  { provider: "openai", model: /./, is: OPENAI },
  { provider: "gemini", model: /^gemini-(?:[12]\.|[12]-)/, is: GEMINI },
  { provider: "gemini", model: /./, is: { ...GEMINI, sampling: false } },
  {
    provider: "ollama",
    model: /[:-]cloud$/,
    is: { ...COMPATIBLE_CAPABILITIES, structuredOutput: true },
  },
  { provider: "ollama", model: /./, is: LOCAL_JSON },
  { provider: "lmstudio", model: /./, is: LOCAL_JSON },
  {
    provider: "openrouter",
    model: /^~?anthropic\//,
    is: { ...OPENROUTER, caching: "breakpoints" },
  },
  { provider: "openrouter", model: /./, is: OPENROUTER },
  { provider: "program", model: /./, is: { ...LOCAL_CAPABILITIES, structuredOutput: false } },
  { provider: "llamacpp", model: /./, is: { ...COMPATIBLE_CAPABILITIES, form: "grammar" } },
  { provider: "vllm", model: /./, is: { ...COMPATIBLE_CAPABILITIES, form: "structured_outputs" } },
];

export function findCapabilities(provider: string, id: string): Capabilities {
  const row = TABLE.find((each) => each.provider === provider && each.model.test(id));
  return row?.is ?? COMPATIBLE_CAPABILITIES;
}

const THINKING_TOKENS = 8_192;

/** Thinking counts towards the same limit as the text. */
export function addThinkingRoom(
  visible: number,
  { reasoningEffort }: Pick<Capabilities, "reasoningEffort">,
  thinking: number = THINKING_TOKENS,
): number {
  return reasoningEffort ? visible + thinking : visible;
}

export function listUntakenSampling(
  { temperature, effort }: { temperature?: number | undefined; effort?: string | undefined },
  { sampling, reasoningEffort }: Capabilities,
): readonly ("temperature" | "effort")[] {
  return [
    ...(temperature !== undefined && !sampling ? (["temperature"] as const) : []),
    ...(effort !== undefined && !reasoningEffort ? (["effort"] as const) : []),
  ];
}
