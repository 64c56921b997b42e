/** What an endpoint takes, so that facts about providers stand in one table and not in `if`s. */
export type Capabilities = {
  /** Content as an array of parts; otherwise parts and cue are glued with blank lines. */
  readonly contentParts: boolean;
  /** How a cached prefix is asked for. */
  readonly caching: "breakpoints" | "prompt-cache-key" | "implicit" | "none";
  /** Sampling keys such as temperature are taken. */
  readonly sampling: boolean;
  /** A message of role `system` is taken; otherwise what it holds opens the first message of the user. */
  readonly systemRole: boolean;
  /** Replies are held to a JSON Schema; `tried`: asked for so and in words, by words alone where that is refused. */
  readonly structuredOutput: boolean | "tried";
  /** The request's key under which a grammar (GBNF) is taken that messages in XML are held to. */
  readonly grammar: "none" | "grammar" | "structured_outputs" | "guided_grammar";
  readonly reasoningEffort: boolean;
  /** Name of the output limit's key. */
  readonly outputLimitKey: "max_tokens" | "max_completion_tokens";
  /** Tokens; null where unknown. */
  readonly contextWindow: number | null;
};

/** What a model inside this process takes: scripted, recorded, simulated. */
export const LOCAL_CAPABILITIES: Capabilities = {
  contentParts: true,
  caching: "none",
  sampling: false,
  systemRole: true,
  structuredOutput: true,
  grammar: "none",
  reasoningEffort: false,
  outputLimitKey: "max_tokens",
  contextWindow: null,
};

/** Sent to an endpoint nobody has described: only what every OpenAI-compatible server takes. */
export const COMPATIBLE_CAPABILITIES: Capabilities = {
  contentParts: false,
  caching: "none",
  sampling: true,
  systemRole: true,
  structuredOutput: false,
  grammar: "none",
  reasoningEffort: false,
  outputLimitKey: "max_tokens",
  contextWindow: null,
};

const ANTHROPIC: Capabilities = {
  contentParts: true,
  caching: "breakpoints",
  sampling: false,
  systemRole: true,
  structuredOutput: true,
  grammar: "none",
  reasoningEffort: true,
  outputLimitKey: "max_tokens",
  contextWindow: 200_000,
};

const OPENAI: Capabilities = {
  contentParts: true,
  caching: "prompt-cache-key",
  sampling: false,
  systemRole: true,
  structuredOutput: true,
  grammar: "none",
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

type CapabilityRow = {
  readonly provider: string;
  /** The first row of the provider whose pattern fits the model id counts. */
  readonly model: RegExp;
  readonly is: Capabilities;
};

/** Read from the top. A 4.5 Claude still takes sampling keys; later ones answer 400 to them. */
const TABLE: readonly CapabilityRow[] = [
  {
    provider: "anthropic",
    model: /^claude-(?:opus|sonnet|haiku)-4-5\b/,
    is: { ...ANTHROPIC, sampling: true, reasoningEffort: false },
  },
  {
    provider: "anthropic",
    model: /^claude-(?:opus-(?:[5-9]|4-[6-9])|sonnet-(?:[5-9]|4-6)|fable-|mythos-)/,
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
    model: /^(?:gpt-5\.[4-9]|gpt-[6-9])/,
    is: { ...OPENAI, contextWindow: 1_050_000 },
  },
  { provider: "openai", model: /./, is: OPENAI },
  { provider: "gemini", model: /./, is: GEMINI },
  {
    provider: "ollama",
    model: /./,
    is: { ...COMPATIBLE_CAPABILITIES, structuredOutput: true },
  },
  {
    provider: "openrouter",
    model: /./,
    is: { ...COMPATIBLE_CAPABILITIES, contentParts: true, caching: "implicit", structuredOutput: true },
  },
  { provider: "simulated", model: /./, is: LOCAL_CAPABILITIES },
  { provider: "scripted", model: /./, is: LOCAL_CAPABILITIES },
];

/** What `id` at `provider` takes; an unlisted provider gets the least any OpenAI-compatible server takes. */
export function capabilitiesOf(provider: string, id: string): Capabilities {
  const row = TABLE.find((each) => each.provider === provider && each.model.test(id));
  return row?.is ?? COMPATIBLE_CAPABILITIES;
}

/** Tokens to ask for so that `visible` tokens of text fit beside thinking, which counts towards the same limit. */
export function withThinkingRoom(
  visible: number,
  { reasoningEffort }: Pick<Capabilities, "reasoningEffort">,
): number {
  return reasoningEffort ? visible + 8_192 : visible;
}

/** The sampling settings that would be left out for this model. */
export function untakenSampling(
  { temperature, effort }: { readonly temperature?: number | undefined; readonly effort?: string | undefined },
  { sampling, reasoningEffort }: Capabilities,
): readonly ("temperature" | "effort")[] {
  return [
    ...(temperature !== undefined && !sampling ? (["temperature"] as const) : []),
    ...(effort !== undefined && !reasoningEffort ? (["effort"] as const) : []),
  ];
}
