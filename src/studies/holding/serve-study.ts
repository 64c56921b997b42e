import type { Parent } from "../../home/process/child-process.ts";
import { protocolOf } from "../../home/settings/protocols.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { createBuiltInRegistry } from "../../simulated/behaviours/registry.ts";
import { holdOne } from "./hold-one.ts";
import type { ToldOfMeeting, ToProcess } from "./processes.ts";

export async function serveStudy(parent: Parent): Promise<void> {
  const registry = createBuiltInRegistry({ env: {}, settings: {} });
  const matters = new Map<number, Scenario>();
  let begun: Extract<ToProcess, { do: "begin" }> | null = null;
  let last: Promise<void> = Promise.resolve();
  const drain = new AbortController();

  async function hold({ cell, key, path }: Extract<ToProcess, { do: "hold" }>): Promise<void> {
    const matter = matters.get(cell);
    if (!matter || !begun || drain.signal.aborted) return;
    const { folder, shown, durability } = begun;
    const told: ToldOfMeeting = {
      key,
      ...(await holdOne({
        ...{ key, folder, shown, path, durability },
        cell: { matter, protocol: protocolOf(matter.protocol) },
        ports: {
          createModel: (seat, scenario) => registry.create({ spec: seat.model, seat, scenario }),
          drain: drain.signal,
        },
      })),
    };
    parent.send(told);
  }

  return new Promise((resolve) => {
    parent.onMessage((message) => {
      const order = message as ToProcess;
      if (order.do === "begin") begun = order;
      else if (order.do === "learn") matters.set(order.cell, order.matter);
      else last = last.then(() => hold(order));
    });
    parent.onExit(() => {
      drain.abort("no meeting waits for it");
      void last.then(resolve);
    });
  });
}
