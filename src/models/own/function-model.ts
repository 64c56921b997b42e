// A model that is a function of the user's program.

import { type Capabilities, IN_PROCESS_CAPABILITIES } from "../contract/capabilities.ts";
import { createCancelled } from "../contract/failure.ts";
import { writeJsonInstructions } from "../contract/json-schema.ts";
import { createLayout, isBlank, listIndividualLayers } from "../contract/layout.ts";
import type { Model, ModelReply, ModelRequest } from "../contract/model.ts";
import { toFailure } from "./thrown.ts";

type FunctionRequest = {
  messages: readonly ChatMessage[];
  /** Aborted when the meeting stops. */
  signal: AbortSignal;
  /** Streams a piece of the text. Optional: the whole text is shown at once otherwise. */
  onText: (piece: string) => void;
  /** Tokens. */
  maxOutputTokens: number;
  /** JSON Schema, where JSON is asked for; the messages ask for it in words already. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  request: ModelRequest;
};

/** Gives the reply's text, or a whole reply with its usage. A throw is a failed call, which is tried again. */
export type ModelFunction = (
  request: FunctionRequest,
) => string | ModelReply | Promise<string | ModelReply>;

type FunctionModelOptions = {
  /** Default `function`. */
  spec?: string;
  /** Key of rates, retries and concurrency; default the spec. */
  provider?: string;
  capabilities?: Partial<Capabilities>;
  /** Same answer to the same request, without the world outside; default false. */
  deterministic?: boolean;
};

/**
 * Makes a model of a function from messages to text. If the function throws, the call failed and is
 * tried again.
 *
 * @example
 * ```ts
 * const model = functionModel(async ({ messages }) => askMyServer(messages));
 * await runMeeting({ scenario, protocol: board, createModel: () => model });
 * ```
 */
export function functionModel(answer: ModelFunction, options: FunctionModelOptions = {}): Model {
  const spec = options.spec ?? "function";
  return {
    spec,
    provider: options.provider ?? spec,
    id: spec,
    capabilities: { ...IN_PROCESS_CAPABILITIES, ...options.capabilities },
    ...(options.deterministic && { deterministic: true }),
    async generate(request, { signal, onText }) {
      let streamed = "";
      const asked: FunctionRequest = {
        messages: toMessages(request),
        signal,
        onText(piece) {
          streamed += piece;
          onText?.(piece);
        },
        maxOutputTokens: request.maxOutputTokens,
        schema: request.json?.schema,
        request,
      };
      const reply = await waitUntilAborted(signal, async () => answer(asked)).catch(toFailure);
      if (signal.aborted) return createCancelled(streamed);
      const answered = typeof reply === "string" ? createAnswer(reply, spec) : reply;
      if (streamed === "" && answered?.type === "answer" && answered.text) onText?.(answered.text);
      return answered;
    },
  };
}

/** A complete answer of a model, for functions that return a text alone. Its usage is unknown. */
export function createAnswer(text: string, model: string): ModelReply {
  return { type: "answer", text, stop: "end", usage: null, model };
}

/** A function may ignore its signal. A later result is dropped. */
async function waitUntilAborted<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener("abort", stop, { once: true });
  return Promise.race([run(), stopped]).finally(() => signal.removeEventListener("abort", stop));
}

export type ChatMessage = {
  role: "system" | "user" | "assistant";
  content: string;
};

/** System first, then the debate, and the instruction as the user's last words. User and assistant alternate. */
export function toMessages(request: ModelRequest): ChatMessage[] {
  const { shared, turns, instruction, json, exchange } = request;
  const { finished: messages, last } = layOut(turns);
  if (last?.role === "assistant") messages.push(toMessage(last.role, last.parts));
  const isFixed = exchange !== undefined && !isBlank(exchange.reply);
  const asked = last?.role === "user" ? [...last.parts, instruction] : [instruction];
  if (json) asked.push(writeJsonInstructions(json.schema));
  if (exchange && !isFixed) asked.push(exchange.problem);
  messages.push(toMessage("user", asked));
  if (isFixed)
    messages.push(toMessage("assistant", [exchange.reply]), toMessage("user", [exchange.problem]));
  const layers = [shared, ...listIndividualLayers(request)];
  return layers.every(isBlank) ? messages : [toMessage("system", layers), ...messages];
}

const layOut = createLayout(({ role, parts }) => toMessage(role, parts));

function toMessage(role: ChatMessage["role"], parts: readonly string[]): ChatMessage {
  return { role, content: parts.filter((part) => !isBlank(part)).join("\n\n") };
}
