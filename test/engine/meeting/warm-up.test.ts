import { describe, expect, it } from "vitest";
import { createWarmUp } from "../../../src/models/calls/warm-up.ts";

describe("the first of those who send one beginning", () => {
  const never = new AbortController().signal;

  it("goes alone until its answer begins, and others follow at once then", async () => {
    const warmUp = createWarmUp(() => 0);
    const first = await warmUp.enter("same", never);
    const passed: string[] = [];
    const others = ["b", "c"].map(async (name) => {
      await warmUp.enter("same", never);
      passed.push(name);
    });
    await warmUp.enter("another", never);
    await Promise.resolve();
    expect(passed).toEqual([]);
    first.begun();
    await Promise.all(others);
    expect(passed).toEqual(["b", "c"]);
  });

  it("gives its place to the next where it fails before it begins", async () => {
    const warmUp = createWarmUp(() => 0);
    const first = await warmUp.enter("same", never);
    const passed: string[] = [];
    const second = warmUp.enter("same", never).then((place) => {
      passed.push("second");
      return place;
    });
    const third = warmUp.enter("same", never).then((place) => {
      passed.push("third");
      return place;
    });
    first.over();
    (await second).begun();
    expect(passed).toEqual(["second"]);
    await third;
    expect(passed).toEqual(["second", "third"]);
  });

  it("is sought anew when nobody has sent it for five minutes, and not before", async () => {
    let now = 0;
    const warmUp = createWarmUp(() => now);
    (await warmUp.enter("same", never)).begun();
    now = 299_999;
    await warmUp.enter("same", never);
    const unmoved = await warmUp.enter("same", never);
    unmoved.over();
    now = 300_000;
    await warmUp.enter("same", never);
    let entered = false;
    void warmUp.enter("same", never).then(() => {
      entered = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toBe(false);
  });

  it("holds nobody back once the meeting is stopped", async () => {
    const stop = new AbortController();
    const warmUp = createWarmUp(() => 0);
    await warmUp.enter("same", stop.signal);
    const waiting = warmUp.enter("same", stop.signal);
    stop.abort();
    await expect(waiting).resolves.toBeDefined();
  });
});
