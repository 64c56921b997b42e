import {
  askServer,
  at,
  countAt,
  isChat,
  isCloud,
  type LocalModel,
  listAt,
  type ServerAccess,
  textAt,
} from "./ask-json.ts";

/** Ollama's default window, tokens. */
export const OLLAMA_WINDOW = 4_096;

export async function ollamaModels(
  origin: string,
  access: ServerAccess,
): Promise<readonly LocalModel[]> {
  const [tags, running] = await Promise.all([
    askServer(`${origin}/api/tags`, access),
    askServer(`${origin}/api/ps`, access),
  ]);
  const loaded = listAt(running.json, "models");
  const inMemory = (id: string) => loaded.find((each) => isNamed(each, id));
  return listAt(tags.json, "models").map((each) => {
    const id = textAt(each, "name") || textAt(each, "model");
    const row = inMemory(id);
    return {
      id,
      isLoaded: row !== undefined,
      isChat: isChat(id) && !/bert/i.test(textAt(each, "details", "family")),
      isHosted:
        isCloud(id) ||
        at(each, "remote_host") !== undefined ||
        at(each, "remote_model") !== undefined,
      window: row === undefined ? null : (countAt(row, "context_length") ?? OLLAMA_WINDOW),
    };
  });
}

export async function loadedWindow(
  origin: string,
  id: string,
  access: ServerAccess,
): Promise<number | null> {
  const { json } = await askServer(`${origin}/api/ps`, access);
  const row = listAt(json, "models").find((each) => isNamed(each, id));
  return row === undefined ? null : countAt(row, "context_length");
}

/** Asked of the disk: nothing is loaded for it. */
type OllamaModelFacts = {
  isReachable: boolean;
  most: number | null;
  isChat: boolean;
  /** Undefined if the server does not say what the model can do. */
  thinks: boolean | undefined;
};

export async function ollamaFacts(
  origin: string,
  id: string,
  access: ServerAccess,
): Promise<OllamaModelFacts> {
  const { json } = await askServer(`${origin}/api/show`, access, { model: id });
  const info = at(json, "model_info");
  const key = Object.keys(typeof info === "object" && info !== null ? info : {}).find((each) =>
    each.endsWith(".context_length"),
  );
  const abilities = listAt(json, "capabilities");
  return {
    isReachable: json !== null,
    most: key === undefined ? null : countAt(info, key),
    isChat: abilities.length === 0 || abilities.includes("completion"),
    thinks: json === null ? undefined : abilities.includes("thinking"),
  };
}

/** `llama3.3` is short for `llama3.3:latest`. */
function isNamed(row: unknown, id: string): boolean {
  const full = (name: string) => (name.includes(":") ? name : `${name}:latest`);
  return [textAt(row, "name"), textAt(row, "model")].some(
    (name) => name !== "" && full(name) === full(id),
  );
}
