import type { RefusalStopDetails, StopReason } from "@anthropic-ai/sdk/resources/messages";
import type { StreamEnding } from "../calls/stream-call.ts";

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
