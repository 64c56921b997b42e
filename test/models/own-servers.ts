import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type ServedModel = {
  id: string;
  loaded?: boolean;
  /** Context window as the server tells it. */
  window?: number;
  /** Ollama: the longest context of the model. */
  most?: number;
  embeds?: boolean;
  thinks?: boolean;
  remote?: boolean;
};

type Body = Readonly<Record<string, never>> & {
  model: string;
  messages: readonly { role: string; content: string }[];
  options?: { num_ctx?: number };
  format?: unknown;
  response_format?: unknown;
};

export type Served = {
  models: readonly ServedModel[];
  /** The reply to a prompt. */
  reply?: (prompt: string, body: Body) => string;
  /** Prompt tokens that are reported; null reports no usage. */
  count?: (prompt: string, call: number, body: Body) => number | null;
  /** llama-server: what it adds to the last chunk. */
  timings?: (prompt: string, call: number) => object | undefined;
  key?: string;
  fails?: { status: number; error: string };
  /** The error of one request; undefined answers it. */
  refuses?: (body: Body) => string | undefined;
  /** The reply ends at the output limit. */
  cuts?: (body: Body) => boolean;
  /** So many requests are answered while the model loads, as llama-server does. */
  loadsFor?: number;
};

export type OwnServer = {
  url: string;
  /** `127.0.0.1:PORT`. */
  host: string;
  asked: readonly string[];
  bodies: readonly Body[];
};

/** About as many as a tokenizer of today counts. */
export function tokensOf(text: string): number {
  return [...text].reduce((sum, each) => sum + (each.charCodeAt(0) > 0x2e80 ? 0.65 : 0.22), 0);
}

export const wholeCount = (prompt: string) => Math.round(tokensOf(prompt));

type Kind = "ollama" | "lmstudio" | "llamacpp" | "vllm" | "unknown" | "website";

export async function ownServer(kind: Kind, served: Served): Promise<OwnServer> {
  const asked: string[] = [];
  const bodies: Body[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => (text += piece));
    request.on("end", () => {
      asked.push(`${request.method} ${request.url}`);
      if (asked.length <= (served.loadsFor ?? 0))
        return send(response, 503, {
          error: { message: "Loading model", type: "unavailable_error", code: 503 },
        });
      answer(kind, served, { request, response, text, bodies });
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
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, host, asked, bodies };
}

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  text: string;
  bodies: Body[];
};

