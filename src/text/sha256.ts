// The one hash function of Boardroom.

import { hash } from "node:crypto";

export const hashSha256 = (text: string | Uint8Array): string => hash("sha256", text);

/** SHA-256 of a value as JSON, hex; the order of keys does not count. */
export function hashJson(value: unknown): string {
  return hashSha256(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ),
  );
}
