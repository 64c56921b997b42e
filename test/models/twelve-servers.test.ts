import { createRegistry, type ModelFailure, type ProviderSettings } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { afterEach, describe, expect, it } from "vitest";
import { exampleScenario } from "../support/example-scenario.ts";
import { type LocalServer, serve } from "./local-server.ts";

let server: LocalServer | undefined;
afterEach(() => server?.close());

type Sent = { status?: number; type?: string; body: string };

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (choice: object, more: object = {}) =>
  event({ id: "c1", model: "m", choices: [{ index: 0, ...choice }], ...more });
const DONE = "data: [DONE]\n\n";
const stop = (reason: string, more: object = {}) =>
  chunk({ delta: {}, finish_reason: reason }, more);
const USAGE = { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 };
const COUNTS = { uncached: 900, cacheRead: 0, output: 40 };

/** Asks through the SDK that Boardroom uses for what the server speaks. */
async function ask(sent: Sent, settings: Partial<ProviderSettings> = {}) {
  const shown: string[] = [];
  server = await serve((_, response) => {
    response.writeHead(sent.status ?? 200, { "content-type": sent.type ?? "text/event-stream" });
    response.end(sent.body);
  });
  const path = settings.speaks === "anthropic" ? "" : "/v1";
  const providers = { box: { baseUrl: `${server.url}${path}`, keyVariable: "KEY", ...settings } };
  const scenario = exampleScenario();
  const seat = scenario.members[0]!;
  const registry = createRegistry({ env: { KEY: "sk-0123456789abcdef" }, settings: { providers } });
  const reply = await registry
    .create({ spec: "box:m", seat, scenario })
    .generate(conformanceRequest(), {
      signal: new AbortController().signal,
      onText: (piece) => shown.push(piece),
    });
  return { reply, shown: shown.join("") };
}

