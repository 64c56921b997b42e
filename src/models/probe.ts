import { connectAnthropic } from "./anthropic/anthropic-model.ts";
import { mapError as mapAnthropicError } from "./anthropic/map-error.ts";
import { COMPATIBLE_CAPABILITIES } from "./capabilities.ts";
import type { Endpoint } from "./endpoint.ts";
import { withoutKey } from "./failure.ts";
import { mapError as mapOpenAiError } from "./openai/map-error.ts";
import { connectOpenAi } from "./openai/openai-model.ts";
import type { Provider } from "./providers.ts";

export type ProbeOptions = {
  readonly provider: Provider;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default 5,000. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
};

/** How a provider stands. The key is never in it. */
export type ProbeReport = {
  readonly provider: string;
  readonly baseUrl: string;
  /** Environment variable that holds the key; null where none is needed. */
  readonly keyVariable: string | null;
  readonly key: "set" | "missing" | "not needed";
  /** `not tried` where a key is missing; `refused` where the server answered with an error. */
  readonly status: "reachable" | "refused" | "unreachable" | "not tried";
  /** One sentence. */
  readonly detail: string;
};

/** Asks one provider for its list of models, once and briefly. Always resolves. */
export async function probeProvider(options: ProbeOptions): Promise<ProbeReport> {
  const { name, baseUrl, keyVariable } = options.provider;
  const apiKey = keyVariable === null ? "" : (options.env[keyVariable]?.trim() ?? "");
  const key = keyVariable === null ? "not needed" : apiKey === "" ? "missing" : "set";
  const known = { provider: name, baseUrl, keyVariable, key } as const;
  if (key === "missing") return { ...known, status: "not tried", detail: `${keyVariable} is not set.` };
  return { ...known, ...(await ask(options, apiKey)) };
}

async function ask(
  { provider, timeoutMs = 5_000, fetch }: ProbeOptions,
  apiKey: string,
): Promise<Pick<ProbeReport, "status" | "detail">> {
  const endpoint = endpointOf(provider, apiKey, timeoutMs, fetch);
  const isAnthropic = provider.speaks === "anthropic";
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const page = isAnthropic
      ? await (await connectAnthropic(endpoint)).models.list({}, { signal: timeout })
      : await (await connectOpenAi(endpoint)).models.list({ signal: timeout });
    return { status: "reachable", detail: `It lists ${page.data?.length ?? 0} models.` };
  } catch (error) {
    if (timeout.aborted) return { status: "unreachable", detail: `No answer within ${timeoutMs} ms.` };
    const { kind, message, facts } = (isAnthropic ? mapAnthropicError : mapOpenAiError)(error);
    const status = facts.status === undefined ? "unreachable" : "refused";
    return { status, detail: `${withoutKey(message, apiKey)} (${kind})` };
  }
}

function endpointOf(
  { name, baseUrl }: Provider,
  apiKey: string,
  totalMs: number,
  fetch: ProbeOptions["fetch"],
): Endpoint {
  const model = { spec: name, provider: name, id: "", capabilities: COMPATIBLE_CAPABILITIES };
  return { ...model, baseUrl, apiKey, limits: { totalMs }, fetch };
}
