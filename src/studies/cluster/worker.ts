import { type HoldingWorker, holdClaimed, type LetGoMeeting } from "./hold-claimed.ts";
import { wakeWaiting } from "./meetings.ts";
import type { Queue } from "./queue.ts";

type WorkerSetup = HoldingWorker & {
  readonly queue: Queue;
  readonly places: number;
  /** Wall time, ISO 8601; only for people's deadlines. */
  readonly now: () => string;
  readonly onHeld: (held: Exclude<LetGoMeeting, null>) => void;
  /** Takes no more meetings, lets running calls end and returns unfinished meetings. */
  readonly signal: AbortSignal;
};

/** Seconds until a meeting that this worker cannot hold is offered again. */
const FOREIGN_SECONDS = 15;

export async function work(setup: WorkerSetup): Promise<void> {
  const { queue, places, signal, onHeld } = setup;
  const ports = { ...setup.ports, drain: signal };
  async function hold(id: string): Promise<void> {
    const held = await holdClaimed({ ...setup, ports }, id);
    if (held === null) return;
    if (held.status === "queued") await queue.put([id], held.isForeign ? FOREIGN_SECONDS : 0);
    if (held.status === "waiting" && held.deadline !== null)
      await queue.wake(id, secondsUntil(held.deadline, setup.now()));
    onHeld(held);
  }
  async function onWake(id: string): Promise<void> {
    if (await wakeWaiting(setup.database, id)) await queue.put([id]);
  }
  await queue.serve(places, { hold, onWake });
  if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  await queue.stop();
}

/** Until just after that moment, as this machine's clock has it. */
function secondsUntil(moment: string, now: string): number {
  return Math.max(1, Math.ceil((Date.parse(moment) - Date.parse(now)) / 1000) + 1);
}
