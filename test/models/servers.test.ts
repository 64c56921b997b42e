import type { ServerResponse } from "node:http";
import type { Capabilities, ModelFailure } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { ADAPTERS, modelAt } from "./endpoints.ts";
import { beginStream, DIALECTS, serve } from "./local-server.ts";

type Body = Readonly<Record<string, unknown>>;

const told = (message: string, more: Body = {}): Body => ({ error: { message, ...more } });

const ROWS = `
llama.cpp | 500 | context-too-long | {"error":{"message":"the request exceeds the available context size. try increasing the context size or enable context shift","code":500,"type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}}
llama.cpp | 400 | context-too-long | {"error":{"message":"the request exceeds the available context size (4096 tokens), try increasing it","code":400,"type":"exceed_context_size_error"}}
llama.cpp | 500 | context-too-long | {"error":{"message":"context shift is disabled","code":500,"type":"server_error"}}
llama.cpp | 500 | bad-request | {"error":{"message":"[json.exception.type_error.302] type must be string, but is array","code":500,"type":"server_error"}}
llama.cpp | 500 | bad-request | {"error":{"message":"Failed to parse messages: Missing 'content' field","code":500,"type":"server_error"}}
llama.cpp | 503 | overloaded (tried again) | {"error":{"message":"Loading model","code":503,"type":"unavailable_error"}}
llama.cpp | 401 | auth | {"error":{"message":"Invalid API Key","code":401,"type":"authentication_error"}}
vLLM | 400 | context-too-long | {"object":"error","message":"This model's maximum context length is 4096 tokens. However, your prompt contains 5000 tokens. Please reduce the length of the input messages.","type":"BadRequestError","param":null,"code":400}
vLLM | 400 | context-too-long | {"error":{"message":"The decoder prompt (length 5120) is longer than the maximum model length of 4096. Make sure that \`max_model_len\` is no smaller than the number of text tokens.","type":"BadRequestError","code":400}}
vLLM | 404 | unknown-model | {"error":{"message":"The model \`qwen\` does not exist.","type":"NotFoundError","param":"model","code":404}}
vLLM | 500 | unusable (tried again) | {"error":{"message":"EngineCore encountered an issue. See stack trace (above) for the root cause.","type":"InternalServerError","code":500}}
vLLM | stream | unusable (tried again) | {"error":{"message":"EngineCore encountered an issue. See stack trace (above) for the root cause.","type":"InternalServerError","code":500}}
vLLM | stream | overloaded (tried again) | {"error":{"message":"Internal Server Error","type":"InternalServerError","code":500}}
vLLM | stream | bad-request | {"error":{"message":"1 validation error for ValidatorIterator","type":"BadRequestError","code":400}}
TGI | 422 | context-too-long | {"error":"Input validation error: \`inputs\` must have less than 4096 tokens. Given: 9001","error_type":"validation"}
TGI | stream | context-too-long | {"error":"Input validation error: \`inputs\` must have less than 4096 tokens. Given: 9001","error_type":"validation"}
TGI | 422 | bad-request | {"error":"Template error: unknown method: string has no method named strip","error_type":"template_error"}
TGI | 429 | overloaded (tried again) | {"error":"Model is overloaded","error_type":"overloaded"}
TGI | 424 | unusable (tried again) | {"error":"Request failed during generation: CUDA out of memory. Tried to allocate 2.00 GiB","error_type":"generation"}
Ollama | 500 | unusable (tried again) | {"error":{"message":"model requires more system memory (5.5 GiB) than is available (3.2 GiB)","type":"api_error","param":null,"code":null}}
Ollama | 500 | unusable (tried again) | {"error":{"message":"llama runner process has terminated: exit status 2","type":"api_error","param":null,"code":null}}
Ollama | 500 | unusable (tried again) | {"error":{"message":"llama runner process no longer running: -1","type":"api_error"}}
Ollama | 404 | unknown-model | {"error":{"message":"model \\"llama9\\" not found, try pulling it first","type":"not_found_error"}}
Ollama | 503 | overloaded (tried again) | {"error":{"message":"server busy, please try again.  maximum pending requests exceeded","type":"api_error"}}
LM Studio | 400 | context-too-long | {"error":"Trying to keep the first 6012 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input"}
LM Studio | stream | context-too-long | {"error":{"message":"Trying to keep the first 6012 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}}
LM Studio | 404 | unknown-model | {"error":{"message":"No models loaded. Please load a model in the developer page or use the 'lms load' command.","type":"invalid_request_error","code":"model_not_found"}}
LM Studio | 400 | unusable (tried again) | {"error":"The model has crashed without additional information. (Exit code: 18446744072635812000)"}
LM Studio | 400 | unusable (tried again) | {"error":"Failed to load model. Error: Model loading was stopped due to insufficient system resources."}
OpenRouter | 402 | quota | {"error":{"message":"Insufficient credits. Add more using https://openrouter.ai/settings/credits","code":402}}
OpenRouter | 400 | unknown-model | {"error":{"message":"nobody/nothing is not a valid model ID","code":400}}
OpenRouter | 404 | unknown-model | {"error":{"message":"No endpoints found for nobody/nothing.","code":404}}
OpenRouter | 403 | refused | {"error":{"message":"nobody/nothing requires moderation on Host. Your input was flagged for \\"violence\\".","code":403}}
OpenRouter | 502 | overloaded (tried again) | {"error":{"message":"Provider returned error","code":502,"metadata":{"provider_name":"Host"}}}
OpenRouter | stream | overloaded (tried again) | {"error":{"message":"Provider disconnected unexpectedly","code":"server_error"}}
OpenRouter | stream | rate-limited (tried again) | {"error":{"message":"Rate limit exceeded","code":429}}
OpenRouter | stream | quota | {"error":{"message":"Insufficient credits","code":402}}
OpenAI | 400 | context-too-long | {"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}
OpenAI | 500 | overloaded (tried again) | {"error":{"message":"The server had an error while processing your request.","type":"server_error","code":null}}
a proxy | 422 | unknown-model | {"detail":"The model \`x\` does not exist"}
a proxy | 500 | bad-request | {"error":{"message":"unexpected value","type":"invalid_request_error"}}
a proxy | stream | overloaded (tried again) | {"error":{"message":"something odd"}}
`
  .trim()
  .split("\n")
  .map((row) => row.split(" | "));

