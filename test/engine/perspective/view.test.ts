import { board, foldTranscript, type ModelRequest, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAnonymousNames, openNames } from "../../../src/engine/perspective/names.ts";
import { createPrompts } from "../../../src/engine/perspective/prompts.ts";
import type { PromptSettings } from "../../../src/scenario/schema/scenario.ts";
import { listLastMessages } from "../../../src/showing/watching/seat.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { exampleMeeting } from "../../support/meetings.ts";

const NAMES: Readonly<Record<string, string>> = {
  ada: "Dr. Ada Ash",
  ben: "Ben Birch",
  cleo: "Prof. Cleo Cedar",
};

type Step = { kind: "speak" | "pass" | "withdraw" | "garble"; text: string };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("speak", "speak", "speak", "pass", "withdraw", "garble"),
  text: fc.string({ maxLength: 40 }),
});

async function requestsOf(
  steps: readonly Step[],
  prompt: Partial<PromptSettings>,
  messages: number,
) {
  const requests: { seat: string; request: ModelRequest }[] = [];
  let next = 0;
  const meeting = openMeeting({
    scenario: exampleScenario({ prompt, limits: { messages } }),
    protocol: board,
    createModel: ({ id }) =>
      scriptedModel(
        Array.from({ length: 200 }, () => (request: ModelRequest) => {
          requests.push({ seat: id, request: structuredClone(request) });
          const speaker = NAMES[id]!;
          if (request.instruction.includes('-vote"')) return reply({ verdict: "YES" });
          const { kind, text } = steps[next++ % steps.length]!;
          if (kind === "pass") return reply({ speaker, pass: true });
          if (kind === "garble") return `<Message><Content>${text}`;
          return reply({
            speaker,
            content: `.${text}`,
            verdict: kind === "withdraw" ? "NO" : null,
            withdrawn: kind === "withdraw",
          });
        }),
      ),
  });
  await meeting.run();
  return { requests, meeting };
}

it("shows the others a quotation of an open document by its place, and an invented one in full", async () => {
  const requests: { seat: string; text: string }[] = [];
  const [found, invented] = ["Two customers left in March.", "Nine customers left in two years."];
  const artifacts = [found, invented].map(
    (quote) => ({ kind: "citation", ref: "memo.md#L4", quote }) as const,
  );
  await openMeeting({
    scenario: exampleScenario({ limits: { messages: 6 } }),
    protocol: board,
    createModel: ({ id, persona }) =>
      scriptedModel(
        Array.from({ length: 40 }, () => ({ turns }: ModelRequest) => {
          requests.push({ seat: id, text: turns.flatMap(({ parts }) => parts).join("\n") });
          const isAda = id === "ada";
          return reply({
            speaker: persona.name,
            verdict: "YES",
            artifacts: isAda ? artifacts : [],
            content: `${id} speaks.`,
          });
        }),
      ),
  }).run();
  const readLast = (seat: string) => requests.findLast((each) => each.seat === seat)?.text;
  const [place, asSaid] = [
    `ref="memo.md#L4"/>`,
    `<Artifact ref="memo.md#L4">${invented}</Artifact>`,
  ];
  expect(readLast("ben")).toContain(place);
  expect(readLast("ben")).not.toContain(found);
  expect(readLast("ben")).toContain(asSaid);
  expect(readLast("ada")).toContain(found);
});

const settings: fc.Arbitrary<Partial<PromptSettings>> = fc.record({
  view: fc.constantFrom("perspective", "anonymous", "shared"),
  visibility: fc.constantFrom("open", "sealed"),
});

