import type { IncomingMessage, ServerResponse } from "node:http";
import {
  board,
  createMemoryJournal,
  listIncidents,
  type MeetingEvent,
  type MeetingSetup,
  openMeeting,
  resumeMeeting,
  verdictTable,
} from "boardroom";
import type { EventType } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { afterEach, describe, expect, it } from "vitest";
import { type ExampleChanges, exampleScenario, reply } from "../support/example-scenario.ts";
import { eventsOf } from "../support/meetings.ts";
import { ADAPTERS, type Adapter, MARKED_KEY, modelAt } from "./endpoints.ts";
import { beginStream, DIALECTS, type Dialect, type LocalServer, serve } from "./local-server.ts";

const SOUND = reply({
  verdict: "YES",
  reasoning: "Costs fell.",
  withdrawn: true,
  content: "The pilot cut costs.",
});
const HALF = SOUND.indexOf("cut costs");

type Answer = (response: ServerResponse, dialect: Dialect, request: IncomingMessage) => void;
type Expected = { [Type in EventType]?: readonly object[] };

type Row = {
  fault: string;
  answers: readonly Answer[];
  always?: boolean;
  scenario?: ExampleChanges;
  /** Ada's events of each type, in order. */
  events: Expected;
  ends?: object;
  /** A sentence of the list of what went wrong. */
  told: RegExp;
};

const stop = (dialect: Dialect) => (dialect === DIALECTS.openai ? "stop" : "end_turn");
const length = (dialect: Dialect) => (dialect === DIALECTS.openai ? "length" : "max_tokens");

function fails(
  status: number,
  error: object = {},
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ type: "error", error: { message: "No.", ...error } }));
  };
}

function says(...pieces: readonly string[]): Answer {
  return (response, dialect) => {
    beginStream(response);
    response.write(dialect.opening);
    for (const piece of pieces) response.write(dialect.text(piece));
    response.end(dialect.ending(stop(dialect)));
  };
}

const sound = says(SOUND);

const TEN_MINUTES = Array(10).fill(60_000);

const ROWS: readonly Row[] = [
  {
    fault: "429 with retry-after in seconds",
    answers: [fails(429, { type: "rate_limit_error" }, { "retry-after": "7" })],
    events: {
      "call.failed": [{ kind: "rate-limited", retryInMs: 7_000 }],
      "message.spoken": [{ verdict: "YES", withdrawn: true }],
      "turn.absent": [],
    },
    told: /rate-limited, made again 1 /,
  },
  {
    fault: "429 with an absurdly long retry-after, for ever",
    answers: [fails(429, { type: "rate_limit_error" }, { "retry-after": "999999999" })],
    always: true,
    scenario: { limits: { absences: 1 } },
    ends: { status: "suspended" },
    events: {
      "call.failed": [...TEN_MINUTES, null, ...TEN_MINUTES, null].map((retryInMs) => ({
        kind: "rate-limited",
        retryInMs,
      })),
      "turn.absent": [{ reason: "rate-limited: 429 No.", cause: "call" }],
    },
    told: /Dr\. Ada Ash was absent once, last: rate-limited/,
  },
  {
    fault: "500",
    answers: [fails(500)],
    events: { "call.failed": [{ kind: "overloaded" }], "message.spoken": [{ verdict: "YES" }] },
    told: /overloaded, made again 1 /,
  },
  {
    fault: "a connection dropped in mid-stream",
    answers: [
      (response, dialect) => {
        beginStream(response);
        response.write(dialect.opening + dialect.text("half a "), () => response.destroy());
      },
    ],
    events: {
      "call.failed": [{ kind: "dropped", partial: "half a " }],
      "message.spoken": [{ content: "The pilot cut costs." }],
    },
    told: /dropped, made again 1 /,
  },
  {
    fault: "a cut-off at the token limit: one continuation, stitched",
    answers: [
      (response, dialect) => {
        beginStream(response);
        response.end(
          dialect.opening + dialect.text(SOUND.slice(0, HALF)) + dialect.ending(length(dialect)),
        );
      },
      says(SOUND.slice(HALF)),
    ],
    events: {
      "call.answered": [
        { stop: "length" },
        { stop: "end", purpose: "continuation" },
        // Its final vote.
        { stop: "end", purpose: "turn" },
      ],
      "message.spoken": [{ content: "The pilot cut costs.", parse: "strict" }],
    },
    told: /to continue a reply that was cut off 1/,
  },
  {
    fault: "an empty reply, and another",
    answers: [says(), says()],
    events: {
      "call.failed": [
        { kind: "empty", retryInMs: expect.any(Number) },
        { kind: "empty", retryInMs: null },
      ],
      "turn.absent": [{ reason: expect.stringMatching(/^empty: /) }],
    },
    told: /empty, made again 1 .*; empty 1 /,
  },
  {
    fault: "a refusal",
    answers: [
      (response, dialect) => {
        beginStream(response);
        response.end(
          dialect.opening +
            dialect.ending(dialect === DIALECTS.openai ? "content_filter" : "refusal"),
        );
      },
    ],
    events: {
      "call.failed": [
        { kind: "refused", retryInMs: null, usage: expect.objectContaining({ output: 40 }) },
      ],
      "turn.absent": [{ reason: expect.stringMatching(/^refused: .*No\./) }],
      "message.spoken": [{ verdict: "YES" }],
    },
    told: /Dr\. Ada Ash was absent once, last: refused/,
  },
  {
    fault: "a context too long",
    answers: [fails(400, { message: "prompt is too long: 210000 tokens > 200000 maximum" })],
    always: true,
    events: {
      "call.failed": [
        { kind: "context-too-long", retryInMs: null },
        { kind: "context-too-long", retryInMs: null },
      ],
      "budget.warned": [{ limit: "context", member: "ada", stops: true }],
      "turn.absent": [{ reason: expect.stringMatching(/^context-too-long: /) }, {}],
    },
    ends: { status: "closed", outcome: { status: "partial" } },
    told: /no longer fits the model of Dr\. Ada Ash/,
  },
  {
    fault: "a wrong key",
    answers: [fails(401, { message: `Incorrect API key provided: ${MARKED_KEY}.` })],
    events: { "call.failed": [{ kind: "auth", retryInMs: null }], "turn.absent": [] },
    ends: { status: "suspended" },
    told: /suspended \(auth\)/,
  },
  {
    fault: "an exhausted quota",
    answers: [fails(429, { code: "insufficient_quota", type: "insufficient_quota" })],
    events: { "call.failed": [{ kind: "quota", retryInMs: null }], "turn.absent": [] },
    ends: { status: "suspended" },
    told: /suspended \(quota\)/,
  },
  {
    fault: "a model that does not exist",
    answers: [fails(404, { type: "not_found_error", message: "model: claude-9" })],
    events: { "call.failed": [{ kind: "unknown-model", retryInMs: null }], "turn.absent": [] },
    ends: { status: "suspended" },
    told: /suspended \(unknown-model\)/,
  },
];