const OPENAI = ADAPTERS[1];

describe("errors of real servers, through the vendor's SDK", () => {
  it.each(ROWS)("of %s, %s, mean %s: %s", async (_, status, meaning = "", body = "") => {
    const { reply } = await ask([
      (response) =>
        refuse(response, status === "stream" ? status : Number(status), JSON.parse(body)),
    ]);
    const [kind, ...tried] = meaning.split(" ");
    expect(reply).toMatchObject({ type: "failure", kind, retryable: tried.length > 0 });
  });
});

const ALTERNATION = "Conversation roles must alternate user/assistant/user/assistant/...";

describe("a server whose template has no system role", () => {
  for (const [server, status, body] of [
    [
      "llama.cpp",
      500,
      told(`${ALTERNATION} at row 9, column 4`, { code: 500, type: "server_error" }),
    ],
    ["vLLM", 400, told("System role not supported", { type: "BadRequestError", code: 400 })],
    [
      "TGI",
      422,
      {
        error: "Template error: Only user and assistant roles are supported!",
        error_type: "template_error",
      },
    ],
    ["LM Studio", "stream", told(`Error rendering prompt with jinja template: "${ALTERNATION}"`)],
    [
      "Gemini",
      400,
      told("Developer instruction is not enabled for models/gemma-3-27b-it", { code: 400 }),
    ],
  ] as const) {
    it(`is given the layers in the first message of the user, once and for all: ${server}`, async () => {
      const { reply, bodies, again } = await ask([
        (response) => refuse(response, status, body),
        answerWith("Yes."),
        answerWith("Yes again."),
      ]);
      expect(reply).toMatchObject({ type: "answer", text: "Yes." });
      const sent = bodies as { messages: { role: string; content: unknown }[] }[];
      expect(sent[0]!.messages.map(({ role }) => role)).toEqual([
        "system",
        "user",
        "assistant",
        "user",
      ]);
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
    [
      "Groq",
      told("`max_tokens` must be less than or equal to `700`, the maximum value for `max_tokens`"),
      700,
    ],
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
      const { reply, bodies, again } = await ask([
        refused,
        answerWith("Yes."),
        answerWith("Again."),
      ]);
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
      const { reply, bodies, again } = await ask([
        refused,
        answerWith("Yes."),
        answerWith("Again."),
      ]);
      expect(reply).toMatchObject({ type: "answer", text: "Yes." });
      await again();
      expect(most(bodies)).toEqual([1_000, room, 1_000]);
    });
  }

  it("has too long a prompt where fewer than 256 tokens are left", async () => {
    const left = (tokens: number) =>
      told(
        `maximum context length is 4096 tokens and your request has ${4_096 - tokens} input tokens`,
      );
    const short = await ask([(response) => refuse(response, 400, left(255))]);
    expect(short.reply).toMatchObject({ kind: "context-too-long" });
    expect(short.bodies).toHaveLength(1);
    const enough = await ask([(response) => refuse(response, 400, left(256)), answerWith("Yes.")]);
    expect(enough.reply).toMatchObject({ type: "answer" });
  });
});

