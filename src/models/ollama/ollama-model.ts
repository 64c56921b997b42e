// Calls Ollama's own chat API, which can set the size of the context window.

import { openFetch } from "../calls/address-fault.ts";
import type { Endpoint } from "../calls/endpoint.ts";
import { createEndpointModel, selectSentFields, type Vendor } from "../calls/endpoint-model.ts";
import { readFinish } from "../calls/finish-reason.ts";
import { isNothing, readCount } from "../calls/reply-gate.ts";
import { parseEvent } from "../calls/server-events.ts";
import type { HeardReply } from "../calls/stream-call.ts";
import { addThinkingRoom, type Capabilities } from "../contract/capabilities.ts";
import type { Model, ModelRequest } from "../contract/model.ts";
import { dropApiPath, isCloud } from "../local/ask-json.ts";
import { readLoadedWindow, readOllamaFacts } from "../local/ollama-models.ts";
import { convertPrompt as toOpenAi } from "../openai/convert-prompt.ts";
import { countLeastInput, estimateInput } from "../pricing/estimate.ts";

/** Asked through `/api/chat`: Ollama's OpenAI endpoint cannot set the context window. */
export function createOllamaModel(endpoint: Endpoint): Model {
  const { learned, id } = endpoint;
  const model = createEndpointModel(endpoint, OLLAMA_CHAT);
  return {
    ...model,
    async generate(request, options) {
      if (learned)
        learned.thinks ??= (
          await readOllamaFacts(dropApiPath(endpoint.baseUrl), id, endpoint)
        ).thinks;
      const reply = await model.generate(request, options);
      if (reply.type === "answer" && learned && learned.window === undefined)
        learned.window = await readLoadedWindow(dropApiPath(endpoint.baseUrl), id, endpoint);
      return reply;
    },
  };
}

type Client = { url: string; fetch: typeof fetch; apiKey: string };

type OllamaChunk = {
  model?: string;
  message?: { content?: string };
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
};

const OLLAMA_CHAT: Vendor<Client> = {
  async connect(endpoint) {
    const { baseUrl, apiKey } = endpoint;
    return { url: `${dropApiPath(baseUrl)}/api/chat`, fetch: openFetch(endpoint), apiKey };
  },
  async send({ url, fetch, apiKey }, request, endpoint, signal) {
    const { id, capabilities, learned } = endpoint;
    const thinks = learned?.thinks === true && !learned.omitted.has("think");
    const prompt = convertPrompt(request, {
      id,
      capabilities: { ...capabilities, reasoningEffort: thinks },
    });
    const { body, headers: form } = selectSentFields(prompt, endpoint);
    const authorization = apiKey !== "" && { authorization: `Bearer ${apiKey}` };
    return fetch(url, { method: "POST", headers: { ...form, ...authorization }, body, signal });
  },
  requestIdHeader: "x-request-id",
  form: "lines",
  createTake: () => (event, heard) => take(parseEvent<OllamaChunk>(event), heard),
};

function take(line: OllamaChunk, heard: HeardReply): string {
  if (line.model) heard.model = line.model;
  if (line.done === true) {
    heard.ending = readFinish(line.done_reason) ?? { type: "stop", stop: "end" };
    const { prompt_eval_count: input, eval_count: output } = line;
    const counts = {
      uncached: readCount(input),
      cacheRead: 0,
      cacheWrite: 0,
      output: readCount(output),
      reasoning: 0,
    };
    if (!isNothing(output)) heard.usage = counts;
  }
  return line.message?.content ?? "";
}

/** Ollama loads a model anew when the window's size changes, so it is asked for in steps. */
const STEP = 2_048;
const SMALLEST = 4_096;
const REPLY = 1_000;

/** A thinking model gets more room than its reply needs. */
export function convertPrompt(
  request: ModelRequest,
  { id, capabilities }: { id: string; capabilities: Capabilities },
) {
  const taken = { ...capabilities, contentParts: false, caching: "none", form: "json" } as const;
  const { messages, response_format, temperature, reasoning_effort } = toOpenAi(request, {
    model: id,
    capabilities: taken,
    isLocal: !isCloud(id),
  });
  const format =
    response_format?.type === "json_schema" ? response_format.json_schema.schema : undefined;
  return {
    model: id,
    messages,
    stream: true,
    format,
    think: reasoning_effort ?? undefined,
    options: {
      num_ctx: chooseWindow(request, capabilities),
      num_predict: addThinkingRoom(request.maxOutputTokens, capabilities),
      ...(typeof temperature === "number" && { temperature }),
    },
  };
}

function chooseWindow(request: ModelRequest, capabilities: Capabilities): number {
  if (capabilities.contextWindow !== null) return capabilities.contextWindow;
  const { window, maxOutputTokens } = request;
  const words = window
    ? Math.max(window, countLeastInput(request) + REPLY)
    : estimateInput(request) + maxOutputTokens;
  const tokens = addThinkingRoom(words, capabilities);
  return Math.max(SMALLEST, Math.ceil(tokens / STEP) * STEP);
}
