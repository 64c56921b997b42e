import { type CheckedQuote, type Citable, checkCitation } from "../../scenario/documents/citations.ts";
import type { Json } from "./event-fields.ts";

export type GivenFinding = { readonly ref: string; readonly quote: string; readonly says?: string };

export function findingsIn(value: Json): readonly GivenFinding[] {
  return Array.isArray(value) && value.every(isFinding) ? value : [];
}

export function citationsIn(reply: Json | undefined, documents: readonly Citable[]): CheckedQuote[] {
  if (typeof reply !== "object" || reply === null || Array.isArray(reply)) return [];
  return Object.values(reply)
    .flatMap(findingsIn)
    .map(({ ref, quote }) => checkCitation({ ref, quote }, documents));
}

function isFinding(value: Json): value is GivenFinding {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { ref, quote, says } = value as { readonly [key: string]: Json };
  const isSaid = says === undefined || typeof says === "string";
  return typeof ref === "string" && typeof quote === "string" && isSaid;
}
