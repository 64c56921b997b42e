import type { StreamEnding } from "../calls/stream-call.ts";

/** Compatible servers have reasons of their own, which mean the end. */
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
