// Reads why a reply ended. Servers have more words for it than any vendor documents.

import type { StreamEnding } from "./stream-call.ts";

/** The first that fits counts. Any other word means the end. */
const REASONS: readonly { words: RegExp; ending: StreamEnding }[] = [
  {
    words: /context/i,
    ending: {
      type: "failure",
      kind: "context-too-long",
      message: "The reply ran out of the context window.",
    },
  },
  {
    words: /length|max_?(?:\w{1,20})?tokens|token_?limit|error_limit|pause_turn/i,
    ending: { type: "stop", stop: "length" },
  },
  {
    words:
      /filter|safety|refus|block|prohibited|recitation|spii|sensitive|moderation|guardrail|toxic|policy|violation/i,
    ending: {
      type: "failure",
      kind: "refused",
      message: "The provider's content filter stopped the reply",
    },
  },
  {
    words:
      /error|abort|cancel|fail|insufficient|unload|timeout|timed_out|overload|interrupt|malformed|^other$/i,
    ending: { type: "failure", kind: "overloaded", message: "The server broke off the reply" },
  },
];

/** Null for a word that gives no reason. `refusal`: the model's own words. */
export function readFinish(reason: unknown, refusal = ""): StreamEnding | null {
  if (refusal !== "")
    return { type: "failure", kind: "refused", message: `The model refused: ${refusal}` };
  if (typeof reason !== "string" || /^(?:null)?$/.test(reason.trim())) return null;
  const ending = REASONS.find(({ words }) => words.test(reason))?.ending ?? {
    type: "stop",
    stop: "end",
  };
  if (ending.type === "stop" || ending.message.endsWith(".")) return ending;
  return { ...ending, message: `${ending.message} (${reason.trim().slice(0, LONGEST_REASON)}).` };
}

const LONGEST_REASON = 60;
