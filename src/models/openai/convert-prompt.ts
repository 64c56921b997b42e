import { createHash } from "node:crypto";
import type {
  ChatCompletionContentPartText,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { Capabilities } from "../capabilities.ts";
import { enforceableSchema, jsonInstructions } from "../json-schema.ts";
import type { ModelRequest, ViewTurn } from "../model.ts";

export type OpenAiPromptOptions = { readonly model: string; readonly capabilities: Capabilities };

/** The request as Chat Completions takes it; parts are glued with blank lines where the endpoint takes plain text only. */
export function convertPrompt(
  request: ModelRequest,
  { model, capabilities }: OpenAiPromptOptions,
): ChatCompletionCreateParamsStreaming {
  const { json, exchange } = request;
  const schema = capabilities.structuredOutput && json ? enforceableSchema(json.schema) : null;
  const cue = json && !schema ? [request.cue, jsonInstructions(json.schema)] : [request.cue];
  const { contentParts } = capabilities;
  const messages = historyOf(request.turns, cue, contentParts);
  if (exchange) {
    if (!isBlank(exchange.reply)) messages.push({ role: "assistant", content: exchange.reply });
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

function historyOf(
  turns: readonly ViewTurn[],
  cue: readonly string[],
  contentParts: boolean,
): ChatCompletionMessageParam[] {
  const last = turns.at(-1);
  const openTurn = last?.role === "user" ? last.parts : [];
  const finished = last?.role === "user" ? turns.slice(0, -1) : turns;
  const messages: ChatCompletionMessageParam[] = [];
  for (const turn of finished) {
    const message = convertTurn(turn, contentParts);
    if (message) messages.push(message);
  }
  messages.push(toMessage("user", [...openTurn, ...cue], contentParts));
  return messages;
}

function convertTurn(turn: ViewTurn, contentParts: boolean): ChatCompletionMessageParam | null {
  const cache = contentParts ? asParts : asText;
  const known = cache.get(turn);
  if (known?.parts === turn.parts.length) return known.message;
  if (turn.parts.every(isBlank)) return null;
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

function isBlank(text: string): boolean {
  return text.trim() === "";
}
