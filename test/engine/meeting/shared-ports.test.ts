import {
  board,
  createMemoryJournal,
  type Model,
  type ModelRequest,
  openMeeting,
  resumeMeeting,
  runMeeting,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, test } from "vitest";
import { createThrottle } from "../../../src/models/calls/throttle.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";

const scenario = exampleScenario({ limits: { messages: 6 } });

function slow(onAsked: () => void = () => {}, onAnswered: () => void = () => {}): Model {
  const answers = scriptedModel(
    Array.from(
      { length: 60 },
      () => (_: ModelRequest) => reply({ verdict: "YES", content: "I say so." }),
    ),
  );
  return {
    ...answers,
    async generate(request, options) {
      onAsked();
      await new Promise((resolve) => setImmediate(resolve));
      onAnswered();
      return answers.generate(request, options);
    },
  };
}

test("meetings that share a throttle have no more calls under way at once than it lets through", async () => {
  const limit = async (shared: boolean) => {
    let [under, most] = [0, 0];
    const model = () =>
      slow(
        () => (most = Math.max(most, ++under)),
        () => under--,
      );
    const throttle = createThrottle({ concurrency: 2 });
    const ports = { throttle: shared ? () => throttle : { scripted: { concurrency: 2 } } };
    await Promise.all(
      [1, 2, 3, 4].map((seed) =>
        runMeeting({ scenario, protocol: board, seed, createModel: model, ...ports }),
      ),
    );
    return most;
  };
  expect(await limit(true)).toBe(2);
  expect(await limit(false)).toBeGreaterThan(2);
});

test("a drained meeting keeps the calls under way, begins no other, and comes to the same end when it goes on", async () => {
  const draining = new AbortController();
  let asked = 0;
  const create = () => slow(() => (++asked === 5 ? draining.abort("drained") : undefined));
  const journal = createMemoryJournal();
  const fixed = { protocol: board, nonce: () => "n-1", now: () => "2026-01-05T09:00:00.000Z" };
  const stopped = await runMeeting({
    ...fixed,
    scenario,
    journal,
    createModel: create,
    drain: draining.signal,
  });
  expect(stopped.status).toBe("aborted");
  const calls = journal.events.filter(({ type }) => type === "call.answered");
  expect(calls).toHaveLength(asked);
  const later = createMemoryJournal(journal.events, journal.head);
  const before = asked;
  const ended = await resumeMeeting({
    ...fixed,
    journal: later,
    createModel: () => slow(() => asked++),
  }).run();
  expect(ended.status).toBe("closed");
  expect(later.events.slice(0, journal.events.length)).toEqual(journal.events);
  expect(asked - before).toBe(
    later.events.filter(({ type }) => type === "call.answered").length - calls.length,
  );
});

test("what was appended is kept before a call begins and after it has ended", async () => {
  const journal = createMemoryJournal();
  let kept = 0;
  const unkept: number[] = [];
  const flush = async () => {
    kept = journal.events.length;
  };
  const createModel = () => slow(() => unkept.push(journal.events.length - kept));
  await runMeeting({ scenario, protocol: board, journal, createModel, flush });
  expect(kept).toBe(journal.events.length);
  // Ballots go out together: what one branch appends after its flush is flushed by its own next one.
  expect(Math.max(...unkept)).toBeLessThanOrEqual(scenario.members.length);
  expect(unkept.at(-1)).toBeDefined();
  expect(unkept.filter((events) => events === 0).length).toBeGreaterThan(unkept.length / 2);
});

test("an opening is written alone, and whoever has its events goes on with them", async () => {
  const journal = createMemoryJournal();
  let asked = 0;
  const createModel = () => slow(() => asked++);
  const open = { startsAt: "2026-01-05T09:00:00.000Z", ...scenario };
  await openMeeting({
    scenario: open,
    protocol: board,
    journal,
    createModel,
    nonce: () => "n-7",
  }).open();
  expect(asked).toBe(0);
  expect(journal.events.map(({ type }) => type)).toEqual(["meeting.opened", "document.added"]);
  expect(journal.events[0]).toMatchObject({ nonce: "n-7" });
  const elsewhere = createMemoryJournal(journal.events);
  expect(elsewhere.head).toBe(journal.head);
  const ended = await resumeMeeting({ protocol: board, journal: elsewhere, createModel }).run();
  expect(ended.status).toBe("closed");
});
