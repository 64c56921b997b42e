import {
  board,
  createMemoryJournal,
  type MeetingEvent,
  type MeetingSetup,
  type Model,
  type ModelRequest,
  openMeeting,
  resumeMeeting,
  type Seat,
  verdictTable,
} from "boardroom";
import type { Usage } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { listDueWarnings } from "../../../src/engine/money/limits.ts";
import type { Limits } from "../../../src/scenario/schema/scenario.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { failure } from "../../support/failures.ts";
import { eventsOf } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

const RATES = { input: 10, output: 50 };
const SPEC = "lab:opus";

type Shown = {
  usage: Usage | null;
  limits?: Partial<Limits>;
  ballots?: boolean;
  words?: string;
};

function usage(input: number, output: number): Usage {
  return { uncached: input, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 };
}

function talkative(
  { usage, words = "On we go, with words and more words." }: Shown,
  deterministic: boolean,
): (seat: Seat) => Model {
  return (seat) => {
    const says = ({ instruction }: ModelRequest) =>
      instruction.includes('-vote"')
        ? reply({ speaker: seat.persona.name, verdict: "YES" })
        : reply({ speaker: seat.persona.name, content: words });
    const answer = (request: ModelRequest) =>
      ({ type: "answer", text: says(request), stop: "end", usage, model: "opus" }) as const;
    return {
      ...scriptedModel(Array(400).fill(answer), { spec: SPEC, provider: "lab" }),
      deterministic,
    };
  };
}

function meetingWith(told: Shown, changes: Partial<MeetingSetup> = {}) {
  return openMeeting({
    scenario: exampleScenario({
      limits: told.limits ?? {},
      options: { openingBallot: told.ballots ?? false },
    }),
    protocol: board,
    seed: 5,
    prices: { [SPEC]: RATES },
    maxOutputTokens: 500,
    createModel: talkative(told, true),
    ...changes,
  });
}

async function held(told: Shown, changes: Partial<MeetingSetup> = {}) {
  const meeting = meetingWith(told, changes);
  const result = await meeting.run();
  const { events, head } = meeting.journal;
  const calls = eventsOf(events, "call.answered");
  const tokens = calls.reduce((sum, { usage: u }) => sum + (u ? u.uncached + u.output : 0), 0);
  const table = verdictTable(meeting.state, { headHash: head });
  return { meeting, result, events, calls, tokens, table, state: meeting.state };
}

