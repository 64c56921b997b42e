import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the provider saw it. */
export type Seen = {
  /** Digest of what was asked: two requests of one meeting are alike only where something is asked again. */
  question: string;
  /** As the answer carries it, for finding it in a transcript. */
  id: string;
};

export type SlowProvider = {
  url: string;
  seen: readonly Seen[];
  close(): Promise<void>;
};

/** Streams replies that depend on what is asked alone, in a few pieces with a pause between them, and counts. */
export async function slowProvider(options: {
  pauseMs: number;
  onAsked?: () => void;
}): Promise<SlowProvider> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    if (request.method === "GET") return void response.writeHead(404).end();
    void bodyOf(request).then((body) => {
      const { messages } = JSON.parse(body) as Asked;
      const question = createHash("sha256").update(JSON.stringify(messages)).digest("hex");
      const id = `req_${seen.length + 1}`;
      seen.push({ question, id });
      options.onAsked?.();
      stream(response, id, piecesOf(replyTo(messages, question)), options.pauseMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Asked = { messages: readonly { role: string; content: unknown }[] };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of request) body += String(piece);
  return body;
}

function replyTo(messages: Asked["messages"], question: string): string {
  const own = messages.filter(({ role }) => role === "assistant").length;
  const verdict = Number.parseInt(question[0]!, 16) % 2 ? "YES" : "NO";
  const isBallot = JSON.stringify(messages.at(-1)).includes("-ballot");
  return `<Message>
<Verdict>${verdict}</Verdict>
<VerdictReasoning>Because of ${question.slice(0, 8)}</VerdictReasoning>
<Withdrawn>${!isBallot && own >= 2}</Withdrawn>
<Content>${isBallot ? "" : `Thought ${question.slice(8, 24)} after ${own} turns.`}</Content>
</Message>`;
}

function piecesOf(text: string): readonly string[] {
  const third = Math.ceil(text.length / 3);
  return [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)];
}

function stream(
  response: ServerResponse,
  id: string,
  pieces: readonly string[],
  pauseMs: number,
): void {
  response.writeHead(200, { "content-type": "text/event-stream", "x-request-id": id });
  const [piece, ...rest] = pieces;
  const send = (value: unknown) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  const next = (text: string | undefined, left: readonly string[]): void => {
    if (text === undefined) {
      send({ ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
      send({ ...CHUNK, choices: [], usage: { prompt_tokens: 100, completion_tokens: 20 } });
      response.end("data: [DONE]\n\n");
      return;
    }
    send({ ...CHUNK, choices: [{ index: 0, delta: { content: text }, finish_reason: null }] });
    setTimeout(() => next(left[0], left.slice(1)), pauseMs);
  };
  next(piece, rest);
}

const CHUNK = { id: "c1", object: "chat.completion.chunk", created: 1, model: "one" };
