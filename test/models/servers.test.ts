import type { ServerResponse } from "node:http";
import type { FailureKind, ModelFailure } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { ADAPTERS, modelAt } from "./endpoints.ts";
import { beginStream, DIALECTS, serve } from "./local-server.ts";

type Body = Readonly<Record<string, unknown>>;
/** What a server of that name answers, with which status; `stream`: inside a reply that began with 200. */
type Row = readonly [server: string, status: number | "stream", body: Body, kind: FailureKind, tried?: boolean];

const told = (message: string, more: Body = {}): Body => ({ error: { message, ...more } });

const ROWS: readonly Row[] = [
  [
    "llama.cpp",
    500,
    told(
      "the request exceeds the available context size. try increasing the context size or enable context shift",
      { code: 500, type: "exceed_context_size_error", n_prompt_tokens: 9_000, n_ctx: 4_096 },
    ),
    "context-too-long",
  ],
  [
    "llama.cpp",
    400,
    told("the request exceeds the available context size (4096 tokens), try increasing it", {
      code: 400,
      type: "exceed_context_size_error",
    }),
    "context-too-long",
  ],
  [
    "llama.cpp",
    500,
    told("context shift is disabled", { code: 500, type: "server_error" }),
    "context-too-long",
  ],
  [
    "llama.cpp",
    500,
    told("[json.exception.type_error.302] type must be string, but is array", {
      code: 500,
      type: "server_error",
    }),
    "bad-request",
  ],
  [
    "llama.cpp",
    500,
    told("Failed to parse messages: Missing 'content' field", { code: 500, type: "server_error" }),
    "bad-request",
  ],
  ["llama.cpp", 503, told("Loading model", { code: 503, type: "unavailable_error" }), "overloaded", true],
  ["llama.cpp", 401, told("Invalid API Key", { code: 401, type: "authentication_error" }), "auth"],
  [
    "vLLM",
    400,
    {
      object: "error",
      message:
        "This model's maximum context length is 4096 tokens. However, your prompt contains 5000 tokens. Please reduce the length of the input messages.",
      type: "BadRequestError",
      param: null,
      code: 400,
    },
    "context-too-long",
  ],
  [
    "vLLM",
    400,
    told(
      "The decoder prompt (length 5120) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.",
      { type: "BadRequestError", code: 400 },
    ),
    "context-too-long",
  ],
  [
    "vLLM",
    404,
    told("The model `qwen` does not exist.", { type: "NotFoundError", param: "model", code: 404 }),
    "unknown-model",
  ],
  [
    "vLLM",
    500,
    told("EngineCore encountered an issue. See stack trace (above) for the root cause.", {
      type: "InternalServerError",
      code: 500,
    }),
    "unusable",
    true,
  ],
  [
    "vLLM",
    "stream",
    told("EngineCore encountered an issue. See stack trace (above) for the root cause.", {
      type: "InternalServerError",
      code: 500,
    }),
    "unusable",
    true,
  ],
  [
    "vLLM",
    "stream",
    told("Internal Server Error", { type: "InternalServerError", code: 500 }),
    "overloaded",
    true,
  ],
  [
    "vLLM",
    "stream",
    told("1 validation error for ValidatorIterator", { type: "BadRequestError", code: 400 }),
    "bad-request",
  ],
  [
    "TGI",
    422,
    {
      error: "Input validation error: `inputs` must have less than 4096 tokens. Given: 9001",
      error_type: "validation",
    },
    "context-too-long",
  ],
  [
    "TGI",
    "stream",
    {
      error: "Input validation error: `inputs` must have less than 4096 tokens. Given: 9001",
      error_type: "validation",
    },
    "context-too-long",
  ],
  [
    "TGI",
    422,
    { error: "Template error: unknown method: string has no method named strip", error_type: "template_error" },
    "bad-request",
  ],
  ["TGI", 429, { error: "Model is overloaded", error_type: "overloaded" }, "overloaded", true],
  [
    "TGI",
    424,
    {
      error: "Request failed during generation: CUDA out of memory. Tried to allocate 2.00 GiB",
      error_type: "generation",
    },
    "unusable",
    true,
  ],
  [
    "Ollama",
    500,
    told("model requires more system memory (5.5 GiB) than is available (3.2 GiB)", {
      type: "api_error",
      param: null,
      code: null,
    }),
    "unusable",
    true,
  ],
  [
    "Ollama",
    500,
    told("llama runner process has terminated: exit status 2", { type: "api_error", param: null, code: null }),
    "unusable",
    true,
  ],
  ["Ollama", 500, told("llama runner process no longer running: -1", { type: "api_error" }), "unusable", true],
  [
    "Ollama",
    404,
    told('model "llama9" not found, try pulling it first', { type: "not_found_error" }),
    "unknown-model",
  ],
  [
    "Ollama",
    503,
    told("server busy, please try again.  maximum pending requests exceeded", { type: "api_error" }),
    "overloaded",
    true,
  ],
  [
    "LM Studio",
    400,
    {
      error:
        "Trying to keep the first 6012 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input",
    },
    "context-too-long",
  ],
  [
    "LM Studio",
    "stream",
    told(
      "Trying to keep the first 6012 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
    ),
    "context-too-long",
  ],
  [
    "LM Studio",
    404,
    told("No models loaded. Please load a model in the developer page or use the 'lms load' command.", {
      type: "invalid_request_error",
      code: "model_not_found",
    }),
    "unknown-model",
  ],
  [
    "LM Studio",
    400,
    { error: "The model has crashed without additional information. (Exit code: 18446744072635812000)" },
    "unusable",
    true,
  ],
  [
    "LM Studio",
    400,
    { error: "Failed to load model. Error: Model loading was stopped due to insufficient system resources." },
    "unusable",
    true,
  ],
  [
    "OpenRouter",
    402,
    told("Insufficient credits. Add more using https://openrouter.ai/settings/credits", { code: 402 }),
    "quota",
  ],
  ["OpenRouter", 400, told("nobody/nothing is not a valid model ID", { code: 400 }), "unknown-model"],
  ["OpenRouter", 404, told("No endpoints found for nobody/nothing.", { code: 404 }), "unknown-model"],
  [
    "OpenRouter",
    403,
    told('nobody/nothing requires moderation on Host. Your input was flagged for "violence".', { code: 403 }),
    "refused",
  ],
  [
    "OpenRouter",
    502,
    told("Provider returned error", { code: 502, metadata: { provider_name: "Host" } }),
    "overloaded",
    true,
  ],
  [
    "OpenRouter",
    "stream",
    told("Provider disconnected unexpectedly", { code: "server_error" }),
    "overloaded",
    true,
  ],
  ["OpenRouter", "stream", told("Rate limit exceeded", { code: 429 }), "rate-limited", true],
  ["OpenRouter", "stream", told("Insufficient credits", { code: 402 }), "quota"],
  [
    "OpenAI",
    400,
    told(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      { type: "invalid_request_error", code: "context_length_exceeded" },
    ),
    "context-too-long",
  ],
  [
    "OpenAI",
    500,
    told("The server had an error while processing your request.", { type: "server_error", code: null }),
    "overloaded",
    true,
  ],
  ["a proxy", 422, { detail: "The model `x` does not exist" }, "unknown-model"],
  ["a proxy", 500, told("unexpected value", { type: "invalid_request_error" }), "bad-request"],
  ["a proxy", "stream", told("something odd"), "overloaded", true],
];

