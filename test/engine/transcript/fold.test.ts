import {
  board,
  createJournal,
  foldTranscript,
  type MeetingEvent,
  type ModelReply,
  type ModelRequest,
  openMeeting,
  readTranscript,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sumAmounts } from "../../../src/engine/money/budget.ts";
import { pickInTurn } from "../../../src/lists.ts";
import { cli } from "../../cli/cli.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { failure } from "../../support/failures.ts";
import { emptyFolder } from "../../support/folders.ts";
import { eventsOf } from "../../support/meetings.ts";

const PRICE = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

const call = fc.record({
  ends: fc.constantFrom("billed", "without usage", "cut, billed", "cut", "refused"),
  usage: fc.record({
    uncached: fc.nat(5_000),
    cacheRead: fc.nat(5_000),
    cacheWrite: fc.nat(5_000),
    output: fc.nat(900),
    reasoning: fc.constant(0),
  }),
});
const nothing = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };
const refused = [{ ends: "refused", usage: nothing }];
type Call = typeof call extends fc.Arbitrary<infer Drawn> ? Drawn : never;

async function billedAs(calls: readonly Call[], price: typeof PRICE | null) {
  const folder = emptyFolder();
  const told = { calls: 0, failed: 0, input: 0, cached: 0, output: 0 };
  const answer = ({ instruction }: ModelRequest): ModelReply => {
    const { ends, usage } = pickInTurn(calls as [Call], told.calls + told.failed);
    const isCut = ends.startsWith("cut");
    if (isCut || ends === "refused") told.failed += 1;
    else told.calls += 1;
    const isBilled = ends.endsWith("billed");
    if (isBilled) {
      told.input += usage.uncached + usage.cacheRead + usage.cacheWrite;
      told.cached += usage.cacheRead;
      told.output += usage.output;
    }
    if (isCut || ends === "refused") {
      const more = { retryable: false, partialText: isCut ? "I would say" : "" };
      return failure("dropped", "cut", { ...more, ...(isBilled && { usage }) });
    }
    const text = reply({
      content: instruction.includes('-vote"') ? "" : "On we go.",
      verdict: "YES",
    });
    return { type: "answer", text, stop: "end", usage: isBilled ? usage : null, model: "paid:m" };
  };
  const meeting = openMeeting({
    scenario: exampleScenario({ limits: { messages: 4, absences: 900 } }),
    protocol: board,
    seed: 1,
    prices: price ? { "paid:m": price } : {},
    journal: createJournal(folder),
    createModel: () => ({
      ...scriptedModel(Array(200).fill(answer), { spec: "paid:m", provider: "paid" }),
      deterministic: false,
    }),
  });
  await meeting.run();
  return { folder, told, state: meeting.state };
}

function chargedFor({ usage, estimate, ...event }: MeetingEvent<"call.answered" | "call.failed">) {
  if (!usage && event.type === "call.failed" && event.partial === "")
    return { tokens: 0, dollars: 0 };
  if (!usage) return { tokens: estimate!.input + estimate!.output, dollars: estimate!.cost ?? 0 };
  const kinds = ["uncached", "cacheRead", "cacheWrite", "output"] as const;
  const prices = { ...PRICE, uncached: PRICE.input };
  const dollars = kinds.reduce((sum, kind) => sum + (usage[kind] * prices[kind]) / 1e6, 0);
  return { tokens: kinds.reduce((sum, kind) => sum + usage[kind], 0), dollars };
}

it("comes to what the provider billed in the fold, by members and in all, and in list --costs, whatever calls break off", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 3, maxLength: 12 }),
      fc.boolean(),
      async (calls, isPriced) => {
        const { folder, told, state } = await billedAs(calls, isPriced ? PRICE : null);
        const { events } = readTranscript(folder);
        const { spending } = foldTranscript(events);
        expect(spending).toEqual(state.spending);
        const { input, cached, output } = told;
        expect(spending).toMatchObject({
          calls: told.calls,
          failedCalls: told.failed,
          input,
          cacheRead: cached,
          output,
        });
        const finished = [...eventsOf(events, "call.answered"), ...eventsOf(events, "call.failed")];
        const charged = sumAmounts(finished.map(chargedFor));
        expect(spending.chargedTokens).toBe(charged.tokens);
        if (isPriced) expect(spending.chargedDollars).toBeCloseTo(charged.dollars, 9);
        const isUntold = (event: (typeof finished)[number]) =>
          event.type === "call.answered" && !event.usage;
        expect(spending.cost === null).toBe(!isPriced || finished.some(isUntold));
        const { total: shown } = JSON.parse(
          (await cli(["list", "meetings", folder, "--costs", "--json"])).out,
        );
        expect(shown).toMatchObject({ calls: told.calls + told.failed, input, cached, output });
        expect(shown.dollars).toBeCloseTo(spending.chargedDollars, 9);
        for (const key of [
          "calls",
          "failedCalls",
          "input",
          "output",
          "chargedTokens",
          "ms",
        ] as const)
          expect(
            [...state.members.values()].reduce((sum, each) => sum + each.spending[key], 0),
          ).toBe(spending[key]);
      },
    ),
    {
      numRuns: 8,
      examples: [
        [refused, true],
        [refused, false],
      ],
    },
  );
});

describe("a transcript", () => {
  it("is suspended where one branch of a group stopped it, whatever others did after", async () => {
    const auth = {
      type: "failure",
      kind: "auth",
      message: "401 bad key",
      retryable: false,
      partialText: "",
    } as const;
    const meeting = openMeeting({
      scenario: exampleScenario(),
      protocol: board,
      seed: 1,
      createModel: () => scriptedModel(Array.from({ length: 9 }, () => auth)),
    });
    expect(await meeting.run()).toMatchObject({ status: "suspended" });
    const { ending } = foldTranscript(meeting.journal.events);
    expect(ending).toEqual({ kind: "suspended", reason: "401 bad key" });
  });
});
