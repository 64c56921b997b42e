import { hostname } from "node:os";

/** Whether this Node runs TypeScript, as it does from 22.18 on. */
export function stripsTypes(): boolean {
  return "typescript" in process.features && Boolean(process.features.typescript);
}

export const nodeVersion = process.versions.node;

/** Names this process to people who look for it. */
export const processName = `${hostname()} ${process.pid}`;
