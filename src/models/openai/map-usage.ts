import type { CompletionUsage } from "openai/resources/completions";
import type { Usage } from "../port/model.ts";

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
