import type {
  MessageDeltaUsage,
  Usage as MessageUsage,
  RefusalStopDetails,
  StopReason,
} from "@anthropic-ai/sdk/resources/messages";
import { mapHttpError, readError } from "../calls/map-http-error.ts";
import type { CallFault, StreamEnding } from "../calls/stream-call.ts";
import type { Usage } from "../contract/model.ts";

/** `input_tokens` omits what was cached. The last event's counts win where given. */
export function mapUsage(
  start: Partial<MessageUsage> | null,
  end?: Partial<MessageDeltaUsage> | null,
): Usage | null {
  const output = end?.output_tokens ?? start?.output_tokens;
  const input = end?.input_tokens ?? start?.input_tokens;
  if (typeof output !== "number" || typeof input !== "number") return null;
  const thinking = end?.output_tokens_details ?? start?.output_tokens_details;
  const written = end?.cache_creation_input_tokens ?? start?.cache_creation_input_tokens ?? 0;
  const long = start?.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    uncached: input,
    cacheRead: end?.cache_read_input_tokens ?? start?.cache_read_input_tokens ?? 0,
    cacheWrite: written,
    output,
    reasoning: Math.min(output, thinking?.thinking_tokens ?? 0),
    ...(long > 0 ? { cacheWriteLong: Math.min(written, long) } : {}),
  };
}

export function mapStop(reason: StopReason, details?: RefusalStopDetails | null): StreamEnding {
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

function refusalMessage(details: RefusalStopDetails | null | undefined): string {
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
