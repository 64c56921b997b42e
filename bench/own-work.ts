import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Capabilities } from "../src/models/capabilities.ts";
import type { Model, ModelRequest } from "../src/models/model.ts";
import type { Scenario } from "../src/scenario/scenario.ts";
import type { Bench, Finding } from "./bench.ts";
import { median } from "./measure.ts";
import { hiringBoard, preparedReplies } from "./meetings.ts";
import { anthropicPrompt, board, capabilitiesOf, createJournal, openaiPrompt, openMeeting } from "./product.ts";
import { VENDOR_NAMES, VENDORS, type Vendor } from "./vendors.ts";

const AT = [20, 100, 400, 1_000];
const AROUND = 10;
const MEETINGS = 5;

export const bench: Bench = {
  name: "own-work",
  about:
    "what a turn costs the engine itself, without the SDK: everything up to the request and after the reply",
  async run() {
    const scenario = await hiringBoard({ openingBallot: false });
    const findings: Finding[] = [];
    for (const vendor of VENDOR_NAMES) {
      const meetings: (readonly number[])[] = [];
      for (let index = 0; index <= MEETINGS; index++) meetings.push(await turnsOf(scenario, vendor));
      const warm = meetings.slice(1);
      const near = (turns: number) =>
        median(warm.flatMap((times) => times.slice(turns - AROUND, turns + AROUND)));
      const times = AT.map((turns) => near(turns));
      findings.push({
        what: `own work of a turn at ${AT.at(-1)} turns, ${vendor}`,
        against: `own work of a turn at ${AT[0]} turns`,
        measured: times.at(-1)! / times[0]!,
        unit: "times",
        target: { atMost: 1.25 },
        detail: `medians at ${AT.join(", ")} turns: ${times.map((time) => time.toFixed(3)).join(", ")} ms`,
      });
    }
    return findings;
  },
};

/** Milliseconds of each turn; nothing waits, so that wall time is the engine's own. */
async function turnsOf(scenario: Scenario, vendor: Vendor): Promise<readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  const journal = createJournal(folder, "normal");
  const replies = preparedReplies(scenario);
  const stop = new AbortController();
  const times: number[] = [];
  let spent = 0;
  let started: number | null = null;
  const hold = () => {
    if (started !== null) spent += performance.now() - started;
    if (journal.events.at(-1)?.type === "message.spoken") {
      times.push(spent);
      spent = 0;
    }
    if (times.length === AT.at(-1)! + AROUND) stop.abort();
    started = performance.now();
    return Promise.resolve();
  };
  const createModel = ({ id }: { readonly id: string }) => answeringAtOnce(vendor, replies[id]!);
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
  return times;
}

/** Lays each request out for the wire as the adapter does, and answers without sending it. */
function answeringAtOnce(vendor: Vendor, text: string): Model {
  const { id } = VENDORS[vendor];
  const capabilities = capabilitiesOf(vendor, id);
  const layOut = layOutOf(vendor, id, capabilities);
  return {
    spec: `${vendor}:${id}`,
    provider: vendor,
    id,
    capabilities,
    generate(request) {
      layOut(request);
      return Promise.resolve({ type: "answer", text, stop: "end", usage: null, model: id });
    },
  };
}

function layOutOf(
  vendor: Vendor,
  model: string,
  capabilities: Capabilities,
): (request: ModelRequest) => unknown {
  if (vendor === "openai") return (request) => openaiPrompt.convertPrompt(request, { model, capabilities });
  return (request) => anthropicPrompt.convertPrompt(request, { model, capabilities });
}
