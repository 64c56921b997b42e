import type { Bench } from "./bench.ts";
import { type Lap, median, memoryInUse, startLap } from "./measure.ts";
import { hiringBoard } from "./meetings.ts";
import { board, createSimulatedModel, openMeeting } from "./product.ts";

const MEETINGS = 10_000;
const MESSAGES = 5;
/** Meetings after which the time is read. */
const BATCH = 250;
/** Batches at either end that are compared; the first few warm the code up. */
const WARM_UP_BATCHES = 4;
const COMPARED = 10;

export const bench: Bench = {
  name: "many",
  about: `${MEETINGS.toLocaleString("en")} simulated meetings of ${MESSAGES} messages, one after another in one process`,
  async run() {
    const scenario = await hiringBoard({ openingBallot: false });
    const short = { ...scenario, limits: { ...scenario.limits, messages: MESSAGES } };
    const laps: Lap[] = [];
    let most = 0;
    let inUse = 0;
    for (let held = 0; held < MEETINGS; held += BATCH) {
      const endLap = startLap();
      for (let seed = held; seed < held + BATCH; seed++) await hold(short, seed);
      laps.push(endLap());
      most = Math.max(most, process.memoryUsage.rss());
      if (held === WARM_UP_BATCHES * BATCH) inUse = memoryInUse();
    }
    const early = median(
      laps.slice(WARM_UP_BATCHES, WARM_UP_BATCHES + COMPARED).map(({ cpu }) => cpu),
    );
    const late = median(laps.slice(-COMPARED).map(({ cpu }) => cpu));
    const kept = (memoryInUse() - inUse) / 1024 / 1024;
    return [
      {
        what: `the last of ${MEETINGS.toLocaleString("en")} meetings in one process`,
        against: "the first of them, warmed up",
        measured: late / early,
        unit: "times the CPU",
        target: { atMost: 1.1 },
        detail: `medians of ${COMPARED} batches: ${perMeeting(late)} to ${perMeeting(early)} a meeting`,
      },
      {
        what: `most memory over ${MEETINGS.toLocaleString("en")} meetings`,
        against: "the whole process, compiler of the bench included",
        measured: most / 1024 / 1024,
        unit: "MiB",
        target: { atMost: 400 },
        detail: `more in use at the end than after ${(WARM_UP_BATCHES + 1) * BATCH} meetings: ${kept.toFixed(1)} MiB`,
      },
    ];
  },
};

async function hold(
  scenario: Awaited<ReturnType<typeof hiringBoard>>,
  seed: number,
): Promise<void> {
  const { status } = await openMeeting({
    scenario,
    protocol: board,
    seed,
    createModel: (seat) => createSimulatedModel({ id: seat.id, spec: "simulated", seat, scenario }),
  }).run();
  if (status !== "closed") throw new Error(`a meeting ended as ${status}`);
}

function perMeeting(cpu: number): string {
  return `${(cpu / BATCH).toFixed(2)} ms`;
}
