import { hostname } from "node:os";

/** Node runs TypeScript from 22.18 on. */
export function stripsTypes(): boolean {
  return "typescript" in process.features && Boolean(process.features.typescript);
}

export const nodeVersion = process.versions.node;

export const processName = `${hostname()} ${process.pid}`;
