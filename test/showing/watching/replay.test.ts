import { join } from "node:path";
import { readTranscript } from "boardroom";
import { expect, it } from "vitest";
import { createPacing } from "../../../src/showing/watching/pacing.ts";
import { replaySource } from "../../../src/showing/watching/replay.ts";

const { events } = readTranscript(join("transcripts", "hiring-sample"));

/** A replay at a speed, the clock that its rests run on, and what each change showed. */
function replayed(speed: number) {
  const stop = new AbortController();
  const clock = { now: 0 };
  const sleep = async (ms: number) => {
    clock.now += ms;
  };
  const source = replaySource({
    pacing: createPacing({ signal: stop.signal, speed, sleep }),
    signal: stop.signal,
    clock: () => clock.now,
    writeAct: () => {},
  });
  const shown: number[] = [];
  const ended = new Promise<void>((resolve) =>
    source.onChange(() => {
      shown.push(source.snapshot().cursor);
      if (shown.at(-1) === events.length) resolve();
    }),
  );
  return { source, stop, clock, shown, ended };
}

it.each([1, Number.POSITIVE_INFINITY])(
  "a replay at speed %d that waits for its record is woken by the beginning, and tells of its end",
  async (speed) => {
    const { source, stop, clock, shown, ended } = replayed(speed);
    const played = source.play();
    source.read(events);
    await Promise.resolve();
    expect(source.snapshot().cursor).toBe(0);
    source.begin("start");
    await ended;
    expect(shown.at(-1)).toBe(events.length);
    expect(new Set(shown).size).toBe(events.length - shown[0]! + 1);
    if (speed === 1) expect(clock.now).toBeGreaterThan(60_000);
    else expect(clock.now).toBe(0);
    stop.abort();
    await played;
  },
);
