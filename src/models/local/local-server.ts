// Finds out which program serves models at an address: LM Studio, llama-server, vLLM or Ollama, and
// which models it has.

import {
  askServer,
  isChat,
  type LocalModel,
  readAt,
  readCountAt,
  readListAt,
  readTextAt,
  type ServerAccess,
  type ServerAnswer,
} from "./ask-json.ts";
import { listOllamaModels } from "./ollama-models.ts";

export type LocalServer = {
  provider: "ollama" | "lmstudio" | "llamacpp" | "vllm";
  origin: string;
  models: readonly LocalModel[];
};

export const SERVER_NAMES: Readonly<Record<LocalServer["provider"], string>> = {
  ollama: "Ollama",
  lmstudio: "LM Studio",
  llamacpp: "llama-server",
  vllm: "vLLM",
};

/** `locked`: it asks for a key. `loading`: its model is not ready. `other`: no known model server. Null: nothing answers. */
export type Recognised = LocalServer | "locked" | "loading" | "other" | null;

export async function recogniseServer(origin: string, access: ServerAccess): Promise<Recognised> {
  const ask = (path: string) => askServer(`${origin}${path}`, access);
  const answers = await Promise.all(
    ["/", "/api/v1/models", "/api/v0/models", "/props", "/v1/models"].map(ask),
  );
  const [root, studio, studioBefore, props, list] = answers;
  if (!root || !studio || !studioBefore || !props || !list) return null;
  if (root.text?.startsWith("Ollama is running"))
    return { provider: "ollama", origin, models: await listOllamaModels(origin, access) };
  const inStudio = readStudioModels(studio, studioBefore);
  if (inStudio !== null) return { provider: "lmstudio", origin, models: inStudio };
  const window =
    readCountAt(props.json, "default_generation_settings", "n_ctx") ??
    readCountAt(props.json, "n_ctx");
  if (window !== null || readAt(props.json, "default_generation_settings") !== undefined)
    return { provider: "llamacpp", origin, models: readLlamaModels(list.json, window) };
  const served = readListAt(list.json, "data").filter(
    (each) => readCountAt(each, "max_model_len") !== null,
  );
  if (served.length > 0) return { provider: "vllm", origin, models: served.map(readVllmModel) };
  if (answers.some(({ isLocked }) => isLocked)) return "locked";
  if (answers.some(({ isLoading }) => isLoading)) return "loading";
  return root.text === null ? null : "other";
}

/** `/api/v1/models` of newer versions names models by key; `/api/v0/models` tells the loaded window of all. */
function readStudioModels(newer: ServerAnswer, older: ServerAnswer): readonly LocalModel[] | null {
  const before = readListAt(older.json, "data").filter((each) =>
    /^(?:loaded|not-loaded)$/.test(readTextAt(each, "state")),
  );
  if (before.length > 0)
    return before.map((each) => ({
      id: readTextAt(each, "id"),
      isLoaded: readTextAt(each, "state") === "loaded",
      isChat: isChat(readTextAt(each, "id")) && /^(?:llm|vlm)$/.test(readTextAt(each, "type")),
      isHosted: false,
      window: readCountAt(each, "loaded_context_length"),
    }));
  const now = readListAt(newer.json, "models").filter((each) =>
    Array.isArray(readAt(each, "loaded_instances")),
  );
  if (now.length === 0) return null;
  return now.map((each) => {
    const [first] = readListAt(each, "loaded_instances");
    return {
      id: readTextAt(first, "id") || readTextAt(each, "key"),
      isLoaded: first !== undefined,
      isChat: isChat(readTextAt(each, "key")) && readTextAt(each, "type") === "llm",
      isHosted: false,
      window: readCountAt(first, "config", "context_length"),
    };
  });
}

/** A router of llama-server also lists models that are not loaded, each with its state. */
function readLlamaModels(list: unknown, window: number | null): readonly LocalModel[] {
  return readListAt(list, "data").map((each) => {
    const id = readTextAt(each, "id");
    const state = readTextAt(each, "status", "value");
    const isLoaded = state === "" || state === "loaded";
    return { id, isLoaded, isChat: isChat(id), isHosted: false, window: isLoaded ? window : null };
  });
}

function readVllmModel(each: unknown): LocalModel {
  const id = readTextAt(each, "id");
  return {
    id,
    isLoaded: true,
    isChat: isChat(id),
    isHosted: false,
    window: readCountAt(each, "max_model_len"),
  };
}

/** The key of a request by which this server holds a message in tags to its form. Only llama-server loads its model at the start. */
export function findGrammarKey(server: Recognised): "grammar" | "structured_outputs" | null {
  if (server === "loading") return "grammar";
  if (server === null || typeof server === "string") return null;
  if (server.provider === "llamacpp") return "grammar";
  return server.provider === "vllm" ? "structured_outputs" : null;
}

/** A llama-server answers to any name with its one model. */
export function findLocalModel(
  { provider, models }: LocalServer,
  id: string,
): LocalModel | undefined {
  const only = provider === "llamacpp" && models.length === 1 ? models[0] : undefined;
  return models.find((model) => model.id === id || model.id === `${id}:latest`) ?? only;
}
