import type { CompletionUsage } from "openai/resources/completions";
import type { Usage } from "../port/model.ts";

/** Counts of Chat Completions, whose `prompt_tokens` includes what was cached. */
export function mapUsage(usage: CompletionUsage | null | undefined): Usage | null {
  if (typeof usage?.prompt_tokens !== "number" || typeof usage.completion_tokens !== "number") return null;
  const details = usage.prompt_tokens_details;
  const cacheRead = Math.min(usage.prompt_tokens, details?.cached_tokens ?? 0);
  const cacheWrite = Math.min(usage.prompt_tokens - cacheRead, details?.cache_write_tokens ?? 0);
  return {
    uncached: usage.prompt_tokens - cacheRead - cacheWrite,
    cacheRead,
    cacheWrite,
    output: usage.completion_tokens,
    reasoning: Math.min(usage.completion_tokens, usage.completion_tokens_details?.reasoning_tokens ?? 0),
  };
}
