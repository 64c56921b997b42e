import type { ModelRequest } from "./model.ts";

/** A request outside any meeting: no seat, nothing said before, nothing left to chance. */
export function loneRequest(
  asked: Pick<ModelRequest, "shared" | "cue" | "json" | "maxOutputTokens" | "cacheKey">,
): ModelRequest {
  return { ...asked, individual: "", turns: [], chance: "" };
}

/** What a model is asked that is to answer in JSON, where its schema says enough. */
export const ONE_OBJECT = "Answer with one JSON object and nothing else.";
