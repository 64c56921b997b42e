import { groupThousands } from "../../text/plain.ts";
import type { Capabilities } from "./capabilities.ts";

export function describeCapabilities(capabilities: Capabilities) {
  const { caching, sampling, structuredOutput, reasoningEffort, contextWindow } = capabilities;
  return {
    context: contextWindow === null ? "unknown" : groupThousands(contextWindow),
    cache: CACHING[caching],
    thinks: reasoningEffort ? "yes" : "no",
    sampling: sampling ? "taken" : "refused",
    json: structuredOutput === true ? "enforced" : "asked for",
  };
}

const CACHING = {
  breakpoints: "breakpoints",
  "prompt-cache-key": "by key",
  implicit: "by itself",
  none: "none",
} as const;
