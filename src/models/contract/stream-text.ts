import { cancelled } from "./failure.ts";
import type { GenerateOptions, ModelReply } from "./model.ts";

const CHUNK = /[\s\S]{1,24}/gu;

/** Pieces of at most 24 characters, as a provider would; an abort cuts them off. */
export async function streamText(reply: ModelReply, { signal, onText }: GenerateOptions): Promise<ModelReply> {
  await undefined;
  if (signal.aborted) return cancelled();
  const text = reply.type === "answer" ? reply.text : reply.partialText;
  if (onText === undefined) return reply;
  let streamed = "";
  for (const [piece] of text.matchAll(CHUNK)) {
    onText(piece);
    streamed += piece;
    if (signal.aborted) return cancelled(streamed);
  }
  return reply;
}
