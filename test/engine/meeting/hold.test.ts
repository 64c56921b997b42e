import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import {
  createPacedModel,
  createPacing,
  type PacingSetup,
} from "../../../src/showing/watching/pacing.ts";
import { eventsOf, exampleMeeting, talker } from "../../support/meetings.ts";

function holdIn(changes: Partial<PacingSetup> = {}) {
  let waitedMs = 0;
  const stop = new AbortController();
  const hold = createPacing({
    signal: stop.signal,
    sleep: async (ms) => {
      waitedMs += ms;
      await undefined;
    },
    ...changes,
  });
  return { hold, stop, waited: () => Math.round(waitedMs) };
}

async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  let open = true;
  void promise.then(() => {
    open = false;
  });
  for (let turn = 0; turn < 50; turn++) await undefined;
  return open;
}

describe("a hold", () => {
  it("lets one effect pass for each step, and holds the one after it", async () => {
    const { hold } = holdIn({ paused: true });
    const first = hold.hold("1");
    hold.step();
    expect(await isOpen(first)).toBe(false);
    const second = hold.hold("2");
    expect(await isOpen(second)).toBe(true);
    hold.step();
    expect(await isOpen(second)).toBe(false);
  });

  it("pauses a running meeting by a step, without losing the turn under way", async () => {
    const { hold } = holdIn();
    await hold.hold("1");
    hold.step();
    expect(hold.isPaused).toBe(true);
    expect(await isOpen(hold.waitFor(100))).toBe(false);
  });

  it("waits in proportion to the speed", async () => {
    for (const [speed, ms] of [
      [1, 1_000],
      [4, 250],
      [Number.POSITIVE_INFINITY, 0],
    ] as const) {
      const { hold, waited } = holdIn({ speed });
      await hold.waitFor(1_000);
      expect(waited()).toBe(ms);
    }
  });

  it("takes no time for a step", async () => {
    const { hold, waited } = holdIn({ paused: true, restBefore: () => 300 });
    hold.step();
    await hold.waitFor(1_000);
    const next = hold.hold("1");
    hold.step();
    await next;
    await hold.waitFor(1_000);
    expect(waited()).toBe(0);
    expect(hold.isPaused).toBe(true);
  });

  it("rests before an effect as long as it is told", async () => {
    const { hold, waited } = holdIn({ restBefore: (path) => (path.includes("/") ? 10 : 300) });
    await hold.hold("1");
    await hold.hold("2/1/1");
    expect(waited()).toBe(310);
  });

  it("hurries in the middle of a rest", async () => {
    let waited = 0;
    const { hold } = holdIn({
      sleep: async (ms) => {
        waited += ms;
        if (waited >= 500) hold.hurry();
      },
    });
    await hold.waitFor(10_000);
    expect(waited).toBe(500);
  });

  it("ends every waiting when told to skip, and when the meeting is stopped", async () => {
    const { hold, stop } = holdIn({ paused: true });
    const skipped = [hold.hold("1"), hold.waitFor(100)];
    hold.skip();
    for (const each of skipped) expect(await isOpen(each)).toBe(false);
    const stopped = [hold.hold("2"), hold.waitFor(100)];
    stop.abort();
    for (const each of stopped) expect(await isOpen(each)).toBe(false);
  });
});

describe("a held meeting", () => {
  it("has the bytes of one that was never held", async () => {
    const cast = {
      ada: talker("ada", "YES"),
      ben: talker("ben", "NO"),
      cleo: talker("cleo", "YES"),
    };
    const again = {
      ada: talker("ada", "YES"),
      ben: talker("ben", "NO"),
      cleo: talker("cleo", "YES"),
    };
    const free = exampleMeeting(cast);
    await free.run();
    const { hold } = holdIn({ paused: true, restBefore: () => 20 });
    const held = exampleMeeting(again, { hold: hold.hold });
    const running = held.run();
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    while (!isOver) {
      hold.step();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(held.journal.head).toBe(free.journal.head);
  });

  it("begins nothing while it is paused", async () => {
    const { hold, stop } = holdIn({ paused: true });
    const meeting = exampleMeeting({}, { hold: hold.hold, signal: stop.signal });
    const running = meeting.run();
    await isOpen(running);
    expect(meeting.journal.events.every(({ path }) => path === "0")).toBe(true);
    stop.abort();
    expect((await running).status).toBe("aborted");
    expect(meeting.journal.events.every(({ path }) => path === "0")).toBe(true);
  });

  it("takes acts that were made while it was paused before it goes on", async () => {
    const { hold } = holdIn({ paused: true });
    const meeting = exampleMeeting({}, { hold: hold.hold });
    const running = meeting.run();
    await isOpen(running);
    meeting.act({ person: "chair", does: { act: "interject", text: "Mind the time." } });
    hold.resume();
    await running;
    const [acted] = eventsOf(meeting.journal.events, "person.acted");
    expect(acted).toMatchObject({ person: "chair", does: { text: "Mind the time." } });
    expect(acted!.seq).toBeLessThan(eventsOf(meeting.journal.events, "ballot.cast")[0]!.seq);
  });

  it("closes the debate with the closing ballot when a person calls it", async () => {
    const meeting = exampleMeeting({
      ada: talker("ada", "YES", 9),
      ben: talker("ben", "NO", 9),
      cleo: talker("cleo", "YES", 9),
    });
    meeting.act({ person: "chair", does: { act: "close-debate" } });
    const result = await meeting.run();
    expect(result.status).toBe("closed");
    const { events } = meeting.journal;
    expect(events.at(-1)).toMatchObject({ reason: "the final vote was called" });
    expect(
      eventsOf(events, "ballot.cast").filter(({ ballot }) => ballot === "closing"),
    ).toHaveLength(3);
  });
});

describe("a paced model", () => {
  const request = {
    shared: "",
    individual: "",
    turns: [],
    instruction: "",
    maxOutputTokens: 10,
    cacheKey: "",
    chance: "",
  };
  const text =
    "<Message><Speaker>A</Speaker><Content>Twelve letters and more of them.</Content></Message>";

  it("gives the same reply and the same words, over the time it takes to read them", async () => {
    const { hold, waited } = holdIn();
    let streamed = "";
    const model = createPacedModel(scriptedModel([text]), hold);
    const reply = await model.generate(request, {
      signal: new AbortController().signal,
      onText: (piece) => {
        streamed += piece;
      },
    });
    expect(reply).toMatchObject({ type: "answer", text });
    expect(streamed).toBe(text);
    expect(waited()).toBe(700 + "Twelve letters and more of them.".length * 33);
  });

  it("does not wait where nobody listens", async () => {
    const { hold, waited } = holdIn();
    await createPacedModel(scriptedModel([text]), hold).generate(request, {
      signal: new AbortController().signal,
    });
    expect(waited()).toBe(0);
  });
});
