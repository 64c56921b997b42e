import OpenAI from "openai";
import type { Floor } from "../src/engine/protocol/floor.ts";
import type { Endpoint } from "../src/models/calls/endpoint.ts";
import type { Bench } from "./bench.ts";
import { median } from "./measure.ts";
import { hiringBoard, preparedReplies } from "./meetings.ts";
import { createOpenAiModel, defineProtocol, openMeeting, z } from "./product.ts";
import { startServer } from "./server.ts";
import { PIECE } from "./vendors.ts";

const DELAY_MS = 200;
const PAIRS = 9;

export const bench: Bench = {
  name: "parallel",
  about: `five independent calls of ${DELAY_MS} ms through floor.parallel beside one such call`,
  async run() {
    const scenario = await hiringBoard({});
    const server = await startServer({
      replies: preparedReplies(scenario),
      piece: PIECE.halfLine,
      delayMs: DELAY_MS,
    });
    const ids = scenario.members.map(({ id }) => id);
    const one: number[] = [];
    const five: number[] = [];
    const bare: number[] = [];
    const bareCall = bareCaller(server.endpoint("openai", ids[0]!));
    const ask = (speaker: string) => (floor: Floor) =>
      floor.turn(speaker, { kind: "floor", text: "Speak." });
    const protocol = defineProtocol({
      name: "parallel-bench",
      version: 1,
      summary: "One call, then five at once, over and over.",
      options: z.object({}),
      agents: () => [],
      expectedCalls: () => ({ low: 0, high: 0 }),
      async run(floor) {
        // The first round opens the connections and is not counted.
        for (let round = 0; round <= PAIRS; round++) {
          const alone = await timed(() => ask(ids[0]!)(floor));
          const together = await timed(() => floor.parallel(ids.map(ask)));
          const bareFive = await timed(() => Promise.all(ids.map(bareCall)));
          if (round === 0) continue;
          one.push(alone);
          five.push(together);
          bare.push(bareFive);
        }
        return OUTCOME;
      },
    });
    const createModel = ({ id }: { id: string }) =>
      createOpenAiModel(server.endpoint("openai", id));
    await openMeeting({ scenario, protocol, createModel }).run();
    server.close();
    return [
      {
        what: `five calls of ${DELAY_MS} ms in parallel`,
        against: "one such call",
        measured: median(five) / median(one),
        unit: "times",
        target: { atMost: 1.03 },
        detail: `medians of ${PAIRS} rounds: ${median(five).toFixed(1)} ms to ${median(one).toFixed(1)} ms`,
      },
      {
        what: `five calls of ${DELAY_MS} ms in parallel`,
        against: "Promise.all of five over the same SDK",
        measured: median(five) / median(bare),
        unit: "times",
        target: null,
        detail: `medians of ${PAIRS} rounds: ${median(five).toFixed(1)} ms to ${median(bare).toFixed(1)} ms`,
      },
    ];
  },
};

/** One call over the bare SDK that only takes in the stream. */
function bareCaller({ apiKey, baseUrl, id }: Endpoint): () => Promise<string> {
  const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 });
  return async () => {
    const messages = [{ role: "user" as const, content: "Speak." }];
    const stream = await client.chat.completions.create({ model: id, messages, stream: true });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    return text;
  };
}

const OUTCOME = {
  status: "decided",
  side: null,
  option: null,
  rule: "none",
  votes: {},
  margin: 0,
  reason: "",
} as const;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
