import type { Endpoint } from "./endpoint.ts";
import { isLocalAddress } from "./local-address.ts";

/** Milliseconds. */
export type SettledCallLimits = { readonly idleMs: number; readonly firstMs: number; readonly totalMs: number };

const IDLE_MS = 60_000;

const THINKING_TIMES = 3;

/** A local server may load its model first, and a plain machine reads a long prompt slowly. */
const LOCAL_FIRST_MS = 600_000;

const TOTAL_MS = 600_000;
const LOCAL_TOTAL_MS = 1_800_000;

export function callLimits({ limits = {}, baseUrl, capabilities }: Endpoint): SettledCallLimits {
  const isLocal = isLocalAddress(baseUrl);
  const idleMs = limits.idleMs ?? IDLE_MS;
  const remoteFirst = capabilities.reasoningEffort ? THINKING_TIMES * idleMs : idleMs;
  const firstMs = limits.firstMs ?? (isLocal ? Math.max(LOCAL_FIRST_MS, idleMs) : remoteFirst);
  return { idleMs, firstMs, totalMs: limits.totalMs ?? (isLocal ? LOCAL_TOTAL_MS : TOTAL_MS) };
}
