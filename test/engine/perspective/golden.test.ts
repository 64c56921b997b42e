import { createHash } from "node:crypto";
import { board, type ModelRequest, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { estimateTokenCount } from "tokenx";
import { expect, it } from "vitest";
import { listIndividualLayers } from "../../../src/models/contract/layout.ts";
import type { PromptSettings } from "../../../src/scenario/schema/scenario.ts";
import { bodyOf } from "../../models/endpoints.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";

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
async function lastRequests(
  prompt: Partial<PromptSettings>,
): Promise<Record<string, ModelRequest>> {
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
          if (request.instruction.includes('-vote"')) return reply({ verdict: "NO" });
          return replies.shift() ?? reply({ content: "Nothing more." });
        }),
      ),
  });
  await meeting.run();
  return requests;
}

function asText(request: ModelRequest): string {
  const { shared, turns, instruction } = request;
  const individual = listIndividualLayers(request).join("\n\n");
  const history = turns.map(({ role, parts }) => `=== ${role}\n${parts.join("\n--- part\n")}`);
  return [
    `=== system, shared\n${shared}`,
    `=== system, individual\n${individual}`,
    ...history,
    `=== instruction\n${instruction}`,
    "",
  ].join("\n");
}

const SETTINGS = {
  perspective: {},
  sealed: { visibility: "sealed" },
  anonymous: { view: "anonymous" },
  shared: { view: "shared" },
  "verdict-first": { scaffold: "verdict-first", visibility: "open" },
} as const;

/** Lines that one of two texts has alone, in their order. */
function difference(from: string, to: string): string {
  const [before, after] = [from.split("\n"), to.split("\n")];
  const [old, fresh] = [new Set(before), new Set(after)];
  const gone = before.filter((line) => !fresh.has(line)).map((line) => `- ${line}`);
  return [...gone, ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`)].join("\n");
}

it("the prompts of one member are as kept, and under other settings and for others what differs is", async () => {
  const usual = await lastRequests({});
  const whole = asText(usual.ada!);
  await expect(whole).toMatchFileSnapshot("golden/perspective.ada.txt");
  const told: string[] = [];
  for (const [name, settings] of Object.entries(SETTINGS)) {
    const requests = await lastRequests(settings);
    for (const seat of ["ada", "ben", "cleo"] as const) {
      const base = name === "perspective" ? whole : asText(usual[seat]!);
      // The digest tells what the difference does not: an order of lines.
      const text = asText(requests[seat]!);
      const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
      told.push(`=== ${name}, ${seat}: ${digest}`, difference(base, text), "");
    }
  }
  await expect(told.join("\n")).toMatchFileSnapshot("golden/differences.txt");
});

it("the board's fixed text is at most 560 tokens, by the estimate of the product", async () => {
  const { shared } = (await lastRequests({})).ada!;
  const [fixed] = /\nRules\n[\s\S]+\nVerdicts/.exec(shared)!;
  expect(estimateTokenCount(fixed)).toBeLessThanOrEqual(560);
});

it("the wire shapes are as kept", async () => {
  const { ada } = await lastRequests({});
  for (const [name, spec] of [
    ["anthropic", "anthropic:claude-sonnet-5-5"],
    ["openai", "openai:gpt-6-sol"],
  ] as const)
    await expect(`${JSON.stringify(await bodyOf(spec, ada!), null, 2)}\n`).toMatchFileSnapshot(
      `golden/${name}.ada.json`,
    );
});
