import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import type { Endpoint } from "../src/models/calls/endpoint.ts";
import type { Vendor } from "./vendors.ts";

/** What anybody writes first: one history that grows by each reply, sent whole every time, and the stream put together. */
export type BareLoop = {
  /** One reply; adds it to the history. */
  turn(): Promise<string>;
};

const CUE = "You have the floor.";

export type BareStart = {
  vendor: Vendor;
  endpoint: Endpoint;
  /** The same system prompt and opening that the engine sends. */
  system: string;
  opening: string;
};

export function bareLoop({ vendor, endpoint, system, opening }: BareStart): BareLoop {
  return vendor === "openai"
    ? openaiLoop(endpoint, system, opening)
    : anthropicLoop(endpoint, system, opening);
}

function openaiLoop({ baseUrl, apiKey, id }: Endpoint, system: string, opening: string): BareLoop {
  const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 });
  const history: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: system },
    { role: "user", content: opening },
  ];
  return {
    async turn() {
      const stream = await client.chat.completions.create({
        model: id,
        messages: [...history, { role: "user", content: CUE }],
        max_completion_tokens: 4_000,
        stream: true,
        stream_options: { include_usage: true },
      });
      let text = "";
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      history.push({ role: "assistant", content: text });
      return text;
    },
  };
}

function anthropicLoop(
  { baseUrl, apiKey, id }: Endpoint,
  system: string,
  opening: string,
): BareLoop {
  const client = new Anthropic({ apiKey, baseURL: baseUrl, maxRetries: 0, openTelemetry: false });
  const history: Anthropic.MessageParam[] = [{ role: "user", content: opening }];
  return {
    async turn() {
      const stream = await client.messages.create({
        model: id,
        system,
        messages: [...history, { role: "user", content: CUE }],
        max_tokens: 4_000,
        stream: true,
      });
      let text = "";
      for await (const event of stream) {
        if (event.type === "content_block_delta" && event.delta.type === "text_delta")
          text += event.delta.text;
      }
      history.push({ role: "assistant", content: text });
      return text;
    },
  };
}
