import { board, type ModelRequest, openMeeting } from "boardroom";
import { exampleScenario, reply, scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import type { PromptSettings } from "../../src/scenario/schema/scenario.ts";
import { bodyOf } from "../models/endpoints.ts";

// What each speaker of a small meeting is sent, to the byte. A change here changes every meeting's prompts and caches.

const SAID = [
  reply({
    speaker: "Dr. Ada Ash",
    verdict: "YES",
    confidence: 0.8,
    wouldChange: "A third loss.",
    content: "Costs fell & that counts. Ben?",
    to: "Ben Birch",
  }),
  reply({
    speaker: "Ben Birch",
    content: "Dr. Ash, two customers <left>.",
    artifacts: [{ kind: "citation", ref: "memo.md#L4", quote: "Two customers left in March." }],
  }),
  reply({ speaker: "Prof. Cleo Cedar", pass: true }),
  reply({
    speaker: "Dr. Ada Ash",
    verdict: "MAYBE",
    reasoning: "Ben's point about March.",
    content: "I had not weighed March.",
  }),
  reply({
    speaker: "Ben Birch",
    verdict: "NO",
    reasoning: "Losses.",
    withdrawn: true,
    content: "That settles it.",
  }),
];

/** The last request to each speaker of a round-robin meeting of these messages. */
async function lastRequests(prompt: Partial<PromptSettings>): Promise<Record<string, ModelRequest>> {
  const requests: Record<string, ModelRequest> = {};
  const replies = [...SAID];
  const scenario = exampleScenario({
    prompt,
    startsAt: "2026-03-02T09:00:00Z",
    limits: { messages: 8 },
    options: { openingBallot: false, selector: { name: "round-robin" } },
  });
  const meeting = openMeeting({
    scenario,
    protocol: board,
    createModel: ({ id }) =>
      scriptedModel(
        Array.from({ length: 20 }, () => (request: ModelRequest) => {
          requests[id] = structuredClone(request);
          if (request.cue.includes("ballot")) return reply({ verdict: "NO" });
          return replies.shift() ?? reply({ content: "Nothing more." });
        }),
      ),
  });
  await meeting.run();
  return requests;
}

function asText({ shared, individual, turns, cue }: ModelRequest): string {
  const history = turns.map(({ role, parts }) => `=== ${role}\n${parts.join("\n--- part\n")}`);
  return [
    `=== system, shared\n${shared}`,
    `=== system, individual\n${individual}`,
    ...history,
    `=== cue\n${cue}`,
    "",
  ].join("\n");
}

describe.each([
  ["perspective", {}],
  ["sealed", { visibility: "sealed" }],
  ["anonymous", { view: "anonymous" }],
  ["shared", { view: "shared" }],
  ["verdict-first", { scaffold: "verdict-first", visibility: "open" }],
] as const)("the prompts under %s", (name, settings) => {
  it.each(["ada", "ben", "cleo"])("are as kept for %s", async (seat) => {
    const requests = await lastRequests(settings);
    await expect(asText(requests[seat]!)).toMatchFileSnapshot(`golden/${name}.${seat}.txt`);
  });
});

it.each(["ada", "ben", "cleo"])("the wire shapes are as kept for %s", async (seat) => {
  const request = (await lastRequests({}))[seat]!;
  const anthropic = await bodyOf("anthropic:claude-sonnet-5-5", request);
  const openai = await bodyOf("openai:gpt-6-sol", request);
  await expect(`${JSON.stringify(anthropic, null, 2)}\n`).toMatchFileSnapshot(`golden/anthropic.${seat}.json`);
  await expect(`${JSON.stringify(openai, null, 2)}\n`).toMatchFileSnapshot(`golden/openai.${seat}.json`);
});