function answer(kind: Kind, served: Served, { request, response, text, bodies }: Exchange): void {
  const path = request.url ?? "";
  const isOpen = kind === "llamacpp" && path === "/v1/models";
  if (
    served.key !== undefined &&
    !isOpen &&
    request.headers.authorization !== `Bearer ${served.key}`
  )
    return send(response, 401, {
      error: { message: "Invalid API Key", type: "authentication_error" },
    });
  const isChat = path === (kind === "ollama" ? "/api/chat" : "/v1/chat/completions");
  if (request.method === "POST" && isChat) {
    const body = JSON.parse(text) as Body;
    bodies.push(body);
    const prompt = body.messages.map(({ content }) => content).join("\n");
    const { reply = () => "Yes.", count = wholeCount } = served;
    const refused = served.refuses?.(body);
    const fails = refused === undefined ? served.fails : { status: 400, error: refused };
    if (fails)
      return send(response, fails.status, {
        error: kind === "ollama" ? fails.error : { message: fails.error },
      });
    const call = bodies.length;
    const said = { text: reply(prompt, body), tokens: count(prompt, call, body), id: body.model };
    if (kind === "ollama") return streamLines(response, said);
    return streamEvents(response, {
      ...said,
      timings: served.timings?.(prompt, call),
      finish: served.cuts?.(body) ? "length" : "stop",
    });
  }
  const told =
    request.method === "POST" ? shown(kind, served, path, text) : get(kind, served, path);
  if (typeof told === "string")
    return void response.writeHead(200, { "content-type": "text/plain" }).end(told);
  if (told !== undefined) return send(response, 200, told);
  // LM Studio answers 200 to addresses that it does not have.
  send(response, kind === "lmstudio" ? 200 : 404, {
    error: `Unexpected endpoint or method. (GET ${path})`,
  });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function shown(kind: Kind, { models }: Served, path: string, text: string): object | undefined {
  if (kind !== "ollama" || path !== "/api/show") return undefined;
  const { model: id } = JSON.parse(text) as { model: string };
  const model = models.find((each) => each.id === id || each.id === `${id}:latest`);
  if (!model) return undefined;
  return {
    model_info: {
      "general.architecture": "qwen3",
      ...(model.most && { "qwen3.context_length": model.most }),
    },
    capabilities: model.embeds
      ? ["embedding"]
      : ["completion", "tools", ...(model.thinks ? ["thinking"] : [])],
  };
}

function get(kind: Kind, { models }: Served, path: string): object | string | undefined {
  const data = models.map(({ id }) => ({ id, object: "model" }));
  switch (`${kind} ${path}`) {
    case "website /":
      return "<html>It works</html>";
    case "unknown /v1/models":
      return { object: "list", data };
    case "ollama /":
      return "Ollama is running";
    case "ollama /v1/models":
      return { object: "list", data };
    case "ollama /api/tags":
      return {
        models: models.map(({ id, embeds, remote }) => ({
          name: id,
          model: id,
          details: { family: embeds ? "nomic-bert" : "qwen3" },
          ...(remote && { remote_model: id, remote_host: "https://ollama.com:443" }),
        })),
      };
    case "ollama /api/ps":
      return {
        models: models
          .filter(({ loaded }) => loaded)
          .map(({ id, window }) => ({
            name: id,
            model: id,
            ...(window && { context_length: window }),
          })),
      };
    case "lmstudio /api/v0/models":
      return {
        object: "list",
        data: models.map(({ id, loaded, window, embeds }) => ({
          id,
          object: "model",
          type: embeds ? "embeddings" : "llm",
          state: loaded ? "loaded" : "not-loaded",
          max_context_length: 131_072,
          ...(loaded && { loaded_context_length: window }),
        })),
      };
    case "lmstudio /v1/models":
      return { object: "list", data };
    case "llamacpp /props":
      return { default_generation_settings: { n_ctx: models[0]?.window }, total_slots: 1 };
    case "llamacpp /v1/models":
      return { object: "list", data };
    case "vllm /v1/models":
      return {
        object: "list",
        data: models.map(({ id, window }) => ({
          id,
          object: "model",
          owned_by: "vllm",
          max_model_len: window,
        })),
      };
    default:
      return undefined;
  }
}

type Said = { text: string; tokens: number | null; id: string };

function streamLines(response: ServerResponse, { text, tokens, id }: Said): void {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  const half = Math.ceil(text.length / 2);
  const lines = [text.slice(0, half), text.slice(half)].map((content) => ({
    ...{ model: id, message: { role: "assistant", content }, done: false },
  }));
  const last = {
    ...{ model: id, message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
    ...(tokens !== null && { prompt_eval_count: tokens, eval_count: 40 }),
  };
  const whole = [...lines, last].map((line) => `${JSON.stringify(line)}\n`).join("");
  // A line may come in two pieces.
  response.write(whole.slice(0, 30));
  response.end(whole.slice(30));
}

function streamEvents(
  response: ServerResponse,
  { text, tokens, id, timings, finish }: Said & { timings?: object | undefined; finish: string },
): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = (more: object) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: id, ...more })}\n\n`;
  response.write(chunk({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }));
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
  if (tokens !== null || timings)
    response.write(
      chunk({
        choices: [],
        ...(tokens !== null && {
          usage: { prompt_tokens: tokens, completion_tokens: 40, total_tokens: tokens + 40 },
        }),
        ...(timings && { timings }),
      }),
    );
  response.end("data: [DONE]\n\n");
}
