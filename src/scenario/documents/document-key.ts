import { sha256 } from "../../text/sha256.ts";
import type { Document } from "../schema/scenario.ts";

/** What tells a document, as it can be read here, from any other. An excerpt has the digest of the whole, but not its text. */
export function documentKey({ name, title, subject, text }: Document): string {
  return JSON.stringify([name, title, subject, sha256(text)]);
}