describe("a view", () => {
  it("is a block-by-block prefix of what the same member is shown later", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 12 }),
        settings,
        async (steps, prompt) => {
          const { requests } = await requestsOf(steps, prompt, 24);
          for (const seat of Object.keys(NAMES)) {
            const own = requests
              .filter((request) => request.seat === seat)
              .map(({ request }) => blocks(request));
            for (const [index, later] of own.entries()) {
              if (index > 0) expect(later.slice(0, own[index - 1]!.length)).toEqual(own[index - 1]);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it("begins with user, alternates, and shows one's own words as assistant and nobody else's", async () => {
    const { requests } = await requestsOf([{ kind: "speak", text: "x" }], {}, 24);
    for (const { seat, request } of requests) {
      expect(request.turns.map(({ role }) => role)).toEqual(
        request.turns.map((_, index) => (index % 2 === 0 ? "user" : "assistant")),
      );
      for (const { role, parts } of request.turns) {
        const speakers = parts.flatMap((part) =>
          [...part.matchAll(/<Speaker>(.*?)<\/Speaker>/g)].map((match) => match[1]),
        );
        expect(speakers.every((name) => (name === NAMES[seat]) === (role === "assistant"))).toBe(
          true,
        );
      }
    }
  });

  it("is the same when it is made anew from the transcript", async () => {
    const { requests, meeting } = await requestsOf(
      [
        { kind: "speak", text: "y" },
        { kind: "pass", text: "" },
      ],
      {},
      20,
    );
    const events = meeting.journal.events;
    const at = events.findLastIndex(({ type }) => type === "speaker.selected");
    const state = foldTranscript(events.slice(0, at));
    const selected = events[at] as { speaker: string };
    const prompts = createPrompts(
      state.scenario,
      state.seats,
      openNames(state.seats),
      state.startedAt,
    );
    const again = prompts(state, selected.speaker, {
      kind: "floor",
      text: "It is your turn to speak.",
    });
    const sent = requests.findLast(
      ({ seat, request }) =>
        seat === selected.speaker && request.instruction.includes('kind="speak"'),
    )!.request;
    expect(again).toEqual({
      shared: sent.shared,
      individual: sent.individual,
      openingVote: sent.openingVote,
      turns: sent.turns,
      instruction: sent.instruction,
    });
  });

  it("shows a member who speaks twice in a row a closing user turn, with no bridging line", async () => {
    const { requests } = await requestsOf(
      [{ kind: "speak", text: "z" }],
      { view: "perspective" },
      12,
    );
    for (const { request } of requests)
      expect(JSON.stringify(request.turns)).not.toMatch(/[Cc]ontinue your|bridge/);
  });

  it("gives every member the same shared layer, and under the shared view the same history", async () => {
    const { requests } = await requestsOf([{ kind: "speak", text: "w" }], { view: "shared" }, 12);
    expect(new Set(requests.map(({ request }) => request.shared)).size).toBe(1);
    const longest = requests
      .map(({ request }) => blocks(request))
      .sort((a, b) => b.length - a.length)[0]!;
    for (const { request } of requests)
      expect(longest.slice(0, blocks(request).length)).toEqual(blocks(request));
  });
});

describe("sealed and anonymous", () => {
  const stances = /<(?:Verdict|VerdictReasoning|WouldChange|Confidence)>/;

  it("hides others' verdicts, reasoning and confidence, never their words", async () => {
    const steps: Step[] = [
      { kind: "withdraw", text: "because of March" },
      { kind: "speak", text: "a" },
    ];
    const { requests } = await requestsOf(steps, { visibility: "sealed" }, 12);
    const heard = requests.flatMap(({ request }) =>
      request.turns.filter(({ role }) => role === "user").flatMap(({ parts }) => parts),
    );
    expect(heard.some((part) => part.includes("because of March"))).toBe(true);
    expect(heard.filter((part) => stances.test(part))).toEqual([]);
  });

  it("hides names that stand in the question and in what surrounds it", async () => {
    const scenario = exampleScenario({
      prompt: { view: "anonymous" },
      question: "Should Ben Birch continue the pilot?",
      context: "Dr. Ada Ash began it.",
      limits: { messages: 4 },
    });
    const told: string[] = [];
    const say = ({ shared, turns, instruction }: ModelRequest) => {
      told.push(shared, instruction, ...turns.flatMap(({ parts }) => parts));
      return reply({ verdict: "NO", content: "No." });
    };
    const createModel = () => scriptedModel(Array.from({ length: 20 }, () => say));
    await openMeeting({ scenario, protocol: board, createModel }).run();
    expect(told.some((text) => /Should Member [A-C] continue/.test(text))).toBe(true);
    expect(told.filter((text) => /Birch|Ash/.test(text))).toEqual([]);
  });

  it("replaces every spelling of a member's name by a label, and maps labels back", () => {
    const { members } = exampleScenario();
    const names = createAnonymousNames(members, ["cleo", "ada", "ben"]);
    expect(
      names.mask(
        "Dr. Ada Ash, Ada, Dr. Ash and Ash agree with Cedar; the birch and Birchwood stay.",
      ),
    ).toBe(
      "Member B, Member B, Member B and Member B agree with Member A; the birch and Birchwood stay.",
    );
    expect(names.reveal("Member B is right, member C.")).toBe("Dr. Ada Ash is right, Ben Birch.");
    const said = "It gives each member a say, and Member Band none.";
    expect(names.reveal(said)).toBe(said);
    expect(names.resolve("member a")).toBe("cleo");
  });

  it("shows a person or agent at the table the same words that prompts show", async () => {
    const question = "Should the Ash pilot go on?";
    const scenario = exampleScenario({
      prompt: { view: "anonymous" },
      question,
      limits: { messages: 4 },
    });
    const say = () => reply({ verdict: "NO", content: "Ash trees aside, Ben Birch said it." });
    const createModel = () => scriptedModel(Array.from({ length: 20 }, () => say));
    const meeting = openMeeting({ scenario, protocol: board, createModel });
    await meeting.run();
    const [first] = listLastMessages(meeting.journal.events, null, 9);
    expect(first?.content).toMatch(/^Ash trees aside, Member [A-C] said it\.$/);
  });

  it("lets nobody's name reach an anonymous prompt, apart from the documents", async () => {
    const { requests } = await requestsOf(
      [{ kind: "speak", text: "as Ben Birch said, and Cedar too" }],
      { view: "anonymous" },
      16,
    );
    for (const { request } of requests) {
      expect(
        JSON.stringify([request.shared, request.individual, request.turns, request.instruction]),
      ).not.toMatch(/Ash|Birch|Cedar/);
    }
  });

  it("credits whoever a label stands for", async () => {
    const meeting = exampleMeeting(
      {},
      { scenario: exampleScenario({ prompt: { view: "anonymous" } }) },
    );
    expect((await meeting.run()).status).toBe("closed");
    expect(meeting.journal.events.some(({ type }) => type === "impersonation.attempted")).toBe(
      false,
    );
  });
});

function blocks({ turns }: ModelRequest): string[] {
  return turns.flatMap(({ role, parts }) => parts.map((part) => `${role}: ${part}`));
}