/** The ways of each server that differ from OpenAI's, in one reply: the words are always the same. */
const REPLIES: readonly [
  server: string,
  body: string,
  expected: object,
  speaks?: "anthropic" | "ollama",
][] = [
  [
    "OpenAI",
    chunk({ delta: { role: "assistant", content: "", refusal: null } }, { usage: null }) +
      chunk({ delta: { content: "It " } }, { usage: null, obfuscation: "x9" }) +
      chunk({ delta: { content: "pays." } }) +
      stop("stop") +
      event({
        id: "c1",
        model: "m",
        choices: [],
        usage: {
          ...USAGE,
          prompt_tokens_details: { cached_tokens: 800 },
          completion_tokens_details: { reasoning_tokens: 30 },
        },
      }) +
      DONE,
    { usage: { uncached: 100, cacheRead: 800, output: 40, reasoning: 30 } },
  ],
  [
    "Anthropic",
    [
      [
        "message_start",
        { message: { model: "m", content: [], usage: { input_tokens: 900, output_tokens: 1 } } },
      ],
      ["ping", {}],
      [
        "content_block_start",
        { index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
      ],
      [
        "content_block_delta",
        { index: 0, delta: { type: "thinking_delta", thinking: "Let me see." } },
      ],
      ["content_block_delta", { index: 0, delta: { type: "signature_delta", signature: "abc" } }],
      ["content_block_stop", { index: 0 }],
      ["content_block_start", { index: 1, content_block: { type: "text", text: "" } }],
      ["content_block_delta", { index: 1, delta: { type: "text_delta", text: "It pays." } }],
      ["content_block_stop", { index: 1 }],
      ["message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 40 } }],
      ["message_stop", {}],
    ]
      .map(
        ([type, data]) =>
          `event: ${type}\ndata: ${JSON.stringify({ type, ...(data as object) })}\n\n`,
      )
      .join(""),
    { usage: COUNTS },
    "anthropic",
  ],
  [
    "Gemini",
    event({
      model: "m",
      choices: [{ index: 0, delta: { role: "assistant", content: "It " } }],
      usage: { prompt_tokens: 900, completion_tokens: 2, total_tokens: 902 },
    }) +
      event({
        model: "m",
        choices: [
          {
            index: 0,
            delta: {
              role: "assistant",
              content: "pays.",
              extra_content: { google: { thought_signature: "x" } },
            },
            finish_reason: "stop",
          },
        ],
        usage: { prompt_tokens: 900, completion_tokens: 4, total_tokens: 940 },
      }) +
      DONE,
    { usage: { uncached: 900, output: 40, reasoning: 36 } },
  ],
  [
    "OpenRouter",
    ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n" +
      chunk(
        {
          delta: {
            role: "assistant",
            content: "",
            reasoning: "Let me see.",
            reasoning_details: [{ type: "reasoning.text", text: "Let me see." }],
          },
          finish_reason: null,
          native_finish_reason: null,
        },
        { provider: "Host" },
      ) +
      chunk(
        { delta: { role: "assistant", content: "It pays.", reasoning: null } },
        { provider: "Host" },
      ) +
      chunk({
        delta: { role: "assistant", content: "" },
        finish_reason: "stop",
        native_finish_reason: "end_turn",
      }) +
      event({
        choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
        usage: { ...USAGE, cost: 0.01 },
      }) +
      DONE,
    { usage: COUNTS },
  ],
  [
    "Azure OpenAI",
    event({
      choices: [],
      created: 0,
      id: "",
      model: "",
      object: "",
      prompt_filter_results: [
        { prompt_index: 0, content_filter_results: { hate: { filtered: false } } },
      ],
    }) +
      chunk({
        content_filter_results: { hate: { filtered: false, severity: "safe" } },
        delta: { content: "It pays." },
        finish_reason: null,
      }) +
      event({
        choices: [
          {
            index: 0,
            finish_reason: null,
            content_filter_results: {},
            content_filter_offsets: { check_offset: 4 },
          },
        ],
        id: "",
        model: "",
        usage: null,
      }) +
      stop("stop") +
      event({ choices: [], usage: USAGE }) +
      DONE,
    { usage: COUNTS, model: "m" },
  ],
  [
    "Mistral",
    chunk({ delta: { role: "assistant", content: "" } }) +
      chunk({
        delta: {
          role: null,
          content: [{ type: "thinking", thinking: [{ type: "text", text: "Let me see." }] }],
        },
      }) +
      chunk({
        delta: {
          content: [
            { type: "text", text: "It " },
            { type: "text", text: "pays." },
          ],
        },
      }) +
      stop("stop", { usage: USAGE, p: "abcd" }) +
      DONE,
    { usage: COUNTS },
  ],
  [
    "DeepSeek",
    ": keep-alive\n\n: keep-alive\n\n" +
      chunk({ delta: { role: "assistant", content: null, reasoning_content: "Let me see." } }) +
      chunk({ delta: { content: "It pays.", reasoning_content: null } }) +
      chunk(
        { delta: { content: "" }, finish_reason: "stop" },
        { usage: { ...USAGE, prompt_cache_hit_tokens: 800, prompt_cache_miss_tokens: 100 } },
      ) +
      DONE,
    { usage: { uncached: 100, cacheRead: 800, output: 40 } },
  ],
  [
    "Groq",
    chunk({ delta: { role: "assistant", content: "" } }, { x_groq: { id: "req_1" } }) +
      chunk({ delta: { reasoning: "Let me see." } }) +
      chunk({ delta: { content: "" } }) +
      chunk({ delta: { content: "It pays." } }) +
      stop("stop", { x_groq: { id: "req_1", usage: { ...USAGE, queue_time: 0.1 } } }) +
      DONE,
    { usage: COUNTS },
  ],
  [
    "Together",
    chunk(
      {
        delta: { role: "assistant", content: "It ", token_id: 5, tool_calls: [] },
        text: "It ",
        logprobs: null,
      },
      { usage: null },
    ) +
      chunk(
        {
          delta: { role: "assistant", content: "pays.", token_id: 6 },
          text: "pays.",
          finish_reason: "eos",
          seed: 1,
        },
        { usage: USAGE },
      ) +
      DONE,
    { usage: COUNTS },
  ],
  [
    "Ollama",
    [
      {
        model: "m",
        message: { role: "assistant", content: "", thinking: "Let me see." },
        done: false,
      },
      { model: "m", message: { role: "assistant", content: "It pays." }, done: false },
      {
        model: "m",
        message: { role: "assistant", content: "" },
        done: true,
        done_reason: "stop",
        prompt_eval_count: 900,
        eval_count: 40,
      },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
    { usage: COUNTS },
    "ollama",
  ],
  [
    "llama-server",
    chunk({ delta: { role: "assistant", content: null } }) +
      chunk(
        { delta: { reasoning_content: "Let me see." } },
        { timings: { cache_n: 700, prompt_n: 200 } },
      ) +
      chunk({ delta: { content: "It pays." } }) +
      stop("stop") +
      event({
        choices: [],
        usage: { prompt_tokens: 200, completion_tokens: 40, total_tokens: 240 },
        timings: { cache_n: 700, prompt_n: 200 },
      }) +
      DONE,
    { usage: { uncached: 200, cacheRead: 700, output: 40 } },
  ],
  [
    "vLLM",
    chunk(
      { delta: { role: "assistant", content: "" }, logprobs: null, finish_reason: null },
      { usage: { prompt_tokens: 900, total_tokens: 900, completion_tokens: 0 } },
    ) +
      chunk({ delta: { reasoning: "Let me see." } }) +
      chunk({ delta: { content: "It pays." }, finish_reason: "stop", stop_reason: null }) +
      event({ choices: [], usage: USAGE }) +
      DONE,
    { usage: COUNTS },
  ],
  [
    "LM Studio",
    chunk({ delta: { role: "assistant", reasoning: "Let me see." } }, { system_fingerprint: "m" }) +
      chunk({ delta: { role: "assistant", content: "It pays." }, logprobs: null }) +
      stop("stop") +
      DONE,
    { usage: null },
  ],
];

describe.each(REPLIES)("a reply of %s", (_name, body, expected, speaks) => {
  const settings = speaks && { speaks };
  const read = { type: "answer", text: "It pays.", stop: "end", ...expected };

  it("has its words without thoughts, its end and its counts", async () => {
    const { reply, shown } = await ask({ body }, settings);
    expect(reply).toMatchObject(read);
    expect(shown).toBe("It pays.");
  });

  it("is read alike with other line ends, and without the end of its last event", async () => {
    expect((await ask({ body: body.replaceAll("\n", "\r\n") }, settings)).reply).toMatchObject(
      read,
    );
    await server?.close();
    expect((await ask({ body: body.trimEnd() }, settings)).reply).toMatchObject(read);
  });
});

const error = (message: string, more: object = {}) =>
  JSON.stringify({ error: { message, ...more } });

/** How each server refuses, and what its words are. `200`: in the stream, after it began well. */
const ERRORS: readonly [
  server: string,
  status: number,
  body: string,
  kind: string,
  words: string,
][] = [
  [
    "OpenAI",
    429,
    error("You exceeded your current quota", {
      type: "insufficient_quota",
      code: "insufficient_quota",
    }),
    "quota",
    "exceeded your current quota",
  ],
  [
    "Gemini",
    400,
    `[${error("API key not valid.", { code: 400, status: "INVALID_ARGUMENT" })}]`,
    "auth",
    "API key not valid",
  ],
  [
    "Gemini",
    503,
    `[${error("The model is overloaded.", { code: 503, status: "UNAVAILABLE" })}]`,
    "overloaded",
    "overloaded",
  ],
  [
    "OpenRouter",
    429,
    error("Provider returned error", {
      code: 429,
      metadata: { raw: "m is limited upstream", provider_name: "Host" },
    }),
    "rate-limited",
    "Host: m is limited upstream",
  ],
  [
    "OpenRouter",
    200,
    event({ choices: [{ index: 0, delta: { content: "It " } }] }) +
      event({
        error: { code: 502, message: "Provider disconnected" },
        choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
      }),
    "overloaded",
    "Provider disconnected",
  ],
  [
    "Azure OpenAI",
    400,
    error("The response was filtered due to the prompt triggering content management policy.", {
      code: "content_filter",
      innererror: { code: "ResponsibleAIPolicyViolation" },
    }),
    "refused",
    "content management policy",
  ],
  [
    "Azure OpenAI",
    404,
    error("The API deployment for this resource does not exist.", { code: "DeploymentNotFound" }),
    "unknown-model",
    "deployment",
  ],
  [
    "Azure OpenAI",
    401,
    JSON.stringify({ statusCode: 401, message: "Access denied due to invalid subscription key." }),
    "auth",
    "subscription key",
  ],
  [
    "Mistral",
    422,
    JSON.stringify({
      object: "error",
      message: {
        detail: [
          { type: "extra_forbidden", loc: ["body", "foo"], msg: "Extra inputs are not permitted" },
        ],
      },
      type: "invalid_request_error",
    }),
    "bad-request",
    "body.foo: Extra inputs are not permitted",
  ],
  ["Mistral", 401, JSON.stringify({ detail: "Unauthorized" }), "auth", "Unauthorized"],
  [
    "DeepSeek",
    402,
    error("Insufficient Balance", { type: "unknown_error", code: "invalid_request_error" }),
    "quota",
    "Insufficient Balance",
  ],
  [
    "Groq",
    413,
    error("Request too large for model m on tokens per minute (TPM): Limit 6000, Requested 9000", {
      type: "tokens",
      code: "rate_limit_exceeded",
    }),
    "rate-limited",
    "tokens per minute",
  ],
  [
    "Groq",
    200,
    chunk({ delta: { content: "{" } }) +
      `event: error\n${event({ error: { message: "Failed to generate JSON.", type: "invalid_request_error", code: "json_validate_failed" } })}`,
    "malformed",
    "Failed to generate JSON",
  ],
  [
    "Together",
    400,
    JSON.stringify({
      id: "o1",
      error: {
        message:
          "Input validation error: inputs tokens + max_new_tokens must be <= 8193. Given: 9000 inputs tokens and 512 max_new_tokens",
        type: "invalid_request_error",
        param: "max_tokens",
        code: null,
      },
    }),
    "context-too-long",
    "must be <= 8193",
  ],
  [
    "llama-server",
    200,
    chunk({ delta: { content: "It " } }) +
      `error: ${JSON.stringify({ code: 500, message: "context shift is disabled", type: "server_error" })}\n\n`,
    "context-too-long",
    "context shift is disabled",
  ],
  [
    "vLLM",
    400,
    JSON.stringify({
      object: "error",
      message: "max_tokens must be at least 1, got -5.",
      type: "BadRequestError",
      param: "max_tokens",
      code: 400,
    }),
    "bad-request",
    "must be at least 1",
  ],
  [
    "LM Studio",
    200,
    `event: error\n${event({ error: { message: "The model has crashed" } })}`,
    "unusable",
    "has crashed",
  ],
];

describe("an error of", () => {
  it.each(ERRORS)("%s with status %i: %s is %s", async (_name, status, body, kind, words) => {
    const type = status === 200 ? "text/event-stream" : "application/json";
    const { reply } = await ask({ status, type, body });
    expect(reply).toMatchObject({ type: "failure", kind });
    expect((reply as ModelFailure).message).toContain(words);
  });

  it("Ollama within its lines is an error with its words", async () => {
    const lines = `${JSON.stringify({ message: { content: "It " }, done: false })}\n${JSON.stringify({ error: "an error was encountered while running the model: unexpected EOF" })}\n`;
    const { reply } = await ask({ body: lines }, { speaks: "ollama" });
    expect(reply).toMatchObject({ type: "failure", kind: "overloaded", partialText: "It " });
    expect((reply as ModelFailure).message).toContain("unexpected EOF");
  });

  it("Anthropic within its stream is an error with its words", async () => {
    const start = {
      type: "message_start",
      message: { model: "m", content: [], usage: { input_tokens: 9, output_tokens: 1 } },
    };
    const fault = {
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded" },
      request_id: "req_1",
    };
    const body = `event: message_start\n${event(start)}event: error\n${event(fault)}`;
    const { reply } = await ask({ body }, { speaks: "anthropic" });
    expect(reply).toMatchObject({
      type: "failure",
      kind: "overloaded",
      message: expect.stringContaining("Overloaded"),
    });
  });
});

describe("the reason for an end of", () => {
  it.each([
    ["Mistral", "model_length", { type: "answer", stop: "length" }],
    ["Mistral", "error", { type: "failure", kind: "overloaded" }],
    ["DeepSeek", "insufficient_system_resource", { type: "failure", kind: "overloaded" }],
    ["Together", "eos", { type: "answer", stop: "end" }],
    ["Gemini", "content_filter: PROHIBITED_CONTENT", { type: "failure", kind: "refused" }],
    ["Azure OpenAI", "content_filter", { type: "failure", kind: "refused" }],
    ["vLLM", "abort", { type: "failure", kind: "overloaded" }],
    ["llama-server", "length", { type: "answer", stop: "length" }],
  ])("%s: %s", async (_name, reason, expected) => {
    const body = chunk({ delta: { content: "It pays." } }) + stop(reason) + DONE;
    expect((await ask({ body })).reply).toMatchObject(expected);
  });
});
