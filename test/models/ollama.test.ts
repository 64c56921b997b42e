import type { Model, ModelRequest } from "boardroom";
import { createRegistry, type ModelSettings } from "boardroom/extend";
import { conformanceRequest, MODEL_CONFORMANCE } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { createSentBody } from "../../src/models/registry/capabilities-for.ts";
import { exampleScenario } from "../support/example-scenario.ts";
import { ownServer, type Served } from "./own-servers.ts";

const { signal } = new AbortController();
const LONG = "The candidate led the migration of a billing system for three years. ".repeat(250);

function modelAt(host: string, settings: ModelSettings = {}): Model {
  const scenario = exampleScenario();
  const registry = createRegistry({ env: { OLLAMA_HOST: host }, settings });
  return registry.create({ spec: "ollama:qwen3:8b", seat: scenario.members[0]!, scenario });
}

async function asked(
  request: Partial<ModelRequest> = {},
  served: Partial<Served> = {},
  settings?: ModelSettings,
) {
  const server = await ownServer("ollama", {
    models: [{ id: "qwen3:8b", loaded: true }],
    ...served,
  });
  const reply = await modelAt(server.host, settings).generate(conformanceRequest(request), {
    signal,
  });
  return { reply, server, body: server.bodies[0] };
}

describe("a model of Ollama", () => {
  it.each(MODEL_CONFORMANCE)("$title", async ({ check }) => {
    const server = await ownServer("ollama", { models: [{ id: "qwen3:8b" }] });
    await expect(check(modelAt(server.host))).resolves.toBeUndefined();
  });

  it("is asked through /api/chat for the context window that the meeting needs", async () => {
    const { reply, server, body } = await asked({ window: 14_200, sampling: { temperature: 0.8 } });
    expect(server.asked.slice(0, 2)).toEqual(["POST /api/show", "POST /api/chat"]);
    expect(body).toMatchObject({
      model: "qwen3:8b",
      stream: true,
      options: { num_ctx: 14_336, num_predict: 1_000, temperature: 0.8 },
    });
    expect(body?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(reply).toMatchObject({
      type: "answer",
      text: "Yes.",
      stop: "end",
      model: "qwen3:8b",
      usage: { output: 40 },
    });
  });

  it("has room for thoughts and gets the effort if Ollama says that it thinks", async () => {
    const models = [{ id: "qwen3:8b", loaded: true, thinks: true }];
    const request = { sampling: { effort: "low" }, window: 9_000 } as const;
    const { body } = await asked(request, { models });
    expect(body).toMatchObject({ think: "low", options: { num_predict: 9_192, num_ctx: 18_432 } });
    const plain = await asked(request);
    expect(plain.body).not.toHaveProperty("think");
    expect(plain.body?.options).toMatchObject({ num_predict: 1_000 });
  });

  it("keeps one window over a meeting, and takes the size of a lone request or of the settings", async () => {
    const windowOf = async (request: Partial<ModelRequest>, settings?: ModelSettings) =>
      (await asked(request, {}, settings)).body?.options?.num_ctx;
    expect(await windowOf({ window: 9_000 })).toBe(
      await windowOf({ window: 9_000, instruction: LONG }),
    );
    expect(await windowOf({})).toBe(4_096);
    expect(await windowOf({ shared: LONG })).toBeGreaterThan(5_000);
    const stated = { providers: { ollama: { capabilities: { contextWindow: 20_000 } } } };
    expect(await windowOf({ window: 9_000 }, stated)).toBe(20_000);
  });

  it("is held to a schema under its own key", async () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    const { body } = await asked(
      { json: { name: "answer", schema } },
      { reply: () => '{"a":"b"}' },
    );
    expect(body).toMatchObject({ format: { type: "object", required: ["a"] } });
    expect(body).not.toHaveProperty("response_format");
  });

  it.each([
    [404, "model 'qwen3:8b' not found", "unknown-model"],
    [500, "model requires more system memory (9.1 GiB) than is available (4.2 GiB)", "unusable"],
    [503, "server busy, please try again. maximum pending requests exceeded", "overloaded"],
    [400, "invalid format: cannot parse schema", "bad-request"],
  ])("tells an error of status %s by its words: %s", async (status, error, kind) => {
    const { reply } = await asked({}, { fails: { status, error } });
    expect(reply).toMatchObject({ type: "failure", kind, message: `${status} ${error}`, status });
  });

  it("is not sent what the window that it really got would cut", async () => {
    const server = await ownServer("ollama", {
      models: [{ id: "qwen3:8b", loaded: true, window: 4_096 }],
    });
    const model = modelAt(server.host);
    const first = await model.generate(conformanceRequest({ window: 30_000 }), { signal });
    expect(first.type).toBe("answer");
    const second = await model.generate(conformanceRequest({ shared: LONG.repeat(2) }), { signal });
    expect(second).toMatchObject({
      kind: "context-too-long",
      message: expect.stringMatching(
        /^about [67],\d{3} tokens do not fit the server's context window of 4,096/,
      ),
    });
    expect(server.bodies).toHaveLength(1);
  });

  it("is spoken to by the OpenAI protocol where the settings say so", async () => {
    const settings = { providers: { ollama: { speaks: "openai" as const } } };
    expect((await asked({}, {}, settings)).server.asked).toContain("POST /v1/chat/completions");
  });

  it("is shown as it is sent", () => {
    const body = createSentBody("ollama:qwen3:8b", conformanceRequest({ window: 9_000 }), {});
    expect(body).toMatchObject({ model: "qwen3:8b", options: { num_ctx: 10_240 } });
  });
});

describe("another server of one's own", () => {
  it.each(["lmstudio", "llamacpp", "vllm"] as const)(
    "is not sent what it would cut: %s",
    async (kind) => {
      const server = await ownServer(kind, {
        models: [{ id: "qwen3:8b", loaded: true, window: 4_096 }],
      });
      const settings = { providers: { [kind]: { baseUrl: `${server.url}/v1` } } };
      const scenario = exampleScenario();
      const spec = `${kind}:qwen3:8b`;
      const model = createRegistry({ env: {}, settings }).create({
        spec,
        seat: scenario.members[0]!,
        scenario,
      });
      expect((await model.generate(conformanceRequest(), { signal })).type).toBe("answer");
      expect(
        await model.generate(conformanceRequest({ shared: LONG.repeat(2) }), { signal }),
      ).toMatchObject({
        kind: "context-too-long",
      });
      expect(server.bodies).toHaveLength(1);
    },
  );
});
