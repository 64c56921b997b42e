/** Dollars for a million tokens. An absent cache rate is charged as input. */
export type Rates = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** What lives for an hour; absent, as `cacheWrite`. */
  readonly cacheWriteLong?: number | undefined;
};

/** A tier holds for the whole call once its input is longer than `above` tokens. */
export type Price = Rates & { readonly tiers?: readonly (Rates & { readonly above: number })[] | undefined };

export type PriceRow = {
  readonly provider: string;
  readonly id: string;
  /** Day on which the source was read. */
  readonly asOf: string;
  readonly price: Price;
};

export const PRICE_SOURCE =
  "Providers' price pages as read on 2026-11-21; rows of 2026-09-23 from @pydantic/genai-prices 0.1.8.";

const NOVEMBER = "2026-11-21";
const SEPTEMBER = "2026-09-23";

/** Prices change and models come and go: an id that is not here has no known price. */
export const PRICE_TABLE: readonly PriceRow[] = [
  claude("claude-opus-5-5", NOVEMBER, { input: 4, output: 20, cacheRead: 0.2 }),
  claude("claude-sonnet-5-5", NOVEMBER, { input: 2, output: 10, cacheRead: 0.1 }),
  claude(
    "claude-haiku-5-5",
    NOVEMBER,
    { input: 0.1, output: 0.5, cacheRead: 0.01 },
    { above: 100_000, times: 5 },
  ),
  claude("claude-fable-5-1", NOVEMBER, { input: 10, output: 50, cacheRead: 0.25 }),
  claude("claude-opus-5", SEPTEMBER, { input: 5, output: 25, cacheRead: 0.5 }),
  claude("claude-sonnet-5", SEPTEMBER, { input: 2, output: 10, cacheRead: 0.2 }),
  claude("claude-opus-4-8", SEPTEMBER, { input: 5, output: 25, cacheRead: 0.5 }),
  claude("claude-opus-4-6", SEPTEMBER, { input: 5, output: 25, cacheRead: 0.5 }),
  claude("claude-sonnet-4-6", SEPTEMBER, { input: 3, output: 15, cacheRead: 0.3 }),
  claude("claude-haiku-4-5", SEPTEMBER, { input: 1, output: 5, cacheRead: 0.1 }),
  gpt("gpt-6.2-astra", NOVEMBER, { input: 8, output: 40, cacheWrite: 10 }),
  gpt("gpt-6.1-sol", NOVEMBER, { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 }),
  gpt("gpt-6-sol", SEPTEMBER, { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }),
  gpt("gpt-6-luna", NOVEMBER, { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125 }),
  gpt("gpt-6-astra", SEPTEMBER, { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 }),
  gpt("gpt-5.6-sol", NOVEMBER, { input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 }),
  gpt("gpt-5.5", SEPTEMBER, { input: 5, output: 30, cacheRead: 0.5 }),
  gpt("gpt-5.4", SEPTEMBER, { input: 2.5, output: 15, cacheRead: 0.25 }),
  flat("openai", "gpt-5", { input: 1.25, output: 10, cacheRead: 0.125 }),
  flat("openai", "gpt-5-mini", { input: 0.25, output: 2, cacheRead: 0.025 }),
  flat("openai", "gpt-5-nano", { input: 0.05, output: 0.4, cacheRead: 0.005 }),
  flat("openai", "gpt-4.1", { input: 2, output: 8, cacheRead: 0.5 }),
  flat("openai", "gpt-4.1-mini", { input: 0.4, output: 1.6, cacheRead: 0.1 }),
  flat("openai", "gpt-4o", { input: 2.5, output: 10, cacheRead: 1.25 }),
  flat("openai", "gpt-4o-mini", { input: 0.15, output: 0.6, cacheRead: 0.075 }),
  flat("gemini", "gemini-3.5-flash", { input: 1.5, output: 9, cacheRead: 0.15 }),
  flat("gemini", "gemini-2.5-flash", { input: 0.3, output: 2.5, cacheRead: 0.03 }),
  flat("gemini", "gemini-2.5-flash-lite", { input: 0.1, output: 0.4, cacheRead: 0.01 }),
  {
    provider: "gemini",
    id: "gemini-2.5-pro",
    asOf: SEPTEMBER,
    price: {
      ...{ input: 1.25, output: 10, cacheRead: 0.125 },
      tiers: [{ above: 200_000, input: 2.5, output: 15, cacheRead: 0.25 }],
    },
  },
];

/** Writing five minutes' cache costs 1.25 times the input, an hour's 2 times. */
function claude(
  id: string,
  asOf: string,
  rates: Rates,
  long?: { readonly above: number; readonly times: number },
): PriceRow {
  const full = { ...rates, cacheWrite: rates.input * 1.25, cacheWriteLong: rates.input * 2 };
  const tiers = long && [{ above: long.above, ...scaled(full, long.times, long.times) }];
  return { provider: "anthropic", id, asOf, price: { ...full, ...(tiers ? { tiers } : {}) } };
}

/** Above 272,000 tokens of input costs twice and output one and a half times as much. */
function gpt(id: string, asOf: string, rates: Rates): PriceRow {
  return {
    provider: "openai",
    id,
    asOf,
    price: { ...rates, tiers: [{ above: 272_000, ...scaled(rates, 2, 1.5) }] },
  };
}

function flat(provider: string, id: string, price: Rates): PriceRow {
  return { provider, id, asOf: SEPTEMBER, price };
}

function scaled(rates: Rates, inTimes: number, outTimes: number): Rates {
  const { input, output, cacheRead, cacheWrite, cacheWriteLong } = rates;
  return {
    input: input * inTimes,
    output: output * outTimes,
    ...(cacheRead === undefined ? {} : { cacheRead: cacheRead * inTimes }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: cacheWrite * inTimes }),
    ...(cacheWriteLong === undefined ? {} : { cacheWriteLong: cacheWriteLong * inTimes }),
  };
}
