import {
  type BoardroomError,
  board,
  createMemoryJournal,
  type MeetingEvent,
  type Model,
  type ModelRequest,
  openMeeting,
  resumeMeeting,
  type Seat,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { IN_PROCESS_CAPABILITIES } from "../../../src/models/contract/capabilities.ts";
import { estimateInput } from "../../../src/models/pricing/estimate.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

const SPEC = "paid:m";
const PRICE = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const WORDS = Array(150).fill("word").join(" ");

type Billing = {
  isThinking?: boolean;
  isCaching?: boolean;
  output?: number;
  shareCached?: number;
  /** Calls for words, over all members, whose stream breaks off after a few words. */
  breaks?: number;
};

/** Talks on at 150 words a message until it is stopped, billed as a provider would: by what it was sent and by what it said. */
function billed({
  isThinking = true,
  isCaching = false,
  output = 400,
  shareCached = 0,
  breaks = 0,
}: Billing) {
  let left = breaks;
  return ({ persona }: Seat): Model => {
    let before = 0;
    const answer = (request: ModelRequest) => {
      const input = Math.round(estimateInput(request) / 1.25);
      const cacheRead = isCaching ? Math.min(before, input) : Math.round(shareCached * input);
      before = input;
      const isBallot = request.instruction.includes('-vote"');
      if (!isBallot && left-- > 0) {
        const partialText = "I would say that it pays";
        return {
          type: "failure",
          kind: "network",
          message: "cut",
          retryable: false,
          partialText,
        } as const;
      }
      const text = reply({ speaker: persona.name, verdict: "YES", content: isBallot ? "" : WORDS });
      const cacheWrite = isCaching ? input - cacheRead : 0;
      const usage = {
        uncached: input - cacheRead - cacheWrite,
        cacheRead,
        cacheWrite,
        output: Math.min(output, request.maxOutputTokens),
        reasoning: 0,
      };
      return { type: "answer", text, stop: "end", usage, model: SPEC } as const;
    };
    const capabilities = { ...IN_PROCESS_CAPABILITIES, reasoningEffort: isThinking };
    return {
      ...scriptedModel(Array(900).fill(answer), { spec: SPEC, provider: "paid" }),
      capabilities,
      deterministic: false,
    };
  };
}

async function held(dollars: number, billing: Billing = {}) {
  const ports = { protocol: board, prices: { [SPEC]: PRICE }, createModel: billed(billing) };
  let meeting = openMeeting({
    ...ports,
    scenario: exampleScenario({
      limits: { dollars, messages: 900, absences: 900 },
      options: { openingBallot: true },
    }),
    seed: 5,
  });
  let { status } = await meeting.run();
  const { journal } = meeting;
  while (status === "suspended") {
    meeting = resumeMeeting({ ...ports, journal });
    ({ status } = await meeting.run());
  }
  const { events } = journal;
  const ballots = eventsOf(events, "ballot.cast");
  const of = (kind: string) => ballots.filter(({ ballot }) => ballot === kind).length;
  return {
    spent: meeting.state.spending.chargedDollars,
    opening: of("opening"),
    closing: of("closing"),
    messages: meeting.state.counts.messages,
    outputs: eventsOf(events, "call.answered").map(({ estimate }) => estimate!.output),
  };
}

describe("a limit in dollars", () => {
  it.each<[string, Billing, number]>([
    ["replies to be thought over", {}, 1.54],
    ["replies that are not thought over", { isThinking: false }, 1.68],
    ["a provider that caches", { isCaching: true }, 1.54],
    ["short replies from a cache", { isCaching: true, isThinking: false, output: 150 }, 1.65],
  ])("of $2 is used for the debate, with %s, and holds", async (_, billing, least) => {
    const { spent, opening, closing } = await held(2, billing);
    expect({ opening, closing }).toEqual({ opening: 3, closing: 3 });
    expect(spent).toBeGreaterThan(least);
    expect(spent).toBeLessThanOrEqual(2);
  });

  it.each([
    [2, 0.95],
    [5, 0.85],
    [8, 0.75],
  ])("is still used for words after %i broken streams", async (breaks, least) => {
    const { messages } = await held(2);
    const broken = await held(2, { breaks });
    expect(broken.messages).toBeGreaterThanOrEqual(least * messages);
    expect(broken.spent).toBeLessThanOrEqual(2);
    expect(broken.closing).toBe(3);
  });

  it("asks for whole replies to the end", async () => {
    const { outputs } = await held(2);
    expect(new Set(outputs)).toEqual(new Set([12_192, 10_192]));
  });

  it("is refused where less than a debate fits, with the least that works, and there is a whole debate from that on", async () => {
    const least = leastOf(await held(0.05).catch((error: unknown) => error));
    expect(least).toBeGreaterThan(0.05);
    for (let cents = 5; cents < 100; cents += 5) {
      const dollars = cents / 100;
      if (dollars < least) {
        expect(leastOf(await held(dollars).catch((error: unknown) => error))).toBe(least);
        continue;
      }
      expectDebate(dollars, await held(dollars));
    }
    expectDebate(least, await held(least));
    expect(leastOf(await held(least - 0.01).catch((error: unknown) => error))).toBe(least);
  });

  it("asks for the closing ballot one by one where all at once do not fit, and does the same when resumed", async () => {
    const setup = {
      protocol: board,
      prices: { [SPEC]: PRICE },
      createModel: (seat: Seat) => ({
        ...billed({ isThinking: false, shareCached: 0.9 })(seat),
        deterministic: true,
      }),
    };
    const scenario = exampleScenario({
      limits: { dollars: 1, messages: 900 },
      options: { openingBallot: true },
    });
    const meeting = openMeeting({ ...setup, scenario, seed: 5 });
    await meeting.run();
    const { events } = meeting.journal;
    const calls = eventsOf(events, "call.answered");
    const paths = eventsOf(events, "ballot.cast").flatMap(({ ballot, path }) =>
      ballot === "closing" ? [path] : [],
    );
    const closing = calls.filter(({ path }) => paths.some((each) => path.startsWith(`${each}.`)));
    expect(closing).toHaveLength(3);
    const before = calls
      .filter((call) => !closing.includes(call))
      .reduce((sum, { cost }) => sum + cost!, 0);
    const atOnce = closing.reduce((sum, { estimate }) => sum + estimate!.cost!, 0);
    expect(before + atOnce).toBeGreaterThan(1);
    const whole = JSON.stringify(events);
    const from = events.findIndex(({ path }) => path.startsWith(`${paths[0]!.split("/")[0]}/`));
    for (let length = from - 3; length <= events.length; length++) {
      const journal = createMemoryJournal();
      for (const { seq: _, prev: __, ...draft } of events.slice(0, length))
        journal.append(draft as MeetingEvent);
      await resumeMeeting({ ...setup, journal }).run();
      expect(JSON.stringify(journal.events), `cut after ${length}`).toBe(whole);
    }
  });

  it.each([false, true])(
    "is run again alike from the record, whether the model thinks or not (%s)",
    async (isThinking) => {
      const spec = isThinking ? "anthropic:claude-sonnet-5-5" : SPEC;
      const prices = { [spec]: PRICE };
      const scenario = exampleScenario({
        limits: { dollars: 1.5, messages: 900 },
        options: { openingBallot: true },
        members: exampleScenario().members.map((member) => ({ ...member, model: spec })),
      });
      const createModel = (seat: Seat) => ({
        ...billed({ isThinking, isCaching: true })(seat),
        spec,
      });
      const meeting = openMeeting({ scenario, protocol: board, seed: 5, prices, createModel });
      await meeting.run();
      const { events } = meeting.journal;
      expect(await rerunMeeting({ events, protocol: board, prices })).toMatchObject({
        isSame: true,
      });
    },
  );

  it("holds whatever replies turn out to take, and nobody is asked who cannot be paid for", async () => {
    for (const output of [20, 1_500, 6_000]) {
      for (const dollars of [1.5, 2, 2.5])
        expect((await held(dollars, { output })).spent).toBeLessThanOrEqual(dollars);
    }
  });
});

function expectDebate(
  dollars: number,
  { opening, messages, closing, spent }: Awaited<ReturnType<typeof held>>,
) {
  expect({ dollars, opening, closing }).toEqual({ dollars, opening: 3, closing: 3 });
  expect(messages, `at $${dollars}`).toBeGreaterThanOrEqual(3);
  expect(spent).toBeLessThanOrEqual(dollars);
}

/** The limit that a refusal names. */
function leastOf(refusal: unknown): number {
  const { code, message } = refusal as BoardroomError;
  expect(code).toBe("usage");
  const [, named, again] = /may take \$([\d.]+)\.\n.*Raise it to \$([\d.]+) or more/.exec(message)!;
  expect(named).toBe(again);
  return Number(named);
}
