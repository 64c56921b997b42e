import { board, findScenario, loadScenario, type Model, type ModelRequest, runMeeting } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { createWarmUp } from "../../src/models/calls/warm-up.ts";
import type { Capabilities } from "../../src/models/port/capabilities.ts";
import { type CachingProvider, cachingProvider } from "../models/cache-double.ts";
import { eventsOf } from "../support/meetings.ts";

/** The shipped hiring board, its simulated members behind a provider that keeps beginnings of prompts. */
async function hiring(provider: CachingProvider, capabilities: Partial<Capabilities> = {}) {
  const scenario = await loadScenario(await findScenario("hiring", { cwd: process.cwd() }));
  return await runMeeting({
    scenario,
    protocol: board,
    seed: 7,
    createModel: (seat, from) => provider.behind(createSimulatedModel({ seat, scenario: from }), capabilities),
  });
}

describe("opening ballots behind a provider that keeps beginnings of prompts", () => {
  it("begin with one, and the rest read the shared layer from the cache that it warmed", async () => {
    const together = cachingProvider();
    const inTurn = cachingProvider();
    await hiring(together, { caching: "none" });
    const { meeting } = await hiring(inTurn);
    const [cold, warm] = [together.of("opening-ballot"), inTurn.of("opening-ballot")];
    expect(cold).toMatchObject({ calls: 5, cacheRead: 0 });
    expect(warm.calls).toBe(5);
    expect(warm.uncached).toBeLessThan(0.4 * cold.uncached);
    expect(warm.cacheRead + warm.uncached).toBe(cold.uncached);
    expect(inTurn.total.uncached).toBeLessThan(0.85 * together.total.uncached);
    const opening = eventsOf(meeting.journal.events, "ballot.cast").filter(
      ({ ballot }) => ballot === "opening",
    );
    const inOrder = [...opening].sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(inOrder.map(({ speaker }) => speaker)).toEqual(meeting.state.scenario.members.map(({ id }) => id));
  });
});

describe("one prompt cache for the whole meeting", () => {
  /** Where a provider picks the machine by the beginning of the prompt and a key. */
  const keyed = (keyOf: (request: ModelRequest) => string, callsAMinute: number) =>
    cachingProvider({
      machineOf: (request) => `${request.shared.slice(0, 1_000)}|${keyOf(request)}`,
      callsAMinute,
    });

  it("takes fewer new tokens than one for each seat at a debate's pace", async () => {
    const bySeat = keyed(({ cacheKey }) => cacheKey, 6);
    const byMeeting = keyed(({ cacheKey }) => cacheKey.split(":")[0]!, 6);
    await hiring(bySeat);
    await hiring(byMeeting);
    const each = ({ total }: CachingProvider) => total.uncached / total.calls;
    expect(each(byMeeting)).toBeLessThan(0.85 * each(bySeat));
    const opening = [byMeeting, bySeat].map((provider) => provider.of("opening-ballot").uncached);
    expect(opening[0]).toBeLessThan(0.4 * opening[1]!);
  });
});

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

/** Kept here so that the double's own rule is held: nothing is kept before an answer begins. */
it("a cache that warms when the answer begins gives nothing to a call sent before", async () => {
  const provider = cachingProvider();
  const scenario = await loadScenario(await findScenario("hiring", { cwd: process.cwd() }));
  const seat = scenario.members[0]!;
  const model: Model = provider.behind(createSimulatedModel({ seat, scenario }));
  const request = {
    shared: "x ".repeat(2_000),
    individual: "",
    turns: [],
    cue: "Go.",
    maxOutputTokens: 9,
    cacheKey: "m:s",
    chance: "00",
  };
  const signal = new AbortController().signal;
  const ask = () => model.generate(request, { signal }).catch(() => null);
  await Promise.all([ask(), ask()]);
  expect(provider.total.cacheRead).toBe(0);
  await ask();
  expect(provider.total.cacheRead).toBeGreaterThan(1_000);
});
