import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import { type FinishedCall, isFinishedCall, type MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { effectPath } from "../../engine/transcript/path.ts";
import { topPath } from "../../home/records/sent-request.ts";
import { builtFile } from "../../scenario/files/package-files.ts";
import type { ReplaySetup } from "../../showing/watching/replay.ts";
import type { Told } from "./prompt-thread.ts";

type Wanted = {
  readonly seq: number;
  readonly resolve: (prompt: Prompt | null) => void;
  readonly reject: (error: Error) => void;
};

/** Runs in a thread, so that keys are answered. While it is busy only the latest wish is kept; others get null. */
export function promptsOfRecord(folder: string, signal: AbortSignal): ReplaySetup["promptOf"] {
  const rebuild = promptThread(join(folder, JOURNAL_FILE), signal);
  return async (speaker, events, at) => {
    const call = callOf(speaker, events, at);
    return call ? rebuild(call.seq) : null;
  };
}

function promptThread(file: string, signal: AbortSignal): (seq: number) => Promise<Prompt | null> {
  let thread: Worker | null = null;
  let current: Wanted | null = null;
  let next: Wanted | null = null;
  signal.addEventListener("abort", () => void thread?.terminate(), { once: true });

  function begin(wanted: Wanted): void {
    current = wanted;
    thread ??= startThread();
    thread.postMessage(wanted.seq);
  }

  function settle(how: (wanted: Wanted) => void): void {
    const settled = current;
    current = null;
    if (settled) how(settled);
    const waiting = next;
    next = null;
    if (waiting && !signal.aborted) begin(waiting);
  }

  function startThread(): Worker {
    const started = new Worker(builtFile("screens/watch/prompt-thread.ts"), { workerData: file });
    let layers: Omit<Prompt, "turns"> | null = null;
    let turns: Prompt["turns"][number][] = [];
    started.unref();
    started.on("message", (told: Told) => {
      if (told.is === "layers") [layers, turns] = [told.layers, []];
      else if (told.is === "turns") turns.push(...told.turns);
      else if (told.is === "done") settle(({ resolve }) => resolve(layers && { ...layers, turns }));
      else settle(({ reject }) => reject(new Error(told.message)));
    });
    started.on("error", (error) => {
      thread = null;
      settle(({ reject }) => reject(error as Error));
    });
    return started;
  }

  return (seq) =>
    new Promise((resolve, reject) => {
      const wanted = { seq, resolve, reject };
      if (!current) return begin(wanted);
      next?.resolve(null);
      next = wanted;
    });
}

/** Looks only near the call: a long record has hundreds of thousands of events. */
function callOf(
  speaker: string,
  events: readonly MeetingEvent[],
  { cursor, path }: { readonly cursor: number; readonly path: string | null },
): FinishedCall | null {
  const isOwn = (event: MeetingEvent): event is FinishedCall =>
    isFinishedCall(event) && event.speaker === speaker;
  if (!isAsked(speaker, events)) return null;
  if (path !== null) {
    const top = topPath(path);
    let index = cursor;
    const isInTop = (event: MeetingEvent | undefined): event is MeetingEvent =>
      event !== undefined && topPath(event.path) === top;
    while (isInTop(events[index - 1])) index -= 1;
    for (let event = events[index]; isInTop(event); event = events[++index])
      if (isOwn(event) && effectPath(event.path) === path) return event;
  }
  for (let index = cursor - 1; index >= 0; index--) {
    const event = events[index];
    if (event && isOwn(event)) return event;
  }
  return null;
}

/** A template is never sent a prompt. */
function isAsked(speaker: string, events: readonly MeetingEvent[]): boolean {
  const [opened] = events;
  const seat = opened?.type === "meeting.opened" ? opened.seats.find(({ id }) => id === speaker) : undefined;
  return seat?.model !== "template";
}
