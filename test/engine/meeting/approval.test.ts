import {
  appraise,
  board,
  chamber,
  createApprovals,
  createMemoryJournal,
  findForkPoint,
  forkMeeting,
  openMeeting,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { createForkedScenario } from "../../../src/engine/meeting/fork.ts";
import {
  chooseTier,
  describeUnknownPrice,
  requireApproval,
} from "../../../src/engine/money/approval.ts";
import { isPaid } from "../../../src/models/registry/providers.ts";
import { exampleScenario } from "../../support/example-scenario.ts";

const protocol = board;

/** The example board behind a model of this price, dollars for a million tokens. */
function priced(dollars: number, changes: Parameters<typeof exampleScenario>[0] = {}) {
  const scenario = exampleScenario(changes);
  const members = scenario.members.map((seat) => ({ ...seat, model: "billed:x" }));
  return {
    scenario: { ...scenario, members },
    prices: { "billed:x": { input: dollars, output: dollars } },
  };
}

const WITHDRAWS =
  "<Message><Verdict>STOP</Verdict><VerdictReasoning>So</VerdictReasoning><Withdrawn>true</Withdrawn><Content>Enough.</Content></Message>";

const LEAVE = { id: "p-1", by: "Ngo", at: "2026-05-04T08:00:00Z" };

function modelApproval({ scenario, prices }: ReturnType<typeof priced>, changes = {}) {
  const { binding, estimate } = appraise(scenario, protocol, { prices });
  return createApprovals({ ...LEAVE, binding, estimate, ...changes });
}

const createModel = () => ({
  ...scriptedModel([]),
  spec: "billed:x",
  provider: "billed",
  deterministic: false,
});
const open = (matter: ReturnType<typeof priced>, more: object = {}) =>
  openMeeting({ ...matter, protocol: board, createModel, ...more });

const DEAR = priced(20);
const AGENT = { kind: "agent", name: "agent" } as const;

describe("the three tiers", () => {
  it.each([
    [0, "low"],
    [0.999, "low"],
    [1, "standard"],
    [3, "standard"],
    [3.01, "necessity"],
  ] as const)("%s dollars are %s", (dollars, tier) => expect(chooseTier(dollars, true)).toBe(tier));

  it("an unknown price needs a plain yes of a paid provider, and nothing of your own endpoint", () => {
    expect([chooseTier(null, true), chooseTier(null, false)]).toEqual(["standard", "low"]);
    const baseUrl = "http://127.0.0.1:9/v1";
    const own = { providers: { openai: { baseUrl }, mine: { baseUrl } } };
    expect(
      ["openai:new", "openrouter:x/y", "ollama:gpt-oss:120b-cloud"].map((spec) => isPaid(spec)),
    ).toEqual([true, true, true]);
    expect(["ollama:llama3.3", "mine:m", "simulated"].map((spec) => isPaid(spec))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isPaid("mine:new", own)).toBe(false);
    // A gateway on this machine passes the key on.
    expect(isPaid("openai:new", own)).toBe(true);
  });
});

describe("forking a meeting onto dear models", () => {
  const price = { "billed:x": { input: 30, output: 30 } };

  it("is refused by the library without leave, before the fork is on record, and possible with it", async () => {
    const simulated = openMeeting({
      scenario: exampleScenario(),
      protocol: board,
      createModel: () => scriptedModel(Array(200).fill(WITHDRAWS)),
    });
    await simulated.run();
    const { events } = simulated.journal;
    const point = findForkPoint(events, 1)!;
    const changed = simulated.state.scenario.members.map((seat) => ({
      ...seat,
      model: "billed:x",
    }));
    const fork = (more: object) => {
      const journal = createMemoryJournal();
      for (const { seq: _, prev: __, ...draft } of events.slice(0, point.lines))
        journal.append(draft as never);
      const setup = {
        journal,
        protocol,
        point,
        amendments: { seats: changed },
        prices: price,
        createModel,
      };
      const open = () => forkMeeting({ ...setup, ...more });
      return { journal, open };
    };
    const refused = fork({});
    expect(refused.open).toThrow("this meeting needs approval: it is expected to cost $");
    expect(refused.journal.events).toHaveLength(point.lines);
    const { scenario, seats } = createForkedScenario(simulated.state, { seats: changed });
    const { binding, estimate } = appraise(scenario, protocol, { prices: price }, seats);
    const agreed = fork({
      approvals: createApprovals({ ...LEAVE, because: "It matters.", binding, estimate }),
    });
    const opened = agreed.open();
    expect(agreed.journal.events.slice(-2).map(({ type }) => type)).toEqual([
      "meeting.forked",
      "meeting.approved",
    ]);
    expect(opened.state.approval).toBeNull();
    await opened.run();
    expect(opened.state.approval).toMatchObject({ by: "Ngo", because: "It matters." });
  });
});

describe("opening a meeting that needs leave", () => {
  it("is refused by the library without it, before anything is written, and possible with it, once", () => {
    expect(appraise(DEAR.scenario, protocol, DEAR).tier).toBe("standard");
    expect(() => open(DEAR)).toThrow("this meeting needs approval: it is expected to cost $");
    const approvals = modelApproval(DEAR);
    open(DEAR, { approvals });
    expect(() => open(DEAR, { approvals })).toThrow("this meeting needs approval");
  });

  it.each([
    ["question", priced(20, { question: "Shall we stop the pilot now?" })],
    [
      "context",
      priced(20, {
        documents: {
          "memo.md":
            "# Memo\n\nThe pilot cut costs by 99 % in one year.\nTwo customers left in March.",
        },
      }),
    ],
    ["price", priced(21)],
  ])("is refused where the approval is for another %s", (part, matter) => {
    const approvals = modelApproval(DEAR);
    expect(() => open(matter, { approvals })).toThrow(`the approval p-1 is for another ${part}`);
    expect(approvals.open()).toHaveLength(1);
  });

  it("above three dollars needs the reason too", () => {
    const matter = priced(60);
    expect(() => open(matter, { approvals: modelApproval(matter) })).toThrow("needs a reason");
    open(matter, { approvals: modelApproval(matter, { because: "The lease ends." }) });
  });

  it("asks nothing of a person below a dollar, nor for members that are simulated", () => {
    const free = {
      scenario: exampleScenario(),
      protocol: board,
      createModel: () => scriptedModel([]),
    };
    expect(() => open(priced(0.1))).not.toThrow();
    expect(() => openMeeting(free)).not.toThrow();
  });

  it("of an agent is refused at level 3 even where it costs nothing, and cannot be passed off by leaving out who asks", () => {
    const free = {
      scenario: exampleScenario(),
      protocol: board,
      createModel: () => scriptedModel([]),
    };
    expect(() => openMeeting({ ...free, proposedBy: "agent" })).toThrow(
      "it is a decision of level 3",
    );
    const reversible = exampleScenario({ criticality: { reversible: true, goNoGo: false } });
    openMeeting({ ...free, scenario: reversible, proposedBy: "agent" });
    expect(() =>
      requireApproval({ scenario: exampleScenario(), protocol, proposer: AGENT }),
    ).toThrow("level 3");
  });

  it.each([
    ["approval", { by: "Somebody", at: "2026-05-04T08:00:00Z", estimatedCost: 0.4 }],
    ["trigger", "founder"],
    ["criticality", { reversible: true }],
  ])("takes no %s from a scenario's options", (key, value) => {
    const options = { [key]: value };
    for (const held of [board, chamber]) {
      const open = () =>
        openMeeting({
          scenario: exampleScenario({ protocol: held.name, options }),
          protocol: held as never,
          createModel: () => scriptedModel([]),
        });
      expect(open).toThrow(`example: unknown key "${key}" in options`);
    }
  });

  it("puts the leave that was used on record, with what it was given for, and nothing where none was", async () => {
    const { prices, scenario } = DEAR;
    const { binding, estimate } = appraise(scenario, protocol, { prices });
    const approvals = createApprovals({ ...LEAVE, because: "The lease ends.", binding, estimate });
    const meeting = open(DEAR, { approvals });
    expect(meeting.state.approval).toEqual({
      by: "Ngo",
      at: LEAVE.at,
      because: "The lease ends.",
      estimate,
    });
    await meeting.run();
    expect(meeting.journal.events.filter(({ type }) => type === "meeting.approved")).toMatchObject([
      {
        seq: 2,
        path: "0",
        id: "p-1",
        by: "Ngo",
        approved: LEAVE.at,
        because: "The lease ends.",
        estimate,
        binding,
      },
    ]);
    expect(open(priced(0.1)).state.approval).toBeNull();
  });
});

it("a model that is misspelled gets the nearest known name", () => {
  expect(describeUnknownPrice(["anthropic:claude-sonet-5-5"], 10)).toContain(
    "did you mean anthropic:claude-sonnet-5-5?",
  );
  expect(describeUnknownPrice(["openai:unpriced"], 10)).not.toContain("did you mean");
});
