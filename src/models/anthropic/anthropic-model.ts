import type Anthropic from "@anthropic-ai/sdk";
import type * as sdk from "@anthropic-ai/sdk/resources/messages";
import type { ErrorType } from "@anthropic-ai/sdk/resources/shared";
import { jsonOf } from "../../text/json-in.ts";
import type { Endpoint } from "../calls/endpoint.ts";
import { clientOptions, endpointModel, sentBody, type Vendor } from "../calls/endpoint-model.ts";
import { mapHttpError, readError } from "../calls/map-http-error.ts";
import { isNothing, readCount } from "../calls/reply-gate.ts";
import { parseEvent } from "../calls/server-events.ts";
import type { CallFault, HeardReply, StreamEnding } from "../calls/stream-call.ts";
import type { Model, Usage } from "../contract/model.ts";
import { convertPrompt } from "./convert-prompt.ts";

export function anthropicModel(endpoint: Endpoint): Model {
  return endpointModel(endpoint, MESSAGES);
}

/** Ignores keys and addresses in the environment, tries once, sends no telemetry. */
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
  send({ messages }, request, { id, capabilities }, signal) {
    const body = convertPrompt(request, { model: id, capabilities });
    return messages.create(body, { signal, ...sentBody(body) }).asResponse();
  },
  requestIdHeader: "request-id",
  createTake(client, response) {
    let counted: sdk.Usage | null = null;
    return (sent, heard) => {
      if (sent.event === "error") throw errorIn(sent.data, client, response);
      if (sent.event === undefined || sent.event === "ping" || sent.data === "") return "";
      const event = parseEvent<sdk.RawMessageStreamEvent>(sent.data);
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

function take(event: sdk.RawMessageStreamEvent, heard: HeardReply, counted: sdk.Usage | null): string {
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

export function mapStop(reason: sdk.StopReason, details?: sdk.RefusalStopDetails | null): StreamEnding {
  switch (reason) {
    case "max_tokens":
    case "pause_turn":
      return { type: "stop", stop: "length" };
    case "refusal":
      return { type: "failure", kind: "refused", message: refusalMessage(details) };
    case "model_context_window_exceeded":
      return { type: "failure", kind: "context-too-long", message: "The reply ran out of the context window." };
    default:
      return { type: "stop", stop: "end" };
  }
}

function refusalMessage(details: sdk.RefusalStopDetails | null | undefined): string {
  const category = details?.category ? ` (${details.category})` : "";
  const explanation = details?.explanation ? `: ${details.explanation}` : ".";
  return `The model refused to answer${category}${explanation}`;
}

export function mapError(error: unknown): CallFault {
  const read = readError(error);
  const sentence = (error as { readonly apiMessage?: unknown } | null)?.apiMessage;
  return mapHttpError(
    typeof sentence === "string" ? { ...read, message: `${prefix(read.status)}${sentence}` } : read,
  );
}

function prefix(status: number | undefined): string {
  return status === undefined ? "" : `${status} `;
}
