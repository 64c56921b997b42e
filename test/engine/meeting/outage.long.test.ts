import type { ServerResponse } from "node:http";
import {
  board,
  foldTranscript,
  type Journal,
  type MeetingSetup,
  type Model,
  openMeeting,
  resumeMeeting,
  type Seat,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { afterEach, describe, expect, it } from "vitest";
import { sleep } from "../../../src/models/contract/sleep.ts";
import { ADAPTERS, modelAt } from "../../models/endpoints.ts";
import { beginStream, DIALECTS, type LocalServer, serve } from "../../models/local-server.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { failure } from "../../support/failures.ts";
import { eventsOf } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

const OPENAI = ADAPTERS[1];

/** Seconds of virtual time, from and to, in which the server answers 500. */
type Outage = readonly [from: number, to: number];

let server: LocalServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** Time that passes by waiting alone, and by a second with each call that is answered. */
function virtualTime() {
  let now = 0;
  const timers: { at: number; fire: () => void }[] = [];
  let scheduled = false;
  const advance = (): void => {
    scheduled = false;
    timers.sort((a, b) => a.at - b.at);
    const next = timers.shift();
    if (!next) return;
    now = Math.max(now, next.at);
    next.fire();
    schedule();
  };
  // Long enough for calls under way on this machine to end before the next wait does.
  const schedule = (): void => {
    if (scheduled || timers.length === 0) return;
    scheduled = true;
    void sleep(25, new AbortController().signal).then(advance);
  };
  return {
    clock: () => now,
    pass: (ms: number) => {
      now += ms;
    },
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const timer = { at: now + ms, fire: resolve };
        timers.push(timer);
        signal.addEventListener("abort", () => {
          const place = timers.indexOf(timer);
          if (place >= 0) timers.splice(place, 1);
          resolve();
        });
        schedule();
      }),
  };
}

async function boardWith(outage: Outage) {
  const time = virtualTime();
  const served = { failed: 0, answered: 0 };
  const turns = new Map<string, number>();
  server = await serve((request, response) => {
    const seconds = time.clock() / 1000;
    if (seconds >= outage[0] && seconds < outage[1]) {
      served.failed += 1;
      return fail(response);
    }
    time.pass(1_000);
    served.answered += 1;
    const seat = String(request.headers["x-seat"]);
    const turn = (turns.get(seat) ?? 0) + 1;
    turns.set(seat, turn);
    beginStream(response);
    const text = reply({
      verdict: "YES",
      reasoning: "Costs fell.",
      withdrawn: turn > 3,
      content: `${seat}, turn ${turn}.`,
    });
    response.end(
      DIALECTS.openai.opening + DIALECTS.openai.text(text) + DIALECTS.openai.ending("stop"),
    );
  });
  const { url } = server;
  const setup: Omit<MeetingSetup, "createModel"> & { createModel(seat: Seat): Model } = {
    scenario: exampleScenario(),
    protocol: board,
    seed: 7,
    clock: time.clock,
    sleep: time.sleep,
    createModel: ({ id }: { id: string }) => modelAt(OPENAI, url, { fetch: seatedFetch(id) }),
  };
  return { setup, served, time };
}

/** Tells the server whose call it is. */
function seatedFetch(seat: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-seat", seat);
    return fetch(input, { ...init, headers });
  };
}

function fail(response: ServerResponse): void {
  response.writeHead(500, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message: "No." } }));
}

function absences(journal: Journal) {
  return eventsOf(journal.events, "turn.absent");
}

