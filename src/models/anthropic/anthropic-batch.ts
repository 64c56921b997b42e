// Anthropic's Message Batches through its SDK.

import type {
  BatchCreateParams,
  MessageBatchResult,
} from "@anthropic-ai/sdk/resources/messages/batches";
import {
  type BatchAnswer,
  type BatchEndpoint,
  type BatchResults,
  EXPIRED,
} from "../calls/batch-endpoint.ts";
import type { Endpoint } from "../calls/endpoint.ts";
import { connectAnthropic } from "./anthropic-model.ts";

export async function openAnthropicBatches(endpoint: Endpoint): Promise<BatchEndpoint> {
  const { batches } = (await connectAnthropic(endpoint)).messages;
  return {
    async submit(calls) {
      const requests = calls.map(
        ({ id, body }) => ({ custom_id: id, params: body }) as BatchCreateParams.Request,
      );
      return (await batches.create({ requests })).id;
    },
    async collect(batch): Promise<BatchResults | null> {
      const { processing_status: status } = await batches.retrieve(batch);
      if (status !== "ended") return null;
      const answers = new Map<string, BatchAnswer>();
      for await (const { custom_id: id, result } of await batches.results(batch))
        answers.set(id, toAnswer(result));
      return { answers, rest: EXPIRED };
    },
    async cancel(batch) {
      const { processing_status: status } = await batches.retrieve(batch);
      if (status === "in_progress") await batches.cancel(batch);
      return status === "in_progress";
    },
  };
}

function toAnswer(result: MessageBatchResult): BatchAnswer {
  if (result.type === "succeeded") return { status: 200, body: result.message };
  if (result.type === "canceled") return "cancelled";
  if (result.type === "expired") return EXPIRED;
  const isRefused = result.error.error.type === "invalid_request_error";
  return { status: isRefused ? 400 : 500, body: result.error };
}
