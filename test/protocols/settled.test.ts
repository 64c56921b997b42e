import { board, type MeetingState, type ModelRequest } from "boardroom";
import { describe, expect, it } from "vitest";
import { createReportPage } from "../../src/screens/report-file.ts";
import { textOf } from "../screens/pages/text-of.ts";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { exampleMeeting } from "../support/meetings.ts";

const LINES = [
  "The pilot cut costs by 12 % in one year.",
  "Two customers left in March after the change.",
  "The team grew from four people to seven.",
  "The largest contract runs for three more years.",
  "No outage lasted longer than ten minutes.",
];
const documents = { "memo.md": `# Memo\n\n${LINES.join("\n")}` };
const EXAMPLE = exampleScenario();
const SETTLES = { stopWhenSettled: true };

/** Five members, each with its own vote and the line that it quotes. */
function held(
  votes: readonly (readonly [verdict: string, line: string])[],
  options: Readonly<Record<string, unknown>> = SETTLES,
  model?: string,
) {
  const members = votes.map((_, at) => ({
    ...EXAMPLE.members[at % 3]!,
    id: `seat-${at}`,
    ...(model && { model }),
    persona: { ...EXAMPLE.members[at % 3]!.persona, id: `seat-${at}`, name: `Member Number ${at}` },
  }));
  const asked: ModelRequest[] = [];
  const cast = Object.fromEntries(
    votes.map(([verdict, line], at) => [
      `seat-${at}`,
      (request: ModelRequest) => {
        asked.push(request);
        const speaker = `Member Number ${at}`;
        if (!request.instruction.includes('-vote"'))
          return reply({ speaker, content: `Words of ${at}.` });
        return reply({ speaker, verdict, reasoning: `The memo says "${line}"` });
      },
    ]),
  );
  const scenario = exampleScenario({ members, documents, options, limits: { messages: 60 } });
  return { asked, scenario, meeting: exampleMeeting(cast, { scenario }) };
}

async function ended(meeting: ReturnType<typeof exampleMeeting>): Promise<MeetingState> {
  await meeting.run();
  return meeting.state;
}

const agreed = LINES.map((line) => ["YES", line] as const);
const [one] = LINES as [string];

describe("a board that stops when settled", () => {
  it("holds no debate if all agree and quote different passages: two calls a member", async () => {
    const { asked, meeting } = held(agreed);
    const state = await ended(meeting);
    expect({ calls: asked.length, messages: state.counts.messages }).toEqual({
      calls: 10,
      messages: 0,
    });
    expect(state.ending?.reason).toContain("all members agreed in the opening vote");
    expect(state.outcome?.votes).toMatchObject({ for: 5 });
    const report = textOf(createReportPage({ events: meeting.journal.events, head: "" }));
    expect(report).toContain("Opening vote: Yes, 5 of 5");
    expect(report).not.toMatch(/The debate|Changed: /);
    expect(asked.map(({ instruction }) => instruction).join()).not.toContain("The debate is over");
  });

  it.each([
    ["they do not agree", [...agreed.slice(1), ["NO", one] as const]],
    ["two of them quote one passage", [...agreed.slice(1), ["YES", LINES[1]!] as const]],
    ["all quote one passage", agreed.map(([verdict]) => [verdict, one] as const)],
    [
      "one quotes words that no document has",
      [...agreed.slice(1), ["YES", "no document has these words"] as const],
    ],
  ])("debates if %s, two turns for each member: four calls a member", async (_, votes) => {
    const { asked, meeting } = held(votes);
    const { counts } = await ended(meeting);
    expect(counts.messages).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(20);
    expect(counts.messages).toBe(asked.length - 10);
  });

  it.each([
    [
      "each quotes the same two passages",
      agreed.map(() => ["YES", `${one}" and "${LINES[1]}`] as const),
    ],
    ["there is nothing to quote", agreed.map(() => ["YES", ""] as const)],
  ])("debates if %s", async (_, votes) => {
    const { meeting } = held(votes);
    expect((await ended(meeting)).counts.messages).toBeGreaterThan(0);
  });

  it.each([
    [true, 10],
    ["always", 0],
  ])(
    "debates if one model has all seats, unless the user allows it: %s",
    async (stopWhenSettled, messages) => {
      const { meeting, scenario } = held(agreed, { stopWhenSettled }, "ollama:small");
      expect((await ended(meeting)).counts.messages).toBe(messages);
      expect(board.bind(scenario).plan().low).toBe(messages === 0 ? 10 : 20);
    },
  );

  it("expects 10 to 20 calls for five members", () => {
    const { scenario } = held(agreed);
    expect(board.bind(scenario).plan()).toMatchObject({ low: 10, expected: 15, high: 20 });
  });
});
