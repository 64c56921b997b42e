import { board, openMeeting, resumeMeeting } from "boardroom";
import { afterEach, describe, expect, it } from "vitest";
import { ADAPTERS, modelAt } from "../../models/endpoints.ts";
import { beginStream, DIALECTS, type LocalServer, serve } from "../../models/local-server.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

let server: LocalServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const RETRY = { openai: { firstStepMs: 1, longestStepMs: 1 } };

/** `fails` says whether a seat's nth call, from 1, is answered with this status. */
async function boardWhere(status: number, fails: (seat: string, nth: number) => boolean) {
  const calls = new Map<string, number>();
  server = await serve((request, response) => {
    const seat = String(request.headers["x-seat"]);
    const nth = (calls.get(seat) ?? 0) + 1;
    calls.set(seat, nth);
    if (fails(seat, nth)) {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "No seat left for you." } }));
      return;
    }
    beginStream(response);
    const text = reply({ verdict: "YES", withdrawn: nth > 3, content: `${seat}, call ${nth}.` });
    response.end(
      DIALECTS.openai.opening + DIALECTS.openai.text(text) + DIALECTS.openai.ending("stop"),
    );
  });
  const { url } = server;
  const scenario = exampleScenario();
  const seats = scenario.members.map((seat) => ({ ...seat, model: "openai:gpt-6-sol" }));
  const ports = {
    protocol: board,
    retry: RETRY,
    createModel: ({ id }: { id: string }) =>
      modelAt(ADAPTERS[1], url, {
        fetch: (input, init) => {
          const headers = new Headers(init?.headers);
          headers.set("x-seat", id);
          return fetch(input, { ...init, headers });
        },
      }),
  };
  return {
    ports,
    meeting: openMeeting({ ...ports, scenario: { ...scenario, members: seats }, seed: 7 }),
  };
}

describe("a member whose calls all fail, while the provider answers the others", () => {
  it.each([500, 429])(
    "with %i is absent with the server's words, the meeting goes on, and its final vote waits for the member once",
    async (status) => {
      const { meeting, ports } = await boardWhere(status, (seat) => seat === "ada");
      expect(await meeting.run()).toMatchObject({
        status: "suspended",
        reason: expect.stringMatching(/^the final vote waits once .*No seat left for you\./),
      });
      const resumed = resumeMeeting({ ...ports, journal: meeting.journal });
      expect(await resumed.run()).toMatchObject({
        status: "closed",
        outcome: { status: "decided", votes: { for: 2 } },
      });
      const { events } = resumed.journal;
      expect(eventsOf(events, "meeting.suspended")).toHaveLength(1);
      const absences = eventsOf(events, "turn.absent");
      expect(absences.length).toBeGreaterThan(1);
      expect(eventsOf(events, "call.failed").length).toBeLessThanOrEqual(5 * absences.length);
      for (const absence of absences) {
        expect(absence).toMatchObject({
          speaker: "ada",
          reason: expect.stringContaining("No seat left for you."),
        });
        expect(absence).toMatchObject({ cause: "call" });
      }
      expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
    },
  );

  it("suspends once where nobody else was asked since and once at the final vote, and is absent when the meeting is resumed", async () => {
    const { meeting, ports } = await boardWhere(500, (seat, nth) => seat === "ada" && nth > 1);
    expect(await meeting.run()).toMatchObject({
      status: "suspended",
      reason: expect.stringContaining("openai"),
    });
    const voting = resumeMeeting({ ...ports, journal: meeting.journal });
    expect(await voting.run()).toMatchObject({
      status: "suspended",
      reason: expect.stringContaining("the final vote waits once"),
    });
    const resumed = resumeMeeting({ ...ports, journal: voting.journal });
    expect(await resumed.run()).toMatchObject({ status: "closed", outcome: { votes: { for: 2 } } });
    expect(eventsOf(resumed.journal.events, "meeting.suspended")).toHaveLength(2);
    expect(
      new Set(eventsOf(resumed.journal.events, "turn.absent").map(({ speaker }) => speaker)),
    ).toEqual(new Set(["ada"]));
  });
});

it("a provider that answers nobody still suspends the meeting", async () => {
  const { meeting } = await boardWhere(500, () => true);
  expect(await meeting.run()).toMatchObject({
    status: "suspended",
    reason: expect.stringContaining("does not answer"),
  });
});
