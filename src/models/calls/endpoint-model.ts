import { groupThousands } from "../../text/plain.ts";
import { failure } from "../contract/failure.ts";
import type { GenerateOptions, Model, ModelFailure, ModelRequest } from "../contract/model.ts";
import { leastInput } from "../pricing/estimate.ts";
import { callLimits, type Endpoint } from "./endpoint.ts";
import type { Lack } from "./error-words.ts";
import { asLearned, learn, nothingLearned, withinRoom } from "./learned.ts";
import { longFetch } from "./long-fetch.ts";
import { type StreamForm, serverEvents } from "./server-events.ts";
import { type CallFault, streamCall, type TakeEvent } from "./stream-call.ts";

export type Vendor<Client> = {
  readonly connect: (endpoint: Endpoint) => Promise<Client>;
  readonly send: (
    client: Client,
    request: ModelRequest,
    endpoint: Endpoint,
    signal: AbortSignal,
  ) => Promise<Response>;
  readonly form?: StreamForm;
  readonly requestIdHeader: string;
  /** One take per response: it adds each event to `heard` and returns the new text; throws what `faultOf` reads. */
  readonly createTake: (client: Client, response: Response) => TakeEvent;
  readonly faultOf: (error: unknown) => CallFault;
};

export function endpointModel<Client>(endpoint: Endpoint, vendor: Vendor<Client>): Model {
  const { spec, provider, id, capabilities, apiKey, learned = nothingLearned() } = endpoint;
  const limits = callLimits(endpoint);
  let client: Promise<Client> | undefined;

  async function send(request: ModelRequest, options: GenerateOptions) {
    client ??= vendor.connect(endpoint);
    const connected = client;
    const takes = { ...endpoint, capabilities: asLearned(capabilities, learned) };
    let lacks: Lack | undefined;
    const reply = await streamCall({
      call: options,
      limits,
      provider,
      key: apiKey,
      asked: id,
      async open(signal, heard) {
        const sender = await connected;
        const response = await vendor.send(sender, request, takes, signal);
        heard.requestId = response.headers.get(vendor.requestIdHeader) ?? undefined;
        return { pieces: serverEvents(response, vendor.form), take: vendor.createTake(sender, response) };
      },
      faultOf(error) {
        const fault = vendor.faultOf(error);
        lacks = fault.lacks;
        return fault;
      },
    });
    return { reply, lacks: reply.type === "failure" && reply.partialText === "" ? lacks : undefined };
  }

  return {
    spec,
    provider,
    id,
    host: new URL(endpoint.baseUrl).host,
    capabilities,
    ...(endpoint.countsEvaluated && { countsEvaluated: true }),
    async generate(request, options) {
      const tooLong = await beyondWindow(endpoint, request);
      if (tooLong) return tooLong;
      const once = { mostOutput: request.maxOutputTokens };
      for (;;) {
        const asked = withinRoom(request, learned.mostOutput, once.mostOutput);
        const { reply, lacks } = await send(asked, options);
        // A refused request cost nothing, so it is asked again at once in a form that the server takes.
        if (lacks === undefined || !learn(learned, lacks, once)) return reply;
      }
    },
  };
}

/** A prompt that a local server would cut is not sent. */
async function beyondWindow({ window }: Endpoint, request: ModelRequest): Promise<ModelFailure | null> {
  if (window === undefined) return null;
  const tokens = Math.round(leastInput(request));
  if (tokens <= ALWAYS_FITS) return null;
  const room = await window();
  if (room === null || tokens + LEAST_REPLY <= room) return null;
  const message = `about ${groupThousands(tokens)} tokens do not fit the server's context window of ${groupThousands(room)}`;
  return failure(
    "context-too-long",
    `${message}, so nothing was sent. Give the model a larger context window.`,
  );
}

const ALWAYS_FITS = 2_000;
const LEAST_REPLY = 256;

export function clientOptions(endpoint: Endpoint) {
  const { baseUrl } = endpoint;
  return {
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: callLimits(endpoint).totalMs,
    logLevel: "off" as const,
    fetch: endpoint.fetch ?? longFetch(),
  };
}

/** `JSON.stringify(body)`, with each message put into JSON once: a history only grows, and the SDKs would write all of it for every call. */
export function sentBody(sent: { readonly messages: readonly object[] }) {
  const whole = JSON.stringify({ ...sent, messages: [] });
  const at = whole.indexOf(OPENING) + OPENING.length;
  const [first = NOTHING, ...others] = sent.messages.map(inJson);
  const [head, tail] = [Buffer.from(whole.slice(0, at)), Buffer.from(whole.slice(at))];
  const body = Buffer.concat([head, first.subarray(1), ...others, tail]);
  return { body, headers: { "content-type": "application/json" } };
}

/** Inside a string the quotes would be escaped. */
const OPENING = '"messages":[';
const NOTHING = Buffer.alloc(0);
const written = new WeakMap<object, Buffer>();

function inJson(message: object): Buffer {
  const known = written.get(message) ?? Buffer.from(`,${JSON.stringify(message)}`);
  written.set(message, known);
  return known;
}
