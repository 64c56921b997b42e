// The providers that come with Boardroom and those of the settings, each with its key and address
// from the environment.

import { BoardroomError } from "../../errors.ts";
import { findNearest } from "../../scenario/files/nearest.ts";
import type { Environment } from "../../scenario/files/variables.ts";
import { hideQuery } from "../calls/address-fault.ts";
import { isLocalAddress, isLoopback } from "../calls/endpoint.ts";
import { findProxyFault } from "../calls/model-fetch.ts";
import { isCloud } from "../local/ask-json.ts";
import type { Price } from "../pricing/prices.ts";
import type { ModelSettings, ProviderSettings } from "./settings.ts";

/** A provider that comes with Boardroom. */
export type ProviderPreset = {
  name: string;
  speaks: "anthropic" | "openai" | "ollama";
  baseUrl: string;
  keyVariable: string | null;
  addressVariable: AddressVariable | null;
  /** A local server counts whole prompts, or may omit what its cache held. */
  counts?: "whole" | "evaluated";
};

/** A server on this machine, with its usual port and the variable that moves it. */
function createLocalPreset(
  name: string,
  port: number,
  variable: string,
  counts: ProviderPreset["counts"],
): ProviderPreset {
  return {
    name,
    speaks: "openai",
    baseUrl: `http://localhost:${port}/v1`,
    keyVariable: null,
    addressVariable: { name: variable, port, path: "/v1" },
    counts,
  };
}

/** A provider with settings and environment applied. */
export type Provider = ProviderPreset & {
  settings: ProviderSettings;
  /** `boardroom.yaml`, an environment variable, or null for the provider itself. */
  addressFrom: string | null;
  /** Why the key or the address of the environment cannot be used; thrown when the provider is used. */
  invalid?: BoardroomError | undefined;
};

export const PRESETS: readonly ProviderPreset[] = [
  {
    name: "anthropic",
    speaks: "anthropic",
    baseUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    addressVariable: { name: "ANTHROPIC_BASE_URL" },
  },
  {
    name: "openai",
    speaks: "openai",
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    addressVariable: { name: "OPENAI_BASE_URL" },
  },
  {
    name: "gemini",
    speaks: "openai",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai/",
    keyVariable: "GEMINI_API_KEY",
    addressVariable: { name: "GOOGLE_GEMINI_BASE_URL", path: "/v1beta/openai/" },
  },
  { ...createLocalPreset("ollama", 11_434, "OLLAMA_HOST", "evaluated"), speaks: "ollama" },
  createLocalPreset("lmstudio", 1_234, "LMSTUDIO_BASE_URL", "whole"),
  createLocalPreset("llamacpp", 8_080, "LLAMACPP_BASE_URL", "evaluated"),
  createLocalPreset("vllm", 8_000, "VLLM_BASE_URL", "whole"),
  {
    name: "openrouter",
    speaks: "openai",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariable: "OPENROUTER_API_KEY",
    addressVariable: null,
  },
];

export function listProviders(
  settings: ModelSettings = {},
  env: Environment = {},
): readonly Provider[] {
  const own = settings.providers ?? {};
  const presets = PRESETS.map((preset) => applySettings(preset, own[preset.name] ?? {}, env));
  const added = Object.entries(own)
    .filter(([name]) => !PRESETS.some((preset) => preset.name === name))
    .map(([name, each]) => applySettings(createProvider(name, each), each, env));
  return [...presets, ...added];
}

/** Empty if it takes none, or none is set. */
export function readKey({ keyVariable }: Pick<Provider, "keyVariable">, env: Environment): string {
  return keyVariable === null ? "" : (env[keyVariable]?.trim() ?? "");
}

