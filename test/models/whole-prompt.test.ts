import type { Model, ModelReply, ModelRequest } from "boardroom";
import { createRegistry } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { createPromptCheck } from "../../src/models/calls/whole-prompt.ts";
import { exampleScenario } from "../support/example-scenario.ts";
import { ownServer, type Served, tokensOf, wholeCount } from "./own-servers.ts";

const ENGLISH =
  "The candidate led the migration of a billing system for three years and wrote its tests. ";

const { signal } = new AbortController();

/** A prompt of about so many tokens in its shared layer, and as a debate grows. */
function longRequest(tokens: number, { text = ENGLISH, debate = 0 } = {}): ModelRequest {
  const repeated = (count: number) => text.repeat(Math.ceil(count / tokensOf(text)));
  const turns = debate === 0 ? [] : [{ role: "user" as const, parts: [repeated(debate)] }];
  return conformanceRequest({ shared: repeated(tokens), turns });
}

function modelOf(provider: string, url: string): Model {
  const scenario = exampleScenario();
  return createRegistry({
    env: { KEY: "k" },
    settings: {
      providers: {
        [provider]: { baseUrl: provider === "anthropic" ? url : `${url}/v1`, keyVariable: "KEY" },
      },
    },
  }).create({ spec: `${provider}:m`, seat: scenario.members[0]!, scenario });
}

/** The replies to several calls as a meeting takes them. */
async function heard(
  model: Model,
  calls: readonly (readonly [seat: string, request: ModelRequest])[],
) {
  const check = createPromptCheck();
  const replies: ModelReply[] = [];
  for (const [speaker, request] of calls)
    replies.push(
      check({ model, speaker, request, reply: await model.generate(request, { signal }) }),
    );
  return replies;
}

const kinds = (replies: readonly ModelReply[]) =>
  replies.map((reply) => (reply.type === "answer" ? "answer" : reply.message.slice(0, 25)));
const CUT = "the server cut the prompt";

const local = (kind: "ollama" | "lmstudio" | "llamacpp" | "vllm", served: Partial<Served>) =>
  ownServer(kind, { models: [{ id: "m", loaded: true, window: 32_768 }], ...served });

function evaluated() {
  let before = "";
  return (prompt: string) => {
    let same = 0;
    while (same < prompt.length && prompt[same] === before[same]) same++;
    before = prompt;
    return Math.max(1, Math.round(tokensOf(prompt.slice(same))));
  };
}

describe("a prompt that the server cut", () => {
  it.each(["ollama", "lmstudio", "llamacpp", "vllm"] as const)(
    "is a failed call of %s, with the remedy",
    async (kind) => {
      const server = await local(kind, { count: () => 2_048 });
      const [reply] = await heard(modelOf(kind, server.url), [["a", longRequest(9_000)]]);
      expect(reply).toMatchObject({
        type: "failure",
        kind: "context-too-long",
        retryable: false,
        partialText: "Yes.",
        usage: { uncached: 2_048 },
      });
      expect((reply as { message: string }).message).toMatch(
        /^the server cut the prompt: it read 2,048 of about [789],\d{3} tokens\. Give the model a larger context window/,
      );
    },
  );

  it("is noticed as soon as a debate outgrows the window of a server that counts whole prompts", async () => {
    const server = await local("lmstudio", {
      count: (prompt) => Math.min(4_096, wholeCount(prompt)),
    });
    const calls = [0, 800, 1_600, 7_000].map(
      (debate) => ["a", longRequest(2_400, { debate })] as const,
    );
    expect(kinds(await heard(modelOf("lmstudio", server.url), calls))).toEqual([
      "answer",
      "answer",
      "answer",
      CUT,
    ]);
  });

  it("is noticed at every seat once it was noticed at one", async () => {
    const server = await local("llamacpp", { count: () => 2_048 });
    const calls = ["a", "b", "a", "c"].map((seat) => [seat, longRequest(9_000)] as const);
    expect(kinds(await heard(modelOf("llamacpp", server.url), calls))).toEqual([
      CUT,
      CUT,
      CUT,
      CUT,
    ]);
  });

  it("is told by the model's own ratio after three calls", async () => {
    // Twice as many tokens as others count: 70 % of the estimate is a third of the prompt.
    const count = (prompt: string, call: number) =>
      Math.round(wholeCount(prompt) * (call > 3 ? 0.7 : 2));
    const server = await local("vllm", { count });
    const calls = Array.from({ length: 4 }, () => ["a", longRequest(3_000)] as const);
    expect(kinds(await heard(modelOf("vllm", server.url), calls))).toEqual([
      "answer",
      "answer",
      "answer",
      CUT,
    ]);
  });
});

describe("a whole prompt is not called cut", () => {
  it.each(["ollama", "llamacpp"] as const)(
    "by a warm %s that counts only what it evaluated",
    async (kind) => {
      const server = await local(kind, { count: evaluated() });
      const seats = ["a", "b", "c"];
      const calls = [0, 1, 2].flatMap((round) =>
        seats.map((seat) => {
          const request = longRequest(4_000, { debate: 300 * (round * 3 + 1) });
          return [seat, { ...request, individual: `You are ${seat}. ${ENGLISH}` }] as const;
        }),
      );
      expect(kinds(await heard(modelOf(kind, server.url), calls))).toEqual(
        calls.map(() => "answer"),
      );
    },
  );

  it("by a llama-server that is warm from the meeting before", async () => {
    const warm = await local("llamacpp", { count: () => 7 });
    expect(kinds(await heard(modelOf("llamacpp", warm.url), [["a", longRequest(6_000)]]))).toEqual([
      "answer",
    ]);
    const timings = (prompt: string) => ({ prompt_n: 900, cache_n: wholeCount(prompt) - 900 });
    const told = await local("llamacpp", { count: () => 900, timings });
    const [reply] = await heard(modelOf("llamacpp", told.url), [["a", longRequest(6_000)]]);
    expect(reply).toMatchObject({ type: "answer", usage: { uncached: 900 } });
  });
});
