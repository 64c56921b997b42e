import { createHash } from "node:crypto";
import type {
  ChatCompletionContentPartText,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { Capabilities } from "../capabilities.ts";
import { fullTurns, isBlank } from "../full-turns.ts";
import { enforceableSchema, jsonInstructions } from "../json-schema.ts";
import type { ModelRequest, ViewTurn } from "../model.ts";

export type OpenAiPromptOptions = { readonly model: string; readonly capabilities: Capabilities };

/** The request as Chat Completions takes it; parts are glued with blank lines where the endpoint takes plain text only. */
export function convertPrompt(
  request: ModelRequest,
  { model, capabilities }: OpenAiPromptOptions,
): ChatCompletionCreateParamsStreaming {
  const { json, exchange } = request;
  const { contentParts } = capabilities;
  const schema = capabilities.structuredOutput && json ? enforceableSchema(json.schema) : null;
  const lastWords = [request.cue, ...(json && !schema ? [jsonInstructions(json.schema)] : [])];
  const repairs = exchange !== undefined && !isBlank(exchange.reply);
  if (exchange && !repairs) lastWords.push(exchange.problem);
  const messages = messagesOf(request.turns, lastWords, contentParts);
  if (repairs) {
    messages.push({ role: "assistant", content: exchange.reply });
    messages.push(toMessage("user", [exchange.problem], contentParts));
  }
  const system = [request.shared, request.individual].filter((layer) => !isBlank(layer));
  if (system.length > 0) messages.unshift({ role: "system", content: contentOf(system, contentParts) });
  return {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    [capabilities.outputLimitKey]: request.maxOutputTokens,
    ...(capabilities.caching === "prompt-cache-key" ? { prompt_cache_key: cacheKey(request.cacheKey) } : {}),
    ...(schema && json
      ? {
          response_format: {
            type: "json_schema" as const,
            json_schema: { name: schemaName(json.name), schema: schema.schema, strict: schema.complete },
          },
        }
      : {}),
  };
}

type Converted = { readonly parts: number; readonly message: ChatCompletionMessageParam };

/** Finished turns never change, so each is converted once for all calls of its kind of endpoint. */
const asParts = new WeakMap<ViewTurn, Converted>();
const asText = new WeakMap<ViewTurn, Converted>();

/** The history and, in its last user turn, the words that are not kept. */
function messagesOf(
  turns: readonly ViewTurn[],
  lastWords: readonly string[],
  contentParts: boolean,
): ChatCompletionMessageParam[] {
  const full = fullTurns(turns);
  const last = full.at(-1);
  const open = last?.role === "user" ? last.parts : [];
  const finished = last?.role === "user" ? full.slice(0, -1) : full;
  const messages = finished.map((turn) => convertTurn(turn, contentParts));
  messages.push(toMessage("user", [...open, ...lastWords], contentParts));
  return messages;
}

function convertTurn(turn: ViewTurn, contentParts: boolean): ChatCompletionMessageParam {
  const cache = contentParts ? asParts : asText;
  const known = cache.get(turn);
  if (known?.parts === turn.parts.length) return known.message;
  const message = toMessage(turn.role, turn.parts, contentParts);
  cache.set(turn, { parts: turn.parts.length, message });
  return message;
}

function toMessage(
  role: ViewTurn["role"],
  parts: readonly string[],
  contentParts: boolean,
): ChatCompletionMessageParam {
  const full = parts.filter((part) => !isBlank(part));
  // One own message is the usual case, and every compatible server takes it as a string.
  const content = role === "assistant" && full.length === 1 ? full[0]! : contentOf(full, contentParts);
  return role === "assistant" ? { role, content } : { role, content };
}

function contentOf(parts: readonly string[], contentParts: boolean): string | ChatCompletionContentPartText[] {
  return contentParts ? parts.map((text) => ({ type: "text", text })) : parts.join("\n\n");
}

/** The API takes at most 64 characters. */
function cacheKey(key: string): string {
  return key.length <= 64 ? key : createHash("sha256").update(key).digest("hex");
}

function schemaName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
}
