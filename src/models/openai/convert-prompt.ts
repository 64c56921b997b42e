// Converts a request into the body of a Chat Completions call, for OpenAI and all servers that are compatible with it.

import type {
  ChatCompletionContentPartText,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { rememberResults } from "../../scenario/files/remember.ts";
import { hashSha256 } from "../../text/sha256.ts";
import { PREFILL_FIELD } from "../calls/endpoint.ts";
import type { Capabilities } from "../contract/capabilities.ts";
import {
  chooseSchema,
  type EnforcedSchema,
  writeJsonInstructions,
} from "../contract/json-schema.ts";
import { findKeptLayers, findKeptPlaces, type KeptPlace } from "../contract/kept-prefix.ts";
import { createLayout, isBlank, isPrefilled, listIndividualLayers } from "../contract/layout.ts";
import type { ModelRequest, ViewTurn } from "../contract/model.ts";

type OpenAiPromptOptions = {
  model: string;
  capabilities: Capabilities;
  /** The server holds numbers and lengths to their bounds; hosted ones refuse them. */
  isLocal?: boolean;
};

/** A part of a message. OpenRouter takes the mark of the Messages API. */
type TextPart = ChatCompletionContentPartText & { cache_control?: { type: "ephemeral" } };

/** A message as text, as parts, or as parts that each end with a mark up to which OpenAI keeps the prompt. */
type MessageForm = "text" | "parts" | "kept";

type SentMessage = { role: "system" | "user" | "assistant"; content: string | TextPart[] };

export function convertPrompt(
  request: ModelRequest,
  { model, capabilities, isLocal = false }: OpenAiPromptOptions,
): ChatCompletionCreateParamsStreaming {
  const { json, exchange, sampling: { temperature, effort } = {} } = request;
  const { caching } = capabilities;
  const form = capabilities.contentParts ? "parts" : "text";
  const schema = chooseSchema(request, capabilities, isLocal ? "local" : "hosted");
  const lastWords = [request.instruction];
  if (json && !schema) lastWords.push(writeJsonInstructions(json.schema));
  const repairs = exchange !== undefined && !isBlank(exchange.reply);
  if (exchange && !repairs) lastWords.push(exchange.problem);
  const isContinued = isPrefilled(request, capabilities);
  const messages = convertTurns(request, lastWords, capabilities);
  if (repairs) {
    messages.push({ role: "assistant", content: exchange.reply });
    if (!isContinued) messages.push(toMessage("user", [exchange.problem], form));
  }
  addLayers(messages, request, capabilities);
  return {
    model,
    messages: messages as ChatCompletionMessageParam[],
    stream: true,
    stream_options: { include_usage: true },
    [capabilities.outputLimitKey]: request.maxOutputTokens,
    prompt_cache_key: caching.startsWith("prompt-cache-") ? createCacheKey(request) : undefined,
    prompt_cache_options:
      form === "parts" && caching === "prompt-cache-breakpoints" ? { mode: "explicit" } : undefined,
    temperature: capabilities.sampling ? temperature : undefined,
    reasoning_effort: capabilities.reasoningEffort ? effort : undefined,
    // A schema holds from the start of a message, not within it.
    response_format: schema && json && !isContinued ? createFormat(json.name, schema) : undefined,
    ...(isContinued && { [PREFILL_FIELD]: true, add_generation_prompt: false }),
    ...createGrammarFields(request, capabilities),
  };
}

function createFormat(name: string, { schema, complete: strict }: EnforcedSchema) {
  return {
    type: "json_schema" as const,
    json_schema: { name: toSchemaName(name), schema, strict },
  };
}

function createGrammarFields({ grammar }: ModelRequest, { form }: Capabilities) {
  if (grammar === undefined) return {};
  if (form === "grammar") return { grammar };
  return form === "structured_outputs" ? { structured_outputs: { grammar } } : {};
}

function addLayers(
  messages: SentMessage[],
  request: ModelRequest,
  capabilities: Capabilities,
): void {
  const own = listIndividualLayers(request);
  if (isBlank(request.shared) && own.length === 0) return;
  const mark = chooseMark(capabilities);
  const kept = mark ? findKeptLayers(request, isBlank(request.shared) ? 0 : 1, own.length) : [];
  const style: LayerStyle = { isText: !capabilities.contentParts, mark, kept };
  const message = systemMessages(JSON.stringify(style))(request.shared)(JSON.stringify(own));
  if (capabilities.systemRole) return void messages.unshift(message);
  const first = messages[0];
  if (first?.role === "user")
    messages[0] = { role: "user", content: joinContent(message.content, first.content) };
  else messages.unshift({ role: "user", content: message.content });
}

/** The mark of a part up to which the cache keeps the prompt. */
type Mark = Pick<TextPart, "cache_control" | "prompt_cache_breakpoint">;

function chooseMark({ contentParts, caching }: Capabilities): Mark | undefined {
  if (!contentParts) return undefined;
  if (caching === "breakpoints") return { cache_control: { type: "ephemeral" } };
  return caching === "prompt-cache-breakpoints" ? BREAKPOINT : undefined;
}

const BREAKPOINT: Mark = { prompt_cache_breakpoint: { mode: "explicit" } };

type LayerStyle = { isText: boolean; mark?: Mark | undefined; kept: readonly number[] };

/** The same message for the same layers, so that it is put into JSON once. */
const systemMessages = rememberResults(10_000, (style) => {
  const { isText, mark, kept } = JSON.parse(style) as LayerStyle;
  return rememberResults(1_000_000, (shared) =>
    rememberResults(100_000, (own) => {
      const layers = [shared, ...(JSON.parse(own) as string[])].filter((text) => !isBlank(text));
      const parts = layers.map((text, index) => createPart(text, kept.includes(index) ? mark : {}));
      return { role: "system" as const, content: isText ? layers.join("\n\n") : parts };
    }),
  );
});

type Content = SentMessage["content"];

function joinContent(layers: Content, rest: Content): Content {
  if (typeof layers === "string" && typeof rest === "string") return `${layers}\n\n${rest}`;
  const toParts = (content: Content) =>
    typeof content === "string" ? [createPart(content)] : content;
  return [...toParts(layers), ...toParts(rest)];
}

const layOut = {
  text: createLayout(({ role, parts }) => toMessage(role, parts, "text")),
  parts: createLayout(({ role, parts }) => toMessage(role, parts, "parts")),
  kept: createLayout(({ role, parts }) => toMessage(role, parts, "kept")),
};

/** OpenAI reads and writes at breakpoints alone, so that each part has one. OpenRouter passes four marks on. */
function convertTurns(
  request: ModelRequest,
  lastWords: readonly string[],
  capabilities: Capabilities,
): SentMessage[] {
  const mark = chooseMark(capabilities);
  const plain: MessageForm = capabilities.contentParts ? "parts" : "text";
  const form = mark === BREAKPOINT ? "kept" : plain;
  const { finished: messages, last } = layOut[form](request.turns);
  if (last) messages.push(toMessage(last.role, last.parts, form));
  if (mark) keepTurns(messages, mark, findKeptPlaces(messages, request));
  const instruction = toMessage("user", lastWords, plain);
  const open = messages.at(-1);
  if (open?.role !== "user") messages.push(instruction);
  else
    messages.splice(-1, 1, {
      role: "user",
      content: joinContent(open.content, instruction.content),
    });
  return messages;
}

/** Marks these places. OpenAI's parts have marks already, so that those after the last place are taken away. */
function keepTurns(messages: SentMessage[], mark: Mark, kept: readonly KeptPlace[]): void {
  if (mark !== BREAKPOINT) {
    for (const { turn, part } of kept) markParts(messages, turn, [part, part + 1], mark);
    return;
  }
  const last = kept.at(-1) ?? { turn: 0, part: -1 };
  for (let turn = last.turn; turn < messages.length; turn++) {
    const from = turn === last.turn ? last.part + 1 : 0;
    markParts(messages, turn, [from, Number.POSITIVE_INFINITY], {});
  }
}

/** `to` is the part after the last. */
function markParts(
  messages: SentMessage[],
  turn: number,
  [from, to]: [number, number],
  mark: Mark,
): void {
  const message = messages[turn];
  if (!message || typeof message.content === "string" || from >= message.content.length) return;
  const content = message.content.map((each, part) =>
    part >= from && part < to ? createPart(each.text, mark) : each,
  );
  messages[turn] = { role: message.role, content };
}

function toMessage(
  role: ViewTurn["role"],
  parts: readonly string[],
  form: MessageForm,
): SentMessage {
  const full = parts.filter((text) => !isBlank(text));
  // Every compatible server takes a single own message as a string.
  if (role === "assistant" && full.length === 1) return { role, content: full[0]! };
  if (form === "text") return { role, content: full.join("\n\n") };
  return { role, content: full.map((text) => createPart(text, form === "kept" ? BREAKPOINT : {})) };
}

function createPart(text: string, mark: Mark = {}): TextPart {
  return { type: "text", text, ...mark };
}

/** One key for the whole meeting, so that its seats share a layer. The API takes at most 64 characters. */
function createCacheKey({ cacheKey }: ModelRequest): string {
  const key = cacheKey.slice(0, Math.max(0, cacheKey.lastIndexOf(":"))) || cacheKey;
  return key.length <= 64 ? key : hashSha256(key);
}

function toSchemaName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
}
