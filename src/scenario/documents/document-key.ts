import { sha256 } from "../../text/sha256.ts";
import type { Document } from "../schema/scenario.ts";

const keys = new WeakMap<Document, string>();

/** What tells a document, as it can be read here, from any other. An excerpt has the digest of the whole, but not its text. */
export function documentKey(document: Document): string {
  const { name, title, subject, text } = document;
  const key = keys.get(document) ?? JSON.stringify([name, title, subject, sha256(text)]);
  keys.set(document, key);
  return key;
}
