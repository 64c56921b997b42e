import type { Endpoint } from "./endpoint.ts";
import { isLocalAddress } from "./local-address.ts";

/** How long a call may be silent or last, milliseconds. */
export type SettledCallLimits = { readonly idleMs: number; readonly firstMs: number; readonly totalMs: number };

/** Longest silence within a reply. */
const IDLE_MS = 60_000;

/** How much longer a model that thinks may be silent before its first word. */
const THINKING_TIMES = 3;

/** A server of one's own reads some thousand tokens on a plain machine before it says a word, or loads its model first. */
const LOCAL_FIRST_MS = 600_000;

const TOTAL_MS = 600_000;
const LOCAL_TOTAL_MS = 1_800_000;

/** The limits of calls to an endpoint, as its settings have them, else by what stands there. */
export function callLimits({ limits = {}, baseUrl, capabilities }: Endpoint): SettledCallLimits {
  const isLocal = isLocalAddress(baseUrl);
  const idleMs = limits.idleMs ?? IDLE_MS;
  const remoteFirst = capabilities.reasoningEffort ? THINKING_TIMES * idleMs : idleMs;
  const firstMs = limits.firstMs ?? (isLocal ? Math.max(LOCAL_FIRST_MS, idleMs) : remoteFirst);
  return { idleMs, firstMs, totalMs: limits.totalMs ?? (isLocal ? LOCAL_TOTAL_MS : TOTAL_MS) };
}
