// The program of one process of a study: takes meetings from its parent and returns their results.
// processes.ts starts it.

import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { connectParent } from "../../home/process/child-process.ts";
import { requireProtocol } from "../../home/settings/protocols.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { createBuiltInRegistry } from "../../simulated/behaviours/registry.ts";
import type { MeetingMessage, ToProcess } from "./processes.ts";
import { runOne, syncResult } from "./run-one.ts";

/* A process of a study: runs the meetings that its parent sends. It ends when the parent lets it go. */

const parent = connectParent();
const registry = createBuiltInRegistry({ env: {}, settings: {} });
const scenarios = new Map<number, Scenario>();
let begun: Extract<ToProcess, { do: "begin" }> | null = null;
let last: Promise<void> = Promise.resolve();
let written = last;
const drain = new AbortController();

async function runNext({ cell, key, path }: Extract<ToProcess, { do: "run" }>): Promise<void> {
  const input = scenarios.get(cell);
  if (!input || !begun || drain.signal.aborted) return;
  const { folder, shown, isDeferred } = begun;
  const ended = await runOne({
    key,
    folder,
    shown,
    path,
    isDeferred,
    cell: { input, protocol: requireProtocol(input.protocol) },
    ports: {
      createModel: (seat, scenario) => registry.create({ spec: seat.model, seat, scenario }),
      drain: drain.signal,
    },
  });
  // The next meeting runs while the disk is written.
  written = Promise.all([written, syncResult(ended, join(folder, path))]).then(([, result]) => {
    parent.send({ key, ...result } satisfies MeetingMessage);
  });
  await setImmediate();
}

parent.onMessage((message) => {
  const order = message as ToProcess;
  if (order.do === "begin") begun = order;
  else if (order.do === "learn") scenarios.set(order.cell, order.input);
  else last = last.then(() => runNext(order));
});
parent.onExit(() => drain.abort("no meeting waits for it"));
