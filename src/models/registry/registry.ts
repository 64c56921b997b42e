// Makes the model that a name asks for, with the provider's address, key, limits and price.

import { BoardroomError } from "../../errors.ts";
import { findNearest } from "../../scenario/files/nearest.ts";
import type { Environment } from "../../scenario/files/variables.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { createAnthropicModel } from "../anthropic/anthropic-model.ts";
import { createLearned, type Endpoint, type Learned, listRefused } from "../calls/endpoint.ts";
import { createModelFetch, findProxy } from "../calls/model-fetch.ts";
import type { Model } from "../contract/model.ts";
import { type ModelSpec, parseModelSpec } from "../contract/model-spec.ts";
import { dropApiPath } from "../local/ask-json.ts";
import {
  findGrammarKey,
  findLocalModel,
  type Recognised,
  recogniseServer,
} from "../local/local-server.ts";
import { createOllamaModel } from "../ollama/ollama-model.ts";
import { createOpenAiModel } from "../openai/openai-model.ts";
import { createProgramFactory } from "../program/program-model.ts";
import type { StartProgram } from "../program/running-program.ts";
import { findCapabilitiesAt } from "./capabilities-for.ts";
import { listProviders, PRESETS, type Provider, readKey } from "./providers.ts";
import { type ModelSettings, toMilliseconds } from "./settings.ts";

export type ModelFactory = (input: {
  id: string;
  spec: string;
  seat: Seat;
  scenario: Scenario;
}) => Model;

export type RegistryOptions = {
  /** Where keys and addresses are looked up; only the variables that providers name are read. */
  env: Environment;
  settings?: ModelSettings | undefined;
  factories?: Readonly<Record<string, ModelFactory>> | undefined;
  /** Starts the programs of the settings. Without it, `program:NAME` is refused. */
  startProgram?: StartProgram | undefined;
  /** Default: a `fetch` that uses the proxy which `env` names. */
  fetch?: typeof fetch | undefined;
};

export type ModelRegistry = {
  parse(spec: string): ModelSpec;
  /** Throws `unknown-model` or `missing-key` before anything is sent. */
  create(input: { spec: string; seat: Seat; scenario: Scenario }): Model;
  /** Adds or replaces a provider, for this registry only. */
  registerProvider(name: string, factory: ModelFactory): void;
  endpoints(): readonly Provider[];
  /** Throws as `create` does. */
  createSpecEndpoint(spec: string): Endpoint;
  /** What the model's server refused so far. Its calls are made without that. */
  listRefused(spec: string): string[];
};

/** Two registries share nothing. */
export function createRegistry(given: RegistryOptions): ModelRegistry {
  const options = { ...given, fetch: given.fetch ?? createModelFetch(given.env) };
  const factories = new Map(Object.entries(options.factories ?? {}));
  const { env, settings, startProgram } = options;
  if (startProgram) {
    const { programs = {} } = settings ?? {};
    factories.set("program", createProgramFactory({ env, programs, start: startProgram }));
  }
  const providers = listProviders(options.settings, options.env);
  const learned = new Map<string, Learned>();
  const listNames = (): readonly string[] => [
    ...new Set([...factories.keys(), ...providers.map(({ name }) => name)]),
  ];

  function parse(text: string): ModelSpec {
    const spec = splitSpec(text, factories);
    if (listNames().includes(spec.provider)) return spec;
    throw createUnknownProvider(spec, listNames());
  }
  function createSpecEndpoint(text: string): Endpoint {
    const spec = parse(text);
    const provider = providers.find(({ name }) => name === spec.provider);
    if (provider === undefined) throw createUnknownProvider(spec, listNames());
    const known = learned.get(spec.spec) ?? createLearned();
    learned.set(spec.spec, known);
    const found = { ...createEndpoint(spec, provider, options), learned: known };
    if (provider.counts === undefined) return found;
    const askOnce = createServerLookup(found);
    return {
      ...found,
      window: () => findWindow(found, provider, askOnce),
      grammarKey: async () => findGrammarKey(await askOnce()),
    };
  }
  return {
    parse,
    createSpecEndpoint,
    create({ spec: text, seat, scenario }) {
      const { spec, provider, id } = parse(text);
      const factory = factories.get(provider);
      if (factory) return factory({ id, spec, seat, scenario });
      const found = createSpecEndpoint(spec);
      return MODELS[providers.find(({ name }) => name === found.provider)?.speaks ?? "openai"](
        found,
      );
    },
    registerProvider(name, factory) {
      factories.set(name, factory);
    },
    endpoints: () => providers,
    listRefused: (spec) => listRefused(learned.get(spec) ?? createLearned()),
  };
}

function splitSpec(text: string, factories: ReadonlyMap<string, ModelFactory>): ModelSpec {
  const spec = text.trim();
  const isAlone = factories.has(spec) && !PRESETS.some(({ name }) => name === spec);
  return isAlone ? { spec, provider: spec, id: spec } : parseModelSpec(text);
}

function createEndpoint(spec: ModelSpec, provider: Provider, options: RegistryOptions): Endpoint {
  const { settings, baseUrl, addressFrom, invalid } = provider;
  if (invalid) throw invalid;
  return {
    ...spec,
    baseUrl,
    addressFrom,
    proxyFrom: findProxy(baseUrl, options.env)?.variable,
    apiKey: requireKey(spec, provider, options.env),
    capabilities: findCapabilitiesAt(provider, spec.id),
    limits: {
      idleMs: toMilliseconds(settings.idleSeconds),
      firstMs: toMilliseconds(settings.firstSeconds),
      totalMs: toMilliseconds(settings.totalSeconds),
    },
    countsEvaluated: provider.counts === "evaluated",
    fetch: options.fetch,
  };
}

type ServerLookup = () => Promise<Recognised>;

function createServerLookup(found: Endpoint): ServerLookup {
  let answer: Promise<Recognised> | undefined;
  return () => {
    answer ??= recogniseServer(dropApiPath(found.baseUrl), found);
    return answer;
  };
}

/** Ollama tells only after it has loaded the model, since it opens the window asked for. */
async function findWindow(
  { id, capabilities, learned }: Endpoint,
  { speaks }: Provider,
  ask: ServerLookup,
): Promise<number | null> {
  if (capabilities.contextWindow !== null) return capabilities.contextWindow;
  if (speaks !== "openai") return learned?.window ?? null;
  const server = await ask();
  if (server === null || typeof server === "string") return null;
  return findLocalModel(server, id)?.window ?? null;
}

function requireKey(
  { spec }: ModelSpec,
  { name, keyVariable }: Provider,
  env: RegistryOptions["env"],
): string {
  const key = readKey({ keyVariable }, env);
  if (keyVariable === null || key !== "") return key;
  throw new BoardroomError("missing-key", {
    spec,
    message: `${keyVariable} is ${env[keyVariable] === undefined ? "not set" : "empty"} (required by ${spec})`,
    remedy: `Set it to your ${name} key. --model auto uses a model on this computer, --model simulated uses none.`,
  });
}

const MODELS = {
  anthropic: createAnthropicModel,
  openai: createOpenAiModel,
  ollama: createOllamaModel,
};

function createUnknownProvider(
  { spec, provider }: ModelSpec,
  names: readonly string[],
): BoardroomError {
  const close = findNearest(provider, names);
  return new BoardroomError("unknown-model", {
    spec,
    message: `model "${spec}": provider "${provider}" is unknown`,
    remedy: close
      ? `Did you mean ${close}?`
      : `Known: ${names.join(", ")}; human:NAME for a person. Another one needs a baseUrl under providers: in boardroom.yaml.`,
  });
}
