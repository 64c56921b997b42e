import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { reply } from "./example-scenario.ts";

/** What a sound server of any provider would answer. Faults change parts of it. */
type Answer = {
  text: string;
  /** Sent as they are, so that they may be anything. */
  model: unknown;
  input: unknown;
  output: unknown;
  cached: unknown;
  thinking: unknown;
  hasFinish: boolean;
  /** The reason for the end; null for the provider's own. */
  finish: string | null;
  /** Tokens in all; null if they are not told. */
  total: number | null;
};

type Call = {
  answer: Answer;
  request: IncomingMessage;
  response: ServerResponse;
  /** The key, as the server got it. */
  key: string;
  speaks: Speaks;
  /** What redirects and pages point to. */
  elsewhere: string;
};

type Fault =
  | { changes: (answer: Answer, call: { key: string }) => Partial<Answer> }
  | { instead: (call: Call) => void };

const said = (text: (answer: Answer, call: { key: string }) => string): Fault => ({
  changes: (answer, call) => ({ text: text(answer, call) }),
});
const counts = (odd: Partial<Answer>): Fault => ({ changes: () => odd });
const redirect = (status: number): Fault => ({
  instead: ({ response, request, elsewhere }) =>
    response.writeHead(status, { location: `${elsewhere}${request.url}?token=IN-THE-QUERY` }).end(),
});
const page = (status: number, headers: Readonly<Record<string, string>>, body: string): Fault => ({
  instead: ({ response }) => response.writeHead(status, headers).end(body),
});
const HTML = "<!doctype html>\n<title>Sign in</title><p>Welcome to the hotel.</p>";

