// Prices of known models, and what a call costs by them.

import { estimateTokenCount } from "tokenx";
import { rememberResults } from "../../scenario/files/remember.ts";
import type { Usage } from "../contract/model.ts";
import { isProgram } from "../contract/model-spec.ts";
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
  tiers?: (Rates & { above: number })[] | undefined;
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

/** Prices change and models come and go: an id that is not here has no known price. */
export const PRICE_TABLE: readonly PriceRow[] = `
anthropic:claude-opus-5-5     2026-11-21  4     20    0.2    5
anthropic:claude-sonnet-5-5   2026-11-21  2     10    0.1    2.5
anthropic:claude-haiku-5-5    2026-11-21  0.1   0.5   0.01   0.125  100000 x5 x5
anthropic:claude-fable-5-2    2026-11-21  8     40    0.2    10
anthropic:claude-fable-5-1    2026-11-21  10    50    0.25   12.5
anthropic:claude-opus-5       2026-09-23  5     25    0.5    6.25
anthropic:claude-sonnet-5     2026-09-23  2     10    0.2    2.5
anthropic:claude-opus-4-8     2026-09-23  5     25    0.5    6.25
anthropic:claude-opus-4-6     2026-09-23  5     25    0.5    6.25
anthropic:claude-sonnet-4-6   2026-09-23  3     15    0.3    3.75
anthropic:claude-haiku-4-5    2026-09-23  1     5     0.1    1.25
openai:gpt-6.2-astra          2026-11-21  8     40    0.4    10     272000 x2 x1.5
openai:gpt-6.2-sol            2026-11-21  2     10    0.2    2.5    272000 x2 x1.5
openai:gpt-6.1-terra          2026-11-21  1     5     0.1    1.25   272000 x2 x1.5
openai:gpt-6.1-sol            2026-11-21  2     10    0.1    2.5    272000 x2 x1.5
openai:gpt-6-sol              2026-09-23  2     10    0.2    2.5    272000 x2 x1.5
openai:gpt-6-luna             2026-11-21  0.1   0.5   0.01   0.125  272000 x2 x1.5
openai:gpt-6-astra            2026-09-23  10    50    1      12.5   272000 x2 x1.5
openai:gpt-5.6-sol            2026-11-21  4     20    0.4    5      272000 x2 x1.5
openai:gpt-5.5                2026-09-23  5     30    0.5    -      272000 x2 x1.5
openai:gpt-5.4                2026-09-23  2.5   15    0.25   -      272000 x2 x1.5
openai:gpt-5                  2026-09-23  1.25  10    0.125  -
openai:gpt-5-mini             2026-09-23  0.25  2     0.025  -
openai:gpt-5-nano             2026-09-23  0.05  0.4   0.005  -
openai:gpt-4.1                2026-09-23  2     8     0.5    -
openai:gpt-4.1-mini           2026-09-23  0.4   1.6   0.1    -
openai:gpt-4o                 2026-09-23  2.5   10    1.25   -
openai:gpt-4o-mini            2026-09-23  0.15  0.6   0.075  -
gemini:gemini-3.8-flash       2026-09-23  0.75  3.75  0.075  -
gemini:gemini-3.7-flash       2026-09-23  0.75  3.75  0.075  -
gemini:gemini-3.6-flash       2026-09-23  0.75  3.75  0.075  -
gemini:gemini-3.5-flash       2026-09-23  1.5   9     0.15   -
gemini:gemini-3.5-flash-lite  2026-09-23  0.3   2.5   0.03   -
`
  .trim()
  .split("\n")
  .map(readRow);

/**
 * Model, day of the source, dollars for input, output, reading and writing of a cache (`-`: as input). Then, if longer inputs
 * cost more: the tokens above which they do, and how many times as much input and output cost.
 */
function readRow(line: string): PriceRow {
  const [model = "", asOf = "", ...cells] = line.split(/ +/);
  const [provider = "", id = ""] = model.split(":");
  const [input = 0, output = 0, cacheRead, cacheWrite, above, timesInput = 1, timesOutput = 1] =
    cells.map((cell) => (cell === "-" ? undefined : Number(cell.replace("x", ""))));
  const rates: Rates = { input, output, cacheRead, cacheWrite };
  if (above === undefined) return { provider, id, asOf, price: rates };
  const tier = { above, ...multiplyRates(rates, timesInput, timesOutput) };
  return { provider, id, asOf, price: { ...rates, tiers: [tier] } };
}

/** What batch endpoints charge. */
export function halvePrice(price: Price): Price {
  const tiers = price.tiers?.map((tier) => ({ ...tier, ...multiplyRates(tier, 0.5, 0.5) }));
  return { ...multiplyRates(price, 0.5, 0.5), tiers };
}

function multiplyRates(rates: Rates, timesInput: number, timesOutput: number): Rates {
  const { input, output, cacheRead, cacheWrite } = rates;
  return {
    input: input * timesInput,
    output: output * timesOutput,
    cacheRead: cacheRead && cacheRead * timesInput,
    cacheWrite: cacheWrite && cacheWrite * timesInput,
  };
}

const FREE: Price = { input: 0, output: 0 };
const INSIDE: ReadonlySet<string> = new Set(["simulated", "scripted", "recorded", "template"]);

/** Null if unknown, and for a program, which a plan pays. Overrides match either form or `provider:*`; a date at the end of an id does not count. */
export function findPrice(
  asked: string,
  overrides: Readonly<Record<string, Price>> = {},
): Price | null {
  if (isProgram(asked)) return null;
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
