import type { Capabilities } from "../src/models/contract/capabilities.ts";
import type { Scenario, Seat } from "../src/scenario/schema/scenario.ts";
import type { Bench, Finding, Target } from "./bench.ts";
import { blockCache, breakpointCache, characterCache, type PromptCache } from "./caches.ts";
import { sum } from "./measure.ts";
import { hiringBoard, preparedReplies } from "./meetings.ts";
import {
  board,
  createAnthropicModel,
  createOpenAiModel,
  findCapabilities,
  openMeeting,
} from "./product.ts";
import { endpointAt } from "./server.ts";
import { PIECE, streamOf, VENDORS, type Vendor } from "./vendors.ts";
import { type Block, wireBlocks } from "./wire-blocks.ts";

const REQUESTS = 200;

export const bench: Bench = {
  name: "cached-prefix",
  about: `how much of the ${REQUESTS} requests of one meeting a provider has read before, beside what an ideal append-only layout would give it`,
  async run() {
    const scenario = await hiringBoard({});
    const anthropic = await requestsOf(scenario, "anthropic");
    const openai = await requestsOf(scenario, "openai");
    const plain = { ...findCapabilities("openai", VENDORS.openai.id), contentParts: false };
    const glued = await requestsOf(scenario, "openai", plain);
    const ideal = idealReads(openai);
    const compare = (
      what: string,
      requests: readonly Sent[],
      cache: PromptCache,
      target: Target | null,
    ) =>
      finding(what, readsOf(requests, cache), {
        ideal,
        target,
        input: sum(requests.map(lengthOf)),
      });
    return [
      compare("anthropic by block", anthropic, blockCache(), { atLeast: 0.99 }),
      compare("anthropic at its breakpoints", anthropic, breakpointCache(), { atLeast: 0.99 }),
      compare("openai by content part", openai, blockCache(), { atLeast: 0.99 }),
      compare("no content parts, by message", glued, blockCache(), null),
      compare("no content parts, by character", glued, characterCache(), null),
    ];
  },
};

/** One request as it went over the wire. */
type Sent = { seat: string; blocks: readonly Block[] };

type Compared = {
  ideal: readonly number[];
  target: Target | null;
  input: number;
};

function finding(
  what: string,
  reads: readonly number[],
  { ideal, target, input }: Compared,
): Finding {
  return {
    what: `cached prefix, ${what}`,
    against: "ideal append-only layout",
    measured: sum(reads) / sum(ideal),
    unit: "of the ideal",
    target,
    detail: `read from the cache: ${percent(sum(reads) / input)} of all input, ideally ${percent(sum(ideal) / input)}`,
  };
}

/** All that the seat's last request held, its instruction apart; of the first one the shared layer, once anybody was sent it. */
function idealReads(requests: readonly Sent[]): readonly number[] {
  const last = new Map<string, Sent>();
  return requests.map((request, index) => {
    const before = last.get(request.seat);
    last.set(request.seat, request);
    if (before) return lengthOf(before) - before.blocks.at(-1)!.text.length;
    return index === 0 ? 0 : request.blocks[0]!.text.length;
  });
}

function readsOf(requests: readonly Sent[], cache: PromptCache): readonly number[] {
  return requests.map(({ blocks }) => {
    const read = cache.read(blocks);
    cache.write(blocks);
    return read;
  });
}

function lengthOf({ blocks }: Sent): number {
  return sum(blocks.map(({ text }) => text.length));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** The bodies that the real SDK sends in one meeting; with one seed, the same speakers each time. */
async function requestsOf(
  scenario: Scenario,
  vendor: Vendor,
  capabilities?: Capabilities,
): Promise<readonly Sent[]> {
  const replies = preparedReplies(scenario);
  const requests: Sent[] = [];
  const stop = new AbortController();
  const createModel = ({ id: seat }: Seat) => {
    const stream = streamOf(vendor, replies[seat]!, PIECE.halfLine).join("");
    const endpoint = endpointAt("http://nowhere.invalid", vendor, seat);
    return (vendor === "openai" ? createOpenAiModel : createAnthropicModel)({
      ...endpoint,
      capabilities: capabilities ?? endpoint.capabilities,
      async fetch(_, init) {
        requests.push({ seat, blocks: wireBlocks(String(init?.body)) });
        if (requests.length === REQUESTS) stop.abort();
        return new Response(stream, { headers: { "content-type": "text/event-stream" } });
      },
    });
  };
  await openMeeting({ scenario, protocol: board, seed: 7, createModel, signal: stop.signal }).run();
  return requests;
}
