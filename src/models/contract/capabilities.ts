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
  /** Continues the last message if it is the model's own. Absent: a server that is asked for its form tells that, too. */
  prefill?: boolean | undefined;
  reasoningEffort: boolean;
  outputLimitKey: "max_tokens" | "max_completion_tokens";
  /** Tokens; null if unknown. */
  contextWindow: number | null;
};

/** Of models in this process. Each vendor below says how it differs. */
export const IN_PROCESS_CAPABILITIES: Capabilities = {
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

/** Of an OpenAI-compatible endpoint without a row in the table. */
export const COMPATIBLE_CAPABILITIES: Capabilities = {
  ...IN_PROCESS_CAPABILITIES,
  contentParts: false,
  sampling: true,
  structuredOutput: false,
};

const ANTHROPIC: Capabilities = {
  ...IN_PROCESS_CAPABILITIES,
  caching: "breakpoints",
  reasoningEffort: true,
  contextWindow: 200_000,
};

const OPENAI: Capabilities = {
  ...IN_PROCESS_CAPABILITIES,
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

/** Servers that enforce a JSON Schema, but take no grammar. */
const JSON_SERVER: Capabilities = {
  ...COMPATIBLE_CAPABILITIES,
  structuredOutput: true,
  form: "json",
};

/** The first row of a provider whose pattern fits the model id counts. */
type CapabilityRow = readonly [provider: string, model: RegExp, is: Capabilities];

const OPENROUTER: Capabilities = {
  ...COMPATIBLE_CAPABILITIES,
  contentParts: true,
  caching: "implicit",
  structuredOutput: true,
  reasoningEffort: true,
};

/** A 4.5 Claude still takes sampling keys; later ones answer 400 to them. */
const TABLE: readonly CapabilityRow[] = [
  [
    "anthropic",
    /^claude-(?:opus|sonnet|haiku)-4-5\b/,
    { ...ANTHROPIC, sampling: true, reasoningEffort: false },
  ],
  [
    "anthropic",
    /^claude-(?:opus-(?:[5-9]|4-[6-9])|sonnet-(?:[5-9]|4-6)|haiku-[5-9]|fable-|mythos-)/,
    { ...ANTHROPIC, contextWindow: 1_000_000 },
  ],
  ["anthropic", /./, ANTHROPIC],
  [
    "openai",
    /^gpt-4o/,
    { ...OPENAI, sampling: true, reasoningEffort: false, contextWindow: 128_000 },
  ],
  [
    "openai",
    /^gpt-4\.1/,
    { ...OPENAI, sampling: true, reasoningEffort: false, contextWindow: 1_047_576 },
  ],
  ["openai", /^gpt-5\.[45]/, { ...OPENAI, contextWindow: 1_050_000 }],
  [
    "openai",
    /^gpt-(?:5\.[6-9]|[6-9]|\d\d)/,
    { ...OPENAI, caching: "prompt-cache-breakpoints", contextWindow: 1_050_000 },
  ],
  ["openai", /./, OPENAI],
  ["gemini", /^gemini-(?:[12]\.|[12]-)/, GEMINI],
  ["gemini", /./, { ...GEMINI, sampling: false }],
  ["ollama", /[:-]cloud$/, { ...COMPATIBLE_CAPABILITIES, structuredOutput: true }],
  ["ollama", /./, JSON_SERVER],
  ["lmstudio", /./, JSON_SERVER],
  ["openrouter", /^~?anthropic\//, { ...OPENROUTER, caching: "breakpoints" }],
  ["openrouter", /./, OPENROUTER],
  ["program", /./, { ...IN_PROCESS_CAPABILITIES, structuredOutput: false }],
  ["llamacpp", /./, { ...COMPATIBLE_CAPABILITIES, form: "grammar", prefill: true }],
  ["vllm", /./, { ...COMPATIBLE_CAPABILITIES, form: "structured_outputs", prefill: true }],
];

export function findCapabilities(provider: string, id: string): Capabilities {
  const row = TABLE.find(([name, model]) => name === provider && model.test(id));
  return row?.[2] ?? COMPATIBLE_CAPABILITIES;
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
  const untaken: ("temperature" | "effort")[] = [];
  if (temperature !== undefined && !sampling) untaken.push("temperature");
  if (effort !== undefined && !reasoningEffort) untaken.push("effort");
  return untaken;
}
