import type { Meeting, MeetingEvent } from "boardroom";
import { describe, expect, it } from "vitest";
import { type Line, readLine } from "../../../src/screens/tui/lines.ts";
import type { Key, Size } from "../../../src/screens/tui/model.ts";
import type { Pointer, Screen } from "../../../src/screens/tui/screen.ts";
import { openSession, type Session, type SessionSetup } from "../../../src/screens/tui/session.ts";
import { createPacing, type Pacing } from "../../../src/showing/watching/pacing.ts";
import { replaySource } from "../../../src/showing/watching/replay.ts";
import { createLiveSource } from "../../../src/showing/watching/source.ts";
import { smallMeeting } from "../../showing/meeting.ts";
import { exampleScenario } from "../../support/example-scenario.ts";
import { exampleMeeting, talker } from "../../support/meetings.ts";

function stage(size: Size = { columns: 120, rows: 35 }) {
  let lines: readonly Line[] = [];
  let paints = 0;
  let press: (key: Key) => void = () => {};
  let point: (pointer: Pointer) => void = () => {};
  let resized: () => void = () => {};
  let now = 0;
  let bells = 0;
  let sleepers: { until: number; wake: () => void }[] = [];
  const current = { size };
  const screen: Screen = {
    get size() {
      return current.size;
    },
    paint(painted) {
      lines = painted;
      paints += 1;
    },
    forget: () => {},
    bell: () => {
      bells += 1;
    },
    suspend: () => {},
    resume: () => {},
    onKey: (listener) => {
      press = listener;
    },
    onPointer: (listener) => {
      point = listener;
    },
    onResize: (listener) => {
      resized = listener;
    },
    close: () => {},
  };
  return {
    screen,
    clock: () => now,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        sleepers.push({ until: now + ms, wake });
        signal.addEventListener("abort", wake);
      }),
    /** Lets time pass in steps, and everything happen that waits for it. */
    async pass(ms: number) {
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + 10);
        const due = sleepers.filter(({ until }) => until <= now);
        sleepers = sleepers.filter(({ until }) => until > now);
        for (const { wake } of due) wake();
        await settle();
      }
    },
    text: () => lines.map((line) => readLine(line).trimEnd()).join("\n"),
    paints: () => paints,
    bells: () => bells,
    resize(to: Size) {
      current.size = to;
      resized();
    },
    click: (x: number, y: number) => point({ kind: "click", x, y }),
    wheel: (x: number, kind: "wheel-up" | "wheel-down") => point({ kind, x, y: 10 }),
    keys(...names: readonly string[]) {
      for (const name of names)
        press({ name, character: name.length === 1 ? name : name === "space" ? " " : null });
    },
    write(text: string) {
      for (const character of text)
        press({ name: character === " " ? "space" : character, character });
    },
  };
}

type Stage = ReturnType<typeof stage>;

async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const start = {
  mode: "live",
  isGrowing: false,
  canAct: true,
  isPaced: true,
  person: "chair",
} as const;

function common({ screen, clock, sleep }: Stage): Pick<SessionSetup, "screen" | "clock" | "sleep"> {
  return { screen, clock, sleep };
}

function live(paused = false): {
  on: Stage;
  meeting: Meeting;
  hold: Pacing;
  session: Session;
  running: Promise<unknown>;
} {
  const on = stage();
  const hold = createPacing({
    signal: new AbortController().signal,
    paused,
    speed: Number.POSITIVE_INFINITY,
  });
  const cast = {
    ada: talker("ada", "YES", 3),
    ben: talker("ben", "NO", 3),
    cleo: talker("cleo", "YES", 3),
  };
  const meeting = exampleMeeting(cast, { hold: hold.hold });
  const source = createLiveSource({ meeting, pacing: hold, clock: on.clock, person: "chair" });
  const session = openSession({ ...common(on), source, start });
  return { on, meeting, hold, session, running: meeting.run() };
}

function replayed(events: readonly MeetingEvent[], from: "start" | "end" = "end") {
  const on = stage();
  const { signal } = new AbortController();
  const hold = createPacing({ signal, sleep: on.sleep, paused: from === "end" });
  const acts: unknown[] = [];
  const source = replaySource({
    pacing: hold,
    signal,
    clock: on.clock,
    writeAct: (does) => acts.push(does),
  });
  const session = openSession({
    ...common(on),
    source,
    start: { ...start, mode: "replay", canAct: false },
  });
  source.read(events);
  source.begin(from);
  void source.play();
  return { on, source, session, hold, acts };
}

