import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type LocalServer = { url: string; close(): Promise<void> };

export async function serve(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => handler(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "request-id": "req_7",
    "x-request-id": "req_7",
  });
  response.flushHeaders();
}

export type Dialect = {
  opening: string;
  text(piece: string): string;
  /** `finish` is the provider's own word. */
  ending(finish: string): string;
};

const CHUNK = {
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "gpt-6-sol-2026-08-01",
};

export const DIALECTS: { anthropic: Dialect; openai: Dialect } = {
  anthropic: {
    opening:
      event("message_start", {
        type: "message_start",
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "claude-sonnet-5-5-20260930",
          content: [],
          stop_reason: null,
          usage: {
            input_tokens: 30,
            cache_read_input_tokens: 900,
            cache_creation_input_tokens: 70,
            output_tokens: 1,
          },
        },
      }) +
      event("content_block_start", {
        type: "content_block_start",
        index: 0,
        content_block: { type: "thinking", thinking: "hidden thought", signature: "" },
      }) +
      event("content_block_delta", {
        type: "content_block_delta",
        index: 0,
        delta: { type: "thinking_delta", thinking: "more hidden thought" },
      }) +
      event("ping", { type: "ping" }),
    text: (piece) =>
      event("content_block_delta", {
        type: "content_block_delta",
        index: 1,
        delta: { type: "text_delta", text: piece },
      }),
    ending: (finish) =>
      event("message_delta", {
        type: "message_delta",
        delta: {
          stop_reason: finish,
          stop_sequence: null,
          ...(finish === "refusal"
            ? { stop_details: { type: "refusal", category: "bio", explanation: "No." } }
            : {}),
        },
        usage: { output_tokens: 40, output_tokens_details: { thinking_tokens: 25 } },
      }) + event("message_stop", { type: "message_stop" }),
  },
  openai: {
    opening: chunk({ role: "assistant", content: "" }),
    text: (piece) => chunk({ content: piece }),
    ending: (finish) =>
      chunk(finish === "content_filter" ? { refusal: "No." } : {}, finish) +
      data({
        ...CHUNK,
        choices: [],
        usage: {
          prompt_tokens: 1_000,
          completion_tokens: 40,
          prompt_tokens_details: { cached_tokens: 900, cache_write_tokens: 70 },
          completion_tokens_details: { reasoning_tokens: 25 },
        },
      }) +
      "data: [DONE]\n\n",
  },
};

function chunk(delta: unknown, finish: string | null = null): string {
  return data({ ...CHUNK, choices: [{ index: 0, delta, finish_reason: finish }] });
}

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function event(name: string, value: unknown): string {
  return `event: ${name}\n${data(value)}`;
}