describe("a limit in tokens", () => {
  it("stops the debate hard, holds the closing ballot from the reserve, and leaves a valid partial table", async () => {
    const { result, events, tokens, table, state } = await held({
      usage: usage(1_800, 200),
      limits: { tokens: 60_000 },
    });
    expect(result).toMatchObject({ status: "closed", outcome: { status: "partial" } });
    expect(tokens).toBeLessThanOrEqual(60_000);
    expect(eventsOf(events, "ballot.cast").map(({ ballot }) => ballot)).toEqual([
      "closing",
      "closing",
      "closing",
    ]);
    expect(table.members.map(({ final, finalBy }) => [final, finalBy])).toEqual(
      Array(3).fill(["YES", "ballot"]),
    );
    expect(state.ending?.reason).toMatch(/60000 tokens/);
  });

  it("warns once each at 50, 80 and 95 %, and says when nothing more fits", () => {
    const { state } = meetingWith({ usage: null, limits: { messages: 200 } });
    const warnings: {
      limit: "messages";
      used: number;
      of: number;
      member: null;
      stops: boolean;
    }[] = [];
    for (let messages = 1; messages <= 200; messages++) {
      const counts = { messages, notices: 0, passes: 0, absences: 0 };
      for (const { limit, used, of, stops = false } of listDueWarnings(
        { ...state, counts, warnings },
        0,
      ))
        if (limit === "messages") warnings.push({ limit, used, of, member: null, stops });
    }
    expect(warnings.map(({ used, stops }) => [used, stops])).toEqual([
      [100, false],
      [160, false],
      [190, false],
      [200, true],
    ]);
  });

  it("puts its warnings on record while a meeting runs", async () => {
    const { events } = await held({
      usage: usage(2_500, 100),
      limits: { tokens: 150_000, messages: 500 },
    });
    const warned = eventsOf(events, "budget.warned").filter(({ limit }) => limit === "tokens");
    expect(warned.filter(({ stops }) => !stops).length).toBeGreaterThan(0);
    expect(warned.filter(({ stops }) => stops)).toHaveLength(1);
  });

  it("records each call's estimate beside what it really took", async () => {
    const { calls } = await held({ usage: usage(900, 30), limits: { tokens: 40_000 } });
    for (const { estimate, usage: actual, cost } of calls) {
      expect(estimate?.input).toBeGreaterThan(200);
      expect(estimate?.output).toBe(500);
      expect(estimate?.cost).toBeCloseTo((estimate!.input * 10 + 500 * 50) / 1e6, 9);
      expect(actual).toMatchObject({ uncached: 900, output: 30 });
      expect(cost).toBeCloseTo(0.0105, 9);
    }
  });

  it("is refused where less than a debate fits, with the least that works to the token", async () => {
    const refusal = (tokens: number) => {
      try {
        meetingWith({ usage: null, limits: { tokens } });
      } catch (error) {
        return String((error as Error).message);
      }
      return "";
    };
    const [, least = ""] =
      /limit of 500 tokens is too small: one turn and the votes may take (\d+) tokens\.\n.*Raise it to \1 tokens/.exec(
        refusal(500),
      ) ?? [];
    expect(refusal(Number(least) - 1)).toContain(`may take ${least} tokens`);
    const { events, state } = await held({
      usage: null,
      limits: { tokens: Number(least) },
      words: "word ".repeat(200),
    });
    expect(state.counts.messages).toBeGreaterThanOrEqual(1);
    expect(state.spending.chargedTokens).toBeLessThanOrEqual(Number(least));
    expect(eventsOf(events, "ballot.cast").map(({ ballot }) => ballot)).toEqual(
      Array(3).fill("closing"),
    );
  });
});

describe("a limit in dollars", () => {
  it("refuses to start where a price is unknown, and names the model and its seats", () => {
    const told = { usage: null, limits: { dollars: 5 } };
    const open = () => meetingWith(told, { prices: {}, createModel: talkative(told, false) });
    expect(open).toThrow(expect.objectContaining({ code: "unknown-price" }));
    expect(open).toThrow(/the price of lab:opus \(ada, ben, cleo\) is unknown/);
  });

  it("leaves a limit in tokens to work without any price", async () => {
    const { result } = await held(
      { usage: usage(1_000, 100), limits: { tokens: 50_000 } },
      { prices: {} },
    );
    expect(result).toMatchObject({ status: "closed", outcome: { status: "partial" } });
  });
});

describe("a limit in minutes", () => {
  it("ends the debate by the clock and says so on record", async () => {
    let now = 0;
    const clock = () => (now += 1_000);
    const told = { usage: null, limits: { minutes: 2 } };
    const { result, events } = await held(told, {
      createModel: talkative(told, false),
      clock,
      consent: async () => true,
    });
    expect(result).toMatchObject({ status: "closed", outcome: { status: "partial" } });
    const warned = eventsOf(events, "budget.warned").filter(({ limit }) => limit === "minutes");
    expect(warned.at(-1)).toMatchObject({ stops: true, of: 2 });
    expect(warned).toHaveLength(4);
  });

  it("does not warn of a group again that a resumed meeting has on record", async () => {
    let now = 0;
    const told = { usage: null, limits: { minutes: 2 }, ballots: true };
    const createModel = (seat: Seat): Model => {
      const model = talkative(told, false)(seat);
      return {
        ...model,
        generate(request, options) {
          now += 10_000;
          return model.generate(request, options);
        },
      };
    };
    const ports = { createModel, clock: () => now, consent: async () => true };
    const { events } = await held(told, ports);
    const journal = createMemoryJournal();
    for (const { seq: _, prev: __, ...draft } of events.slice(0, -12))
      journal.append(draft as MeetingEvent);
    await resumeMeeting({ ...ports, journal, protocol: board, prices: { [SPEC]: RATES } }).run();
    const [ballot] = eventsOf(journal.events, "ballot.cast");
    const group = ballot?.path.split("/")[0];
    expect(eventsOf(journal.events, "budget.warned").filter(({ path }) => path === group)).toEqual(
      [],
    );
  });
});

