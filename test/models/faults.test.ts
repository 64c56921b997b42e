import type { ServerResponse } from "node:http";
import type { ModelReply } from "boardroom";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import type { CallLimits } from "../../src/models/calls/call-watchdog.ts";
import { ADAPTERS, type Adapter, MARKED_KEY, modelAt } from "./endpoints.ts";
import { beginStream, DIALECTS, type Dialect, serve } from "./local-server.ts";

type Handler = (response: ServerResponse, dialect: Dialect) => void;
type Fault = {
  title: string;
  server: Handler;
  reply: object;
  limits?: CallLimits;
};

const FAULTS: readonly Fault[] = [
  {
    title: "waits as many seconds as a 429 asks",
    server: (response) => fail(response, 429, { type: "rate_limit_error" }, { "retry-after": "7" }),
    reply: { kind: "rate-limited", retryable: true, retryAfterMs: 7_000, status: 429 },
  },
  {
    title: "waits until the date that a 429 asks, by the server's own clock",
    server: (response) =>
      fail(
        response,
        429,
        { type: "rate_limit_error" },
        { date: "Sat, 21 Nov 2026 10:00:00 GMT", "retry-after": "Sat, 21 Nov 2026 10:00:12 GMT" },
      ),
    reply: { kind: "rate-limited", retryAfterMs: 12_000 },
  },
  {
    title: "prefers milliseconds where they are given",
    server: (response) => fail(response, 429, {}, { "retry-after": "7", "retry-after-ms": "1500" }),
    reply: { kind: "rate-limited", retryAfterMs: 1_500 },
  },
  {
    title: "calls an exhausted quota by its name, not to be tried again",
    server: (response) =>
      fail(response, 429, { code: "insufficient_quota", type: "insufficient_quota" }),
    reply: { kind: "quota", retryable: false },
  },
  {
    title: "calls an empty purse a quota",
    server: (response) => fail(response, 400, { message: "Your credit balance is too low." }),
    reply: { kind: "quota", retryable: false },
  },
  {
    title: "calls 529 overloaded",
    server: (response) => fail(response, 529, { type: "overloaded_error" }),
    reply: { kind: "overloaded", retryable: true, status: 529 },
  },
  {
    title: "calls 500 overloaded",
    server: (response) => fail(response, 500, {}),
    reply: { kind: "overloaded", retryable: true, status: 500 },
  },
  {
    title: "takes a 502 with an HTML page for overloaded",
    server: (response) =>
      response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad gateway</html>"),
    reply: { kind: "overloaded", retryable: true, status: 502 },
  },
  {
    title: "calls a wrong key auth, without repeating it",
    server: (response) =>
      fail(response, 401, { message: `Incorrect API key provided: ${MARKED_KEY}.` }),
    reply: {
      kind: "auth",
      retryable: false,
      status: 401,
      message: expect.stringContaining("[key]"),
    },
  },
  {
    title: "calls a model that is not there unknown-model",
    server: (response) =>
      fail(response, 404, { type: "not_found_error", message: "model: claude-9" }),
    reply: { kind: "unknown-model", retryable: false },
  },
  {
    title: "calls a prompt beyond the window context-too-long",
    server: (response) =>
      fail(response, 400, { message: "prompt is too long: 210000 tokens > 200000 maximum" }),
    reply: { kind: "context-too-long", retryable: false },
  },
  {
    title: "calls any other 400 bad-request and says what the provider said",
    server: (response) =>
      fail(response, 400, { message: "max_tokens: 999999 > 64000, the maximum allowed" }),
    reply: {
      kind: "bad-request",
      retryable: false,
      message: expect.stringContaining("max_tokens: 999999"),
    },
  },
  {
    title: "keeps what had arrived when the connection is reset in mid-stream",
    server: (response, dialect) => {
      beginStream(response);
      response.write(dialect.opening + dialect.text("half a "), () => response.destroy());
    },
    reply: { kind: "dropped", retryable: true, partialText: "half a ", requestId: "req_7" },
  },
  {
    title: "gives up on a stall after the headers",
    server: (response) => beginStream(response),
    limits: { idleMs: 30, firstMs: 30 },
    reply: { kind: "timeout", retryable: true, partialText: "" },
  },
  {
    title: "gives up on a stall before the headers",
    server: () => {},
    limits: { idleMs: 50_000, firstMs: 30 },
    reply: {
      kind: "timeout",
      retryable: true,
      message: expect.stringMatching(
        /^No first word came for 0\.03 s; providers\.\w+\.firstSeconds in boardroom\.yaml/,
      ),
    },
  },
  {
    title: "gives up on a stall in mid-stream, and keeps what had arrived",
    server: (response, dialect) => {
      beginStream(response);
      response.write(dialect.opening + dialect.text("half a "));
    },
    limits: { idleMs: 30, firstMs: 50_000 },
    reply: {
      kind: "timeout",
      partialText: "half a ",
      message: expect.stringMatching(
        /^Nothing more came for 0\.03 s; providers\.\w+\.idleSeconds in boardroom\.yaml/,
      ),
    },
  },
  {
    title: "gives up on a reply that trickles without end",
    server: (response, dialect) => {
      beginStream(response);
      response.write(dialect.opening);
      const trickle = setInterval(() => response.write(dialect.text("x")), 5);
      response.on("close", () => clearInterval(trickle));
    },
    limits: { totalMs: 150 },
    reply: {
      kind: "timeout",
      message: expect.stringMatching(
        /^The call took longer than 0\.15 s; providers\.\w+\.totalSeconds /,
      ),
    },
  },
  {
    title: "takes an end without a stop reason for a cut-off, if there was text",
    server: (response, dialect) => send(response, dialect.opening, dialect.text("half a ")),
    reply: { type: "answer", stop: "length", text: "half a " },
  },
  {
    title: "takes an end without a stop reason and without text for a dropped call",
    server: (response, dialect) => send(response, dialect.opening),
    reply: { kind: "dropped", retryable: true },
  },
  {
    title: "takes a stream without any event for a dropped call",
    server: (response) => send(response, ""),
    reply: { kind: "dropped", retryable: true },
  },
  {
    title: "calls broken JSON malformed",
    server: (response, dialect) =>
      send(
        response,
        dialect.opening,
        dialect.text("half"),
        "event: content_block_delta\ndata: {oops\n\n",
      ),
    reply: { kind: "malformed", retryable: true, partialText: "half" },
  },
  {
    title: "calls a reply without text empty",
    server: (response, dialect) => send(response, dialect.opening, dialect.ending("stop")),
    reply: { kind: "empty", retryable: true },
  },
  {
    title: "calls a reply that was all thinking empty, and says why",
    server: (response, dialect) =>
      send(
        response,
        dialect.opening,
        dialect.ending(dialect === DIALECTS.openai ? "length" : "max_tokens"),
      ),
    reply: { kind: "empty", message: expect.stringContaining("output limit") },
  },
  {
    title: "calls a refusal refused, not to be tried again",
    server: (response, dialect) =>
      send(
        response,
        dialect.opening,
        dialect.text("I "),
        dialect.ending(dialect === DIALECTS.openai ? "content_filter" : "refusal"),
      ),
    reply: {
      kind: "refused",
      retryable: false,
      partialText: "I ",
      message: expect.stringContaining("No."),
    },
  },
  {
    title: "stops a stream whose text is beyond 256 KiB",
    server: (response, dialect) => {
      beginStream(response);
      response.write(dialect.opening);
      for (let piece = 0; piece < 40; piece++)
        response.write(dialect.text(countedTo(10_000, piece)));
    },
    reply: {
      type: "answer",
      stop: "length",
      text: expect.objectContaining({ length: 256 * 1024 }),
    },
  },
];

