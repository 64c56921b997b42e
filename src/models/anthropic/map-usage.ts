import type { MessageDeltaUsage, Usage as MessageUsage } from "@anthropic-ai/sdk/resources/messages";
import type { Usage } from "../port/model.ts";

/** `input_tokens` leaves out what was cached. The last event's counts win where given. */
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
