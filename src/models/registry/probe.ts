// Asks a provider for its list of models: whether a key works, and whether a model exists. Costs
// nothing.

import type { Environment } from "../../scenario/files/variables.ts";
import { connectAnthropic } from "../anthropic/anthropic-model.ts";
import { hideQuery } from "../calls/address-fault.ts";
import { createEndpointMask, type Endpoint } from "../calls/endpoint.ts";
import { mapHttpError, readError } from "../calls/map-http-error.ts";
import { findProxy } from "../calls/model-fetch.ts";
import { COMPATIBLE_CAPABILITIES } from "../contract/capabilities.ts";
import { connectOpenAi } from "../openai/openai-model.ts";
import { type Provider, readKey } from "./providers.ts";

type ProbeOptions = {
  provider: Provider;
  env: Environment;
  isOffline?: boolean | undefined;
  /** Default 5,000. */
  timeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
};

export type ProbeReport = {
  provider: string;
  baseUrl: string;
  addressFrom: string | null;
  keyVariable: string | null;
  key: "set" | "missing" | "not needed";
  /** `not tried` if a key is missing; `refused` if the server answered with an error or without a model. */
  status: "answers" | "refused" | "unreachable" | "not tried";
  detail: string;
};

/** Asks for its list of models, once and briefly. Always resolves. */
export async function probeProvider(options: ProbeOptions): Promise<ProbeReport> {
  const { name, keyVariable, addressFrom, invalid } = options.provider;
  const baseUrl = hideQuery(options.provider.baseUrl);
  const apiKey = readKey(options.provider, options.env);
  const key = keyVariable === null ? "not needed" : apiKey === "" ? "missing" : "set";
  const known = { provider: name, baseUrl, addressFrom, keyVariable, key } as const;
  if (invalid) return { ...known, status: "not tried", detail: invalid.message };
  if (options.isOffline) return { ...known, status: "not tried", detail: "" };
  if (key === "missing")
    return { ...known, status: "not tried", detail: `${keyVariable} is not set.` };
  return { ...known, ...(await ask(options, apiKey)) };
}

async function ask(
  { provider, timeoutMs = 5_000, fetch, env }: ProbeOptions,
  apiKey: string,
): Promise<Pick<ProbeReport, "status" | "detail">> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const proxyFrom = findProxy(provider.baseUrl, env)?.variable;
  const endpoint = { ...createProbeEndpoint(provider, apiKey, timeoutMs, fetch), proxyFrom };
  const models = listModelsAt(endpoint, provider.speaks, () => timeout);
  try {
    const { length } = await models.list();
    if (length === 0)
      return {
        status: "refused",
        detail: `${readHost(provider)} lists no model; check that it is a model server, and the address`,
      };
    const listed = length === 1 ? "1 model" : `${length} models`;
    return {
      status: "answers",
      detail: `It lists ${listed}. No model was tried: boardroom doctor --try MODEL.`,
    };
  } catch (error) {
    if (timeout.aborted) {
      const detail = describeUnreachable(endpoint, `no answer within ${timeoutMs / 1000} s`);
      return { status: "unreachable", detail };
    }
    const { kind, message, facts } = mapHttpError(readError(error));
    const reported = createEndpointMask(endpoint).hideAllKeys(message);
    if (facts.retryable === false) return { status: "refused", detail: reported };
    if (facts.status === undefined)
      return { status: "unreachable", detail: describeUnreachable(endpoint, reported) };
    return { status: "refused", detail: `${reported} (${kind})` };
  }
}

/** Models of a provider, for free. Loading its SDK does not count towards the limit. */
function listModelsAt(endpoint: Endpoint, speaks: Provider["speaks"], limit: () => AbortSignal) {
  const readIds = ({ data }: { data: readonly { id: string }[] }) =>
    (data ?? []).map(({ id }) => id.replace(/^models\//, ""));
  if (speaks === "anthropic")
    return {
      list: async () =>
        readIds(
          await (await connectAnthropic(endpoint)).models.list(
            { limit: 1_000 },
            { signal: limit() },
          ),
        ),
      find: async () =>
        (await connectAnthropic(endpoint)).models.retrieve(endpoint.id, {}, { signal: limit() }),
    };
  return {
    list: async () =>
      readIds(await (await connectOpenAi(endpoint)).models.list({ signal: limit() })),
    find: async () =>
      (await connectOpenAi(endpoint)).models.retrieve(endpoint.id, { signal: limit() }),
  };
}

type ModelFault = { known: readonly string[] } | { refused: string };

/** Null unless it is certain: aliases are not listed, gateways have no address for one model, and some keys may only chat. */
export async function findModelFault(
  endpoint: Endpoint,
  speaks: Provider["speaks"],
): Promise<ModelFault | null> {
  const models = listModelsAt(endpoint, speaks, () => AbortSignal.timeout(5_000));
  try {
    await models.find();
    return null;
  } catch (error) {
    const { kind, message, facts } = mapHttpError(readError(error));
    if (facts.status === 401 && !/scope|permission/i.test(message))
      return { refused: createEndpointMask(endpoint).hideAllKeys(message) };
    if (kind !== "unknown-model") return null;
  }
  const known = await models.list().catch(() => []);
  // A gateway may name a model with a variant, such as :free, or list a pattern.
  const isKnown = known.some((id) => id.includes("*") || `${endpoint.id}:`.startsWith(`${id}:`));
  return known.length === 0 || isKnown ? null : { known };
}

function describeUnreachable({ provider, baseUrl, proxyFrom }: Endpoint, message: string): string {
  const isNobody = /ECONNREFUSED|EADDRNOTAVAIL/.test(message);
  const why = isNobody
    ? "nothing answers there"
    : /ENOTFOUND|EAI_AGAIN/.test(message)
      ? "unknown host"
      : message;
  const ownRemedy =
    provider === "ollama" ? "start it with `ollama serve`" : "check its server and the address";
  const remedy = proxyFrom ? `check the proxy of ${proxyFrom}` : ownRemedy;
  return `${readHost({ baseUrl })} cannot be reached: ${why}; ${remedy}`;
}

function readHost({ baseUrl }: Pick<Provider, "baseUrl">): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : hideQuery(baseUrl);
}

function createProbeEndpoint(
  { name, baseUrl, addressFrom }: Provider,
  apiKey: string,
  totalMs: number,
  fetch: ProbeOptions["fetch"],
): Endpoint {
  const model = { spec: name, provider: name, id: "", capabilities: COMPATIBLE_CAPABILITIES };
  return { ...model, baseUrl, addressFrom, apiKey, limits: { totalMs }, fetch };
}
