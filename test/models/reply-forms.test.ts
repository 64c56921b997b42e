import type { ModelReply } from "boardroom";
import { createRegistry } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { badServer, type ServerFault, VOTE } from "../support/bad-server.ts";
import { exampleScenario } from "../support/example-scenario.ts";
import { serve } from "./local-server.ts";

const SPEAKS = ["openai", "anthropic", "ollama"] as const;
type Speaks = (typeof SPEAKS)[number];

function askAt(url: string, speaks: Speaks): Promise<ModelReply> {
  const scenario = exampleScenario();
  const box = { baseUrl: `${url}${speaks === "anthropic" ? "" : "/v1"}`, speaks };
  const model = createRegistry({ env: {}, settings: { providers: { box } } }).create({
    spec: "box:m1",
    seat: scenario.members[0]!,
    scenario,
  });
  return model.generate(conformanceRequest(), { signal: new AbortController().signal });
}

async function ask(fault: ServerFault | null, speaks: Speaks = "openai"): Promise<ModelReply> {
  return askAt((await badServer({ fault: () => fault })).url, speaks);
}

async function askBody(
  body: unknown,
  status: number,
  headers: Readonly<Record<string, string>> = {},
) {
  const server = await serve((_, response) =>
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body)),
  );
  const reply = await askAt(server.url, "openai");
  await server.close();
  return reply;
}

describe.each(SPEAKS)("a reply of a server that speaks as %s", (speaks) => {
  it.each(["json-instead-of-stream", "last-event-without-an-end"] as const)(
    "is whole with %s",
    async (fault) => {
      const sound = await ask(null, speaks);
      expect(sound).toMatchObject({ type: "answer", stop: "end", text: VOTE });
      const { requestId: _, ...expected } = sound;
      expect(await ask(fault, speaks)).toMatchObject(expected);
    },
  );

  it("is refused where its filter has another name, and failed where it broke off", async () => {
    expect(await ask("finish-safety", speaks)).toMatchObject({
      kind: "refused",
      message: "The provider's content filter stopped the reply (content_filter: SAFETY).",
    });
    expect(await ask("finish-error", speaks)).toMatchObject({
      kind: "overloaded",
      retryable: true,
    });
  });

  it.each(["json-error-instead-of-stream", "error-line-within-the-stream"] as const)(
    "shows the server's words with %s",
    async (fault) => {
      expect(await ask(fault, speaks)).toMatchObject({
        kind: "overloaded",
        message: "no such thing",
      });
    },
  );
});

describe("a reply in an unknown form", () => {
  it("is malformed and shows how it begins", async () => {
    for (const [fault, start] of [
      ["text-instead-of-stream", "Internal error"],
      ["json-cut-off", '{"choices"'],
    ] as const) {
      const message = expect.stringContaining(start);
      expect(await ask(fault)).toMatchObject({ kind: "malformed", message });
    }
  });

  it("is read with comments before it, and as one list of errors", async () => {
    expect(await ask("comments-before-the-text")).toMatchObject({ type: "answer", text: VOTE });
    expect(await ask("json-error-in-a-list")).toMatchObject({
      kind: "rate-limited",
      message: "no such thing",
    });
  });
});

describe("usage whose parts do not add up", () => {
  it.each([
    ["thoughts-only-in-the-total", 4_000],
    ["thoughts-beside-the-output", 4_000],
    ["output-not-told", 3_900],
  ] as const)("counts %s as output", async (fault, least) => {
    const sound = await ask(null);
    const reply = await ask(fault);
    if (sound.type !== "answer" || reply.type !== "answer") throw new Error("no answer");
    expect(reply.usage?.uncached).toBe(sound.usage?.uncached);
    expect(reply.usage?.output).toBeGreaterThanOrEqual(least);
    expect(reply.usage?.reasoning).toBeGreaterThan(0);
  });
});

