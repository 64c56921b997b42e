import type { Capabilities } from "../src/models/contract/capabilities.ts";
import type { Model, ModelRequest } from "../src/models/contract/model.ts";
import type { Scenario, Seat } from "../src/scenario/schema/scenario.ts";
import type { Bench, Finding } from "./bench.ts";
import { median } from "./measure.ts";
import { hiringBoard, preparedReplies } from "./meetings.ts";
import { anthropicPrompt, findCapabilities, openaiPrompt } from "./product.ts";
import { AROUND, AT, around, timedTurns } from "./timed-turns.ts";
import { VENDOR_NAMES, VENDORS, type Vendor } from "./vendors.ts";

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
      for (let index = 0; index <= MEETINGS; index++)
        meetings.push(await turnsOf(scenario, vendor));
      const warm = meetings.slice(1);
      const times = AT.map((turns) => median(warm.flatMap((each) => around(each, turns))));
      findings.push({
        what: `own work of a turn at ${AT.at(-1)} turns, ${vendor}`,
        against: `own work of a turn at ${AT[0]} turns`,
        measured: times.at(-1)! / times[0]!,
        unit: "times",
        target: { atMost: 1.05 },
        detail: `medians at ${AT.join(", ")} turns: ${times.map((time) => time.toFixed(3)).join(", ")} ms`,
      });
    }
    return findings;
  },
};

/** Milliseconds of each turn; nothing waits, so that wall time is the engine's own. */
async function turnsOf(scenario: Scenario, vendor: Vendor): Promise<readonly number[]> {
  const replies = preparedReplies(scenario);
  const createModel = ({ id }: Seat) => answeringAtOnce(vendor, replies[id]!);
  const laps = await timedTurns({ scenario, createModel, turns: AT.at(-1)! + AROUND });
  return laps.map(({ wall }) => wall);
}

/** Lays each request out for the wire as the adapter does, and answers without sending it. */
function answeringAtOnce(vendor: Vendor, text: string): Model {
  const { id } = VENDORS[vendor];
  const capabilities = findCapabilities(vendor, id);
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
  if (vendor === "openai")
    return (request) => openaiPrompt.convertPrompt(request, { model, capabilities });
  return (request) => anthropicPrompt.convertPrompt(request, { model, capabilities });
}