/** Why no request can carry the key, without repeating it. Copies of a shortened display end in such characters. */
function findKeyFault(keyVariable: string | null, env: Environment): BoardroomError | undefined {
  if (keyVariable === null) return undefined;
  const key = readKey({ keyVariable }, env);
  const place = key.search(NOT_IN_KEYS);
  if (place < 0) return undefined;
  const code = (key.codePointAt(place) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return new BoardroomError("settings-invalid", {
    place: { file: "environment" },
    message: `${keyVariable} cannot be used: character ${place + 1} (U+${code}) is in no key.`,
    remedy: `Copy the whole key again, and set ${keyVariable} to it.`,
  });
}

/** Files of variables leave quotation marks around a key, and examples have it after the word Bearer. */
const NOT_IN_KEYS = /[^\x20-\x7e]|^["'`]|["'`]$|(?<=^bearer) /i;

/** What people paste after the base address, by what the server speaks. The SDK of Anthropic adds /v1 itself. */
const PATHS_OF_CALLS = {
  openai: /\/(?:(?:chat\/)?completions|responses|models)\/{0,}$/,
  anthropic: /(?:\/v1)?(?:\/messages)?(?:(?<!\/)\/+)?$/,
  ollama: /\/(?:chat\/completions|api(?:\/\w+)?)\/{0,}$/,
} as const;

function toBaseUrl(address: string, speaks: Provider["speaks"]): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const path = url.pathname.replace(PATHS_OF_CALLS[speaks], "").replace(/(?<!\/)\/{2,}$/, "");
  if (url.hash === "" && (path === url.pathname || url.pathname === "/")) return address;
  return `${url.origin}${path}${url.search}`;
}

/** With a key, calls cost money, also behind a gateway on this machine. Ollama passes cloud models on to its own hosts. */
export function isPaid(spec: string, { providers }: ModelSettings = {}): boolean {
  const colon = spec.indexOf(":");
  const provider = listProviders({ providers }).find(
    ({ name }) => name === spec.slice(0, Math.max(0, colon)),
  );
  if (!provider) return false;
  if (provider.speaks === "ollama" && isCloud(spec.slice(colon + 1))) return true;
  return provider.keyVariable !== null && !isSelfHosted(provider);
}

/** Calls to this machine cost nothing, unless a key is used. */
export function listLoopbackPrices(
  { providers = {} }: ModelSettings,
  env: Environment,
): Readonly<Record<string, Price>> {
  const isPreset = (name: string) => PRESETS.some((preset) => preset.name === name);
  const sound = Object.entries(providers).filter(
    ([name, { baseUrl }]) => baseUrl !== undefined || isPreset(name),
  );
  const own = listProviders({ providers: Object.fromEntries(sound) }, env).filter(
    (provider) => isLoopback(provider.baseUrl) && !isKeyUsed(provider, env),
  );
  return Object.fromEntries(own.map(({ name }) => [`${name}:*`, { input: 0, output: 0 }]));
}

/** Local servers that want a key take any. People set one of these words. */
const PLACEHOLDER = /^(?:none|null|empty|dummy|local|unused|x+|no-?key|not-?needed)$/i;

function isKeyUsed(provider: Provider, env: Environment): boolean {
  if (isSelfHosted(provider)) return false;
  return provider.keyVariable !== null && !PLACEHOLDER.test(readKey(provider, env));
}

/** LM Studio, llama.cpp, vLLM and Ollama run on the user's own machines. Some ask for a key, and none sends a bill. */
function isSelfHosted({ name }: Provider): boolean {
  return PRESETS.some((preset) => preset.name === name && preset.keyVariable === null);
}

function applySettings(
  preset: ProviderPreset,
  settings: ProviderSettings,
  env: Environment,
): Provider {
  const own = settings.baseUrl;
  const { keyVariable = preset.keyVariable } = settings;
  const environment =
    own === undefined && keyVariable === preset.keyVariable ? readAddressVariable(preset, env) : {};
  const { speaks = preset.speaks } = settings;
  const baseUrl = toBaseUrl(environment.baseUrl ?? own ?? preset.baseUrl, speaks);
  return {
    ...preset,
    addressFrom: own === undefined ? null : "boardroom.yaml",
    invalid: findKeyFault(keyVariable, env) ?? findProxyFault(baseUrl, env),
    ...environment,
    speaks,
    baseUrl,
    keyVariable,
    settings,
  };
}

/** An address of the environment goes with a key of the environment's usual name, and with no other. */
function readAddressVariable(
  { addressVariable }: ProviderPreset,
  env: Environment,
): Partial<Provider> {
  const value = addressVariable === null ? undefined : env[addressVariable.name]?.trim();
  if (addressVariable === null || !value) return {};
  try {
    return { baseUrl: parseAddress(addressVariable, value), addressFrom: addressVariable.name };
  } catch (error) {
    if (error instanceof BoardroomError)
      return { invalid: error, addressFrom: addressVariable.name };
    throw error;
  }
}

function createProvider(name: string, { baseUrl }: ProviderSettings): ProviderPreset {
  if (baseUrl !== undefined)
    return {
      name,
      speaks: "openai",
      baseUrl,
      keyVariable: null,
      addressVariable: null,
      ...(isLocalAddress(baseUrl) && { counts: "evaluated" }),
    };
  const close = findNearest(
    name,
    PRESETS.map((preset) => preset.name),
  );
  throw new BoardroomError("settings-invalid", {
    message: `providers.${name} has no baseUrl, and "${name}" is not a built-in provider.`,
    remedy: close
      ? `Did you mean ${close}? Else add a baseUrl.`
      : "Add a baseUrl, such as http://localhost:8000/v1.",
  });
}

/** An environment variable that a provider's own SDK or program reads for its address. */
export type AddressVariable = {
  name: string;
  /** The port where the value names none and is no address in full. */
  port?: number;
  path?: string;
};

/** Throws if it is no address, without repeating what may be a password. */
function parseAddress({ name, port, path = "" }: AddressVariable, value: string): string {
  const isFull = value.includes("://");
  const text = isFull || port === undefined ? value : `http://${value}`;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw createInvalidVariable(
      name,
      `"${hideQuery(value.replace(/^.*@/, "...@"))}" is no http or https address`,
    );
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw createInvalidVariable(name, "it holds a user name or password");
  if (!isFull && port !== undefined && url.port === "") url.port = String(port);
  // Servers listen on 0.0.0.0, but clients cannot call it.
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.pathname === "/" && path !== "") url.pathname = path;
  return url.pathname === "/" ? url.origin : url.href;
}

function createInvalidVariable(name: string, why: string): BoardroomError {
  return new BoardroomError("settings-invalid", {
    place: { file: "environment" },
    message: `${name} cannot be used: ${why}.`,
    remedy: `Set ${name} to an address such as https://gateway.example.com, unset it, or name a baseUrl in boardroom.yaml.`,
  });
}
