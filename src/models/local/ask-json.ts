// Asks a local server for JSON and reads values out of any answer.

import { tryReadJson } from "../../text/json-in.ts";
import { dropTrailing } from "../../text/plain.ts";

export type ServerAccess = {
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Empty if the server takes none. */
  apiKey?: string | undefined;
  /** Default 2,000. */
  timeoutMs?: number | undefined;
};

export type ServerAnswer = {
  text: string | null;
  json: unknown;
  isLocked?: boolean;
  /** The server still loads its model. */
  isLoading?: boolean;
};

/** Always resolves: an error or silence is no answer. */
export async function askServer(
  url: string,
  { fetch: send = fetch, apiKey = "", timeoutMs = 2_000 }: ServerAccess,
  body?: object,
): Promise<ServerAnswer> {
  try {
    const response = await send(url, {
      method: body === undefined ? "GET" : "POST",
      headers: apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "manual",
    });
    const text = await response.text();
    // Some servers answer 200 to addresses that they do not have, and others 404 with a body.
    if (response.ok) return { text, json: tryReadJson(text) ?? null };
    const { status } = response;
    const isLoading = status === 503 && /\bloading\b/i.test(text);
    return { text: "", json: null, isLocked: status === 401 || status === 403, isLoading };
  } catch {
    return { text: null, json: null };
  }
}

export function readAt(value: unknown, ...keys: readonly string[]): unknown {
  let inner = value;
  for (const key of keys)
    inner = typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined;
  return inner;
}

export function readListAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const list = readAt(value, ...keys);
  return Array.isArray(list) ? list : [];
}

export function readTextAt(value: unknown, ...keys: readonly string[]): string {
  const text = readAt(value, ...keys);
  return typeof text === "string" ? text : "";
}

export function readCountAt(value: unknown, ...keys: readonly string[]): number | null {
  const count = readAt(value, ...keys);
  return typeof count === "number" && count > 0 ? Math.floor(count) : null;
}

export function dropApiPath(baseUrl: string): string {
  return dropTrailing(baseUrl.replace(/\?.*/s, ""), "/").replace(/\/v1$/, "");
}

export type LocalModel = {
  id: string;
  isLoaded: boolean;
  /** False for embeddings and rerankers. */
  isChat: boolean;
  isHosted: boolean;
  /** Tokens; null if the server does not tell. */
  window: number | null;
};

export function isChat(id: string): boolean {
  return !NO_CHAT.test(id);
}

const NO_CHAT =
  /embed|rerank|\bbge\b|(?:^|[-/_])(?:gte|e5|minilm|all-mpnet)(?:[-_:.]|$)|all-minilm|whisper|\btts\b/i;

/** Ollama runs these on its own hosts. */
export function isCloud(id: string): boolean {
  return /[-:]cloud$/.test(id);
}