describe("limits", () => {
  it("are decided by the record alone: every cut resumes to the same bytes", async () => {
    const told = { usage: usage(2_500, 100), limits: { tokens: 46_000 }, ballots: true };
    const whole = await held(told);
    const lines = JSON.stringify(whole.events);
    const opening = whole.events.filter(({ path }) => path === "0").length;
    for (let length = opening; length <= whole.events.length; length++) {
      const journal = createMemoryJournal();
      for (const { seq: _, prev: __, ...draft } of whole.events.slice(0, length))
        journal.append(draft as MeetingEvent);
      const resumed = resumeMeeting({
        journal,
        protocol: board,
        prices: { [SPEC]: RATES },
        maxOutputTokens: 500,
        createModel: talkative(told, true),
      });
      await resumed.run();
      expect(JSON.stringify(journal.events), `cut after ${length}`).toBe(lines);
    }
  });
});

describe("a limit that is raised", () => {
  const cut = failure("dropped", "cut", {
    retryable: false,
    partialText: "I would say that it pays. ".repeat(40),
  });

  function breaking(dollars: number) {
    const world = { isBroken: true };
    const told = { usage: usage(1_000, 400), limits: { dollars, messages: 40, absences: 900 } };
    const createModel = (seat: Seat): Model => {
      const model = talkative(told, true)(seat);
      return {
        ...model,
        generate: async (request, options) =>
          world.isBroken && !request.instruction.includes('-vote"')
            ? cut
            : model.generate(request, options),
      };
    };
    return { world, told, createModel };
  }

  it("goes on with a meeting in which nobody has spoken, is on record, and runs again alike", async () => {
    const { world, told, createModel } = breaking(0.5);
    const { result, events, meeting } = await held(told, { createModel });
    expect(result).toMatchObject({ status: "suspended" });
    expect(result.status === "suspended" && result.reason).toContain("no member can be heard");
    expect(eventsOf(events, "ballot.cast")).toEqual([]);
    world.isBroken = false;
    const ports = { protocol: board, prices: { [SPEC]: RATES }, maxOutputTokens: 500 };
    const resumed = resumeMeeting({
      ...ports,
      journal: meeting.journal,
      createModel,
      raise: { dollars: 2 },
    });
    expect(await resumed.run()).toMatchObject({ status: "closed" });
    expect(eventsOf(events, "limit.raised")).toMatchObject([
      { limit: "dollars", from: 0.5, to: 2 },
    ]);
    expect(resumed.state.counts.messages).toBeGreaterThan(3);
    expect(resumed.state.scenario.limits.dollars).toBe(2);
    expect(resumed.state.spending.chargedDollars).toBeLessThanOrEqual(2);
    expect(await rerunMeeting({ ...ports, events })).toMatchObject({ isSame: true });
    for (let length = eventsOf(events, "limit.raised")[0]!.seq; length < events.length; length++) {
      const journal = createMemoryJournal();
      for (const { seq: _, prev: __, ...draft } of events.slice(0, length))
        journal.append(draft as MeetingEvent);
      await resumeMeeting({ ...ports, journal, createModel }).run();
      expect(JSON.stringify(journal.events), `cut after ${length}`).toBe(JSON.stringify(events));
    }
  });

  it.each([
    [
      "below what it has",
      { dollars: 0.2 },
      /limits\.dollars: 0\.2 is below 0\.5, the limit that the meeting has; \$0\.\d+ are spent/,
    ],
    [
      "where it has none",
      { tokens: 9_000_000 },
      /limits\.tokens: 9000000 cannot be set: this meeting was opened without/,
    ],
  ])("is refused %s", async (_, raise, says) => {
    const { told, createModel } = breaking(0.5);
    const { meeting } = await held(told, { createModel });
    const { journal } = meeting;
    const before = journal.events.length;
    const setup = { journal, protocol: board, prices: { [SPEC]: RATES }, createModel };
    expect(() => resumeMeeting({ ...setup, raise })).toThrow(says);
    expect(resumeMeeting({ ...setup, raise: { dollars: 0.5 } }).journal.events).toHaveLength(
      before,
    );
  });
});
