// Sends requests to a model behind an address and maps its faults, for all vendors. Each vendor
// brings a sender and a reader of streams.

import { groupThousands } from "../../text/plain.ts";
import { createFailure } from "../contract/failure.ts";
import { isPrefilled } from "../contract/layout.ts";
import type { GenerateOptions, Model, ModelFailure, ModelRequest } from "../contract/model.ts";
import { countLeastInput } from "../pricing/estimate.ts";
import { dropQuery, openFetch } from "./address-fault.ts";
import {
  applyLack,
  applyLearned,
  createEndpointMask,
  createLearned,
  type Endpoint,
  limitOutput,
  PREFILL_FIELD,
  readCallLimits,
} from "./endpoint.ts";
import type { Lack } from "./error-words.ts";
import { mapHttpError, readError } from "./map-http-error.ts";
import { readServerEvents, type StreamForm } from "./server-events.ts";
import { streamCall, type TakeEvent } from "./stream-call.ts";

export type Vendor<Client> = {
  connect: (endpoint: Endpoint) => Promise<Client>;
  send: (
    client: Client,
    request: ModelRequest,
    endpoint: Endpoint,
    signal: AbortSignal,
  ) => Promise<Response>;
  form?: StreamForm;
  requestIdHeader: string;
  /** One take per response: it adds each event to `heard` and returns the new text. */
  createTake: (endpoint: Endpoint) => TakeEvent;
};

export function createEndpointModel<Client>(endpoint: Endpoint, vendor: Vendor<Client>): Model {
  const { spec, provider, id, capabilities, learned = createLearned() } = endpoint;
  const mask = createEndpointMask(endpoint);
  const limits = readCallLimits(endpoint);
  let client: Promise<Client> | undefined;
  /** The server has taken a request of this form. */
  let isProven = false;

  async function send(request: ModelRequest, options: GenerateOptions) {
    client ??= vendor.connect(endpoint);
    const connected = client;
    const sent = { ...learned };
    const known = { ...capabilities };
    if (known.form === "found" && (request.grammar ?? request.exchange) !== undefined) {
      const key = await endpoint.grammarKey?.();
      known.form = key ?? "tags";
      known.prefill ??= known.form !== "tags";
    }
    const takes = { ...endpoint, learned: sent, capabilities: applyLearned(known, sent) };
    const isContinued = isPrefilled(request, takes.capabilities);
    let lacks: Lack | undefined;
    const reply = await streamCall({
      call: options,
      limits,
      settings: `providers.${provider}`,
      mask,
      asked: id,
      async open(signal, heard) {
        const sender = await connected;
        const response = await vendor.send(sender, request, takes, signal);
        heard.requestId = response.headers.get(vendor.requestIdHeader) ?? undefined;
        return {
          pieces: readServerEvents(response, endpoint, vendor.form),
          take: vendor.createTake(endpoint),
        };
      },
      toFault(error) {
        const fault = mapHttpError(readError(error));
        lacks = fault.lacks;
        // Some servers refuse a field without its name. Marks of the cache are the first to go.
        if (fault.kind === "bad-request" && !isProven && isMarked(takes.capabilities))
          lacks ??= { of: "parameter", name: "prompt_cache_options" };
        if (fault.kind === "bad-request" && isContinued)
          lacks ??= { of: "parameter", name: PREFILL_FIELD };
        return fault;
      },
    });
    isProven ||= reply.type === "answer";
    // Some servers write JSON into the thoughts under a schema, and nothing into the reply.
    const isLost =
      request.json !== undefined &&
      !isContinued &&
      reply.type === "failure" &&
      reply.kind === "empty" &&
      reply.stop === undefined;
    if (isLost && takes.capabilities.structuredOutput) learned.takesConstraints = false;
    return {
      reply,
      sent,
      lacks: reply.type === "failure" && reply.partialText === "" ? lacks : undefined,
    };
  }

  return {
    spec,
    provider,
    id,
    host: new URL(endpoint.baseUrl).host,
    capabilities,
    ...(endpoint.countsEvaluated && { countsEvaluated: true }),
    async generate(request, options) {
      const tooLong = await checkWindow(endpoint, request);
      if (tooLong) return tooLong;
      const once = { mostOutput: request.maxOutputTokens };
      for (;;) {
        const asked = limitOutput(request, learned.mostOutput, once.mostOutput);
        const { reply, lacks, sent } = await send(asked, options);
        // A refused request cost nothing, so it is asked again at once in a form that the server takes.
        if (lacks === undefined || !applyLack(learned, lacks, sent, once)) return reply;
      }
    },
  };
}

function isMarked({ caching }: Endpoint["capabilities"]): boolean {
  return caching === "prompt-cache-breakpoints";
}

/** A prompt that a local server would cut is not sent. */
async function checkWindow(
  { window }: Endpoint,
  request: ModelRequest,
): Promise<ModelFailure | null> {
  if (window === undefined) return null;
  const tokens = Math.round(countLeastInput(request));
  if (tokens <= ALWAYS_FITS) return null;
  const room = await window();
  if (room === null || tokens + LEAST_REPLY <= room) return null;
  const message = `about ${groupThousands(tokens)} tokens do not fit the server's context window of ${groupThousands(room)}`;
  return createFailure(
    "context-too-long",
    `${message}, so nothing was sent. Give the model a larger context window.`,
  );
}

const ALWAYS_FITS = 2_000;
const LEAST_REPLY = 256;

export function createClientOptions(endpoint: Endpoint) {
  return {
    baseURL: dropQuery(endpoint.baseUrl),
    maxRetries: 0,
    timeout: readCallLimits(endpoint).totalMs,
    logLevel: "off" as const,
    fetch: openFetch(endpoint),
  };
}

/** As `JSON.stringify` writes it. Items of a list are written once: a history only grows, and an SDK would write all of it for every call. */
export function selectSentFields(sent: object, { learned }: Pick<Endpoint, "learned">) {
  const isSent = (name: string, value: unknown) =>
    value !== undefined && !learned?.omitted.has(name);
  const fields = Object.entries(sent).filter(([name, value]) => isSent(name, value));
  const pieces = fields.flatMap(([name, value], index) => [
    Buffer.from(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`),
    ...(Array.isArray(value) ? encodeList(value) : [Buffer.from(JSON.stringify(value))]),
  ]);
  return { body: Buffer.concat([...pieces, END]), headers: { "content-type": "application/json" } };
}

const END = Buffer.from("}");
const CLOSE = Buffer.from("]");
const written = new WeakMap<object, Buffer>();

function encodeList(items: readonly object[]): Buffer[] {
  const pieces = items.map((item) => {
    const known = written.get(item) ?? Buffer.from(`,${JSON.stringify(item)}`);
    written.set(item, known);
    return known;
  });
  return [
    Buffer.from("["),
    ...pieces.map((piece, index) => piece.subarray(index === 0 ? 1 : 0)),
    CLOSE,
  ];
}
