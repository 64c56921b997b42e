import type { ModelRequest } from "./model.ts";

export function loneRequest(
  asked: Pick<ModelRequest, "shared" | "cue" | "json" | "maxOutputTokens" | "cacheKey">,
): ModelRequest {
  return { ...asked, individual: "", turns: [], chance: "" };
}

export const ONE_OBJECT = "Answer with one JSON object and nothing else.";
