import { describe, expect, it } from "vitest";
import { type Clock, createThrottle } from "../../src/models/calls/throttle.ts";

const never = new AbortController().signal;

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Lets every reaction that is due run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await undefined;
}

function handClock(): Clock & { advance(milliseconds: number): Promise<void> } {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    async advance(milliseconds) {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
      await settle();
    },
  };
}

describe("createThrottle", () => {
  it("never has more calls under way than allowed, and begins them in the order of asking", async () => {
    const throttle = createThrottle({ concurrency: 2 });
    const gates = Array.from({ length: 5 }, deferred);
    const begun: number[] = [];
    const runs = gates.map(({ promise }, index) =>
      throttle.run(async () => {
        begun.push(index);
        await promise;
        return index;
      }, never),
    );
    await settle();
    expect(begun).toEqual([0, 1]);
    gates[1]!.resolve();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    for (const { resolve } of gates) resolve();
    expect(await Promise.all(runs)).toEqual([0, 1, 2, 3, 4]);
  });

  it("frees its place when a call rejects", async () => {
    const throttle = createThrottle({ concurrency: 1 });
    await expect(throttle.run(() => Promise.reject(new Error("no")), never)).rejects.toThrow("no");
    expect(await throttle.run(async () => "next", never)).toBe("next");
  });

  it("lets go of a waiting call that is aborted, and of no other", async () => {
    const throttle = createThrottle({ concurrency: 1 });
    const gate = deferred();
    const first = throttle.run(() => gate.promise, never);
    const controller = new AbortController();
    const second = throttle.run(async () => "second", controller.signal);
    const third = throttle.run(async () => "third", never);
    controller.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    gate.resolve();
    await first;
    expect(await third).toBe("third");
    await expect(throttle.run(async () => 1, AbortSignal.abort(new Error("late")))).rejects.toThrow(
      "late",
    );
  });

  it("begins at most so many calls within any minute", async () => {
    const clock = handClock();
    const throttle = createThrottle({ requestsPerMinute: 2, clock });
    const begun: number[] = [];
    const runs = [0, 1, 2, 3].map((index) =>
      throttle.run(async () => void begun.push(index), never),
    );
    await settle();
    expect(begun).toEqual([0, 1]);
    await clock.advance(59_999);
    expect(begun).toEqual([0, 1]);
    await clock.advance(1);
    expect(begun).toEqual([0, 1, 2, 3]);
    await Promise.all(runs);
  });
});
