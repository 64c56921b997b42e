// A model that answers from a list, for tests.

import { type Capabilities, IN_PROCESS_CAPABILITIES } from "../contract/capabilities.ts";
import { createCancelled, createFailure, streamText } from "../contract/failure.ts";
import type { GenerateOptions, Model, ModelReply, ModelRequest } from "../contract/model.ts";
import { createAnswer } from "../own/function-model.ts";

/** A fixed reply: its text, a whole reply, or a function of the request. */
export type ScriptedReply = string | ModelReply | ((request: ModelRequest) => string | ModelReply);

export type ScriptedOptions = {
  /** Default `scripted`. */
  spec?: string;
  /** Key of rates and concurrency; default `scripted`. */
  provider?: string;
  id?: string;
  capabilities?: Partial<Capabilities>;
};

/** Streams fixed replies in order; a call too many is a failure. For tests. */
export function scriptedModel(
  replies: readonly ScriptedReply[],
  options: ScriptedOptions = {},
): Model {
  const spec = options.spec ?? "scripted";
  const id = options.id ?? spec;
  let asked = 0;
  return {
    spec,
    provider: options.provider ?? "scripted",
    id,
    capabilities: { ...IN_PROCESS_CAPABILITIES, ...options.capabilities },
    deterministic: true,
    async generate(request, { signal, onText }: GenerateOptions) {
      if (signal.aborted) return createCancelled();
      const reply = chooseReply(replies, asked++, request, id);
      return await streamText(reply, { signal, onText });
    },
  };
}

function chooseReply(
  replies: readonly ScriptedReply[],
  index: number,
  request: ModelRequest,
  id: string,
): ModelReply {
  const scripted = replies[index];
  if (scripted === undefined) {
    return createFailure(
      "bad-request",
      `The script has ${replies.length} replies, and this is call ${index + 1}.`,
    );
  }
  try {
    const reply = typeof scripted === "function" ? scripted(request) : scripted;
    return typeof reply === "string" ? createAnswer(reply, id) : reply;
  } catch (error) {
    return createFailure("bad-request", `Scripted reply ${index + 1} threw: ${String(error)}`);
  }
}
