// Plays the batch endpoints of Anthropic and OpenAI at one address: for tests of `study run --batch`.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerAsMember, type ScriptedBody } from "./scripted-server.ts";

export type HeldBatch = {
  id: string;
  vendor: "anthropic" | "openai";
  calls: readonly { id: string; body: ScriptedBody & { system?: unknown } }[];
  /** `held`: it never ends. */
  status: "done" | "held" | "cancelled";
};

type Fate = "answered" | "refused" | "expired" | "overloaded";

export type BatchServer = {
  url: string;
  env: Record<string, string>;
  batches: HeldBatch[];
  /** Whether new batches wait; calls of a batch count from 0. */
  manners: {
    isHeld: boolean;
    fate: (batch: HeldBatch, nth: number) => Fate;
    /** Status of the answer to each look at a batch. */
    lookStatus: number;
  };
  close(): void;
};

const ERRORS = { refused: "invalid_request_error", overloaded: "overloaded_error" } as const;

function toText(content: unknown): string {
  if (!Array.isArray(content)) return String(content ?? "");
  return content.map(({ text = "" }: { text?: string }) => text).join("\n");
}

function answer({ system, ...body }: HeldBatch["calls"][number]["body"]): string {
  const all = [system, ...body.messages.map(({ content }) => content)].map(toText);
  return answerAsMember(all.join("\n"), body);
}

const USAGE = { input: 1_000, output: 100 };

function toAnthropicResult(batch: HeldBatch, nth: number, fate: Fate): object {
  const { id, body } = batch.calls[nth]!;
  const of = (result: object) => ({ custom_id: id, result });
  if (batch.status === "cancelled") return of({ type: "canceled" });
  if (fate === "expired") return of({ type: "expired" });
  if (fate !== "answered") {
    const error = { type: ERRORS[fate], message: `the call was ${fate}` };
    return of({ type: "errored", error: { type: "error", error } });
  }
  const message = {
    id: "m",
    type: "message",
    role: "assistant",
    model: body.model,
    content: [{ type: "text", text: answer(body) }],
    stop_reason: "end_turn",
    usage: { input_tokens: USAGE.input, output_tokens: USAGE.output, service_tier: "batch" },
  };
  return of({ type: "succeeded", message });
}

function toOpenAiResult(batch: HeldBatch, nth: number, fate: Fate): object {
  const { id, body } = batch.calls[nth]!;
  const of = (rest: object) => ({ id: `r${nth}`, custom_id: id, response: null, ...rest });
  if (batch.status === "cancelled") return of({ error: { code: "batch_cancelled" } });
  if (fate === "expired") return of({ error: { code: "batch_expired" } });
  if (fate !== "answered") {
    const error = { type: ERRORS[fate], message: `the call was ${fate}` };
    return of({ response: { status_code: fate === "refused" ? 400 : 503, body: { error } } });
  }
  const message = { role: "assistant", content: answer(body) };
  const usage = { prompt_tokens: USAGE.input, completion_tokens: USAGE.output };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  const whole = { id: "c", object: "chat.completion", model: body.model, choices, usage };
  return of({ response: { status_code: 200, body: whole } });
}

export async function startBatchServer(): Promise<BatchServer> {
  const batches: HeldBatch[] = [];
  const files = new Map<string, string>();
  const manners: BatchServer["manners"] = {
    isHeld: false,
    fate: () => "answered",
    lookStatus: 200,
  };
  let url = "";

  function open(vendor: HeldBatch["vendor"], calls: HeldBatch["calls"]): HeldBatch {
    const status = manners.isHeld ? "held" : "done";
    const batch: HeldBatch = { id: `batch_${batches.length + 1}`, vendor, calls, status };
    batches.push(batch);
    return batch;
  }
  function show({ id, vendor, status }: HeldBatch): object {
    const results = `${url}/v1/messages/batches/${id}/results`;
    if (vendor === "anthropic")
      return {
        id,
        processing_status: status === "held" ? "in_progress" : "ended",
        results_url: results,
      };
    const shown = { done: "completed", held: "in_progress", cancelled: "cancelled" }[status];
    return { id, status: shown, output_file_id: `of_${id}` };
  }
  function list(batch: HeldBatch): string {
    const toResult = batch.vendor === "anthropic" ? toAnthropicResult : toOpenAiResult;
    const lines = batch.calls.map((_, nth) => toResult(batch, nth, manners.fate(batch, nth)));
    return lines.map((line) => JSON.stringify(line)).join("\n");
  }
  function route(method: string, path: string, text: string): object | string | number {
    const id = /batch_\d+/.exec(path)?.[0];
    const batch = batches.find((each) => each.id === id);
    if (method === "POST" && path === "/v1/messages/batches") {
      const { requests } = JSON.parse(text) as {
        requests: { custom_id: string; params: ScriptedBody }[];
      };
      const calls = requests.map(({ custom_id, params }) => ({ id: custom_id, body: params }));
      return show(open("anthropic", calls));
    }
    if (method === "POST" && path === "/v1/files") {
      const name = `file_${files.size + 1}`;
      files.set(name, text);
      return { id: name };
    }
    if (method === "POST" && path === "/v1/batches") {
      const { input_file_id: file } = JSON.parse(text) as { input_file_id: string };
      const lines = files.get(file)?.match(/^\{"custom_id".*\}$/gm) ?? [];
      const calls = lines.map((line) => JSON.parse(line) as { custom_id: string });
      return show(open("openai", calls.map((each) => ({ ...each, id: each.custom_id })) as never));
    }
    if (batch === undefined) return 404;
    if (method === "GET" && manners.lookStatus !== 200) return manners.lookStatus;
    if (path.endsWith("/cancel")) batch.status = "cancelled";
    return /results$|content$/.test(path) ? list(batch) : show(batch);
  }

  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => (text += piece));
    request.on("end", () => {
      const path = request.url?.split("?")[0] ?? "";
      const answered = route(request.method ?? "", path, text);
      if (typeof answered === "number")
        return response.writeHead(answered).end('{"error":{"message":"not now"}}');
      const type = typeof answered === "string" ? "application/binary" : "application/json";
      response.writeHead(200, { "content-type": type });
      return response.end(typeof answered === "string" ? answered : JSON.stringify(answered));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "sk-ant-test",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: "sk-test",
    },
    batches,
    manners,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
