// What is known of one address: its limits of time, and what was learned about the fields that it
// refuses.

import type { Capabilities } from "../contract/capabilities.ts";
import { Mask } from "../contract/mask.ts";
import type { ModelRequest } from "../contract/model.ts";
import type { CallLimits, SettledCallLimits } from "./call-watchdog.ts";
import type { Lack } from "./error-words.ts";

export type Endpoint = {
  spec: string;
  provider: string;
  id: string;
  capabilities: Capabilities;
  baseUrl: string;
  /** As `Provider` has it; null for the provider's own address. */
  addressFrom?: string | null | undefined;
  /** The environment variable with the proxy of this address; null if it is called directly. */
  proxyFrom?: string | null | undefined;
  /** Empty if the endpoint takes none. */
  apiKey: string;
  limits?: CallLimits | undefined;
  learned?: Learned | undefined;
  /** Context window of a local server; null if unknown. Hosted models omit it. */
  window?: (() => Promise<number | null>) | undefined;
  /** Asks a local server by which key of a request it takes a grammar; null if by none. */
  grammarKey?: (() => Promise<"grammar" | "structured_outputs" | null>) | undefined;
  /** The server may count only the tokens that it evaluated. */
  countsEvaluated?: boolean | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
};

const IDLE_MS = 60_000;
const THINKING_TIMES = 3;

/** A local server may load its model first, and a plain machine reads a long prompt slowly. */
const LOCAL_FIRST_MS = 600_000;

const TOTAL_MS = 600_000;
const LOCAL_TOTAL_MS = 1_800_000;

export function readCallLimits({
  limits = {},
  baseUrl,
  capabilities,
}: Endpoint): SettledCallLimits {
  const isLocal = isLocalAddress(baseUrl);
  const idleMs = limits.idleMs ?? IDLE_MS;
  const remoteFirst = capabilities.reasoningEffort ? THINKING_TIMES * idleMs : idleMs;
  const firstMs = limits.firstMs ?? (isLocal ? Math.max(LOCAL_FIRST_MS, idleMs) : remoteFirst);
  return { idleMs, firstMs, totalMs: limits.totalMs ?? (isLocal ? LOCAL_TOTAL_MS : TOTAL_MS) };
}

/** This machine or a private network: a server as slow as its machine. */
export function isLocalAddress(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return NAMES.test(host) || IPV4.test(host) || IPV6.test(host) || !/[.:]/.test(host);
}

export function isLoopback(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return /^localhost$|\.localhost$|^127\.|^::1$/.test(host);
}

const NAMES = /^localhost$|\.(?:localhost|local|internal|lan|home\.arpa)$/;
const IPV4 = /^(?:0\.0\.0\.0|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/;
/** Loopback, unique local and link-local. */
const IPV6 = /^(?:::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/** Hidden in all that the server sends: the key, and the values in the query of its address. */
export function createEndpointMask({ apiKey, baseUrl }: Endpoint): Mask {
  const query = URL.canParse(baseUrl) ? [...new URL(baseUrl).searchParams.values()] : [];
  return new Mask([apiKey, ...query]);
}

/** What a server turned out not to take. It is asked without that from then on. */
export type Learned = {
  takesSystemRole: boolean;
  takesConstraints: boolean;
  mostOutput: number;
  /** Names of parameters that it refused. */
  omitted: ReadonlySet<string>;
  /** The model thinks before it answers; absent before Ollama was asked. */
  thinks?: boolean | undefined;
  /** The context window of Ollama; null if unknown, absent before the first call. */
  window?: number | null;
};

export function createLearned(): Learned {
  return {
    takesSystemRole: true,
    takesConstraints: true,
    mostOutput: Number.POSITIVE_INFINITY,
    omitted: new Set(),
  };
}

/** What a server refused, by the names of its parameters and in words. */
export function listRefused({
  omitted,
  takesSystemRole,
  takesConstraints,
  mostOutput,
}: Learned): string[] {
  const refused = [...omitted];
  if (!takesSystemRole) refused.push("the system role");
  if (!takesConstraints) refused.push("JSON Schema");
  if (Number.isFinite(mostOutput)) refused.push(`replies above ${mostOutput} tokens`);
  return refused;
}

/** True if the same call has a chance now. `sent`: what was known when it was sent, as calls learn side by side. */
export function applyLack(
  learned: Learned,
  lack: Lack,
  sent: Learned,
  once: { mostOutput: number },
): boolean {
  switch (lack.of) {
    case "system-role":
      learned.takesSystemRole = false;
      return sent.takesSystemRole;
    case "constraints":
      learned.takesConstraints = false;
      return sent.takesConstraints;
    case "parameter":
      learned.omitted = new Set([...learned.omitted, lack.name]);
      return !sent.omitted.has(lack.name);
    case "output":
      if (lack.most >= Math.min(sent.mostOutput, once.mostOutput)) return false;
      if (lack.always) learned.mostOutput = lack.most;
      else once.mostOutput = lack.most;
      return true;
  }
}

export function applyLearned(capabilities: Capabilities, learned: Learned): Capabilities {
  const { outputLimitKey: key } = capabilities;
  const otherKey = key === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  return {
    ...capabilities,
    outputLimitKey: learned.omitted.has(key) ? otherKey : key,
    caching: chooseCaching(learned.omitted, capabilities.caching),
    reasoningEffort: capabilities.reasoningEffort && !isAnyAmong(EFFORT_FIELDS, learned.omitted),
    systemRole: capabilities.systemRole && learned.takesSystemRole,
    structuredOutput:
      learned.takesConstraints &&
      !learned.omitted.has("output_config") &&
      capabilities.structuredOutput,
    form: learned.takesConstraints ? capabilities.form : "tags",
    prefill: capabilities.prefill && !learned.omitted.has(PREFILL_FIELD),
  };
}

export const PREFILL_FIELD = "continue_final_message";

const EFFORT_FIELDS = ["reasoning_effort", "effort", "output_config", "think"];

/** Fields that ask a provider to keep a prompt. A call can do without them. */
const MARK_FIELDS = ["cache_control", "prompt_cache_breakpoint", "prompt_cache_options"];

function chooseCaching(
  omitted: ReadonlySet<string>,
  caching: Capabilities["caching"],
): Capabilities["caching"] {
  if (!isAnyAmong(MARK_FIELDS, omitted)) return caching;
  return caching === "prompt-cache-breakpoints" ? "prompt-cache-key" : "implicit";
}

function isAnyAmong(names: readonly string[], among: ReadonlySet<string>): boolean {
  return names.some((name) => among.has(name));
}

export function limitOutput(request: ModelRequest, ...limits: readonly number[]): ModelRequest {
  const most = Math.min(...limits);
  return request.maxOutputTokens <= most ? request : { ...request, maxOutputTokens: most };
}
