import { type HoldingWorker, holdClaimed, type LetGoMeeting } from "./hold-claimed.ts";
import type { Queue } from "./queue.ts";

type WorkerSetup = HoldingWorker & {
  readonly queue: Queue;
  /** Meetings at once. */
  readonly places: number;
  readonly onHeld: (held: Exclude<LetGoMeeting, null>) => void;
  /** Takes no more meetings, lets calls under way end, and puts back what is not done. */
  readonly signal: AbortSignal;
};

/** After so long a meeting that this worker cannot hold is offered again, to whoever asks then. */
const FOREIGN_SECONDS = 15;

/** Holds meetings from the queue until the signal aborts; resolves when all that was under way is on record. */
export async function work(setup: WorkerSetup): Promise<void> {
  const { queue, places, signal, onHeld } = setup;
  const ports = { ...setup.ports, drain: signal };
  await queue.serve(places, async (id) => {
    const held = await holdClaimed({ ...setup, ports }, id);
    if (held === null) return;
    if (held.status === "queued") await queue.put([id], held.isForeign ? FOREIGN_SECONDS : 0);
    onHeld(held);
  });
  if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  await queue.stop();
}
