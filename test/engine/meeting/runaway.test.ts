import { board, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { afterEach, expect, it } from "vitest";
import { ADAPTERS, modelAt } from "../../models/endpoints.ts";
import { beginStream, DIALECTS, type LocalServer, serve } from "../../models/local-server.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf } from "../../support/meetings.ts";

let server: LocalServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const AGAIN = "The pilot cut costs, and costs were cut by the pilot. ";
const WHOLE = 48_000;

it("a reply that repeats itself is cut off, not continued, and what it said once stands", async () => {
  const sent: number[] = [];
  const { openai } = DIALECTS;
  server = await serve((_, response) => {
    const nth = sent.push(0) - 1;
    beginStream(response);
    response.write(openai.opening + openai.text("<Message><Verdict>YES</Verdict><Content>"));
    const timer = setInterval(() => {
      response.write(openai.text(AGAIN));
      sent[nth]! += AGAIN.length;
      if (sent[nth]! < WHOLE) return;
      clearInterval(timer);
      response.end(openai.ending("length"));
    }, 1);
    response.on("close", () => clearInterval(timer));
  });
  const { url } = server;
  const meeting = openMeeting({
    scenario: exampleScenario({ options: { openingBallot: false }, limits: { messages: 6 } }),
    protocol: board,
    seed: 7,
    createModel: ({ id, persona }) =>
      id === "ada"
        ? modelAt(ADAPTERS[1], url)
        : scriptedModel(
            Array(60).fill(
              reply({ speaker: persona.name, verdict: "NO", reasoning: "Dear.", withdrawn: true }),
            ),
          ),
  });
  await meeting.run();
  const { events } = meeting.journal;
  const calls = eventsOf(events, "call.answered").filter(({ speaker }) => speaker === "ada");
  expect(calls.length).toBeGreaterThan(1);
  expect(calls.every(({ stop }) => stop === "repeat")).toBe(true);
  expect(calls.some(({ purpose }) => purpose === "continuation")).toBe(false);
  const spent = sent.reduce((sum, characters) => sum + characters, 0);
  expect(spent / sent.length).toBeLessThan(0.08 * WHOLE);
  const spoken = eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada");
  expect(spoken[0]!.content.length).toBeLessThan(2 * AGAIN.length);
  expect(spoken[0]!.content).toContain("The pilot cut costs");
});
