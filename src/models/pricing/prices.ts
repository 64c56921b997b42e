import { estimateTokenCount } from "tokenx";
import { remembering } from "../../scenario/files/remember.ts";
import type { Usage } from "../contract/model.ts";
import { isCloud } from "../local/ask-json.ts";
import { PRICE_TABLE, type Price, type PriceRow, type Rates } from "./price-table.ts";

const FREE: Price = { input: 0, output: 0 };
const INSIDE: ReadonlySet<string> = new Set(["simulated", "scripted", "recorded", "template"]);

/** Null if unknown. Overrides match either form or `provider:*`; a date at the end of an id does not count. */
export function priceOf(asked: string, overrides: Readonly<Record<string, Price>> = {}): Price | null {
  const colon = asked.indexOf(":");
  const id = asked.slice(colon + 1);
  // Ollama passes calls to such models on to its own hosts.
  const all = isCloud(id) ? [] : [`${asked.slice(0, colon)}:*`];
  const own = [asked, id, ...all].find((name) => Object.hasOwn(overrides, name));
  if (own !== undefined) return overrides[own] ?? null;
  if (INSIDE.has(colon < 0 ? asked : asked.slice(0, colon))) return FREE;
  const isOf = ({ provider }: PriceRow) => colon < 0 || asked.startsWith(`${provider}:`);
  return PRICE_TABLE.find((each) => isOf(each) && fits(each, id))?.price ?? null;
}

/** Dollars; null if usage or price is unknown, never 0 for it. */
export function costOf(usage: Usage, price: Price): number;
export function costOf(usage: Usage | null, price: Price | null): number | null;
export function costOf(usage: Usage | null, price: Price | null): number | null {
  if (usage === null || price === null) return null;
  const rates = ratesFor(usage.uncached + usage.cacheRead + usage.cacheWrite, price);
  const writeRate = rates.cacheWrite ?? rates.input;
  const long = usage.cacheWriteLong ?? 0;
  const millionths =
    usage.uncached * rates.input +
    usage.cacheRead * (rates.cacheRead ?? rates.input) +
    (usage.cacheWrite - long) * writeRate +
    long * (rates.cacheWriteLong ?? writeRate) +
    usage.output * rates.output;
  return millionths / 1_000_000;
}

/** Nothing read from a cache, everything written to one. */
export function dearestCost(tokens: { readonly input: number; readonly output: number }, price: Price | null) {
  const { input, output } = tokens;
  const fresh = { uncached: input, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 };
  const written = { ...fresh, uncached: 0, cacheWrite: input };
  return price === null ? null : Math.max(costOf(fresh, price), costOf(written, price));
}

export const estimateTokens = remembering(1_000_000, estimateTokenCount);

function fits({ id }: PriceRow, asked: string): boolean {
  return asked === id || asked.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "") === id;
}

function ratesFor(inputTokens: number, price: Price): Rates {
  const passed = (price.tiers ?? []).filter(({ above }) => inputTokens > above);
  return passed.reduce<Rates & { above?: number }>(
    (highest, tier) => (tier.above > (highest.above ?? 0) ? tier : highest),
    price,
  );
}