let server: LocalServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

type Served = { calls: number };

async function start(
  adapter: Adapter,
  answers: readonly Answer[],
  always = false,
): Promise<Served> {
  const served = { calls: 0 };
  server = await serve((request, response) => {
    const nth = served.calls++;
    const answer = answers[nth] ?? (always ? answers.at(-1) : undefined) ?? sound;
    answer(response, DIALECTS[adapter.name], request);
  });
  return served;
}

/** Ada sits behind the server; Ben and Cleo are scripted. Waits between attempts take no time. */
function setup(adapter: Adapter, { scenario = {} }: Pick<Row, "scenario"> = {}): MeetingSetup {
  return {
    scenario: exampleScenario({ options: { openingBallot: false }, ...scenario }),
    protocol: board,
    seed: 7,
    sleep: () => Promise.resolve(),
    createModel: ({ id, persona }) => {
      if (id === "ada") return modelAt(adapter, server!.url);
      let turns = 0;
      return scriptedModel(
        Array(60).fill(({ instruction }: { instruction: string }) => {
          turns += instruction.includes('-vote"') ? 0 : 1;
          const isLast = turns > 2 || instruction.includes('-vote"');
          const verdict = isLast ? "NO" : null;
          return reply({
            speaker: persona.name,
            verdict,
            withdrawn: isLast,
            content: `${id} speaks, ${turns}.`,
          });
        }),
      );
    },
  };
}

function bySpeaker<Type extends EventType>(events: readonly MeetingEvent[], type: Type) {
  return eventsOf(events, type).filter(
    (event) =>
      ("speaker" in event && event.speaker === "ada") ||
      ("member" in event && event.member === "ada"),
  );
}

