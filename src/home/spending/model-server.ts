// Asks a model's server, before a meeting, whether it has the model, takes the key and has which
// context window. It calls no model.

import type { Problem } from "../../errors.ts";
import { findAddressFault } from "../../models/calls/address-fault.ts";
import { findProxy } from "../../models/calls/model-fetch.ts";
import { dropApiPath } from "../../models/local/ask-json.ts";
import { findLocalModel, recogniseServer, SERVER_NAMES } from "../../models/local/local-server.ts";
import { OLLAMA_WINDOW, readOllamaFacts } from "../../models/local/ollama-models.ts";
import { findModelFault } from "../../models/registry/probe.ts";
import { listProviders, type Provider, readKey } from "../../models/registry/providers.ts";
import { suggestNames } from "../../scenario/files/nearest.ts";
import type { Io } from "../process/io.ts";
import { createModelRegistry, type ProjectSettings } from "../settings/settings.ts";

export type ServedModel = {
  spec: string;
  id: string;
  provider: Provider;
};

/** Null for models of this process. Throws if the key or the address can never work, before anything is asked. */
export function findServedModel(io: Io, own: ProjectSettings, spec: string): ServedModel | null {
  const [name = "", ...id] = spec.split(":");
  if (Object.hasOwn({ ...own.factories, ...io.factories }, name)) return null;
  const provider = listProviders(own.models, io.env).find((each) => each.name === name);
  if (provider?.invalid) throw provider.invalid;
  return provider ? { spec, id: id.join(":"), provider } : null;
}

const answers = new WeakMap<Io["env"], Map<string, Promise<Problem | null>>>();

/** Calls no model and costs nothing. Null for a hosted model without a known fault, and for one with a missing key. */
export async function askServer(
  io: Io,
  own: ProjectSettings,
  model: ServedModel,
): Promise<GivenWindow | Problem | null> {
  const { spec, provider } = model;
  if (provider.counts !== undefined) return askWindow(io, model);
  const { keyVariable } = provider;
  if (keyVariable === null || !io.env[keyVariable]?.trim()) return null;
  const known = answers.get(io.env) ?? new Map<string, Promise<Problem | null>>();
  answers.set(io.env, known);
  const answer = known.get(spec) ?? findHostedProblem(io, own, model);
  known.set(spec, answer);
  return answer;
}

async function findHostedProblem(
  io: Io,
  own: ProjectSettings,
  { spec, id, provider }: ServedModel,
): Promise<Problem | null> {
  const { name, keyVariable, speaks } = provider;
  const fault = await findModelFault(
    createModelRegistry(io, own.models).createSpecEndpoint(spec),
    speaks,
  );
  if (fault === null) return null;
  if ("known" in fault) return describeUnknownModel(name, id, fault.known);
  return {
    message: `${name} refuses the key in ${keyVariable}: ${fault.refused}`,
    remedy: `Set ${keyVariable} to a valid key, or let --model auto find a model on this computer.`,
  };
}

/** A server that a user names may be busy. One that is searched for gets less time. */
const NAMED_SERVER_MS = 10_000;

/** Tokens; with `window: null` the server opens a window of any size. */
export type GivenWindow = { window: number | null; isKnown: boolean; isLoading?: true };

async function askWindow(io: Io, { id, provider }: ServedModel): Promise<GivenWindow | Problem> {
  const stated = provider.settings.capabilities?.contextWindow;
  if (typeof stated === "number") return { window: stated, isKnown: true };
  const { name, keyVariable, addressVariable, baseUrl, addressFrom } = provider;
  const access = { fetch: io.fetch, apiKey: readKey(provider, io.env), timeoutMs: NAMED_SERVER_MS };
  const origin = dropApiPath(baseUrl);
  const server = await recogniseServer(origin, access);
  if (server === "locked")
    return {
      message: `the server at ${new URL(origin).host} asks for a key`,
      remedy: keyVariable
        ? `Set ${keyVariable} to its key.`
        : `Put the key into an environment variable, and name that in boardroom.yaml: providers.${name}.keyVariable`,
    };
  // Its calls wait until it is ready.
  if (server === "loading") return { window: OLLAMA_WINDOW, isKnown: false, isLoading: true };
  const proxyFrom = findProxy(baseUrl, io.env)?.variable;
  const address = { provider: name, baseUrl, addressFrom, proxyFrom, ...access };
  const fault = server === null || server === "other" ? await findAddressFault(address) : null;
  if (fault !== null) return { message: fault };
  const isOllama = provider.speaks === "ollama";
  const isOther = server === "other" || server === null;
  if (
    server === null ||
    (isOllama ? isOther || server.provider !== "ollama" : isOther && isPreset(name))
  ) {
    const who = isOllama ? "Ollama" : isPreset(name) ? SERVER_NAMES[name] : "server";
    const what = isOther ? "another server" : SERVER_NAMES[server.provider];
    const address = addressVariable?.name ?? `providers.${name}.baseUrl`;
    const start = isOllama ? "Start it with `ollama serve`" : "Start it";
    return {
      message: `no ${who} answers at ${new URL(origin).host}${server === null ? "" : `, but ${what}`}`,
      remedy: `${server === null ? `${start}, set ${address} if it has another address,` : `Set ${address} to its address,`} or let --model auto find a model.`,
    };
  }
  if (isOther) return { window: OLLAMA_WINDOW, isKnown: false };
  const ids = server.models.map((each) => each.id);
  if (isOllama) {
    const { isReachable, most } = await readOllamaFacts(origin, id, access);
    return isReachable ? { window: most, isKnown: true } : describeUnknownModel("Ollama", id, ids);
  }
  const model = findLocalModel(server, id);
  if (!model) return describeUnknownModel(SERVER_NAMES[server.provider], id, ids);
  return { window: model.window ?? OLLAMA_WINDOW, isKnown: model.window !== null };
}

function isPreset(name: string): name is keyof typeof SERVER_NAMES {
  return Object.hasOwn(SERVER_NAMES, name);
}

function describeUnknownModel(server: string, id: string, known: readonly string[]): Problem {
  const pull = server === "Ollama" ? ` To download it: ollama pull ${id}` : "";
  return {
    message: `${server} has no model ${JSON.stringify(id)}`,
    remedy: `${suggestNames(id, known, "Models")}${pull}`,
  };
}
