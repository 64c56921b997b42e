import type { Model } from "boardroom";
import type { ModelAnswer } from "boardroom/extend";
import { MODEL_CONFORMANCE, scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";

const sound: ModelAnswer = {
  type: "answer",
  text: "Strong.",
  stop: "end",
  usage: null,
  model: "m",
};

function model(generate: Model["generate"], changes: Partial<Model> = {}): Model {
  return { ...scriptedModel([]), ...changes, generate };
}

const BROKEN: readonly (readonly [promise: string, broken: Model])[] = [
  ["names itself", model(async () => sound, { id: "" })],
  ["answers with text and a stop reason", model(async () => ({ ...sound, text: " " }))],
  [
    "streams exactly the text it answers",
    model(async (_, { onText }) => {
      onText?.("Weak.");
      return sound;
    }),
  ],
  [
    "counts tokens that add up, or tells nothing",
    model(async () => ({
      ...sound,
      usage: { uncached: 1, cacheRead: 0, cacheWrite: 0, output: 2, reasoning: 3 },
    })),
  ],
  [
    "answers without a listener",
    model(async (_, { onText }) => {
      onText!("Strong.");
      return sound;
    }),
  ],
  [
    "does not change the request",
    model(async (request) => {
      (request.turns as unknown[]).push("mine");
      return sound;
    }),
  ],
  ["says cancelled when aborted before the call", model(async () => sound)],
  [
    "says cancelled when aborted during the call",
    model(async (_, { signal }) => {
      signal.throwIfAborted();
      return sound;
    }),
  ],
  [
    "takes a repair exchange",
    model(async ({ exchange }) => {
      if (exchange) throw new Error("what exchange?");
      return sound;
    }),
  ],
  ["resolves when asked for JSON", model(() => Promise.reject(new Error("no JSON")))],
];

describe("MODEL_CONFORMANCE", () => {
  for (const [promise, broken] of BROKEN) {
    it(`finds a model that breaks: ${promise}`, async () => {
      const found = MODEL_CONFORMANCE.find(({ title }) => title === promise)!;
      await expect(found.check(broken)).rejects.toThrow();
    });
  }

  it("has a title of its own for every promise", () => {
    const titles = MODEL_CONFORMANCE.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
