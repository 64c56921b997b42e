import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scenario, Seat } from "../src/scenario/scenario.ts";
import { type BareLoop, bareLoop } from "./bare-loop.ts";
import type { Bench, Finding, Target } from "./bench.ts";
import { type Lap, median, startLap, sum } from "./measure.ts";
import { hiringBoard, preparedReplies, promptOf } from "./meetings.ts";
import { anthropicModel, board, createJournal, openaiModel, openMeeting } from "./product.ts";
import { type Server, startServer } from "./server.ts";
import { PIECE, VENDOR_NAMES, type Vendor } from "./vendors.ts";

const AT = [20, 100, 400, 1_000];
/** Pairs on either side of each of these that count for it. */
const AROUND = 10;
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
      ...(await compare(scenario, { piece: PIECE.halfLine, long: LONG, target: { atMost: 1.25 } })),
      ...(await compare(scenario, { piece: PIECE.token, long: 0, target: null })),
    ];
  },
};

type Comparison = { readonly piece: number; readonly long: number; readonly target: Target | null };

async function compare(scenario: Scenario, comparison: Comparison): Promise<readonly Finding[]> {
  const { piece, long } = comparison;
  const server = await startServer({ replies: preparedReplies(scenario), piece, delayMs: 0 });
  const findings: Finding[] = [];
  for (const vendor of VENDOR_NAMES) {
    const hold = (turns: number) => pairsOf({ scenario, server, vendor, turns: turns + AROUND });
    await hold(WARM_UP);
    const meetings: (readonly Pair[])[] = [];
    for (let index = 0; index < SHORT; index++) meetings.push(await hold(100));
    for (let index = 0; index < long; index++) meetings.push(await hold(1_000));
    for (const turns of AT) {
      const near = meetings.flatMap((pairs) => pairs.slice(turns - AROUND, turns + AROUND));
      if (near.length > 0)
        findings.push(finding(`${turns} turns, ${vendor}, in pieces of ${piece}`, near, comparison));
    }
  }
  server.close();
  return findings;
}

/** One turn of each, with as many turns behind it. */
type Pair = { readonly engine: Lap; readonly bare: Lap };

function finding(where: string, pairs: readonly Pair[], { target }: Comparison): Finding {
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
  readonly scenario: Scenario;
  readonly server: Server;
  readonly vendor: Vendor;
  readonly turns: number;
};

/** Holds a meeting and a bare loop in step: before each turn of the engine the bare loop takes one. */
async function pairsOf({ scenario, server, vendor, turns }: Run): Promise<readonly Pair[]> {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  const journal = createJournal(folder, "normal");
  const stop = new AbortController();
  const first = scenario.members[0]!;
  const bare = bareLoop({ vendor, endpoint: server.endpoint(vendor, first.id), ...promptOf(scenario, first) });
  const pairs: Pair[] = [];
  let bareLap: Lap | null = null;
  let engineLap: Lap = NOTHING;
  let endLap: (() => Lap) | null = null;

  async function hold(): Promise<void> {
    if (endLap) engineLap = both(engineLap, endLap());
    // A notice counts towards the turn after it.
    if (bareLap && journal.events.at(-1)?.type === "message.spoken") {
      pairs.push({ engine: engineLap, bare: bareLap });
      engineLap = NOTHING;
      bareLap = null;
    }
    if (pairs.length === turns) stop.abort();
    bareLap ??= await lapOf(bare);
    endLap = startLap();
  }

  const model = vendor === "openai" ? openaiModel : anthropicModel;
  const createModel = ({ id }: Seat) => model(server.endpoint(vendor, id));
  await openMeeting({
    scenario,
    protocol: board,
    seed: 7,
    journal,
    signal: stop.signal,
    hold,
    createModel,
  }).run();
  journal.close();
  rmSync(folder, { recursive: true });
  return pairs;
}

const NOTHING: Lap = { wall: 0, cpu: 0 };

function both(one: Lap, other: Lap): Lap {
  return { wall: one.wall + other.wall, cpu: one.cpu + other.cpu };
}

async function lapOf(loop: BareLoop): Promise<Lap> {
  const end = startLap();
  await loop.turn();
  return end();
}
