import type { Capabilities } from "../contract/capabilities.ts";
import type { ModelRequest } from "../contract/model.ts";
import type { Lack } from "./error-words.ts";

/** What a server turned out not to take. It is asked without that from then on. */
export type Learned = {
  takesSystemRole: boolean;
  takesConstraints: boolean;
  mostOutput: number;
  /** The server's context window; null if it does not tell, left out until it is asked. */
  window?: number | null;
};

export function nothingLearned(): Learned {
  return { takesSystemRole: true, takesConstraints: true, mostOutput: Number.POSITIVE_INFINITY };
}

export function learn(learned: Learned, lack: Lack, once: { mostOutput: number }): boolean {
  if (lack.of !== "output") {
    const key = lack.of === "system-role" ? "takesSystemRole" : "takesConstraints";
    const isNew = learned[key];
    learned[key] = false;
    return isNew;
  }
  if (lack.most >= Math.min(learned.mostOutput, once.mostOutput)) return false;
  if (lack.always) learned.mostOutput = lack.most;
  else once.mostOutput = lack.most;
  return true;
}

export function asLearned(capabilities: Capabilities, learned: Learned): Capabilities {
  return {
    ...capabilities,
    systemRole: capabilities.systemRole && learned.takesSystemRole,
    structuredOutput: learned.takesConstraints && capabilities.structuredOutput,
    grammar: learned.takesConstraints ? capabilities.grammar : "none",
  };
}

export function withinRoom(request: ModelRequest, ...limits: readonly number[]): ModelRequest {
  const most = Math.min(...limits);
  return request.maxOutputTokens <= most ? request : { ...request, maxOutputTokens: most };
}