for (const adapter of ADAPTERS) {
  const dialect = DIALECTS[adapter.name];
  describe(`${adapter.name} adapter`, () => {
    for (const { title, server, reply, limits } of FAULTS) {
      it(title, async () => {
        const found = await askServer(adapter, (response) => server(response, dialect), limits);
        expect(found).toMatchObject(reply);
        expect(JSON.stringify(found)).not.toContain(MARKED_KEY);
      });
    }

    it("calls a refused connection dropped", async () => {
      const gone = await serve(() => {});
      await gone.close();
      expect(await ask(adapter, gone.url)).toMatchObject({
        kind: "dropped",
        retryable: true,
        message: expect.stringContaining("ECONNREFUSED"),
      });
    });

    it("tells usage once for each token, the model that answered and the request's id", async () => {
      const ending = dialect.ending(adapter.name === "openai" ? "stop" : "end_turn");
      const reply = await askServer(adapter, (response) =>
        send(response, dialect.opening, dialect.text("Strong "), dialect.text("record."), ending),
      );
      expect(reply).toEqual({
        type: "answer",
        text: "Strong record.",
        stop: "end",
        usage: { uncached: 30, cacheRead: 900, cacheWrite: 70, output: 40, reasoning: 25 },
        model: expect.stringMatching(/2026-\d\d-\d\d$|2026\d{4}$/),
        requestId: "req_7",
      });
    });

    it("stops at an abort in mid-stream, keeps what had arrived, and closes the connection", async () => {
      const controller = new AbortController();
      let closed = (): void => {};
      const isClosed = new Promise<void>((resolve) => {
        closed = resolve;
      });
      const server = await serve((_, response) => {
        beginStream(response);
        response.write(dialect.opening + dialect.text("half a "));
        response.on("close", closed);
      });
      const reply = await modelAt(adapter, server.url).generate(conformanceRequest(), {
        signal: controller.signal,
        onText: () => controller.abort(),
      });
      expect(reply).toMatchObject({ kind: "cancelled", retryable: false, partialText: "half a " });
      await isClosed;
      await server.close();
    });

    it("turns an error in mid-stream into a failure that keeps the text", async () => {
      const error = { type: "overloaded_error", code: "overloaded_error", message: "Overloaded" };
      const line = `event: error\ndata: ${JSON.stringify({ type: "error", error })}\n\n`;
      const reply = await askServer(adapter, (response) =>
        send(response, dialect.opening, dialect.text("half"), line),
      );
      expect(reply).toMatchObject({ kind: "overloaded", retryable: true, partialText: "half" });
    });
  });
}

/** Text of so many characters that nowhere says the same again. */
function countedTo(length: number, nth: number): string {
  const words = Array.from({ length: length / 8 }, (_, index) =>
    String(nth * length + index).padEnd(8),
  );
  return words.join("");
}

async function askServer(
  adapter: Adapter,
  handler: (response: ServerResponse) => void,
  limits?: CallLimits,
): Promise<ModelReply> {
  const server = await serve((_, response) => handler(response));
  const reply = await ask(adapter, server.url, limits);
  await server.close();
  return reply;
}

function ask(adapter: Adapter, url: string, limits?: CallLimits): Promise<ModelReply> {
  return modelAt(adapter, url, { limits }).generate(conformanceRequest(), {
    signal: new AbortController().signal,
  });
}

function send(response: ServerResponse, ...pieces: readonly string[]): void {
  beginStream(response);
  for (const piece of pieces) response.write(piece);
  response.end();
}

function fail(
  response: ServerResponse,
  status: number,
  error: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ type: "error", error: { message: "No.", ...error } }));
}