for (const adapter of ADAPTERS) {
  describe(`through the engine, ${adapter.name}`, () => {
    for (const row of ROWS) {
      it(`${row.fault} comes to its recorded outcome`, async () => {
        await start(adapter, row.answers, row.always);
        const meeting = openMeeting(setup(adapter, row));
        const result = await meeting.run();
        expect(result).toMatchObject(row.ends ?? { status: "closed" });
        const { events, head } = meeting.journal;
        for (const [type, expected] of Object.entries(row.events)) {
          const found = bySpeaker(events, type as EventType);
          expect(found, type).toHaveLength(expected.length);
          expect(found, type).toMatchObject(expected);
        }
        const wrong = listIncidents(events);
        expect(wrong.join("\n")).toMatch(row.told);
        const table = verdictTable(meeting.state, { headHash: head, incidents: wrong });
        expect(table.members).toHaveLength(3);
        expect(JSON.stringify([events, table])).not.toContain(MARKED_KEY);
      });
    }

    it("a connection refused, for ever, suspends the meeting once, and then the others decide", async () => {
      await start(adapter, []);
      const gone = server!;
      const { createModel, ...rest } = setup(adapter, { scenario: { limits: { absences: 1 } } });
      await gone.close();
      const waiting = openMeeting({ ...rest, createModel });
      expect(await waiting.run()).toMatchObject({ status: "suspended" });
      const meeting = resumeMeeting({ ...rest, createModel, journal: waiting.journal });
      expect(await meeting.run()).toMatchObject({ status: "closed", outcome: { side: "against" } });
      const { events } = meeting.journal;
      expect(bySpeaker(events, "call.failed").length).toBeGreaterThan(60);
      expect(meeting.state.members.get("ada")).toMatchObject({
        status: "absent",
        absentBecause: expect.stringMatching(/^dropped: .*ECONNREFUSED/),
      });
      const row = verdictTable(meeting.state, { headHash: "" }).members[0]!;
      expect(row).toMatchObject({
        status: "absent",
        absentBecause: expect.stringContaining("ECONNREFUSED"),
      });
    });

    it("a suspended meeting goes on once the cause is mended, with nothing asked again", async () => {
      const served = await start(adapter, [fails(401)]);
      const journal = createMemoryJournal();
      expect(await openMeeting({ ...setup(adapter), journal }).run()).toMatchObject({
        status: "suspended",
      });
      expect(served.calls).toBe(1);
      const resumed = resumeMeeting({ ...setup(adapter), journal });
      expect(await resumed.run()).toMatchObject({ status: "closed" });
      // Its turn, and its final vote.
      expect(served.calls).toBe(3);
      expect(bySpeaker(journal.events, "turn.absent")).toEqual([]);
    });

    it("an abort ends the open request at once and leaves no event", async () => {
      const controller = new AbortController();
      let closed = (): void => {};
      const isClosed = new Promise<void>((resolve) => {
        closed = resolve;
      });
      await start(adapter, [
        (response, dialect) => {
          beginStream(response);
          response.write(dialect.opening + dialect.text("half"));
          response.on("close", closed);
          controller.abort("SIGINT");
        },
      ]);
      const meeting = openMeeting({ ...setup(adapter), signal: controller.signal });
      const before = () => meeting.journal.events.length;
      expect(await meeting.run()).toMatchObject({ status: "aborted" });
      await isClosed;
      expect(bySpeaker(meeting.journal.events, "call.failed")).toEqual([]);
      expect(meeting.journal.events.at(-1)!.type).toBe("speaker.selected");
      expect(before()).toBe(meeting.journal.events.length);
    });

    it("what a provider's limits held back is on record", async () => {
      let now = 0;
      await start(adapter, []);
      const { createModel: _, ...rest } = setup(adapter);
      const meeting = openMeeting({
        ...rest,
        scenario: exampleScenario(),
        createModel: () => modelAt(adapter, server!.url),
        throttle: { [adapter.name]: { concurrency: 1 } },
        clock: () => (now += 5),
      });
      expect(await meeting.run()).toMatchObject({ status: "closed" });
      const opening = eventsOf(meeting.journal.events, "call.answered").filter(({ path }) =>
        path.startsWith("1/"),
      );
      const held = opening.map(({ heldMs = 0 }) => heldMs);
      expect(held).toHaveLength(3);
      expect(held[2]).toBeGreaterThan(held[0]!);
    });

    it("attempts and waits are as many as the settings say", async () => {
      await start(adapter, [fails(529, {}, { "retry-after": "30" })], true);
      const meeting = openMeeting({
        ...setup(adapter, { scenario: { limits: { absences: 1 } } }),
        retry: { [adapter.name]: { attempts: 2, maxWaitMs: 1_500 } },
      });
      await meeting.run();
      const waits = bySpeaker(meeting.journal.events, "call.failed").map((event) =>
        event.type === "call.failed" ? event.retryInMs : undefined,
      );
      expect(waits).toEqual([1_500, null, 1_500, null]);
    });
  });
}
