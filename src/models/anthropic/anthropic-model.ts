import type Anthropic from "@anthropic-ai/sdk";
import type { Usage as MessageUsage, RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages";
import type { ErrorType } from "@anthropic-ai/sdk/resources/shared";
import { jsonOf } from "../../text/json-in.ts";
import type { Endpoint } from "../calls/endpoint.ts";
import { clientOptions, endpointModel, sentBody, type Vendor } from "../calls/endpoint-model.ts";
import type { HeardReply } from "../calls/stream-call.ts";
import type { Model } from "../contract/model.ts";
import { convertPrompt } from "./convert-prompt.ts";
import { mapError, mapStop, mapUsage } from "./map-reply.ts";

export function anthropicModel(endpoint: Endpoint): Model {
  return endpointModel(endpoint, MESSAGES);
}

/** Takes neither key nor address from the environment, tries once, sends no telemetry. */
export async function connectAnthropic(endpoint: Endpoint): Promise<Anthropic> {
  const { default: Client } = await import("@anthropic-ai/sdk");
  return new Client({
    ...clientOptions(endpoint),
    apiKey: endpoint.apiKey,
    authToken: null,
    openTelemetry: false,
  });
}

const MESSAGES: Vendor<Anthropic> = {
  connect: connectAnthropic,
  send({ messages }, request, { id, capabilities, sharedCacheTtl }, signal) {
    const body = convertPrompt(request, { model: id, capabilities, sharedCacheTtl });
    return messages.create(body, { signal, ...sentBody(body) }).asResponse();
  },
  requestIdHeader: "request-id",
  createTake(client, response) {
    let counted: MessageUsage | null = null;
    return (sent, heard) => {
      if (sent.event === "error") throw errorIn(sent.data, client, response);
      if (sent.event === undefined || sent.event === "ping" || sent.data === "") return "";
      const event = JSON.parse(sent.data) as RawMessageStreamEvent;
      if (event.type === "message_start") {
        counted = event.message.usage;
        heard.model = event.message.model || heard.model;
        heard.usage = mapUsage(counted);
      }
      return take(event, heard, counted);
    };
  },
  faultOf: mapError,
};

function errorIn(data: string, client: Anthropic, { headers }: Response): Error {
  const { APIError } = client.constructor as typeof Anthropic;
  const body = (jsonOf(data) ?? { error: { message: data } }) as { error?: { type?: ErrorType } };
  return new APIError(undefined, body, undefined, headers, body.error?.type);
}

function take(event: RawMessageStreamEvent, heard: HeardReply, counted: MessageUsage | null): string {
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
