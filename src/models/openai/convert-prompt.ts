import type {
  ChatCompletionContentPart,
  ChatCompletionContentPartText,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { remembering } from "../../scenario/files/remember.ts";
import { hashSha256 } from "../../text/sha256.ts";
import type { Capabilities } from "../contract/capabilities.ts";
import { enforceableSchema, jsonInstructions } from "../contract/json-schema.ts";
import { createLayout, isBlank } from "../contract/layout.ts";
import type { ModelRequest, ViewTurn } from "../contract/model.ts";

type OpenAiPromptOptions = { model: string; capabilities: Capabilities };

export function convertPrompt(
  request: ModelRequest,
  { model, capabilities }: OpenAiPromptOptions,
): ChatCompletionCreateParamsStreaming {
  const { json, exchange } = request;
  const { contentParts } = capabilities;
  const schema = capabilities.structuredOutput && json ? enforceableSchema(json.schema) : null;
  const lastWords = [
    request.instruction,
    ...(json && !schema ? [jsonInstructions(json.schema)] : []),
  ];
  const repairs = exchange !== undefined && !isBlank(exchange.reply);
  if (exchange && !repairs) lastWords.push(exchange.problem);
  const messages = messagesOf(request.turns, lastWords, contentParts);
  if (repairs) {
    messages.push({ role: "assistant", content: exchange.reply });
    messages.push(toMessage("user", [exchange.problem], contentParts));
  }
  const system = [request.shared, request.individual].filter((layer) => !isBlank(layer));
  if (system.length > 0) open(messages, system, capabilities);
  return {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    [capabilities.outputLimitKey]: request.maxOutputTokens,
    ...(capabilities.caching === "prompt-cache-key" ? { prompt_cache_key: cacheKey(request) } : {}),
    ...samplingOf(request, capabilities),
    ...(schema && json
      ? {
          response_format: {
            type: "json_schema" as const,
            json_schema: {
              name: schemaName(json.name),
              schema: schema.schema,
              strict: schema.complete,
            },
          },
        }
      : {}),
    ...grammarOf(request, capabilities),
  };
}

/** A continuation of another message has no form. */
function grammarOf({ exchange, grammar }: ModelRequest, { form }: Capabilities) {
  if (grammar === undefined || exchange) return {};
  if (form === "grammar") return { grammar };
  return form === "structured_outputs" ? { structured_outputs: { grammar } } : {};
}

function open(
  messages: ChatCompletionMessageParam[],
  system: readonly string[],
  { contentParts, systemRole }: Capabilities,
): void {
  if (systemRole) return void messages.unshift(SYSTEM[contentParts ? "parts" : "text"](system));
  const layers = contentOf(system, contentParts);
  const first = messages[0];
  if (first?.role === "user")
    messages[0] = { role: "user", content: joined(layers, first.content) };
  else messages.unshift({ role: "user", content: layers });
}

/** The same message for the same layers, so that it is put into JSON once. */
function systemMessages(contentParts: boolean) {
  const under = remembering(1_000_000, (first) =>
    remembering(100_000, (second) => {
      const layers = [first, second].filter((layer) => layer !== "");
      return { role: "system" as const, content: contentOf(layers, contentParts) };
    }),
  );
  return ([first = "", second = ""]: readonly string[]) => under(first)(second);
}
const SYSTEM = { parts: systemMessages(true), text: systemMessages(false) };

type Content = string | ChatCompletionContentPart[];

function joined(layers: Content, rest: Content): Content {
  if (typeof layers === "string" && typeof rest === "string") return `${layers}\n\n${rest}`;
  const parts = (content: Content) =>
    typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return [...parts(layers), ...parts(rest)];
}

function samplingOf({ sampling = {} }: ModelRequest, capabilities: Capabilities) {
  const { temperature, effort } = sampling;
  return {
    ...(capabilities.sampling && temperature !== undefined && { temperature }),
    ...(capabilities.reasoningEffort && effort !== undefined && { reasoning_effort: effort }),
  };
}

const layOut = {
  parts: createLayout(({ role, parts }) => toMessage(role, parts, true)),
  text: createLayout(({ role, parts }) => toMessage(role, parts, false)),
};

function messagesOf(
  turns: readonly ViewTurn[],
  lastWords: readonly string[],
  contentParts: boolean,
): ChatCompletionMessageParam[] {
  const { finished: messages, last } = layOut[contentParts ? "parts" : "text"](turns);
  if (last?.role === "assistant") messages.push(toMessage(last.role, last.parts, contentParts));
  const open = last?.role === "user" ? last.parts : [];
  messages.push(toMessage("user", [...open, ...lastWords], contentParts));
  return messages;
}

function toMessage(
  role: ViewTurn["role"],
  parts: readonly string[],
  contentParts: boolean,
): ChatCompletionMessageParam {
  const full = parts.filter((part) => !isBlank(part));
  // Every compatible server takes a single own message as a string.
  const content =
    role === "assistant" && full.length === 1 ? full[0]! : contentOf(full, contentParts);
  return role === "assistant" ? { role, content } : { role, content };
}

function contentOf(
  parts: readonly string[],
  contentParts: boolean,
): string | ChatCompletionContentPartText[] {
  return contentParts ? parts.map((text) => ({ type: "text", text })) : parts.join("\n\n");
}

/** One key for the whole meeting, so that its seats share a layer. The API takes at most 64 characters. */
function cacheKey({ cacheKey }: ModelRequest): string {
  const key = cacheKey.slice(0, Math.max(0, cacheKey.lastIndexOf(":"))) || cacheKey;
  return key.length <= 64 ? key : hashSha256(key);
}

function schemaName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
}
