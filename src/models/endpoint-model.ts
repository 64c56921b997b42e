import type { Endpoint } from "./endpoint.ts";
import type { Model, ModelRequest } from "./model.ts";
import { type Fault, type Heard, LONGEST_CALL_MS, streamCall } from "./stream-call.ts";

/** What one vendor's SDK does its own way. */
export type Vendor<Client, Event> = {
  readonly connect: (endpoint: Endpoint) => Promise<Client>;
  /** Sends one request, and resolves with its stream, which ends with the signal; throws what `faultOf` reads. */
  readonly send: (
    client: Client,
    request: ModelRequest,
    endpoint: Endpoint,
    signal: AbortSignal,
  ) => Promise<{ readonly data: AsyncIterable<Event>; readonly request_id: string | null | undefined }>;
  /** For one call: takes each event of its stream into `heard`, and returns the text it added. */
  readonly createTake: () => (event: Event, heard: Heard) => string;
  readonly faultOf: (error: unknown) => Fault;
};

/** The model at an endpoint, through its vendor's SDK. Nothing is imported or connected before the first call. */
export function endpointModel<Client, Event>(endpoint: Endpoint, vendor: Vendor<Client, Event>): Model {
  const { spec, provider, id, capabilities, limits = {}, apiKey } = endpoint;
  let client: Promise<Client> | undefined;
  return {
    spec,
    provider,
    id,
    capabilities,
    generate(request, options) {
      client ??= vendor.connect(endpoint);
      const connected = client;
      return streamCall<Event>({
        call: options,
        limits,
        thinks: capabilities.reasoningEffort,
        key: apiKey,
        asked: id,
        async open(signal, heard) {
          const { data, request_id } = await vendor.send(await connected, request, endpoint, signal);
          heard.requestId = request_id ?? undefined;
          return data;
        },
        take: vendor.createTake(),
        faultOf: vendor.faultOf,
      });
    },
  };
}

/** What both SDKs' clients are told alike: where to, one try, and nothing printed. */
export function clientOptions({ baseUrl, limits, fetch }: Endpoint) {
  return {
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: limits?.totalMs ?? LONGEST_CALL_MS,
    logLevel: "off" as const,
    ...(fetch ? { fetch } : {}),
  };
}