/** What can be wrong with a model's server, by name. */
export const SERVER_FAULTS = {
  "tokens-negative": counts({ output: -1 }),
  "tokens-fraction": counts({ input: 1_600.5 }),
  "tokens-beyond-whole-numbers": counts({ output: 2 ** 60 }),
  "tokens-1e308": counts({ input: 1e308 }),
  "tokens-as-text": counts({ output: "20" }),
  "tokens-zero": counts({ input: 0, output: 0, cached: 0, thinking: 0 }),
  "tokens-absurdly-many": counts({ input: 9_000_000 }),
  "tokens-of-reply-absurdly-many": counts({ output: 9_000_000 }),
  "tokens-list": counts({ input: [1] }),
  "cached-negative": counts({ cached: -7 }),
  "thinking-negative": counts({ thinking: -7 }),
  "thinking-fraction": counts({ thinking: 0.5 }),
  "model-number": { changes: () => ({ model: 5 }) },
  "model-object": { changes: () => ({ model: { id: 5 } }) },
  "model-blank": { changes: () => ({ model: " " }) },
  "no-finish": { changes: () => ({ hasFinish: false }) },
  "half-without-finish": {
    changes: ({ text }) => ({ hasFinish: false, text: text.slice(0, Math.ceil(text.length / 2)) }),
  },
  "half-a-character": said(({ text }) => text.replace("</Content>", "\ud83d</Content>")),
  "half-a-character-by-code": said(({ text }) => text.replace("</Content>", "&#55357;</Content>")),
  "key-in-words": said(({ text }, { key }) =>
    text.replace("</Content>", ` Your key is ${key}.</Content>`),
  ),
  "key-in-json": said(({ text }, { key }) =>
    text.replace("</Content>", ` Your header is ${JSON.stringify({ key })}.</Content>`),
  ),
  "redirect-301": redirect(301),
  "redirect-302": redirect(302),
  "redirect-303": redirect(303),
  "redirect-307": redirect(307),
  "redirect-308": redirect(308),
  "web-page": page(200, { "content-type": "text/html" }, HTML),
  "web-page-without-type": page(200, {}, `\n ${HTML}`),
  "web-page-as-stream": page(200, { "content-type": "text/event-stream" }, HTML),
  "json-error-instead-of-stream": page(
    200,
    { "content-type": "application/json" },
    '{"error":{"message":"no such thing"}}',
  ),
  "json-error-in-a-list": page(200, {}, '[{"error":{"code":429,"message":"no such thing"}}]'),
  "json-cut-off": page(
    200,
    { "content-type": "application/json" },
    '{"choices":[{"message":{"content":"Y',
  ),
  "text-instead-of-stream": page(200, { "content-type": "text/plain" }, "Internal error\n"),
  "json-instead-of-stream": {
    instead: (call) => call.response.end(WHOLE[call.speaks](call.answer)),
  },
  "last-event-without-an-end": { instead: (call) => stream(call, (frames) => frames.trimEnd()) },
  "error-line-within-the-stream": {
    instead: (call) => stream(call, () => '{"error":{"message":"no such thing"}}\n'),
  },
  "comments-before-the-text": {
    instead: (call) => stream(call, (frames) => `: wait\n\n${frames}`),
  },
  "thoughts-only-in-the-total": {
    changes: ({ input, output }) => ({ total: Number(input) + Number(output) + 4_000 }),
  },
  "thoughts-beside-the-output": { changes: () => ({ thinking: 4_000 }) },
  "output-not-told": {
    changes: ({ input }) => ({ output: undefined, total: Number(input) + 4_000 }),
  },
  "finish-safety": { changes: () => ({ finish: "content_filter: SAFETY", text: "" }) },
  "finish-error": { changes: ({ text }) => ({ finish: "error", text: text.slice(0, 60) }) },
  "event-null": page(200, { "content-type": "text/event-stream" }, "data: null\n\n"),
  "event-number": page(200, { "content-type": "text/event-stream" }, "event: x\ndata: 5\n\n"),
  "event-of-another-form": page(
    200,
    { "content-type": "text/event-stream" },
    'event: message_start\ndata: {"type":"message_start","choices":[5,{"delta":{"content":[1]}}]}\n\n',
  ),
  "text-not-text": { changes: () => ({ text: 5 as never }) },
  "key-in-error": {
    instead: ({ response, key }) =>
      response
        .writeHead(401)
        .end(JSON.stringify({ error: { message: `bad ${JSON.stringify(key)}` } })),
  },
  "key-refused": page(
    401,
    { "content-type": "application/json" },
    '{"error":{"message":"no such key"}}',
  ),
  "rate-limited": page(
    429,
    { "content-type": "application/json" },
    '{"error":{"message":"slow down"}}',
  ),
  broken: page(500, { "content-type": "application/json" }, '{"error":{"message":"oops"}}'),
  reset: { instead: ({ response }) => response.destroy() },
  "cut-in-the-middle": { instead: (call) => breakOff(call, () => call.response.destroy()) },
  "overloaded-in-the-stream": {
    instead: (call) => breakOff(call, () => call.response.end(OVERLOAD[call.speaks])),
  },
  empty: said(() => ""),
  blank: said(() => " \n "),
  "refused-in-words": said(() => "I cannot help with that."),
  "filtered-in-the-middle": {
    changes: ({ text }) => ({ text: text.slice(0, 30), finish: "content_filter" }),
  },
  "refused-at-the-end": { changes: () => ({ finish: "refusal" }) },
  "cut-at-the-limit": {
    changes: ({ text }) => ({ text: text.slice(0, 30), finish: "max_tokens" }),
  },
  "two-speakers": said(({ text }) =>
    text.replace(/<Speaker>/, "<Speaker>No one</Speaker>\n<Speaker>"),
  ),
  "another-speaker": said(({ text }) => text.replace(/<Speaker>[^<]*/, "<Speaker>TimeKeeper")),
  "two-messages": said(({ text }) => `${text}\n${text}`),
  "no-form": said(() => "Yes, of course, why not."),
  "far-too-long": said(({ text }) =>
    text.replace("</Content>", `${"no end ".repeat(20_000)}</Content>`),
  ),
  "loading-model": page(
    503,
    { "content-type": "application/json" },
    '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}',
  ),
  "draft-in-thoughts": said(
    ({ text }) =>
      `<think>A draft: ${text.replace("<Content>", "<Content>Not yet. ")}</think>${text}`,
  ),
  "thoughts-without-an-end": {
    changes: ({ text }) => ({ text: `<think>${text.slice(0, 40)}`, finish: "max_tokens" }),
  },
  "errors-in-a-list-of-their-own": page(
    422,
    { "content-type": "application/json" },
    '{"errors":[{"message":"no such thing"}]}',
  ),
  "parameter-refused": page(
    400,
    { "content-type": "application/json" },
    '{"error":{"message":"Unsupported value: temperature is not supported with this model."}}',
  ),
  "words-of-the-upstream": page(
    429,
    { "content-type": "application/json" },
    '{"error":{"message":"Provider returned error","metadata":{"raw":"add your own key"}}}',
  ),
  "nested-too-deeply": said(() => "[".repeat(20_000)),
  "comments-alone": page(200, { "content-type": "text/event-stream" }, ": wait\n\n: wait\n\n"),
  overloaded: page(
    529,
    { "content-type": "application/json" },
    '{"error":{"type":"overloaded_error"}}',
  ),
  refused: page(400, { "content-type": "application/json" }, '{"error":{"code":"content_filter"}}'),
} as const satisfies Readonly<Record<string, Fault>>;
export type ServerFault = keyof typeof SERVER_FAULTS;

