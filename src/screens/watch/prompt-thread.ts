import { openSync, readSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import { type FinishedCall, isFinishedCall, type MeetingEvent } from "../../engine/transcript/events.ts";
import { createLineReader } from "../../engine/transcript/read.ts";
import { sentRequest, topPath } from "../../home/records/sent-request.ts";

/** Told in pieces: taking in the whole at once would hold up keys. */
export type Told =
  | { readonly is: "layers"; readonly layers: Omit<Prompt, "turns"> }
  | { readonly is: "turns"; readonly turns: Prompt["turns"] }
  | { readonly is: "done" }
  | { readonly is: "failed"; readonly message: string };

const PIECE_BYTES = 1024 * 1024;
const TOLD_AT_ONCE = 200;
const BREATH_MS = 4;

function serve(file: string): void {
  const events: MeetingEvent[] = [];
  const reader = createLineReader(file);
  const descriptor = openSync(file, "r");
  const piece = Buffer.alloc(PIECE_BYTES);
  let position = 0;

  /** Reads on until the call and everything parallel to it has been read. */
  function readTo(seq: number): void {
    while (!isPast(events, seq)) {
      const length = readSync(descriptor, piece, 0, PIECE_BYTES, position);
      if (length === 0) return;
      position += length;
      events.push(...reader.read(Buffer.from(piece.subarray(0, length))));
    }
  }

  async function answer(seq: number): Promise<void> {
    readTo(seq);
    const { shared, individual, cue, turns } = (await sentRequest(events, callAt(events, seq))).request;
    tell({ is: "layers", layers: { shared, individual, cue } });
    for (let from = 0; from < turns.length; from += TOLD_AT_ONCE) {
      tell({ is: "turns", turns: turns.slice(from, from + TOLD_AT_ONCE) });
      // What stands in the port together is taken in together.
      await setTimeout(BREATH_MS);
    }
    tell({ is: "done" });
  }

  parentPort?.on("message", (seq: number) => {
    answer(seq).catch((error: unknown) => tell({ is: "failed", message: String((error as Error).message) }));
  });
}

function isPast(events: readonly MeetingEvent[], seq: number): boolean {
  const call = events[seq - 1];
  const last = events.at(-1);
  return call !== undefined && last !== undefined && topPath(last.path) !== topPath(call.path);
}

function callAt(events: readonly MeetingEvent[], seq: number): FinishedCall {
  const event = events[seq - 1];
  if (event !== undefined && isFinishedCall(event)) return event;
  throw new Error(`event ${seq} is no call`);
}

function tell(told: Told): void {
  parentPort?.postMessage(told);
}

serve(workerData as string);
