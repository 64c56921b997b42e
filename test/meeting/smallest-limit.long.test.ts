import {
  appraise,
  createApprovals,
  type Model,
  openMeeting,
  type Scenario,
  verdictTable,
} from "boardroom";
import { describe, expect, it } from "vitest";
import { LOCAL_CAPABILITIES } from "../../src/models/contract/capabilities.ts";
import { estimateInput } from "../../src/models/pricing/estimate.ts";
import { PROTOCOLS } from "../../src/protocols/built-in.ts";
import { createBuiltInRegistry } from "../../src/simulated/behaviours/registry.ts";
import { shipped } from "../simulated/meetings.ts";

const PRICES = { "paid:model": { input: 3, output: 15 } };

/** A simulated member that is paid for, by as many tokens as were set aside for its prompt and 400 for its reply. */
function paid(seat: Scenario["members"][number], scenario: Scenario): Model {
  const model = createBuiltInRegistry({ env: {} }).create({ spec: "simulated", seat, scenario });
  return {
    ...model,
    spec: "paid:model",
    provider: "paid",
    capabilities: LOCAL_CAPABILITIES,
    deterministic: false,
    async generate(request, options) {
      const reply = await model.generate(request, options);
      if (reply.type !== "answer") return reply;
      const uncached = Math.round(estimateInput(request) / 1.25);
      return {
        ...reply,
        usage: { uncached, cacheRead: 0, cacheWrite: 0, output: 400, reasoning: 0 },
      };
    },
  };
}

type Limit = "dollars" | "tokens";

async function held(name: string, limit: Limit, of: number) {
  const scenario = await shipped(name);
  const protocol = PROTOCOLS.find((each) => each.name === scenario.protocol)!;
  const members = scenario.members.map((seat) => ({ ...seat, model: "paid:model" }));
  const asked = {
    ...scenario,
    members,
    requirements: [],
    limits: { ...scenario.limits, [limit]: of },
  };
  const { binding, estimate } = appraise(asked, protocol, { prices: PRICES });
  const approval = { id: "p-1", by: "Ngo", at: "2026-05-04T08:00:00Z", because: "It matters." };
  const meeting = openMeeting({
    scenario: asked,
    protocol,
    seed: 7,
    prices: PRICES,
    approvals: createApprovals({ ...approval, binding, estimate }),
    createModel: paid,
    consent: async () => true,
  });
  return { meeting, result: await meeting.run() };
}

async function smallestLimit(name: string, limit: Limit): Promise<number> {
  const refusal: unknown = await held(name, limit, 1e-6).catch((error: unknown) => error);
  return Number(/Raise it to \$?([\d.]+)/.exec(String(refusal))?.[1]);
}

describe.each<Limit>(["dollars", "tokens"])(
  "the smallest limit in %s that Boardroom names",
  (limit) => {
    it.each([
      "hiring",
      "trial",
      "memory-curation",
      "niche-decision",
      "code-review",
      "architecture-review",
    ])("lets a meeting of %s run: somebody is heard, and every member has a vote", async (name) => {
      const least = await smallestLimit(name, limit);
      expect(least).toBeGreaterThan(0);
      for (const times of [1, 1.5, 4]) {
        // A limit is in whole tokens, or in cents.
        const parts = limit === "tokens" ? 1 : 100;
        const of = Math.ceil(least * times * parts) / parts;
        const { meeting, result } = await held(name, limit, of);
        const where = `${name} with ${of} ${limit}`;
        expect(result, where).toMatchObject({ status: "closed" });
        const { chargedDollars: dollars, chargedTokens: tokens } = meeting.state.spending;
        expect({ dollars, tokens }[limit], where).toBeLessThanOrEqual(of);
        const { members } = verdictTable(meeting.state, { headHash: "" });
        expect(
          members.filter(({ final }) => final === null),
          where,
        ).toEqual([]);
      }
    });
  },
);
