import { createHash } from "node:crypto";

/** In hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
