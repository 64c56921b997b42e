// Which models Ollama has, which one is loaded with which window, and what a model can do.

import {
  askServer,
  isChat,
  isCloud,
  type LocalModel,
  readAt,
  readCountAt,
  readListAt,
  readTextAt,
  type ServerAccess,
} from "./ask-json.ts";

/** Ollama's default window, tokens. */
export const OLLAMA_WINDOW = 4_096;

export async function listOllamaModels(
  origin: string,
  access: ServerAccess,
): Promise<readonly LocalModel[]> {
  const [tags, running] = await Promise.all([
    askServer(`${origin}/api/tags`, access),
    askServer(`${origin}/api/ps`, access),
  ]);
  const loaded = readListAt(running.json, "models");
  const findLoaded = (id: string) => loaded.find((each) => isNamed(each, id));
  return readListAt(tags.json, "models").map((each) => {
    const id = readTextAt(each, "name") || readTextAt(each, "model");
    const row = findLoaded(id);
    return {
      id,
      isLoaded: row !== undefined,
      isChat: isChat(id) && !/bert/i.test(readTextAt(each, "details", "family")),
      isHosted:
        isCloud(id) ||
        readAt(each, "remote_host") !== undefined ||
        readAt(each, "remote_model") !== undefined,
      window: row === undefined ? null : (readCountAt(row, "context_length") ?? OLLAMA_WINDOW),
    };
  });
}

export async function readLoadedWindow(
  origin: string,
  id: string,
  access: ServerAccess,
): Promise<number | null> {
  const { json } = await askServer(`${origin}/api/ps`, access);
  const row = readListAt(json, "models").find((each) => isNamed(each, id));
  return row === undefined ? null : readCountAt(row, "context_length");
}

/** Asked of the disk: nothing is loaded for it. */
type OllamaModelFacts = {
  isReachable: boolean;
  most: number | null;
  isChat: boolean;
  /** Undefined if the server does not say what the model can do. */
  thinks: boolean | undefined;
};

export async function readOllamaFacts(
  origin: string,
  id: string,
  access: ServerAccess,
): Promise<OllamaModelFacts> {
  const { json } = await askServer(`${origin}/api/show`, access, { model: id });
  const info = readAt(json, "model_info");
  const key = Object.keys(typeof info === "object" && info !== null ? info : {}).find((each) =>
    each.endsWith(".context_length"),
  );
  const abilities = readListAt(json, "capabilities");
  return {
    isReachable: json !== null,
    most: key === undefined ? null : readCountAt(info, key),
    isChat: abilities.length === 0 || abilities.includes("completion"),
    thinks: json === null ? undefined : abilities.includes("thinking"),
  };
}

/** `llama3.3` is short for `llama3.3:latest`. */
function isNamed(row: unknown, id: string): boolean {
  const addTag = (name: string) => (name.includes(":") ? name : `${name}:latest`);
  return [readTextAt(row, "name"), readTextAt(row, "model")].some(
    (name) => name !== "" && addTag(name) === addTag(id),
  );
}
