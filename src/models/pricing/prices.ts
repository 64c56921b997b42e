// Prices of known models, and what a call costs by them.

import { estimateTokenCount } from "tokenx";
import { rememberResults } from "../../scenario/files/remember.ts";
import type { Usage } from "../contract/model.ts";
import { isCloud } from "../local/ask-json.ts";

/** Dollars for a million tokens. An absent cache rate is charged as input. */
export type Rates = {
  input: number;
  output: number;
  cacheRead?: number | undefined;
  cacheWrite?: number | undefined;
};

/** A tier holds for the whole call once its input is longer than `above` tokens. */
export type Price = Rates & {
  tiers?: readonly (Rates & { above: number })[] | undefined;
};

type PriceRow = {
  provider: string;
  id: string;
  /** Day on which the source was read. */
  asOf: string;
  price: Price;
};

export const PRICE_SOURCE =
  "Providers' price pages as read on 2026-11-21; rows of 2026-09-23 from @pydantic/genai-prices 0.1.8.";

const NOVEMBER = "2026-11-21";
const SEPTEMBER = "2026-09-23";

/** Prices change and models come and go: an id that is not here has no known price. */
export const PRICE_TABLE: readonly PriceRow[] = [
  createClaudeRow("claude-opus-5-5", NOVEMBER, { input: 4, output: 20, cacheRead: 0.2 }),
  createClaudeRow("claude-sonnet-5-5", NOVEMBER, { input: 2, output: 10, cacheRead: 0.1 }),
  createClaudeRow(
    "claude-haiku-5-5",
    NOVEMBER,
    { input: 0.1, output: 0.5, cacheRead: 0.01 },
    { above: 100_000, times: 5 },
  ),
  createClaudeRow("claude-fable-5-2", NOVEMBER, { input: 8, output: 40, cacheRead: 0.2 }),
  createClaudeRow("claude-fable-5-1", NOVEMBER, { input: 10, output: 50, cacheRead: 0.25 }),
  createClaudeRow("claude-opus-5", SEPTEMBER, { input: 5, output: 25, cacheRead: 0.5 }),
  createClaudeRow("claude-sonnet-5", SEPTEMBER, { input: 2, output: 10, cacheRead: 0.2 }),
  createClaudeRow("claude-opus-4-8", SEPTEMBER, { input: 5, output: 25, cacheRead: 0.5 }),
  createClaudeRow("claude-opus-4-6", SEPTEMBER, { input: 5, output: 25, cacheRead: 0.5 }),
  createClaudeRow("claude-sonnet-4-6", SEPTEMBER, { input: 3, output: 15, cacheRead: 0.3 }),
  createClaudeRow("claude-haiku-4-5", SEPTEMBER, { input: 1, output: 5, cacheRead: 0.1 }),
  createGptRow("gpt-6.2-astra", NOVEMBER, { input: 8, output: 40, cacheRead: 0.4, cacheWrite: 10 }),
  createGptRow("gpt-6.2-sol", NOVEMBER, { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }),
  createGptRow("gpt-6.1-terra", NOVEMBER, {
    input: 1,
    output: 5,
    cacheRead: 0.1,
    cacheWrite: 1.25,
  }),
  createGptRow("gpt-6.1-sol", NOVEMBER, { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 }),
  createGptRow("gpt-6-sol", SEPTEMBER, { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }),
  createGptRow("gpt-6-luna", NOVEMBER, {
    input: 0.1,
    output: 0.5,
    cacheRead: 0.01,
    cacheWrite: 0.125,
  }),
  createGptRow("gpt-6-astra", SEPTEMBER, { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 }),
  createGptRow("gpt-5.6-sol", NOVEMBER, { input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 }),
  createGptRow("gpt-5.5", SEPTEMBER, { input: 5, output: 30, cacheRead: 0.5 }),
  createGptRow("gpt-5.4", SEPTEMBER, { input: 2.5, output: 15, cacheRead: 0.25 }),
  createFlatRow("openai", "gpt-5", { input: 1.25, output: 10, cacheRead: 0.125 }),
  createFlatRow("openai", "gpt-5-mini", { input: 0.25, output: 2, cacheRead: 0.025 }),
  createFlatRow("openai", "gpt-5-nano", { input: 0.05, output: 0.4, cacheRead: 0.005 }),
  createFlatRow("openai", "gpt-4.1", { input: 2, output: 8, cacheRead: 0.5 }),
  createFlatRow("openai", "gpt-4.1-mini", { input: 0.4, output: 1.6, cacheRead: 0.1 }),
  createFlatRow("openai", "gpt-4o", { input: 2.5, output: 10, cacheRead: 1.25 }),
  createFlatRow("openai", "gpt-4o-mini", { input: 0.15, output: 0.6, cacheRead: 0.075 }),
  createFlatRow("gemini", "gemini-3.8-flash", { input: 0.75, output: 3.75, cacheRead: 0.075 }),
  createFlatRow("gemini", "gemini-3.7-flash", { input: 0.75, output: 3.75, cacheRead: 0.075 }),
  createFlatRow("gemini", "gemini-3.6-flash", { input: 0.75, output: 3.75, cacheRead: 0.075 }),
  createFlatRow("gemini", "gemini-3.5-flash", { input: 1.5, output: 9, cacheRead: 0.15 }),
  createFlatRow("gemini", "gemini-3.5-flash-lite", { input: 0.3, output: 2.5, cacheRead: 0.03 }),
];

