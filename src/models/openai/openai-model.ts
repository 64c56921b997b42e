// Calls OpenAI's Chat Completions, which most other servers speak too, and reads their streams.

import type OpenAI from "openai";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { CompletionUsage } from "openai/resources/completions";
import { type Endpoint, isLocalAddress } from "../calls/endpoint.ts";
import {
  createClientOptions,
  createEndpointModel,
  selectSentFields,
  type Vendor,
} from "../calls/endpoint-model.ts";
import { readFinish } from "../calls/finish-reason.ts";
import { isNothing, readCount } from "../calls/reply-gate.ts";
import { parseEvent } from "../calls/server-events.ts";
import type { Model, Usage } from "../contract/model.ts";
import { convertPrompt } from "./convert-prompt.ts";

export function createOpenAiModel(endpoint: Endpoint): Model {
  return createEndpointModel(endpoint, CHAT_COMPLETIONS);
}

/** Ignores keys and addresses in the environment, and tries once. */
export async function connectOpenAi(endpoint: Endpoint): Promise<OpenAI> {
  const { default: Client } = await import("openai");
  return new Client({
    ...createClientOptions(endpoint),
    // The SDK refuses an empty key; an endpoint without keys ignores this one.
    apiKey: endpoint.apiKey === "" ? "none" : endpoint.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
  });
}

const CHAT_COMPLETIONS: Vendor<OpenAI> = {
  connect: connectOpenAi,
  send({ chat }, request, endpoint, signal) {
    const { id, capabilities, baseUrl } = endpoint;
    const isLocal = isLocalAddress(baseUrl);
    const body = convertPrompt(request, { model: id, capabilities, isLocal });
    return chat.completions
      .create(body, { signal, ...selectSentFields(body, endpoint) })
      .asResponse();
  },
  requestIdHeader: "x-request-id",
  createTake({ provider }) {
    let refusal = "";
    let isDone = false;
    return (event, heard) => {
      isDone ||= event.data.startsWith("[DONE]");
      if (isDone) return "";
      const chunk = parseEvent<Chunk>(event);
      if (chunk.model) heard.model = chunk.model;
      // The chunk that carries the usage usually has no choices.
      const choice = chunk.choices?.[0];
      const usage = chunk.usage ?? choice?.usage ?? chunk.x_groq?.usage;
      if (usage) heard.usage = mapUsage(usage, chunk.timings);
      if (usage && heard.usage && provider === "openrouter") heard.usage.billed = readBilled(usage);
      if (!choice) return "";
      const { content, refusal: refused } = choice.delta ?? choice.message ?? {};
      refusal += refused ?? "";
      heard.ending = readFinish(choice.finish_reason, refusal) ?? heard.ending;
      return readContent(content) ?? choice.text ?? "";
    };
  },
};

/** A whole completion has a message, a stream has deltas. llama-server adds timings, and others put the usage elsewhere. */
type Chunk = Pick<ChatCompletionChunk, "model"> & {
  usage?: ReportedUsage | null;
  x_groq?: { usage?: ReportedUsage };
  timings?: Timings;
  choices?: readonly Choice[];
};

type Choice = {
  delta?: Words;
  message?: Words;
  text?: string;
  finish_reason?: string | null;
  usage?: ReportedUsage;
};

type Words = {
  /** Mistral sends a list of parts for models that think. */
  content?: string | readonly { type?: string; text?: string }[] | null;
  refusal?: string | null;
};

/** As OpenRouter reports it. If the upstream has your own key, it bills you too. */
type BilledUsage = Partial<CompletionUsage> & {
  cost?: number;
  is_byok?: boolean;
  cost_details?: { upstream_inference_cost?: number | null };
};

function readBilled({ cost, is_byok, cost_details }: BilledUsage): number | undefined {
  const upstream = is_byok ? (cost_details?.upstream_inference_cost ?? 0) : 0;
  const dollars = Number(cost ?? Number.NaN) + Number(upstream);
  return Number.isFinite(dollars) && dollars >= 0 ? dollars : undefined;
}

function readContent(content: Words["content"]): string | null | undefined {
  if (!Array.isArray(content)) return content as string | null | undefined;
  return content.map(({ type, text }) => (type === "text" ? text : "")).join("");
}

/** DeepSeek has its own field for what was cached. */
type ReportedUsage = Partial<CompletionUsage> & { prompt_cache_hit_tokens?: number };

type Timings = { prompt_n?: number; cache_n?: number };

/**
 * `prompt_tokens` includes what was cached. Some servers leave thoughts out of `completion_tokens`, or leave a part out
 * altogether: then the total tells.
 */
export function mapUsage(
  usage: ReportedUsage | null | undefined,
  { prompt_n: evaluated = 0, cache_n: cached = 0 }: Timings = {},
): Usage | null {
  if (!usage) return null;
  const total = readTotal(usage.total_tokens);
  const counted = usage.completion_tokens ?? (total > 0 ? 0 : null);
  if (isNothing(counted)) return null;
  const thoughts = readCount(usage.completion_tokens_details?.reasoning_tokens);
  const visible = readCount(counted);
  const told = usage.prompt_tokens ?? (total > visible && visible > 0 ? total - visible : null);
  if (isNothing(told)) return null;
  const prompt = Math.max(readCount(told), readCount(evaluated + cached));
  const stated = thoughts > visible ? visible + thoughts : visible;
  const output = Math.max(stated, total - prompt);
  const details = usage.prompt_tokens_details;
  const cacheRead = Math.min(
    prompt,
    readCount(details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? cached),
  );
  const cacheWrite = Math.min(prompt - cacheRead, readCount(details?.cache_write_tokens));
  return {
    uncached: prompt - cacheRead - cacheWrite,
    cacheRead,
    cacheWrite,
    output,
    reasoning: Math.min(output, Math.max(thoughts, output - visible)),
  };
}

/** 0 for anything but a count: the parts tell, too. */
function readTotal(total: unknown): number {
  return readCount(total) || 0;
}