describe("finish reasons of real servers", () => {
  const finish = async (reason: string) => {
    const chunk = { choices: [{ delta: { content: "Half a" }, finish_reason: reason }] };
    const reply = await askBody(`data: ${JSON.stringify(chunk)}\n\n`, 200);
    return reply.type === "answer" ? reply.stop : reply.kind;
  };

  it.each([
    ["stop", "end"],
    ["eos_token", "end"],
    ["COMPLETE", "end"],
    ["length", "length"],
    ["MAX_TOKENS", "length"],
    ["model_length", "length"],
    ["null", "length"],
    ["SAFETY", "refused"],
    ["PROHIBITED_CONTENT", "refused"],
    ["RECITATION", "refused"],
    ["sensitive", "refused"],
    ["guardrail_intervened", "refused"],
    ["refusal", "refused"],
    ["error", "overloaded"],
    ["abort", "overloaded"],
    ["network_error", "overloaded"],
    ["insufficient_system_resource", "overloaded"],
  ])("of %s mean %s", async (reason, meaning) => {
    expect(await finish(reason)).toBe(meaning);
  });
});

it("is asked without a schema after a reply that was all thoughts under one", async () => {
  const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  const bodies: string[] = [];
  const thoughts = { choices: [{ delta: { reasoning_content: "{}" }, finish_reason: "stop" }] };
  const fetch: typeof globalThis.fetch = async (_, init) => {
    bodies.push(String(init?.body));
    return new Response(`data: ${JSON.stringify(thoughts)}\n\n`);
  };
  const scenario = exampleScenario();
  const box = { baseUrl: "http://127.0.0.1:9/v1", capabilities: { contextWindow: 100_000 } };
  const model = createRegistry({ env: {}, settings: { providers: { box } }, fetch }).create({
    spec: "box:m1",
    seat: scenario.members[0]!,
    scenario,
  });
  const request = conformanceRequest({ json: { name: "answer", schema } });
  for (const isConstrained of [true, false]) {
    const reply = await model.generate(request, { signal: new AbortController().signal });
    expect(reply).toMatchObject({ kind: "empty" });
    expect("response_format" in JSON.parse(bodies.pop() ?? "")).toBe(isConstrained);
    expect(bodies).toEqual([]);
  }
});

const SAID = "Invalid API key provided";

describe("the body of an error", () => {
  it.each([
    { error: { message: SAID } },
    [{ error: { message: SAID } }],
    { errors: [{ message: SAID }] },
    { errors: [SAID] },
    { errors: { key: SAID } },
    { error: SAID },
    { message: SAID },
    { Message: SAID, __type: "x" },
    { detail: SAID },
    { detail: [{ loc: ["header", "key"], msg: SAID }] },
    { message: { detail: [{ msg: SAID }] } },
    { error: "invalid_request", error_description: SAID },
    { type: "about:blank", title: "No", status: 422, detail: SAID },
    { error: { message: JSON.stringify({ error: { message: SAID } }) } },
    { success: false, result: { reason: SAID } },
    SAID,
    `<html><style>b{}</style><title>${SAID}</title></html>`,
  ])("shows the words of %j", async (body) => {
    const reply = await askBody(body, 422);
    expect(reply).toMatchObject({
      kind: "auth",
      message: expect.stringContaining(SAID),
      status: 422,
    });
  });

  it("shows the words and the name of the server behind a gateway", async () => {
    const metadata = { raw: '{"error":{"message":"add your own key"}}', provider_name: "Somebody" };
    const reply = await askBody(
      { error: { message: "Provider returned error", code: 429, metadata } },
      429,
    );
    expect(reply).toMatchObject({
      message: "429 Provider returned error; Somebody: add your own key",
    });
  });

  it("has a wait in its details or its words", async () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2s" }];
    const wait = async (error: object) => await askBody([{ error }], 429);
    expect(await wait({ message: "Please retry in 2.5s.", details })).toMatchObject({
      retryAfterMs: 2_000,
    });
    expect(await wait({ message: "Please try again in 1m2.5s." })).toMatchObject({
      retryAfterMs: 62_500,
    });
    expect(await wait({ message: "retry after 20 seconds" })).toMatchObject({
      retryAfterMs: 20_000,
    });
    expect(await wait({ message: "No more calls." })).toMatchObject({ retryAfterMs: undefined });
  });

  it("blames the address where the path is wrong", async () => {
    const lmStudio = { error: "Unexpected endpoint or method. (POST /chat). Returning 200 anyway" };
    for (const [body, status] of [
      [lmStudio, 200],
      ["404 page not found", 404],
    ] as const) {
      const message = expect.stringContaining("correct the base address");
      expect(await askBody(body, status)).toMatchObject({
        kind: "unusable",
        retryable: false,
        message,
      });
    }
  });
});
