import type { CompletionUsage } from "openai/resources/completions";
import { mapHttpError, readError } from "../calls/map-http-error.ts";
import type { CallFault, StreamEnding } from "../calls/stream-call.ts";
import type { Usage } from "../contract/model.ts";

export type Timings = { readonly prompt_n?: number; readonly cache_n?: number };

/** `prompt_tokens` includes what was cached. */
export function mapUsage(
  usage: CompletionUsage | null | undefined,
  { prompt_n: evaluated = 0, cache_n: cached = 0 }: Timings = {},
): Usage | null {
  if (typeof usage?.prompt_tokens !== "number" || typeof usage.completion_tokens !== "number") return null;
  const details = usage.prompt_tokens_details;
  const prompt = Math.max(usage.prompt_tokens, evaluated + cached);
  const cacheRead = Math.min(prompt, details?.cached_tokens ?? cached);
  const cacheWrite = Math.min(prompt - cacheRead, details?.cache_write_tokens ?? 0);
  return {
    uncached: prompt - cacheRead - cacheWrite,
    cacheRead,
    cacheWrite,
    output: usage.completion_tokens,
    reasoning: Math.min(usage.completion_tokens, usage.completion_tokens_details?.reasoning_tokens ?? 0),
  };
}

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

/** A socket lost in mid-stream is a bare `TypeError: terminated`. */
export function mapError(error: unknown): CallFault {
  return mapHttpError(readError(error));
}