/** Writing to the cache costs 1.25 times the input. */
function createClaudeRow(
  id: string,
  asOf: string,
  rates: Rates,
  long?: { above: number; times: number },
): PriceRow {
  const full = { ...rates, cacheWrite: rates.input * 1.25 };
  const tiers = long && [{ above: long.above, ...scaleRates(full, long.times, long.times) }];
  return { provider: "anthropic", id, asOf, price: { ...full, ...(tiers ? { tiers } : {}) } };
}

/** Above 272,000 tokens of input costs twice and output one and a half times as much. Reading from the cache is a tenth of the input if no page says less. */
function createGptRow(id: string, asOf: string, rates: Rates): PriceRow {
  return {
    provider: "openai",
    id,
    asOf,
    price: { ...rates, tiers: [{ above: 272_000, ...scaleRates(rates, 2, 1.5) }] },
  };
}

function createFlatRow(provider: string, id: string, price: Rates): PriceRow {
  return { provider, id, asOf: SEPTEMBER, price };
}

function scaleRates(rates: Rates, inTimes: number, outTimes: number): Rates {
  const { input, output, cacheRead, cacheWrite } = rates;
  return {
    input: input * inTimes,
    output: output * outTimes,
    ...(cacheRead === undefined ? {} : { cacheRead: cacheRead * inTimes }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: cacheWrite * inTimes }),
  };
}

const FREE: Price = { input: 0, output: 0 };
const INSIDE: ReadonlySet<string> = new Set(["simulated", "scripted", "recorded", "template"]);

/** Null if unknown. Overrides match either form or `provider:*`; a date at the end of an id does not count. */
export function findPrice(
  asked: string,
  overrides: Readonly<Record<string, Price>> = {},
): Price | null {
  const colon = asked.indexOf(":");
  const id = asked.slice(colon + 1);
  // Ollama passes calls to such models on to its own hosts.
  const all = isCloud(id) ? [] : [`${asked.slice(0, colon)}:*`];
  const own = [asked, id, ...all].find((name) => Object.hasOwn(overrides, name));
  if (own !== undefined) return overrides[own] ?? null;
  if (INSIDE.has(colon < 0 ? asked : asked.slice(0, colon))) return FREE;
  const isOf = ({ provider }: PriceRow) => colon < 0 || asked.startsWith(`${provider}:`);
  return PRICE_TABLE.find((each) => isOf(each) && matchesRow(each, id))?.price ?? null;
}

/** Dollars: the bill if the provider reports it, else by the table. Null if usage or price is unknown, never 0. */
export function computeCost(usage: Usage, price: Price): number;
export function computeCost(usage: Usage | null, price: Price | null): number | null;
export function computeCost(usage: Usage | null, price: Price | null): number | null {
  if (usage?.billed !== undefined) return usage.billed;
  if (usage === null || price === null) return null;
  const rates = chooseRates(usage.uncached + usage.cacheRead + usage.cacheWrite, price);
  const millionths =
    usage.uncached * rates.input +
    usage.cacheRead * (rates.cacheRead ?? rates.input) +
    usage.cacheWrite * (rates.cacheWrite ?? rates.input) +
    usage.output * rates.output;
  return millionths / 1_000_000;
}

/** Nothing read from a cache, everything written to one. */
export function computeDearestCost(tokens: { input: number; output: number }, price: Price | null) {
  const { input, output } = tokens;
  const fresh = { uncached: input, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 };
  const written = { ...fresh, uncached: 0, cacheWrite: input };
  return price === null ? null : Math.max(computeCost(fresh, price), computeCost(written, price));
}

export const estimateTokens = rememberResults(1_000_000, estimateTokenCount);

function matchesRow({ id }: PriceRow, asked: string): boolean {
  return asked === id || asked.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "") === id;
}

function chooseRates(inputTokens: number, price: Price): Rates {
  const passed = (price.tiers ?? []).filter(({ above }) => inputTokens > above);
  return passed.reduce<Rates & { above?: number }>(
    (highest, tier) => (tier.above > (highest.above ?? 0) ? tier : highest),
    price,
  );
}
