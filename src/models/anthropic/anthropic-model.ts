import type Anthropic from "@anthropic-ai/sdk";
import type { Usage as MessageUsage, RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages";
import type { Endpoint } from "../endpoint.ts";
import type { GenerateOptions, Model, ModelReply, ModelRequest } from "../model.ts";
import { type Heard, streamCall } from "../stream-call.ts";
import { convertPrompt } from "./convert-prompt.ts";
import { mapError } from "./map-error.ts";
import { mapStop } from "./map-stop.ts";
import { mapUsage } from "./map-usage.ts";

/** A model behind the Messages API. Nothing is imported or connected before the first call. */
export function anthropicModel(endpoint: Endpoint): Model {
  const { spec, provider, id, capabilities } = endpoint;
  let client: Promise<Anthropic> | undefined;
  return {
    spec,
    provider,
    id,
    capabilities,
    generate(request, options) {
      client ??= connectAnthropic(endpoint);
      return call(client, endpoint, request, options);
    },
  };
}

/** A client that takes neither key nor address from the environment, tries once and sends no telemetry. */
export async function connectAnthropic(endpoint: Endpoint): Promise<Anthropic> {
  const { default: Client } = await import("@anthropic-ai/sdk");
  return new Client({
    apiKey: endpoint.apiKey,
    authToken: null,
    baseURL: endpoint.baseUrl,
    maxRetries: 0,
    timeout: endpoint.limits?.totalMs ?? 600_000,
    openTelemetry: false,
    logLevel: "off",
    ...(endpoint.fetch ? { fetch: endpoint.fetch } : {}),
  });
}

function call(
  client: Promise<Anthropic>,
  endpoint: Endpoint,
  request: ModelRequest,
  options: GenerateOptions,
): Promise<ModelReply> {
  const { id, capabilities, limits = {}, sharedCacheTtl, apiKey } = endpoint;
  let counted: MessageUsage | null = null;
  return streamCall<RawMessageStreamEvent>({
    call: options,
    limits,
    thinks: capabilities.reasoningEffort,
    key: apiKey,
    asked: id,
    async open(signal, heard) {
      const { messages } = await client;
      const body = convertPrompt(request, { model: id, capabilities, sharedCacheTtl });
      const { data, request_id } = await messages.create(body, { signal }).withResponse();
      heard.requestId = request_id ?? undefined;
      return data;
    },
    take(event, heard) {
      if (event.type === "message_start") {
        counted = event.message.usage;
        heard.model = event.message.model || heard.model;
        heard.usage = mapUsage(counted);
      }
      return take(event, heard, counted);
    },
    faultOf: mapError,
  });
}

function take(event: RawMessageStreamEvent, heard: Heard, counted: MessageUsage | null): string {
  if (event.type === "content_block_start" && event.content_block.type === "text")
    return event.content_block.text;
  if (event.type === "content_block_delta" && event.delta.type === "text_delta") return event.delta.text;
  if (event.type === "message_delta") {
    heard.usage = mapUsage(counted, event.usage);
    const { stop_reason, stop_details } = event.delta;
    if (stop_reason) heard.ending = mapStop(stop_reason, stop_details);
  }
  return "";
}