export type BadServer = {
  url: string;
  /** Bodies of the prompts that it answered. */
  prompts: readonly string[];
  /** Requests of any kind. */
  paths: readonly string[];
  /** How often it refused a parameter. */
  readonly refusals: number;
};

/** A provider, by the form of its replies. */
export type Speaks = "anthropic" | "openai" | "ollama";

type Behaviour = {
  /** Called for each prompt, in order; null answers as a sound server does. */
  fault: (call: number, speaks: Speaks) => ServerFault | null;
  says?: (prompt: string, call: number) => string;
  elsewhere?: string;
};

/** A server of every provider on a free port of this machine. It ends with the test. */
export async function badServer({
  fault,
  says = sayYes,
  elsewhere = "http://127.0.0.1:9",
}: Behaviour): Promise<BadServer> {
  const prompts: string[] = [];
  const paths: string[] = [];
  let refusals = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      const url = request.url ?? "";
      paths.push(url);
      const speaks = protocolAt(url);
      if (request.method !== "POST" || speaks === null) return void response.writeHead(404).end();
      prompts.push(body);
      const name = fault(prompts.length, speaks);
      if (name === "parameter-refused") refusals++;
      const key = (request.headers.authorization ?? "").replace("Bearer ", "");
      const sound = soundAnswer(says(body, prompts.length), body);
      const wrong: Fault | null = name === null ? null : SERVER_FAULTS[name];
      const answer =
        wrong && "changes" in wrong ? { ...sound, ...wrong.changes(sound, { key }) } : sound;
      const call: Call = { answer, request, response, key, speaks, elsewhere };
      if (wrong && "instead" in wrong) wrong.instead(call);
      else stream(call);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prompts,
    paths,
    get refusals() {
      return refusals;
    },
  };
}

export const VOTE = reply({
  verdict: "YES",
  reasoning: "The line says so.",
  withdrawn: true,
  content: "I say yes.",
});

function sayYes(): string {
  return VOTE;
}

function protocolAt(url: string): Speaks | null {
  if (url.endsWith("/v1/messages")) return "anthropic";
  if (url.endsWith("/chat/completions")) return "openai";
  return url.endsWith("/api/chat") ? "ollama" : null;
}

function soundAnswer(text: string, body: string): Answer {
  const tokens = (words: string) => Math.max(1, Math.round(words.length / 4.2));
  const counted = {
    input: tokens(body),
    output: tokens(text),
    cached: 0,
    thinking: 0,
    total: null,
  };
  return { text, model: "m-2026", ...counted, hasFinish: true, finish: null };
}

