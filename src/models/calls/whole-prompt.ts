// Compares the tokens that a server counted with those that were sent, since some servers cut a
// prompt and say nothing.

import { groupThousands } from "../../text/plain.ts";
import { createFailure } from "../contract/failure.ts";
import type { Model, ModelReply, ModelRequest, Usage } from "../contract/model.ts";
import { countLeastInput } from "../pricing/estimate.ts";

type PromptCheck = (call: CheckedCall) => ModelReply;

export type CheckedCall = {
  model: Model;
  speaker: string;
  request: ModelRequest;
  reply: ModelReply;
};

const CUT_BELOW = 0.6;
/** Shorter prompts fit any window, and estimates of them say little. */
const LEAST_JUDGED = 2_000;
/** After so many calls a model's own counts tell more than the estimate. */
const OWN_RATIO_FROM = 3;
/** No server has a smaller window: a lower count is what was left to evaluate next to a cache. */
const SMALLEST_WINDOW = 512;

export type EarlierCall = {
  asked: string;
  speaker: string;
  unreported?: string | undefined;
};

/** Finds prompts that a server cut without saying so. Some servers count only tokens that their cache lacked. */
export function createPromptCheck(earlier: Iterable<EarlierCall> = []): PromptCheck {
  const ratios = new Map<string, number[]>();
  const asked = new Set<string>();
  const shared = new Set<string>();
  const resumed = new Set<string>();
  const cut = new Set<string>();
  for (const call of earlier) {
    asked.add(createSeatKey(call.asked, call.speaker));
    resumed.add(call.asked);
  }

  return ({ model, speaker, request, reply }) => {
    const { spec } = model;
    if (model.deterministic) return reply;
    const seat = createSeatKey(spec, speaker);
    const layer = model.countsEvaluated === true ? `${spec}\n${request.shared}` : "";
    const isFirst = !asked.has(seat);
    const isCached = shared.has(layer) || resumed.has(spec);
    asked.add(seat);
    shared.add(layer);
    const read = readTokens(reply.usage);
    if (reply.type === "failure" || read === 0) return reply;
    const isEvaluated =
      model.countsEvaluated === true && !cut.has(spec) && (reply.usage?.cacheRead ?? 0) === 0;
    if (isEvaluated && (!isFirst || read < SMALLEST_WINDOW)) return reply;
    const counted = isEvaluated && isCached ? { ...request, shared: "" } : request;
    const estimate = countLeastInput(counted);
    if (estimate <= LEAST_JUDGED) return reply;
    const own = ratios.get(spec) ?? [];
    const expected = own.length < OWN_RATIO_FROM ? estimate : estimate * findMedian(own);
    if (read >= CUT_BELOW * expected) {
      ratios.set(spec, [...own, read / estimate]);
      return reply;
    }
    cut.add(spec);
    return describeCutPrompt(reply, read, expected);
  };
}

function readTokens(usage: Usage | null | undefined): number {
  return usage ? usage.uncached + usage.cacheRead + usage.cacheWrite : 0;
}

function describeCutPrompt(
  reply: ModelReply & { type: "answer" },
  read: number,
  expected: number,
): ModelReply {
  const message = `the server cut the prompt: it read ${groupThousands(read)} of about ${groupThousands(Math.round(expected))} tokens. Give the model a larger context window, or hold a shorter debate (--max-messages).`;
  const { usage, requestId, text: partialText } = reply;
  return createFailure("context-too-long", message, {
    partialText,
    requestId,
    usage: usage ?? undefined,
  });
}

function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

function createSeatKey(spec: string, speaker: string): string {
  return `${spec}\n${speaker}`;
}