describe("a live meeting", () => {
  it("is shown as it goes, and its end with the reason", async () => {
    const { on, running } = live();
    await running;
    await on.pass(200);
    expect(on.text()).toContain("■ closed");
    expect(on.text()).toMatch(/ Yes .*votes for/s);
    expect(on.text()).toContain("Ended: all members withdrew");
    expect(on.text()).toContain("Ash");
  });

  it("is held by space, goes on by space, and one step at a time by s", async () => {
    const { on, meeting, running } = live(true);
    await settle();
    const before = meeting.journal.events.length;
    await on.pass(300);
    expect(meeting.journal.events.length).toBe(before);
    on.keys("s");
    await on.pass(300);
    const afterStep = meeting.journal.events.length;
    expect(afterStep).toBeGreaterThan(before);
    await on.pass(300);
    expect(meeting.journal.events.length).toBe(afterStep);
    on.keys("space");
    await running;
    expect(meeting.state.ending?.kind).toBe("closed");
  });

  it("puts what the chair says, gives and calls on record", async () => {
    const { on, meeting, running } = live(true);
    await settle();
    await on.pass(100);
    on.keys("a", "i");
    on.write("Mind the time");
    expect(on.text()).toContain("say to all: Mind the time");
    on.keys("enter", "return");
    expect(on.text()).toContain("▸ waits for the next turn: chair says to");
    on.keys("tab", "a", "g", "a", "c", "y", "space");
    await running;
    const acts = meeting.journal.events
      .filter((event) => event.type === "person.acted")
      .map(({ does }) => does);
    expect(acts).toEqual([
      { act: "interject", text: "Mind the time" },
      { act: "give-floor", to: "ada" },
      { act: "close-debate" },
    ]);
  });

  it("refuses what is written for a meeting that has closed by then", async () => {
    const { on, meeting, running } = live(true);
    await settle();
    await on.pass(100);
    on.keys("space", "a", "i");
    on.write("Mind the time");
    await running;
    expect(meeting.state.ending?.kind).toBe("closed");
    on.keys("enter");
    await on.pass(100);
    expect(on.text()).toContain("The meeting is closed: nothing reaches it any more.");
    expect(on.text()).not.toContain("waits for the next turn");
  });

  it("ends in order on e and y, even while paused, and stays resumable", async () => {
    const { on, meeting, running } = live(true);
    await settle();
    on.keys("a", "e");
    expect(on.text()).toContain("Pause and close the meeting after this turn?");
    on.keys("y");
    expect(await running).toMatchObject({ status: "adjourned" });
    await on.pass(100);
    expect(meeting.journal.events.at(-1)!.type).toBe("meeting.adjourned");
    expect(on.text()).toContain("■ adjourned");
  });

  it("asks before it is left, and not once it is over", async () => {
    const { on, session, running, hold } = live(true);
    await settle();
    await on.pass(100);
    on.keys("q");
    expect(on.text()).toContain("The meeting is live.");
    on.keys("escape");
    expect(on.text()).not.toContain("The meeting is live.");
    hold.resume();
    await running;
    await on.pass(100);
    on.keys("q");
    expect(await session.left).toBe("quit");
  });
});

describe("painting", () => {
  it("happens at most twenty times a second, however much happens, and at once for a key", async () => {
    const { on, source } = replayed(smallMeeting());
    await on.pass(200);
    const before = on.paints();
    for (let update = 0; update < 200; update++) {
      source.setGrowing(update % 2 === 0);
      await on.pass(10);
    }
    expect(on.paints() - before).toBeLessThanOrEqual(41);
    expect(on.paints() - before).toBeGreaterThan(30);
    const beforeKey = on.paints();
    on.keys("?");
    expect(on.paints()).toBe(beforeKey + 1);
    expect(on.text()).toContain("─ keys ─");
  });
});

describe("reading", () => {
  const long = () => {
    const replay = replayed(smallMeeting());
    replay.on.resize({ columns: 80, rows: 15 });
    return replay;
  };

  it("scrolls by keys and wheel, and follows again", async () => {
    const { on } = long();
    await on.pass(100);
    const end = on.text();
    on.keys("up", "up", "up");
    expect(on.text()).toContain("f follows");
    on.keys("f");
    expect(on.text()).toBe(end);
    on.wheel(40, "wheel-up");
    expect(on.text()).not.toBe(end);
    on.keys("home");
    expect(on.text()).toContain("The meeting opens.");
    on.keys("pagedown", "pagedown", "pagedown", "pagedown", "pagedown", "pagedown");
    expect(on.text()).toBe(end);
  });

  it("finds text, whatever its case, and says where there is none", async () => {
    const { on } = long();
    await on.pass(100);
    on.keys("/");
    on.write("LICENCE");
    on.keys("enter");
    expect(on.text()).toContain("Who checked the licence?");
    expect(on.text()).toMatch(/▸ *3 {2}Kumar/);
    on.keys("/");
    on.write("zebra");
    on.keys("enter");
    expect(on.text()).toContain('"zebra" is not in the transcript.');
  });

  it("goes from verdict change to verdict change", async () => {
    const { on } = long();
    await on.pass(100);
    on.keys("S-v");
    expect(on.text()).toMatch(/▸ *7 {2}Kumar/);
    on.keys("S-v");
    expect(on.text()).toMatch(/▸ *6 {2}Watson/);
    on.keys("v");
    expect(on.text()).toMatch(/▸ *7 {2}Kumar/);
    on.keys("v");
    expect(on.text()).toContain("No later verdict change.");
  });

  it("chooses a member by tab and by a click, and shows it", async () => {
    const { on, session } = replayed(smallMeeting());
    await on.pass(100);
    on.keys("tab");
    expect(session.state.chosen).toBe("chen");
    on.click(3, 9);
    expect(session.state.chosen).toBe("kumar");
    on.keys("enter");
    expect(on.text()).toContain("─ member ─");
    expect(on.text()).toContain("after ");
  });
});

