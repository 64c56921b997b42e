import { board, type MeetingState, type ModelRequest } from "boardroom";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { exampleMeeting } from "../support/meetings.ts";

const EXAMPLE = exampleScenario();
const [document] = EXAMPLE.documents;
const LINES = document!.text.split("\n").filter((line) => line.split(" ").length >= 5);
const SETTLES = { stopWhenSettled: true };

/** Five members, each with its own vote and the line that it quotes. */
function held(
  votes: readonly (readonly [verdict: string, line: string])[],
  options: Readonly<Record<string, unknown>> = SETTLES,
) {
  const members = votes.map((_, at) => ({
    ...EXAMPLE.members[at % 3]!,
    id: `seat-${at}`,
    persona: { ...EXAMPLE.members[at % 3]!.persona, id: `seat-${at}`, name: `Member Number ${at}` },
  }));
  const asked: ModelRequest[] = [];
  const cast = Object.fromEntries(
    votes.map(([verdict, line], at) => [
      `seat-${at}`,
      (request: ModelRequest) => {
        asked.push(request);
        const speaker = `Member Number ${at}`;
        if (!request.instruction.includes('-vote"')) return reply({ speaker, content: `Words of ${at}.` });
        return reply({ speaker, verdict, reasoning: `The memo says "${line}"` });
      },
    ]),
  );
  const scenario = exampleScenario({ members, options, limits: { messages: 60 } });
  return { asked, scenario, meeting: exampleMeeting(cast, { scenario }) };
}

async function ended(meeting: ReturnType<typeof exampleMeeting>): Promise<MeetingState> {
  await meeting.run();
  return meeting.state;
}

const two = (at: number) => LINES[at % 2]!;
const agreed = [0, 1, 2, 3, 4].map((at) => ["YES", two(at)] as const);

describe("a board that stops when settled", () => {
  it("holds no debate if all agree and quote different passages: two calls a member", async () => {
    const { asked, meeting } = held(agreed);
    const state = await ended(meeting);
    expect({ calls: asked.length, messages: state.counts.messages }).toEqual({ calls: 10, messages: 0 });
    expect(state.ending?.reason).toContain("all members agreed in the opening vote");
    expect(state.outcome?.votes).toMatchObject({ for: 5 });
  });

  it.each([
    ["they do not agree", [...agreed.slice(1), ["NO", two(0)] as const]],
    ["all quote one passage", agreed.map(([verdict]) => [verdict, two(0)] as const)],
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

  it("expects 10 to 20 calls for five members", () => {
    const { scenario } = held(agreed);
    expect(board.bind(scenario).plan()).toMatchObject({ low: 10, expected: 15, high: 20 });
  });
});

describe("a contrarian", () => {
  it("alone is told to argue the other side, and the table shows it", async () => {
    const { asked, meeting } = held([...agreed.slice(1), ["NO", two(0)]], { contrarian: "seat-3" });
    const state = await ended(meeting);
    const told = asked.filter(({ individual }) =>
      individual.includes("argue the side that most others reject"),
    );
    expect(new Set(told.map(({ individual }) => individual.split("\n")[0]?.slice(0, 23)))).toEqual(
      new Set(["You are Member Number 3"]),
    );
    const [column] = board.columns;
    expect(column!.value(state.members.get("seat-3")!, state)).toBe("argues the other side");
    expect(column!.value(state.members.get("seat-2")!, state)).toBe(null);
  });

  it("must have a seat", () => {
    const scenario = exampleScenario({ options: { contrarian: "nobody" } });
    expect(board.bind(scenario).warnings()).toMatchObject([
      { level: "mistake", path: ["options", "contrarian"] },
    ]);
  });
});
