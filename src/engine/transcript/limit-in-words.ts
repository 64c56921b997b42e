import type { LimitName } from "./events.ts";

/** `1 message`, `40 messages`, `2 dollars`. */
export function limitInWords(limit: Exclude<LimitName, "context">, of: number): string {
  return `${of} ${of === 1 ? limit.slice(0, -1) : limit}`;
}
