// OpenAI's Batch API through its SDK: a file with the calls goes up, and files with answers and errors come down.

import type OpenAI from "openai";
import type { Batch } from "openai/resources/batches";
import {
  type BatchAnswer,
  type BatchEndpoint,
  type BatchResults,
  EXPIRED,
} from "../calls/batch-endpoint.ts";
import type { Endpoint } from "../calls/endpoint.ts";
import { connectOpenAi } from "./openai-model.ts";

const URL_OF_CALLS = "/v1/chat/completions";

/** OpenAI deletes the files after a month. */
const KEPT = { anchor: "created_at", seconds: 2_592_000 } as const;

const UNDER_WAY: readonly Batch["status"][] = ["validating", "in_progress", "finalizing"];

export async function openOpenAiBatches(endpoint: Endpoint): Promise<BatchEndpoint> {
  const { files, batches } = await connectOpenAi(endpoint);
  return {
    async submit(calls) {
      const lines = calls.map(({ id, body }) =>
        JSON.stringify({ custom_id: id, method: "POST", url: URL_OF_CALLS, body }),
      );
      const file = new File([lines.join("\n")], "calls.jsonl");
      const sent = await files.create({ file, purpose: "batch", expires_after: KEPT });
      const batch = await batches.create({
        input_file_id: sent.id,
        endpoint: URL_OF_CALLS,
        completion_window: "24h",
        output_expires_after: KEPT,
      });
      return batch.id;
    },
    async collect(id): Promise<BatchResults | null> {
      const batch = await batches.retrieve(id);
      if (UNDER_WAY.includes(batch.status) || batch.status === "cancelling") return null;
      const answers = new Map<string, BatchAnswer>();
      for (const file of [batch.output_file_id, batch.error_file_id])
        for (const line of file ? await readLines(files, file) : [])
          answers.set(line.custom_id, toAnswer(line));
      return { answers, rest: chooseRest(batch) };
    },
    async cancel(id) {
      const isOpen = UNDER_WAY.includes((await batches.retrieve(id)).status);
      if (isOpen) await batches.cancel(id);
      return isOpen;
    },
  };
}

type ResultLine = {
  custom_id: string;
  response?: { status_code: number; body: unknown } | null;
  error?: { code?: string; message?: string } | null;
};

async function readLines(files: OpenAI["files"], id: string): Promise<ResultLine[]> {
  const text = await (await files.content(id)).text();
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line) as ResultLine);
}

function toAnswer({ response, error }: ResultLine): BatchAnswer {
  if (response) return { status: response.status_code, body: response.body };
  if (error?.code === "batch_cancelled") return "cancelled";
  return error?.code === "batch_expired" ? EXPIRED : { status: 500, body: { error } };
}

/** A batch that OpenAI refuses as a whole answers no call. */
function chooseRest({ status, errors }: Batch): BatchAnswer {
  if (status === "cancelled") return "cancelled";
  const [error] = errors?.data ?? [];
  return status === "failed" ? { status: 400, body: { error } } : EXPIRED;
}
