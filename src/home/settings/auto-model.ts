// Finds a model on this computer for `--model auto`. All commands of one process use the same
// model.

import { BoardroomError } from "../../errors.ts";
import { dropApiPath } from "../../models/local/ask-json.ts";
import { SERVER_NAMES } from "../../models/local/local-server.ts";
import {
  type AskedAddress,
  askAddresses,
  chooseBestModel,
  type FoundModel,
} from "../../models/registry/find-models.ts";
import { listProviders, type Provider } from "../../models/registry/providers.ts";
import type { ModelSettings } from "../../models/registry/settings.ts";
import { type Io, print, type Surroundings } from "../process/io.ts";

export const AUTO = "auto";

type Found = { spec: string; moved: ModelSettings["providers"] };

/** By environment: all commands of one process use the same model. */
const finding = new WeakMap<Io["env"], Promise<Found>>();
const found = new WeakMap<Io["env"], Found>();

/** Looked for once; throws with every remedy if there is none. */
export async function chooseAutoModel(io: Io, settings: ModelSettings): Promise<string> {
  const looked = finding.get(io.env) ?? findModel(io, settings);
  finding.set(io.env, looked);
  const known = await looked;
  found.set(io.env, known);
  return known.spec;
}

export function getMovedProviders({ env }: Surroundings): ModelSettings {
  const moved = found.get(env)?.moved;
  return moved === undefined ? {} : { providers: moved };
}

async function findModel(io: Io, settings: ModelSettings): Promise<Found> {
  const providers = listProviders(settings, io.env);
  for (const { name, invalid } of providers)
    if (invalid && Object.hasOwn(SERVER_NAMES, name)) throw invalid;
  const access = { env: io.env, fetch: io.fetch, timeoutMs: io.findMs };
  const asked = await askAddresses(providers, access);
  const best = await chooseBestModel(asked, access);
  if (best === null) throw createNotFoundError(asked);
  const variable = findAddressToSet(best, providers);
  print(io.stderr, [
    `Model: ${best.spec}, found at ${best.server.origin}${best.model.isLoaded ? "" : ", not yet loaded"}${variable ? `. To use it by name: ${variable}` : ""}`,
  ]);
  const own = settings.providers?.[best.server.provider];
  const baseUrl = `${best.server.origin}/v1`;
  const moved = { ...settings.providers, [best.server.provider]: { ...own, baseUrl } };
  return { spec: best.spec, moved: variable ? moved : undefined };
}

export function findAddressToSet(
  { server }: FoundModel,
  providers: readonly Provider[],
): string | null {
  const own = providers.find(({ name }) => name === server.provider);
  if (!own || dropApiPath(own.baseUrl) === server.origin) return null;
  return `${own.addressVariable?.name}=${server.origin}`;
}

function createNotFoundError(asked: readonly AskedAddress[]): BoardroomError {
  const answers = asked.map(({ provider, origin, found }) => {
    const where = new URL(origin).host;
    if (found === null)
      return `${SERVER_NAMES[provider.name as "vllm"]} does not answer at ${where}`;
    if (found === "locked")
      return `the server at ${where} asks for a key (providers.${provider.name}.keyVariable)`;
    if (found === "loading") return `the model server at ${where} is still loading its model`;
    if (found === "other") return `what answers at ${where} is no known model server`;
    const only = found.models.length === 0 ? "no model" : "no chat model";
    return `${SERVER_NAMES[found.provider]} at ${where} has ${only}`;
  });
  return new BoardroomError("model-unfit", {
    spec: AUTO,
    message: `--model auto found no model on this computer: ${answers.join("; ")}`,
    remedy: [
      "Start a server with a chat model, such as: ollama run qwen3:8b",
      "If it has another address, set OLLAMA_HOST, LMSTUDIO_BASE_URL, LLAMACPP_BASE_URL or VLLM_BASE_URL.",
      "Or name a hosted model: --model anthropic:claude-sonnet-5-5, with its key.",
    ].join("\n"),
  });
}
