import type OpenAI from "openai";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { CompletionUsage } from "openai/resources/completions";
import { jsonOf } from "../../text/json-in.ts";
import type { Endpoint } from "../calls/endpoint.ts";
import { clientOptions, endpointModel, sentBody, type Vendor } from "../calls/endpoint-model.ts";
import { mapHttpError, readError } from "../calls/map-http-error.ts";
import { isNothing, readCount } from "../calls/reply-gate.ts";
import { parseEvent } from "../calls/server-events.ts";
import type { CallFault, StreamEnding } from "../calls/stream-call.ts";
import type { Model, Usage } from "../contract/model.ts";
import { convertPrompt } from "./convert-prompt.ts";

export function openaiModel(endpoint: Endpoint): Model {
  return endpointModel(endpoint, CHAT_COMPLETIONS);
}

/** Ignores keys and addresses in the environment, and tries once. */
export async function connectOpenAi(endpoint: Endpoint): Promise<OpenAI> {
  const { default: Client } = await import("openai");
  const options = clientOptions(endpoint);
  return new Client({
    ...options,
    fetch: describingErrors(options.fetch),
    // The SDK refuses an empty key; an endpoint without keys ignores this one.
    apiKey: endpoint.apiKey === "" ? "none" : endpoint.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
  });
}

const CHAT_COMPLETIONS: Vendor<OpenAI> = {
  connect: connectOpenAi,
  send({ chat }, request, { id, capabilities }, signal) {
    const body = convertPrompt(request, { model: id, capabilities });
    return chat.completions.create(body, { signal, ...sentBody(body) }).asResponse();
  },
  requestIdHeader: "x-request-id",
  createTake(client, response) {
    let refusal = "";
    let isDone = false;
    return ({ data }, heard) => {
      isDone ||= data.startsWith("[DONE]");
      if (isDone) return "";
      const chunk = chunkOf(data, client, response);
      if (chunk.model) heard.model = chunk.model;
      if (chunk.usage) heard.usage = mapUsage(chunk.usage, chunk.timings);
      // The chunk that carries the usage has no choices.
      const choice = chunk.choices?.[0];
      if (!choice) return "";
      refusal += choice.delta?.refusal ?? "";
      if (choice.finish_reason) heard.ending = mapStop(choice.finish_reason, refusal);
      return choice.delta?.content ?? "";
    };
  },
  faultOf: mapError,
};

/** What llama-server adds. */
type Chunk = ChatCompletionChunk & { readonly timings?: Timings };

function chunkOf(data: string, client: OpenAI, { headers }: Response): Chunk {
  const chunk = parseEvent<Chunk & { readonly error?: Error }>(data);
  if (!chunk.error) return chunk;
  const { APIError } = client.constructor as typeof OpenAI;
  throw new APIError(undefined, chunk.error, undefined, headers);
}

/** The SDK reads only `error`; some servers answer `{"object": "error", "message": ...}` or `{"detail": ...}`. */
function describingErrors(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.ok || response.body === null) return response;
    const text = await response.text();
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    for (const name of ["content-length", "content-encoding"]) headers.delete(name);
    return new Response(underError(text), { status, statusText, headers });
  };
}

function underError(text: string): string {
  const body = jsonOf(text);
  if (typeof body !== "object" || body === null || "error" in body) return text;
  if ("message" in body) return JSON.stringify({ error: body });
  if (!("detail" in body)) return text;
  const { detail } = body;
  return JSON.stringify({ error: { message: typeof detail === "string" ? detail : JSON.stringify(detail) } });
}

type Timings = { readonly prompt_n?: number; readonly cache_n?: number };

/** `prompt_tokens` includes what was cached. */
export function mapUsage(
  usage: CompletionUsage | null | undefined,
  { prompt_n: evaluated = 0, cache_n: cached = 0 }: Timings = {},
): Usage | null {
  if (isNothing(usage?.prompt_tokens) || isNothing(usage?.completion_tokens)) return null;
  const details = usage?.prompt_tokens_details;
  const prompt = Math.max(readCount(usage?.prompt_tokens), readCount(evaluated + cached));
  const output = readCount(usage?.completion_tokens);
  const cacheRead = Math.min(prompt, readCount(details?.cached_tokens ?? cached));
  const cacheWrite = Math.min(prompt - cacheRead, readCount(details?.cache_write_tokens));
  return {
    uncached: prompt - cacheRead - cacheWrite,
    cacheRead,
    cacheWrite,
    output,
    reasoning: Math.min(output, readCount(usage?.completion_tokens_details?.reasoning_tokens)),
  };
}

/** Compatible servers send other reasons, which mean the end. */
export function mapStop(reason: string, refusal: string): StreamEnding {
  if (reason === "content_filter" || refusal !== "") return refused(refusal);
  if (reason === "length" || reason === "max_tokens") return { type: "stop", stop: "length" };
  return { type: "stop", stop: "end" };
}

function refused(refusal: string): StreamEnding {
  const message =
    refusal === "" ? "The provider's content filter stopped the reply." : `The model refused: ${refusal}`;
  return { type: "failure", kind: "refused", message };
}

/** A socket lost in mid-stream is a bare `TypeError: terminated`. */
export function mapError(error: unknown): CallFault {
  return mapHttpError(readError(error));
}
