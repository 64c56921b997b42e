import { board, createMemoryJournal, resumeMeeting, type SharedBudget } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { roundUpApproval } from "../../../src/engine/money/approval.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { exampleMeeting } from "../../support/meetings.ts";

const SPEC = "paid:m";
/** A call of 100,000 tokens of input and 1,000 of output costs $0.111 at these prices. */
const PRICES = { [SPEC]: { input: 1, output: 11 } };
const usage = { uncached: 100_000, cacheRead: 0, cacheWrite: 0, output: 1_000, reasoning: 0 };

/** Talks on until it is stopped; each reply is billed with far more than was estimated. */
const dear = () => ({
  ...scriptedModel(
    Array(500).fill({
      type: "answer",
      text: reply({ verdict: "YES", content: "On." }),
      stop: "end",
      usage,
      model: SPEC,
    }),
    { spec: SPEC, provider: "paid" },
  ),
  deterministic: false,
});

type Asked = { dollars: number; upTo: number };

function dearMeeting(
  consent: (asked: Asked) => boolean,
  more: { sharedBudget?: SharedBudget; journal?: ReturnType<typeof createMemoryJournal> } = {},
) {
  const asked: Asked[] = [];
  const setup = {
    createModel: dear,
    prices: PRICES,
    maxOutputTokens: 1_000,
    consent: async (dollars: number, upTo: number) => {
      asked.push({ dollars, upTo });
      return consent({ dollars, upTo });
    },
    ...more,
  };
  return { setup, asked };
}

const scenario = () => ({ ...exampleScenario(), limits: { messages: 80, absences: 3 } });

describe("leave to spend", () => {
  it("is for an amount: up to $1, to $3, and then twice as much each time", () => {
    expect([0, 0.4, 1].map(roundUpApproval)).toEqual([1, 1, 1]);
    expect([1.01, 3].map(roundUpApproval)).toEqual([3, 3]);
    expect([3.01, 6, 6.01, 12.01].map(roundUpApproval)).toEqual([6, 6, 12, 24]);
  });

  it("is asked for again whenever the next call would pass it, and one yes is not a yes to any price", async () => {
    const { setup, asked } = dearMeeting(() => true);
    const meeting = exampleMeeting({}, { ...setup, scenario: scenario() });
    await meeting.run();
    const spent = meeting.state.spending.chargedDollars;
    expect(spent).toBeGreaterThan(6);
    expect(asked.map(({ upTo }) => upTo)).toEqual(
      [3, 6, 12].filter((upTo) => upTo / 2 < spent || upTo === 3),
    );
    for (const { dollars, upTo } of asked) expect(roundUpApproval(dollars)).toBe(upTo);
  });

  it("that is refused leaves the meeting waiting below the amount, and resuming asks for it again", async () => {
    const journal = createMemoryJournal();
    const first = dearMeeting(({ upTo }) => upTo <= 3, { journal });
    const meeting = exampleMeeting({}, { ...first.setup, scenario: scenario() });
    const result = await meeting.run();
    expect(result).toMatchObject({ status: "waiting", upTo: 6 });
    expect(meeting.state.spending.chargedDollars).toBeLessThanOrEqual(3);
    const again = dearMeeting(() => false);
    const resumed = resumeMeeting({ ...again.setup, journal, protocol: board });
    expect(await resumed.run()).toMatchObject({ status: "waiting", upTo: 6 });
    expect(again.asked).toHaveLength(1);
  });

  it("is not asked for under a limit in dollars, which is leave of its own", async () => {
    const { setup, asked } = dearMeeting(() => false);
    const limited = { ...scenario(), limits: { messages: 60, absences: 3, dollars: 4 } };
    const result = await exampleMeeting({}, { ...setup, scenario: limited }).run();
    expect({ status: result.status, asked }).toEqual({ status: "closed", asked: [] });
  });
});