const OPENAI = ADAPTERS[1];

describe("errors of real servers, through the vendor's SDK", () => {
  for (const [server, status, body, kind, tried = false] of ROWS) {
    const said = JSON.stringify(body).slice(0, 70);
    it(`of ${server}, ${status}, mean ${kind}: ${said}`, async () => {
      const { reply } = await ask([(response) => refuse(response, status, body)]);
      expect(reply).toMatchObject({ type: "failure", kind, retryable: tried });
    });
  }
});

const ALTERNATION = "Conversation roles must alternate user/assistant/user/assistant/...";

describe("a server whose template has no system role", () => {
  for (const [server, status, body] of [
    ["llama.cpp", 500, told(`${ALTERNATION} at row 9, column 4`, { code: 500, type: "server_error" })],
    ["vLLM", 400, told("System role not supported", { type: "BadRequestError", code: 400 })],
    [
      "TGI",
      422,
      { error: "Template error: Only user and assistant roles are supported!", error_type: "template_error" },
    ],
    ["LM Studio", "stream", told(`Error rendering prompt with jinja template: "${ALTERNATION}"`)],
    ["Gemini", 400, told("Developer instruction is not enabled for models/gemma-3-27b-it", { code: 400 })],
  ] as const) {
    it(`is given the layers in the first message of the user, once and for all: ${server}`, async () => {
      const { reply, bodies, again } = await ask([
        (response) => refuse(response, status, body),
        answerWith("Yes."),
        answerWith("Yes again."),
      ]);
      expect(reply).toMatchObject({ type: "answer", text: "Yes." });
      const sent = bodies as { messages: { role: string; content: unknown }[] }[];
      expect(sent[0]!.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
      expect(sent[1]!.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
      const opening = JSON.stringify(sent[1]!.messages[0]!.content);
      expect(opening).toMatch(/You sit on a board.*You are Dr\. Sarah Chen.*The meeting is open/);
      await again();
      expect(sent).toHaveLength(3);
      expect(sent[2]!.messages).toEqual(sent[1]!.messages);
    });
  }

  it("is not asked the same again where that does not help", async () => {
    const { reply, bodies } = await ask([(response) => refuse(response, 500, told(ALTERNATION))]);
    expect(reply).toMatchObject({ kind: "bad-request", retryable: false });
    expect(bodies).toHaveLength(2);
  });
});

describe("a server that gives less output than was asked for", () => {
  const most = (bodies: readonly Body[]) => bodies.map((body) => body.max_completion_tokens);

  for (const [server, body, room] of [
    [
      "OpenAI",
      told(
        "max_tokens is too large: 1000. This model supports at most 512 completion tokens, whereas you provided 1000.",
      ),
      512,
    ],
    ["DeepSeek", told("Invalid max_tokens value, the valid range of max_tokens is [1, 600]"), 600],
    ["Groq", told("`max_tokens` must be less than or equal to `700`, the maximum value for `max_tokens`"), 700],
    [
      "Gemini",
      told(
        "it has a maxOutputTokens value of 1000 but the supported range is from 1 (inclusive) to 801 (exclusive)",
      ),
      800,
    ],
  ] as const) {
    it(`is asked for what it gives from then on: ${server}`, async () => {
      const refused = (response: ServerResponse) => refuse(response, 400, body);
      const { reply, bodies, again } = await ask([refused, answerWith("Yes."), answerWith("Again.")]);
      expect(reply).toMatchObject({ type: "answer", text: "Yes." });
      await again();
      expect(most(bodies)).toEqual([1_000, room, room]);
    });
  }

  for (const [server, status, body, room] of [
    [
      "vLLM",
      400,
      told(
        "'max_tokens' or 'max_completion_tokens' is too large: 1000. This model's maximum context length is 4096 tokens and your request has 3696 input tokens (1000 > 4096 - 3696).",
      ),
      400,
    ],
    [
      "OpenRouter",
      400,
      told(
        "This endpoint's maximum context length is 4096 tokens. However, you requested about 4700 tokens (3700 of text input, 1000 in the output).",
      ),
      396,
    ],
    [
      "TGI",
      422,
      {
        error:
          "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3600 `inputs` tokens and 1000 `max_new_tokens`",
      },
      496,
    ],
    [
      "Anthropic",
      400,
      told(
        "input length and `max_tokens` exceed context limit: 199700 + 1000 > 200000, decrease input length or `max_tokens` and try again",
      ),
      300,
    ],
  ] as const) {
    it(`is asked for what fits beside this prompt, and for all of it beside the next: ${server}`, async () => {
      const refused = (response: ServerResponse) => refuse(response, status, body);
      const { reply, bodies, again } = await ask([refused, answerWith("Yes."), answerWith("Again.")]);
      expect(reply).toMatchObject({ type: "answer", text: "Yes." });
      await again();
      expect(most(bodies)).toEqual([1_000, room, 1_000]);
    });
  }

  it("has too long a prompt where fewer than 256 tokens are left", async () => {
    const left = (tokens: number) =>
      told(`maximum context length is 4096 tokens and your request has ${4_096 - tokens} input tokens`);
    const short = await ask([(response) => refuse(response, 400, left(255))]);
    expect(short.reply).toMatchObject({ kind: "context-too-long" });
    expect(short.bodies).toHaveLength(1);
    const enough = await ask([(response) => refuse(response, 400, left(256)), answerWith("Yes.")]);
    expect(enough.reply).toMatchObject({ type: "answer" });
  });
});

type Handler = (response: ServerResponse) => void;

/** Asks a server whose nth request meets the nth handler, and all after them the last. */
async function ask(handlers: readonly Handler[]) {
  const bodies: Body[] = [];
  let asked = 0;
  const server = await serve((_, response) => handlers[Math.min(asked++, handlers.length - 1)]!(response));
  const fetchKept: typeof fetch = (input, init) => {
    bodies.push(JSON.parse(String(init?.body)) as Body);
    return fetch(input, init);
  };
  const model = modelAt(OPENAI, server.url, { fetch: fetchKept });
  const generate = () => model.generate(conformanceRequest(), { signal: new AbortController().signal });
  const reply = (await generate()) as ModelFailure;
  return {
    reply,
    bodies,
    async again() {
      const next = await generate();
      await server.close();
      return next;
    },
  };
}

function refuse(response: ServerResponse, status: number | "stream", body: Body): void {
  if (status !== "stream") {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
    return;
  }
  beginStream(response);
  response.end(`${DIALECTS.openai.opening}data: ${JSON.stringify(body)}\n\n`);
}

function answerWith(text: string): Handler {
  return (response) => {
    beginStream(response);
    const { opening, ending } = DIALECTS.openai;
    response.end(opening + DIALECTS.openai.text(text) + ending("stop"));
  };
}
