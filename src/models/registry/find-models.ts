// Asks the addresses of this machine for their models, for `--model auto` and `doctor`.

import { dropApiPath, type LocalModel, type ServerAccess } from "../local/ask-json.ts";
import {
  type LocalServer,
  type Recognised,
  recogniseServer,
  SERVER_NAMES,
} from "../local/local-server.ts";
import { readOllamaFacts } from "../local/ollama-models.ts";
import { type Provider, readKey } from "./providers.ts";

export type AskedAddress = {
  provider: Provider;
  origin: string;
  found: Recognised;
};

export type FoundModel = {
  spec: string;
  server: LocalServer;
  model: LocalModel;
};

/** Milliseconds, for all servers together; the second time if a busy machine let none answer. */
const FIND_MS = [300, 2_000] as const;

/** Nothing is loaded or downloaded for it. */
export async function askAddresses(
  providers: readonly Provider[],
  access: ServerAccess & { env: Parameters<typeof readKey>[1] },
): Promise<readonly AskedAddress[]> {
  const own = providers.filter(
    ({ name, invalid }) => Object.hasOwn(SERVER_NAMES, name) && !invalid,
  );
  const origins = own.map(({ baseUrl }) => dropApiPath(baseUrl));
  const ask = (timeoutMs: number) =>
    Promise.all(
      own.flatMap((provider, index) => {
        const origin = origins[index] ?? "";
        if (origins.indexOf(origin) < index) return [];
        const apiKey = readKey(provider, access.env);
        const asked = recogniseServer(origin, { fetch: access.fetch, timeoutMs, apiKey });
        return [asked.then((found) => ({ provider, origin, found }))];
      }),
    );
  const first = await ask(access.timeoutMs ?? FIND_MS[0]);
  return first.some(({ found }) => found !== null) ? first : ask(access.timeoutMs ?? FIND_MS[1]);
}

export function listChatModels(asked: readonly AskedAddress[]): readonly FoundModel[] {
  const all = asked.flatMap(({ found }) =>
    found === null || typeof found === "string"
      ? []
      : found.models.map((model) => ({
          spec: `${found.provider}:${model.id}`,
          server: found,
          model,
        })),
  );
  const chat = all.filter(({ model }) => model.isChat && !model.isHosted);
  return [
    ...chat.filter(({ model }) => model.isLoaded),
    ...chat.filter(({ model }) => !model.isLoaded),
  ];
}

/** Null if there is none. Only Ollama tells whether a model is for chat. */
export async function chooseBestModel(
  asked: readonly AskedAddress[],
  access: ServerAccess,
): Promise<FoundModel | null> {
  for (const found of listChatModels(asked)) {
    const { server, model } = found;
    if (
      server.provider !== "ollama" ||
      (await readOllamaFacts(server.origin, model.id, access)).isChat
    )
      return found;
  }
  return null;
}