describe("an outage of every model", () => {
  it("of 35 seconds from the first call on is waited out, and everybody is heard", async () => {
    const { setup, served } = await boardWith([0, 35]);
    const meeting = openMeeting(setup);
    const result = await meeting.run();
    expect(served.failed).toBeGreaterThan(3);
    expect(absences(meeting.journal)).toEqual([]);
    expect(result).toMatchObject({
      status: "closed",
      outcome: { status: "decided", votes: { for: 3 } },
    });
  });

  it("is waited for ten minutes, by all who share the provider together, and then suspends the meeting", async () => {
    const { setup, time, served } = await boardWith([3, 100_000]);
    const meeting = openMeeting(setup);
    const result = await meeting.run();
    expect(result).toMatchObject({
      status: "suspended",
      reason: "openai does not answer: 500 No.",
    });
    expect(time.clock() / 1000).toBeGreaterThan(585);
    expect(time.clock() / 1000).toBeLessThan(610);
    expect(served.failed).toBeLessThan(60);
    expect(absences(meeting.journal)).toEqual([]);
    const [suspended] = eventsOf(meeting.journal.events, "meeting.suspended");
    expect(suspended).toMatchObject({ kind: "overloaded" });
  });

  it("is over for everybody at once: who waits is woken when another is answered", async () => {
    const { setup } = await boardWith([0, 35]);
    const meeting = openMeeting(setup);
    await meeting.run();
    const failed = eventsOf(meeting.journal.events, "call.failed");
    expect(new Set(failed.map(({ speaker }) => speaker)).size).toBe(3);
    expect(Math.max(...failed.map(({ retryInMs }) => retryInMs!))).toBeLessThanOrEqual(15_000);
  });

  it("ends a wait at once when the meeting is stopped", async () => {
    const stop = new AbortController();
    const { setup } = await boardWith([0, 100_000]);
    const waits: number[] = [];
    const meeting = openMeeting({
      ...setup,
      signal: stop.signal,
      sleep: (ms, signal) => {
        waits.push(ms);
        if (waits.length === 5) stop.abort("SIGINT");
        return setup.sleep!(ms, signal);
      },
    });
    expect(await meeting.run()).toMatchObject({ status: "aborted" });
    expect(waits.length).toBeLessThan(9);
  });
});

describe("a meeting that an outage suspended", () => {
  it("is gone on with by all its members when the provider is back", async () => {
    const { setup, time } = await boardWith([6, 2_000]);
    const meeting = openMeeting(setup);
    expect(await meeting.run()).toMatchObject({ status: "suspended" });
    time.pass(3_000_000);
    const resumed = resumeMeeting({ ...setup, journal: meeting.journal });
    const result = await resumed.run();
    expect(result).toMatchObject({
      status: "closed",
      outcome: { status: "decided", votes: { for: 3 } },
    });
    expect(absences(meeting.journal)).toEqual([]);
    const members = [...resumed.state.members.values()].filter(
      ({ seat }) => seat.kind === "member",
    );
    expect(members.map(({ messages }) => messages > 0)).toEqual([true, true, true]);
    expect(foldTranscript(meeting.journal.events).outcome).toEqual(resumed.state.outcome);
    const again = await rerunMeeting({ events: meeting.journal.events, protocol: board });
    expect(again).toMatchObject({ isSame: true });
  });

  it("has the floor again for those whom an outage had made absent", async () => {
    const { setup, time } = await boardWith([0, 2_000]);
    let isWithoutKey = true;
    const createModel: typeof setup.createModel = (seat) => {
      if (seat.id === "ada") return setup.createModel(seat);
      const say = (withdrawn: boolean) =>
        reply({
          speaker: seat.persona.name,
          verdict: "NO",
          reasoning: "It is dear.",
          withdrawn,
          content: "No.",
        });
      const later = () => (isWithoutKey ? failure("auth", "No key.") : say(true));
      const replies = [say(false), say(false), say(false), ...Array(60).fill(later)];
      return scriptedModel(replies, { provider: "other" });
    };
    const limits = { absences: 1 };
    const scenario = exampleScenario({ limits, options: { openingBallot: false } });
    const meeting = openMeeting({ ...setup, scenario, createModel });
    expect(await meeting.run()).toMatchObject({ status: "suspended", reason: "No key." });
    expect(absences(meeting.journal)).toMatchObject([{ speaker: "ada", cause: "call" }]);
    expect(meeting.state.members.get("ada")).toMatchObject({ status: "active", absencesInARow: 0 });
    time.pass(3_000_000);
    isWithoutKey = false;
    const resumed = resumeMeeting({ ...setup, createModel, journal: meeting.journal });
    expect(await resumed.run()).toMatchObject({ status: "closed" });
    expect(resumed.state.members.get("ada")!.messages).toBeGreaterThan(0);
    const again = await rerunMeeting({ events: meeting.journal.events, protocol: board });
    expect(again).toMatchObject({ isSame: true });
    expect(foldTranscript(meeting.journal.events).members.get("ada")).toEqual(
      resumed.state.members.get("ada"),
    );
  });
});
