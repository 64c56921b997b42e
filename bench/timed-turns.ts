import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Model } from "../src/models/contract/model.ts";
import type { Scenario, Seat } from "../src/scenario/schema/scenario.ts";
import { type Lap, startLap } from "./measure.ts";
import { board, createJournal, openMeeting } from "./product.ts";

/** Lengths of history at which turns are compared. */
export const AT = [20, 100, 400, 1_000];
/** Turns on either side of each of these that count for it. */
export const AROUND = 10;

/** Those of a meeting's turns that count for a length of history; none where the meeting was shorter. */
export function around<Turn>(turns: readonly Turn[], at: number): readonly Turn[] {
  return turns.slice(at - AROUND, at + AROUND);
}

type TimedMeeting = {
  scenario: Scenario;
  createModel: (seat: Seat) => Model;
  /** Messages after which the meeting is stopped. */
  turns: number;
  /** Done before each turn, off the clock. */
  beforeTurn?: () => Promise<void>;
};

/** Holds a board on disk, and tells what the engine took for each turn; a notice counts towards the turn after it. */
export async function timedTurns(timed: TimedMeeting): Promise<readonly Lap[]> {
  const { scenario, createModel, turns, beforeTurn = () => Promise.resolve() } = timed;
  const folder = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  const journal = createJournal(folder);
  const stop = new AbortController();
  const laps: Lap[] = [];
  let lap: Lap | null = null;
  let endLap: (() => Lap) | null = null;

  async function hold(): Promise<void> {
    if (lap && endLap) lap = both(lap, endLap());
    if (lap && journal.events.at(-1)?.type === "message.spoken") {
      laps.push(lap);
      lap = null;
    }
    if (laps.length === turns) return stop.abort();
    if (lap === null) await beforeTurn();
    lap ??= NOTHING;
    endLap = startLap();
  }

  await openMeeting({
    scenario,
    protocol: board,
    seed: 7,
    journal,
    signal: stop.signal,
    consent: () => Promise.resolve(true),
    hold,
    createModel,
  }).run();
  journal.close();
  rmSync(folder, { recursive: true });
  if (laps.length < turns)
    throw new Error(`the meeting ended after ${laps.length} of ${turns} turns`);
  return laps;
}

const NOTHING: Lap = { wall: 0, cpu: 0 };

function both(one: Lap, other: Lap): Lap {
  return { wall: one.wall + other.wall, cpu: one.cpu + other.cpu };
}
