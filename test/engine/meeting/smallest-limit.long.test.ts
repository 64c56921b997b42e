import {
  appraise,
  createApprovals,
  type Model,
  openMeeting,
  type Scenario,
  type Seat,
  verdictTable,
} from "boardroom";
import { describe, expect, it } from "vitest";
import { IN_PROCESS_CAPABILITIES } from "../../../src/models/contract/capabilities.ts";
import { estimateInput } from "../../../src/models/pricing/estimate.ts";
import { PROTOCOLS } from "../../../src/protocols/built-in.ts";
import { createBuiltInRegistry } from "../../../src/simulated/behaviours/registry.ts";
import { shipped } from "../../simulated/meetings.ts";

const PRICES = { "paid:model": { input: 3, output: 15 } };

/** Tokens of a reply, which may be all that the request allows. */
type Billing = { isThinking: boolean; output: number };

const PLAIN: Billing = { isThinking: false, output: 400 };
const THINKING: Billing = { isThinking: true, output: 700 };

/** A simulated member that is paid for, by as many tokens as were set aside for its prompt. */
const createPaid =
  ({ isThinking, output }: Billing) =>
  (seat: Seat, scenario: Scenario): Model => {
    const model = createBuiltInRegistry({ env: {} }).create({ spec: "simulated", seat, scenario });
    return {
      ...model,
      spec: "paid:model",
      provider: "paid",
      capabilities: { ...IN_PROCESS_CAPABILITIES, reasoningEffort: isThinking },
      deterministic: false,
      async generate(request, options) {
        const reply = await model.generate(request, options);
        if (reply.type !== "answer") return reply;
        const uncached = Math.round(estimateInput(request) / 1.25);
        return {
          ...reply,
          usage: {
            uncached,
            cacheRead: 0,
            cacheWrite: 0,
            output: Math.min(output, request.maxOutputTokens),
            reasoning: 0,
          },
        };
      },
    };
  };

type Limit = "dollars" | "tokens";

async function held(name: string, limit: Limit, of: number, billing: Billing = PLAIN) {
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
    createModel: createPaid(billing),
    consent: async () => true,
  });
  return { meeting, result: await meeting.run() };
}

async function smallestLimit(name: string, limit: Limit, billing?: Billing): Promise<number> {
  const refusal: unknown = await held(name, limit, 1e-6, billing).catch((error: unknown) => error);
  return Number(/Raise it to \$?([\d.]+)/.exec(String(refusal))?.[1]);
}

const SHIPPED = [
  "hiring",
  "investment",
  "hidden-profile",
  "trial",
  "memory-curation",
  "niche-decision",
  "code-review",
  "architecture-review",
];

/** A limit is in whole tokens, or in cents. */
function roundLimit(limit: Limit, of: number): number {
  const parts = limit === "tokens" ? 1 : 100;
  return Math.ceil(of * parts) / parts;
}

describe.each<Limit>(["dollars", "tokens"])(
  "the smallest limit in %s that Boardroom names",
  (limit) => {
    it.each(SHIPPED.flatMap((name) => [PLAIN, THINKING].map((billing) => ({ name, ...billing }))))(
      "lets a meeting of $name run with replies of $output tokens: somebody is heard, and every member has a vote",
      async ({ name, ...billing }) => {
        const least = await smallestLimit(name, limit, billing);
        expect(least).toBeGreaterThan(0);
        for (const times of [1, 1.5, 4]) {
          const of = roundLimit(limit, least * times);
          const { meeting, result } = await held(name, limit, of, billing);
          const where = `${name} with ${of} ${limit}`;
          expect(result.status === "suspended" ? result.reason : "closed", where).toBe("closed");
          const { chargedDollars: dollars, chargedTokens: tokens } = meeting.state.spending;
          expect({ dollars, tokens }[limit], where).toBeLessThanOrEqual(of);
          const { members } = verdictTable(meeting.state, { headHash: "" });
          expect(
            members.filter(({ final }) => final === null),
            where,
          ).toEqual([]);
        }
      },
    );

    it.each(SHIPPED)(
      "is not exceeded in %s if each reply is as long as it may be, and a meeting that closes has votes",
      async (name) => {
        const dearest = { isThinking: true, output: Number.POSITIVE_INFINITY };
        const least = await smallestLimit(name, limit, dearest);
        for (const times of [1, 1.7, 3]) {
          const of = roundLimit(limit, least * times);
          const { meeting, result } = await held(name, limit, of, dearest);
          const { chargedDollars: dollars, chargedTokens: tokens } = meeting.state.spending;
          expect({ dollars, tokens }[limit]).toBeLessThanOrEqual(of);
          const { members } = verdictTable(meeting.state, { headHash: "" });
          const voted = members.filter(({ final }) => final !== null).length;
          expect(result.status === "suspended" || voted > 0).toBe(true);
        }
      },
    );

    it.each(SHIPPED)("is at most five times what a plain meeting of %s takes", async (name) => {
      const least = await smallestLimit(name, limit, THINKING);
      const { meeting } = await held(name, limit, least * 100, THINKING);
      const { chargedDollars: dollars, chargedTokens: tokens } = meeting.state.spending;
      expect(least).toBeLessThan(5 * { dollars, tokens }[limit]);
    });
  },
);
