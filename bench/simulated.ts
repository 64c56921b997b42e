import type { Model } from "../src/models/contract/model.ts";
import type { Scenario, Seat } from "../src/scenario/schema/scenario.ts";
import type { Bench, Finding } from "./bench.ts";
import { median, memoryInUse, startLap } from "./measure.ts";
import { hiringBoard, preparedReplies } from "./meetings.ts";
import { board, createSimulatedModel, openMeeting, scriptedModel } from "./product.ts";

const MESSAGES = 30;
const BATCH = 20;
const BATCHES = 5;
/** Who holds thousands of meetings has long warmed the code up. */
const WARM_UP_BATCHES = 10;
const OPEN = 200;

type CreateModel = (seat: Seat, scenario: Scenario) => Model;

export const bench: Bench = {
  name: "simulated",
  about: `whole meetings of ${MESSAGES} messages in memory, and what an open one holds`,
  async run() {
    const scenario = await hiringBoard({ openingBallot: false });
    const limited = { ...scenario, limits: { ...scenario.limits, messages: MESSAGES } };
    const replies = preparedReplies(scenario);
    const simulated: CreateModel = (seat, at) =>
      createSimulatedModel({ id: seat.id, spec: "simulated", seat, scenario: at });
    const scripted: CreateModel = ({ id }) =>
      scriptedModel(Array.from({ length: 2 * MESSAGES }, () => replies[id]!));
    return [...(await pace(limited, { simulated, scripted })), await memory(limited, simulated)];
  },
};

/** In batches by turns: simulated members, and the same engine with replies that cost nothing. */
async function pace(
  scenario: Scenario,
  models: { simulated: CreateModel; scripted: CreateModel },
): Promise<readonly Finding[]> {
  const rates = { simulated: [] as number[], scripted: [] as number[] };
  const messages = { simulated: 0, scripted: 0 };
  for (let batch = 0; batch < WARM_UP_BATCHES + BATCHES; batch++) {
    for (const kind of ["simulated", "scripted"] as const) {
      const endLap = startLap();
      for (let index = 0; index < BATCH; index++) {
        messages[kind] += await hold(scenario, models[kind], batch * BATCH + index);
      }
      // CPU time is what one core would take: the collector's threads count, other programs do not.
      const { cpu } = endLap();
      if (batch >= WARM_UP_BATCHES) rates[kind].push((BATCH * 1000) / cpu);
    }
  }
  const held = BATCH * (WARM_UP_BATCHES + BATCHES);
  return [
    {
      what: `simulated meetings of at most ${MESSAGES} messages`,
      against: `the same with scripted members: ${Math.round(median(rates.scripted))} a second`,
      measured: median(rates.simulated),
      unit: "a second on one core",
      target: { atLeast: 200 },
      detail: `messages and notices a meeting: ${(messages.simulated / held).toFixed(1)} simulated, ${(messages.scripted / held).toFixed(1)} scripted`,
    },
  ];
}

async function hold(scenario: Scenario, createModel: CreateModel, seed: number): Promise<number> {
  const meeting = openMeeting({ scenario, protocol: board, seed, createModel });
  const { status } = await meeting.run();
  if (status !== "closed") throw new Error(`a meeting ended as ${status}`);
  return meeting.state.counts.messages + meeting.state.counts.notices;
}

/** Meetings are held open before the effect after their last message, each with its whole history. */
async function memory(scenario: Scenario, createModel: CreateModel): Promise<Finding> {
  const kept: unknown[] = [];
  for (let warm = 0; warm < 5; warm++) await leaveOpen(scenario, createModel, warm);
  const before = memoryInUse();
  for (let index = 0; index < OPEN; index++)
    kept.push(await leaveOpen(scenario, createModel, index));
  const each = (memoryInUse() - before) / kept.length / 1024 / 1024;
  return {
    what: `memory of an open meeting at ${MESSAGES} messages`,
    against: `an empty process, over ${kept.length} open meetings`,
    measured: each,
    unit: "MiB",
    target: { atMost: 1 },
  };
}

async function leaveOpen(
  scenario: Scenario,
  createModel: CreateModel,
  seed: number,
): Promise<unknown> {
  let reached = () => {};
  const isOpen = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const meeting = openMeeting({
    scenario,
    protocol: board,
    seed,
    createModel,
    hold(path) {
      if (Number(path) < MESSAGES) return Promise.resolve();
      reached();
      return new Promise(() => {});
    },
  });
  const running = meeting.run();
  await Promise.race([isOpen, running]);
  return [meeting, running];
}