function stream({ answer, response, speaks }: Call, change = (frames: string) => frames): void {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "x-request-id": "req_1",
    "request-id": "req_1",
  });
  const half = typeof answer.text === "string" ? Math.ceil(answer.text.length / 2) : 0;
  const pieces = half === 0 ? [answer.text] : [answer.text.slice(0, half), answer.text.slice(half)];
  response.end(change(FRAMES[speaks](answer, pieces)));
}

/** Sends whole events up to the middle of the answer, then does the rest. */
function breakOff({ answer, response, speaks }: Call, then: () => void): void {
  const end = speaks === "ollama" ? "\n" : "\n\n";
  const events = FRAMES[speaks](answer, [answer.text.slice(0, 40), answer.text.slice(40)]).split(
    end,
  );
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`${events.slice(0, events.length / 2).join(end)}${end}`, () =>
    setTimeout(then, 5),
  );
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const event = (type: string, value: object) => `event: ${type}\n${data({ type, ...value })}`;

/** How each provider tells of an overload after the first words. */
const OVERLOADED = { error: { type: "overloaded_error", message: "Overloaded" } };
const OVERLOAD: Readonly<Record<Speaks, string>> = {
  anthropic: event("error", OVERLOADED),
  openai: data(OVERLOADED),
  ollama: `${JSON.stringify({ error: "Overloaded" })}\n`,
};

const FRAMES: Readonly<Record<Speaks, (answer: Answer, pieces: readonly string[]) => string>> = {
  openai({ model, input, output, cached, thinking, hasFinish, finish: reason, total }, pieces) {
    const chunk = (more: object) =>
      data({ id: "c", object: "chat.completion.chunk", created: 1, model, ...more });
    const choice = (content: unknown) =>
      chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    const usage = {
      prompt_tokens: input,
      completion_tokens: output,
      prompt_tokens_details: { cached_tokens: cached },
      completion_tokens_details: { reasoning_tokens: thinking },
      ...(total === null ? {} : { total_tokens: total }),
    };
    const finish = chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason ?? "stop" }] });
    return [
      ...pieces.map(choice),
      ...(hasFinish ? [finish] : []),
      chunk({ choices: [], usage }),
    ].join("");
  },
  anthropic({ model, input, output, cached, thinking, hasFinish, finish }, pieces) {
    const counted = { input_tokens: input, cache_read_input_tokens: cached, output_tokens: 1 };
    const delta = (text: unknown) =>
      event("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
    return [
      event("message_start", {
        message: { id: "m", role: "assistant", model, content: [], usage: counted },
      }),
      event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      ...pieces.map(delta),
      event("message_delta", {
        delta: hasFinish ? { stop_reason: finish ?? "end_turn" } : {},
        usage: { output_tokens: output, output_tokens_details: { thinking_tokens: thinking } },
      }),
      event("message_stop", {}),
    ].join("");
  },
  ollama({ model, input, output, hasFinish, finish }, pieces) {
    const lines = pieces.map((content) => ({
      model,
      message: { role: "assistant", content },
      done: false,
    }));
    const end = {
      model,
      done: true,
      done_reason: finish ?? "stop",
      prompt_eval_count: input,
      eval_count: output,
    };
    return [...lines, ...(hasFinish ? [end] : [])]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join("");
  },
};

/** The answer of a server that does not stream. */
const WHOLE: Readonly<Record<Speaks, (answer: Answer) => string>> = {
  openai: ({ model, text, input, output }) =>
    JSON.stringify({
      object: "chat.completion",
      model,
      choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
      usage: { prompt_tokens: input, completion_tokens: output },
    }),
  anthropic: ({ model, text, input, output }) =>
    JSON.stringify({
      type: "message",
      model,
      content: [{ type: "text", text }],
      stop_reason: "end_turn",
      usage: { input_tokens: input, output_tokens: output },
    }),
  ollama: ({ model, text, input, output }) =>
    JSON.stringify({
      model,
      message: { content: text },
      done: true,
      prompt_eval_count: input,
      eval_count: output,
    }),
};
