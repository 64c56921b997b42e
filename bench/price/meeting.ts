// Whole meetings of the shipped scenarios over the priced provider, for the bench and for tests of what a meeting costs.

import { fileURLToPath } from "node:url";
import type { Protocol } from "../../src/engine/protocol/protocol.ts";
import type { Io } from "../../src/home/process/io.ts";
import { createLearned } from "../../src/models/calls/endpoint.ts";
import type { Model, ModelRequest } from "../../src/models/contract/model.ts";
import { computeCost, findPrice } from "../../src/models/pricing/prices.ts";
import { prepare } from "../../src/run/prepare/prepare.ts";
import type { Scenario, Seat } from "../../src/scenario/schema/scenario.ts";
import { sum } from "../measure.ts";
import {
  createAnthropicModel,
  createOpenAiModel,
  findCapabilities,
  openMeeting,
} from "../product.ts";
import { createFiller } from "./filler.ts";
import { createProvider, type PricedCall, type PricedVendor, type Provider } from "./provider.ts";
import { VirtualTime } from "./virtual-time.ts";

export const MODELS: Readonly<Record<PricedVendor, string>> = {
  anthropic: "claude-sonnet-5-5",
  openai: "gpt-6.1-sol",
};

export type Figures = {
  calls: number;
  input: number;
  cached: number;
  output: number;
  dollars: number;
  seconds: number;
  /** Tokens written to the cache, and those of them that no later call read. */
  written: number;
  unread: number;
};

export function countCalls({ calls, countUnread }: Provider, vendor: PricedVendor): Figures {
  const price = findPrice(`${vendor}:${MODELS[vendor]}`)!;
  const total = (of: (call: PricedCall) => number) => sum(calls.map(of));
  return {
    calls: calls.length,
    input: total(({ usage }) => usage.uncached + usage.cacheRead + usage.cacheWrite),
    cached: total(({ usage }) => usage.cacheRead),
    output: total(({ usage }) => usage.output),
    dollars: total(({ usage }) => computeCost(usage, price)),
    seconds: Math.max(...calls.map(({ end }) => end)),
    written: total(({ usage }) => usage.cacheWrite),
    unread: countUnread(),
  };
}

export type Case = {
  scenario: Scenario;
  protocol: Protocol;
  /** Members write JSON instead of tags. */
  isJson?: boolean;
};

/** As the program prepares it. */
export async function prepareCase(name: string, vendor: PricedVendor): Promise<Case> {
  const nothing = { write: () => {} };
  const io: Io = {
    stdout: nothing,
    stderr: nothing,
    env: { ANTHROPIC_API_KEY: "sk-none-used", OPENAI_API_KEY: "sk-none-used" },
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    isTTY: false,
    columns: undefined,
    rows: undefined,
    stopSignal: () => new AbortController().signal,
  };
  return prepare(io, name, { model: `${vendor}:${MODELS[vendor]}` });
}

export async function holdMeeting(
  { scenario, protocol, isJson = false }: Case,
  vendor: PricedVendor,
  seed: string,
  thinking: number,
): Promise<Figures> {
  const time = new VirtualTime();
  const write = createFiller(scenario, seed);
  let asked: { seat: Seat; request: ModelRequest } | null = null;
  const reply = () => (asked ? write(asked.seat, asked.request) : "");
  const provider = createProvider({ vendor, time, thinking, reply });
  const createModel = (seat: Seat): Model => {
    const model = (vendor === "openai" ? createOpenAiModel : createAnthropicModel)({
      spec: `${vendor}:${MODELS[vendor]}`,
      provider: vendor,
      id: MODELS[vendor],
      capabilities: {
        ...findCapabilities(vendor, MODELS[vendor]),
        form: isJson ? "json" : "tags",
      },
      baseUrl: "http://nowhere.invalid",
      apiKey: "none",
      learned: createLearned(),
      // The SDK sends a call some turns of the event loop after it was asked: each knows its own request.
      fetch: async (...sent) => {
        asked = { seat, request: pending.get(seat.id)! };
        return provider.fetch(...sent);
      },
    });
    return {
      ...model,
      generate(request, options) {
        pending.set(seat.id, request);
        return model.generate(request, options);
      },
    };
  };
  const pending = new Map<string, ModelRequest>();
  const meeting = openMeeting({
    scenario,
    protocol,
    seed,
    createModel,
    clock: () => time.now * 1_000,
    sleep: (ms) => time.until(time.now + ms / 1_000),
    // The bench counts the price itself, so that no meeting waits for an approval.
    prices: { [`${vendor}:*`]: { input: 0, output: 0 } },
  });
  await time.run(meeting.run());
  return countCalls(provider, vendor);
}