describe("a replay", () => {
  it("plays from the start at reading pace, types what is said, and pauses", async () => {
    const { on } = replayed(smallMeeting(), "start");
    await on.pass(1_000);
    expect(on.text()).toContain("▸ replay");
    expect(on.text()).toMatch(/The first program/);
    expect(on.text()).not.toContain("I would hire");
    on.keys("space");
    const paused = on.text();
    await on.pass(2_000);
    expect(on.text()).toBe(paused);
    on.keys("space");
    await on.pass(1_100);
    expect(on.text()).toContain("I would hire");
  });

  it("steps back and forward, and shows the tally of then", async () => {
    const { on } = replayed(smallMeeting());
    await on.pass(100);
    expect(on.text()).toContain("Final verdicts");
    on.keys("left", "left");
    expect(on.text()).toContain("turn 6 of 7");
    expect(on.text()).toContain("● 1 for   ⊗ 1 against   ○ 1 neutral");
    on.keys("right");
    expect(on.text()).toContain("● 2 for   ○ 1 neutral");
    on.keys("#");
    on.write("3");
    on.keys("enter");
    expect(on.text()).toMatch(/▸ *3 {2}Kumar/);
    on.keys("r");
    expect(on.text()).toContain("turn 0 of 7");
    on.keys("v");
    expect(on.text()).toContain("turn 2 of 7");
  });

  it("folds to the same state from either side", async () => {
    const events = smallMeeting();
    const { on, source } = replayed(events);
    const told = new Map<number, string>();
    for (let seq = 2; seq <= events.length; seq++) {
      source.seekTo!(seq);
      told.set(seq, JSON.stringify([...source.snapshot().meeting!.members.values()]));
    }
    for (let seq = events.length; seq >= 2; seq--) {
      source.seekTo!(seq);
      expect(JSON.stringify([...source.snapshot().meeting!.members.values()])).toBe(told.get(seq));
    }
    await on.pass(10);
  });

  it("of a record that grows shows new events at its end, and hands acts to the writer", async () => {
    const events = smallMeeting();
    const { on, source, acts } = replayed(events.slice(0, 9));
    source.setGrowing(true);
    await on.pass(100);
    expect(on.text()).toContain("● following");
    source.read(events.slice(9, 11));
    await on.pass(100);
    expect(on.text()).toContain("A fair point, and still I hire.");
    on.keys("a", "i");
    on.write("Hello");
    on.keys("enter");
    expect(acts).toEqual([{ act: "interject", text: "Hello" }]);
  });
});

describe("the bell", () => {
  it("rings once when it is the turn of whoever sits here, not when it is somebody else's", async () => {
    for (const [person, rings] of [
      ["ngo", 1],
      ["mai", 0],
    ] as const) {
      const on = stage();
      const scenario = exampleScenario({ options: { openingBallot: false } });
      const members = scenario.members.map((seat) =>
        seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat,
      );
      const cast = { ben: talker("ben", "NO", 3), cleo: talker("cleo", "YES", 3) };
      const meeting = exampleMeeting(cast, { scenario: { ...scenario, members } });
      const hold = createPacing({
        signal: new AbortController().signal,
        speed: Number.POSITIVE_INFINITY,
      });
      const source = createLiveSource({ meeting, pacing: hold, clock: on.clock, person });
      openSession({ ...common(on), source, start: { ...start, person } });
      await meeting.run();
      await on.pass(2_000);
      expect(on.text()).toContain(rings ? "YOUR TURN" : "waiting for ngo");
      expect(on.bells()).toBe(rings);
    }
  });
});

describe("ctrl-z", () => {
  it("asks for the program to be stopped, whatever is being written", async () => {
    const on = stage();
    const { hold, source } = replayed(smallMeeting());
    let stops = 0;
    openSession({
      ...common(on),
      source: { ...source, pacing: hold },
      start: { ...start, mode: "replay", canAct: false },
      suspend: () => {
        stops += 1;
      },
    });
    on.keys("C-z", "/", "C-z");
    expect(stops).toBe(2);
  });
});
