import type OpenAI from "openai";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { Endpoint } from "../endpoint.ts";
import type { GenerateOptions, Model, ModelReply, ModelRequest } from "../model.ts";
import { streamCall } from "../stream-call.ts";
import { convertPrompt } from "./convert-prompt.ts";
import { mapError } from "./map-error.ts";
import { mapStop } from "./map-stop.ts";
import { mapUsage } from "./map-usage.ts";

/** A model behind Chat Completions, at OpenAI or any compatible server. Nothing is imported before the first call. */
export function openaiModel(endpoint: Endpoint): Model {
  const { spec, provider, id, capabilities } = endpoint;
  let client: Promise<OpenAI> | undefined;
  return {
    spec,
    provider,
    id,
    capabilities,
    generate(request, options) {
      client ??= connectOpenAi(endpoint);
      return call(client, endpoint, request, options);
    },
  };
}

/** A client that takes neither key nor address from the environment, and tries once. */
export async function connectOpenAi(endpoint: Endpoint): Promise<OpenAI> {
  const { default: Client } = await import("openai");
  return new Client({
    // The SDK refuses an empty key; an endpoint without keys ignores this one.
    apiKey: endpoint.apiKey === "" ? "none" : endpoint.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: endpoint.baseUrl,
    maxRetries: 0,
    timeout: endpoint.limits?.totalMs ?? 600_000,
    logLevel: "off",
    ...(endpoint.fetch ? { fetch: endpoint.fetch } : {}),
  });
}

function call(
  client: Promise<OpenAI>,
  endpoint: Endpoint,
  request: ModelRequest,
  options: GenerateOptions,
): Promise<ModelReply> {
  const { id, capabilities, limits = {}, apiKey } = endpoint;
  let refusal = "";
  return streamCall<ChatCompletionChunk>({
    call: options,
    limits,
    thinks: capabilities.reasoningEffort,
    key: apiKey,
    asked: id,
    async open(signal, heard) {
      const { chat } = await client;
      const body = convertPrompt(request, { model: id, capabilities });
      const { data, request_id } = await chat.completions.create(body, { signal }).withResponse();
      heard.requestId = request_id ?? undefined;
      return data;
    },
    take(chunk, heard) {
      if (chunk.model) heard.model = chunk.model;
      if (chunk.usage) heard.usage = mapUsage(chunk.usage);
      // The chunk that carries the usage has no choices.
      const choice = chunk.choices?.[0];
      if (!choice) return "";
      refusal += choice.delta?.refusal ?? "";
      if (choice.finish_reason) heard.ending = mapStop(choice.finish_reason, refusal);
      return choice.delta?.content ?? "";
    },
    faultOf: mapError,
  });
}
