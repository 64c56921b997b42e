import { type Capabilities, LOCAL_CAPABILITIES } from "../port/capabilities.ts";
import { cancelled } from "../port/failure.ts";
import type { Model, ModelReply, ModelRequest } from "../port/model.ts";
import { type ChatMessage, messagesOf } from "./messages.ts";
import { thrownFailure } from "./thrown.ts";

/** What a function is asked that stands in for a model. */
export type FunctionRequest = {
  /** The whole conversation, ready to be sent. */
  readonly messages: readonly ChatMessage[];
  /** Aborted when the meeting stops. */
  readonly signal: AbortSignal;
  /** Shows a piece of the text as it streams; where it is not called, the whole text is shown at once. */
  readonly onText: (piece: string) => void;
  /** Tokens that the text may have. */
  readonly maxOutputTokens: number;
  /** Where JSON is asked for, its JSON Schema; the messages ask for it in words already. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** The same in layers, as `Model` has it. */
  readonly request: ModelRequest;
};

/** Gives the text of the reply, or a whole reply with its usage. What it throws is a failed call, which is tried again. */
export type ModelFunction = (request: FunctionRequest) => string | ModelReply | Promise<string | ModelReply>;

export type FunctionModelOptions = {
  /** What the transcript calls it; default `function`. */
  readonly spec?: string;
  /** Key of rates, retries and concurrency; default the spec. */
  readonly provider?: string;
  /** Where they differ from those of a model that takes any text. */
  readonly capabilities?: Partial<Capabilities>;
  /** It answers a request alike every time and without the world outside; default false. */
  readonly deterministic?: boolean;
};

/** A model made of a function from messages to text. */
export function functionModel(answer: ModelFunction, options: FunctionModelOptions = {}): Model {
  const spec = options.spec ?? "function";
  return {
    spec,
    provider: options.provider ?? spec,
    id: spec,
    capabilities: { ...LOCAL_CAPABILITIES, ...options.capabilities },
    ...(options.deterministic && { deterministic: true }),
    async generate(request, { signal, onText }) {
      let streamed = "";
      const asked: FunctionRequest = {
        messages: messagesOf(request),
        signal,
        onText(piece) {
          streamed += piece;
          onText?.(piece);
        },
        maxOutputTokens: request.maxOutputTokens,
        schema: request.json?.schema,
        request,
      };
      const reply = await untilAborted(signal, async () => answer(asked)).catch(thrownFailure);
      if (signal.aborted) return cancelled(streamed);
      const answered = typeof reply === "string" ? answerOf(reply, spec) : reply;
      // What is no reply at all is told by whoever asked.
      if (streamed === "" && answered?.type === "answer" && answered.text) onText?.(answered.text);
      return answered;
    },
  };
}

function answerOf(text: string, model: string): ModelReply {
  return { type: "answer", text, stop: "end", usage: null, model };
}

/** A function need not look at its signal: what it gives after that is not waited for. */
async function untilAborted<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener("abort", stop, { once: true });
  return Promise.race([run(), stopped]).finally(() => signal.removeEventListener("abort", stop));
}
