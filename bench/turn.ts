import type { Scenario, Seat } from "../src/scenario/schema/scenario.ts";
import { type BareLoop, bareLoop } from "./bare-loop.ts";
import type { Bench, Finding, Target } from "./bench.ts";
import { type Lap, median, startLap, sum } from "./measure.ts";
import { hiringBoard, preparedReplies, promptOf } from "./meetings.ts";
import { createAnthropicModel, createOpenAiModel } from "./product.ts";
import { type Server, startServer } from "./server.ts";
import { AROUND, AT, around, timedTurns } from "./timed-turns.ts";
import { PIECE, VENDOR_NAMES, type Vendor } from "./vendors.ts";

const WARM_UP = 400;
/** Meetings up to 100 turns, and up to 1,000. */
const SHORT = 8;
const LONG = 3;

export const bench: Bench = {
  name: "turn",
  about:
    "a whole turn through the engine beside a bare loop over the same SDK, turn by turn in one process, at the same length of history",
  async run() {
    const scenario = await hiringBoard({ openingBallot: false });
    return [
      ...(await compare(scenario, { piece: PIECE.halfLine, long: LONG })),
      ...(await compare(scenario, { piece: PIECE.token, long: 0 })),
    ];
  },
};

/** By turns of history. */
const TARGETS: Readonly<Record<number, Target>> = {
  20: { atMost: 1.7 },
  100: { atMost: 1.3 },
  400: { atMost: 1.2 },
  1000: { atMost: 1.1 },
};

type Comparison = { piece: number; long: number };

async function compare(
  scenario: Scenario,
  { piece, long }: Comparison,
): Promise<readonly Finding[]> {
  const server = await startServer({ replies: preparedReplies(scenario), piece, delayMs: 0 });
  const findings: Finding[] = [];
  for (const vendor of VENDOR_NAMES) {
    const hold = (turns: number) => pairsOf({ scenario, server, vendor, turns: turns + AROUND });
    await hold(WARM_UP);
    const meetings: (readonly Pair[])[] = [];
    for (let index = 0; index < SHORT; index++) meetings.push(await hold(100));
    for (let index = 0; index < long; index++) meetings.push(await hold(1_000));
    for (const turns of AT) {
      const near = meetings.flatMap((pairs) => around(pairs, turns));
      if (near.length > 0)
        findings.push(
          finding(`${turns} turns, ${vendor}, in pieces of ${piece}`, near, TARGETS[turns]!),
        );
    }
  }
  server.close();
  return findings;
}

/** One turn of each, with as many turns behind it. */
type Pair = { engine: Lap; bare: Lap };

function finding(where: string, pairs: readonly Pair[], target: Target): Finding {
  const wall = (side: keyof Pair) => median(pairs.map((pair) => pair[side].wall));
  const cpu = (side: keyof Pair) => sum(pairs.map((pair) => pair[side].cpu)) / pairs.length;
  return {
    what: `a turn at ${where}`,
    against: "bare loop over the same SDK",
    measured: median(pairs.map(({ engine, bare }) => engine.wall / bare.wall)),
    unit: "times",
    target,
    detail: `${pairs.length} pairs, medians ${ms(wall("engine"))} to ${ms(wall("bare"))}, mean CPU ${ms(cpu("engine"))} to ${ms(cpu("bare"))}`,
  };
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

type Run = {
  scenario: Scenario;
  server: Server;
  vendor: Vendor;
  turns: number;
};

/** Holds a meeting and a bare loop in step: before each turn of the engine the bare loop takes one. */
async function pairsOf({ scenario, server, vendor, turns }: Run): Promise<readonly Pair[]> {
  const first = scenario.members[0]!;
  const prompt = await promptOf(scenario, first);
  const loop = bareLoop({ vendor, endpoint: server.endpoint(vendor, first.id), ...prompt });
  const bare: Lap[] = [];
  const beforeTurn = async () => {
    bare.push(await lapOf(loop));
  };
  const model = vendor === "openai" ? createOpenAiModel : createAnthropicModel;
  const createModel = ({ id }: Seat) => model(server.endpoint(vendor, id));
  const laps = await timedTurns({ scenario, createModel, turns, beforeTurn });
  return laps.map((engine, index) => ({ engine, bare: bare[index]! }));
}

async function lapOf(loop: BareLoop): Promise<Lap> {
  const end = startLap();
  await loop.turn();
  return end();
}
