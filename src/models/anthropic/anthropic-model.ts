// Calls Anthropic's Messages API through its SDK and reads its stream.

import type Anthropic from "@anthropic-ai/sdk";
import type * as sdk from "@anthropic-ai/sdk/resources/messages";
import type { Endpoint } from "../calls/endpoint.ts";
import {
  createClientOptions,
  createEndpointModel,
  selectSentFields,
  type Vendor,
} from "../calls/endpoint-model.ts";
import { readFinish } from "../calls/finish-reason.ts";
import { isNothing, readCount } from "../calls/reply-gate.ts";
import { parseEvent } from "../calls/server-events.ts";
import type { HeardReply, StreamEnding } from "../calls/stream-call.ts";
import type { Model, Usage } from "../contract/model.ts";
import { convertPrompt } from "./convert-prompt.ts";

export function createAnthropicModel(endpoint: Endpoint): Model {
  return createEndpointModel(endpoint, MESSAGES);
}

/** Ignores keys and addresses in the environment, tries once, sends no telemetry. */
export async function connectAnthropic(endpoint: Endpoint): Promise<Anthropic> {
  const { default: Client } = await import("@anthropic-ai/sdk");
  return new Client({
    ...createClientOptions(endpoint),
    apiKey: endpoint.apiKey,
    authToken: null,
    openTelemetry: false,
  });
}

const MESSAGES: Vendor<Anthropic> = {
  connect: connectAnthropic,
  send({ messages }, request, endpoint, signal) {
    const { id, capabilities } = endpoint;
    const body = convertPrompt(request, { model: id, capabilities });
    return messages.create(body, { signal, ...selectSentFields(body, endpoint) }).asResponse();
  },
  requestIdHeader: "request-id",
  createTake() {
    let counted: sdk.Usage | null = null;
    return (sent, heard) => {
      if (sent.event === "ping" || sent.data.startsWith("[DONE]")) return "";
      const event = parseEvent<sdk.RawMessageStreamEvent | sdk.Message>(sent);
      if (event.type === "message") return takeWhole(event, heard);
      if (event.type === "message_start") {
        counted = event.message.usage;
        heard.model = event.message.model || heard.model;
        heard.usage = mapUsage(counted);
      }
      return take(event, heard, counted);
    };
  },
};

/** A server that ignores `stream` sends the whole message. */
function takeWhole(message: sdk.Message, heard: HeardReply): string {
  heard.model = message.model || heard.model;
  heard.usage = mapUsage(message.usage);
  heard.ending = mapStop(message.stop_reason, message.stop_details);
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function take(
  event: sdk.RawMessageStreamEvent,
  heard: HeardReply,
  counted: sdk.Usage | null,
): string {
  if (event.type === "content_block_start" && event.content_block.type === "text")
    return event.content_block.text;
  if (event.type === "content_block_delta" && event.delta.type === "text_delta")
    return event.delta.text;
  if (event.type === "message_delta") {
    heard.usage = mapUsage(counted, event.usage);
    const { stop_reason, stop_details } = event.delta;
    heard.ending = mapStop(stop_reason, stop_details) ?? heard.ending;
  }
  return "";
}

/** `input_tokens` omits what was cached. The last event's counts win where given. */
export function mapUsage(
  start: Partial<sdk.Usage> | null,
  end?: Partial<sdk.MessageDeltaUsage> | null,
): Usage | null {
  const output = end?.output_tokens ?? start?.output_tokens;
  const input = end?.input_tokens ?? start?.input_tokens;
  if (isNothing(output) || isNothing(input)) return null;
  const thinking = end?.output_tokens_details ?? start?.output_tokens_details;
  return {
    uncached: readCount(input),
    cacheRead: readCount(end?.cache_read_input_tokens ?? start?.cache_read_input_tokens),
    cacheWrite: readCount(end?.cache_creation_input_tokens ?? start?.cache_creation_input_tokens),
    output: readCount(output),
    reasoning: Math.min(readCount(output), readCount(thinking?.thinking_tokens)),
  };
}

export function mapStop(
  reason: unknown,
  details?: sdk.RefusalStopDetails | null,
): StreamEnding | null {
  const ending = readFinish(reason);
  if (reason !== "refusal") return ending;
  return { type: "failure", kind: "refused", message: formatRefusal(details) };
}

function formatRefusal(details: sdk.RefusalStopDetails | null | undefined): string {
  const category = details?.category ? ` (${details.category})` : "";
  const explanation = details?.explanation ? `: ${details.explanation}` : ".";
  return `The model refused to answer${category}${explanation}`;
}