describe("a server that refuses a parameter", () => {
  const refusing = (parameter: string, message: string, param: string | null) =>
    [parameter, told(message, { type: "invalid_request_error", param })] as const;

  it.each([
    refusing(
      "temperature",
      "Unsupported value: 'temperature' does not support 0.8 with this model.",
      "temperature",
    ),
    refusing("temperature", "`temperature` is deprecated for this model.", null),
    refusing("temperature", "invalid temperature: only 1 is allowed for this model", null),
    refusing("prompt_cache_key", "Unrecognized request argument supplied: prompt_cache_key", null),
    refusing(
      "max_completion_tokens",
      "Unsupported parameter: 'max_completion_tokens'. Use 'max_tokens'.",
      null,
    ),
    [
      "stream_options",
      { detail: [{ loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" }] },
    ],
  ] as const)("is asked once more without %s, and never with it again", async (parameter, body) => {
    const refused = (response: ServerResponse) => refuse(response, 400, body);
    const { reply, bodies, again } = await ask(
      [refused, answerWith("Yes."), answerWith("Again.")],
      {
        sampling: true,
      },
    );
    expect(reply).toMatchObject({ type: "answer", text: "Yes." });
    await again();
    expect(bodies.map((sent) => parameter in sent)).toEqual([true, false, false]);
    const limit = parameter === "max_completion_tokens" ? "max_tokens" : "max_completion_tokens";
    expect(bodies[2]?.[limit]).toBe(1_000);
  });

  it.each([
    ["prompt_cache_options", told("Unknown parameter: 'prompt_cache_options'.")],
    [
      "prompt_cache_breakpoint",
      told("Unknown parameter: 'messages[0].content[0].prompt_cache_breakpoint'."),
    ],
    ["a field that it does not name", told("Bad Request")],
  ])("is asked without marks of the cache from then on after it refused %s", async (_, body) => {
    const refused = (response: ServerResponse) => refuse(response, 400, body);
    const { reply, bodies, again } = await ask(
      [refused, answerWith("Yes."), answerWith("Again.")],
      { contentParts: true, caching: "prompt-cache-breakpoints" },
    );
    expect(reply).toMatchObject({ type: "answer", text: "Yes." });
    await again();
    const isMarked = (sent: Body) =>
      /prompt_cache_(?:options|breakpoint)/.test(JSON.stringify(sent));
    expect(bodies.map(isMarked)).toEqual([true, false, false]);
    expect(bodies.map((sent) => typeof sent.prompt_cache_key)).toEqual(Array(3).fill("string"));
  });

  it("keeps the marks after it has taken them once", async () => {
    const refused = (response: ServerResponse) => refuse(response, 400, told("Bad Request"));
    const { bodies, again } = await ask([answerWith("Yes."), refused], {
      contentParts: true,
      caching: "prompt-cache-breakpoints",
    });
    expect(await again()).toMatchObject({ type: "failure", kind: "bad-request" });
    expect(bodies).toHaveLength(2);
  });

  it("stops where the value is the user's to correct, or where nothing helps", async () => {
    const range = told("temperature: Input should be less than or equal to 1");
    const ranged = await ask([(response) => refuse(response, 400, range)], { sampling: true });
    expect(ranged.reply).toMatchObject({ kind: "bad-request" });
    expect(ranged.bodies).toHaveLength(1);
    const stubborn = told("'temperature' is not supported");
    const { bodies } = await ask([(response) => refuse(response, 400, stubborn)], {
      sampling: true,
    });
    expect(bodies).toHaveLength(2);
  });
});

type Handler = (response: ServerResponse) => void;

async function ask(handlers: readonly Handler[], capabilities: Partial<Capabilities> = {}) {
  const bodies: Body[] = [];
  let asked = 0;
  const server = await serve((_, response) =>
    handlers[Math.min(asked++, handlers.length - 1)]!(response),
  );
  const fetchKept: typeof fetch = (input, init) => {
    bodies.push(JSON.parse(String(init?.body)) as Body);
    return fetch(input, init);
  };
  const model = modelAt(OPENAI, server.url, { fetch: fetchKept, capabilities });
  const request = conformanceRequest({ sampling: { temperature: 0.8 } });
  const generate = () => model.generate(request, { signal: new AbortController().signal });
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
