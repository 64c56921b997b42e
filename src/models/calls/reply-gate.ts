// The gate for what a model's server reports about a reply. The replies of every provider pass it.

import type { ModelReply, Usage } from "../contract/model.ts";
import {
  countLeastInput,
  countLeastTokens,
  estimateInput,
  reserveTokens,
} from "../pricing/estimate.ts";
import { type CheckedCall, createPromptCheck, type EarlierCall } from "./whole-prompt.ts";

/** `unreported`: why the counts of tokens do not count, on the first such reply of each model. */
export type Gated = { reply: ModelReply; unreported?: string | undefined };

/** Takes impossible counts of tokens for no report, and a cut prompt for a failed call. */
export type ReplyGate = (call: CheckedCall) => Gated;

export function createReplyGate(earlier: Iterable<EarlierCall> = []): ReplyGate {
  const calls = [...earlier];
  const checkPrompt = createPromptCheck(calls);
  const reported = new Set(
    calls.filter(({ unreported }) => unreported !== undefined).map(({ asked }) => asked),
  );
  return (call) => {
    const { reply, model } = call;
    const fault = reply.usage ? findFault(reply.usage, call) : null;
    if (fault === null) return { reply: checkPrompt(call) };
    const unreported = reported.has(model.spec) ? undefined : fault;
    reported.add(model.spec);
    const usage = reply.type === "answer" ? null : undefined;
    return {
      reply: checkPrompt({ ...call, reply: { ...reply, usage } as ModelReply }),
      unreported,
    };
  };
}

export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** A count as a server gives it. NaN for anything but a whole number; a count that is missing is 0. */
export function readCount(value: unknown): number {
  if (isNothing(value)) return 0;
  return isCount(value) ? value : Number.NaN;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** So many times more or less than our own estimate is absurd. */
const ABSURD = 100;

/** Thoughts count, and no model writes more of them. */
const MOST_OUTPUT = 300_000;

/** Gateways add prompts, which outweigh a short one. */
const LEAST_ESTIMATE = 200;

function findFault(
  { uncached, cacheRead, cacheWrite, output, reasoning }: Usage,
  call: CheckedCall,
): string | null {
  const { model, request, reply } = call;
  if (![uncached, cacheRead, cacheWrite, output, reasoning].every(isCount))
    return "the server's counts are not whole numbers of 0 or more";
  if (model.deterministic) return null;
  const input = uncached + cacheRead + cacheWrite;
  const most = Math.max(LEAST_ESTIMATE, estimateInput(request));
  // A server that counts only what its cache lacked may well count nothing.
  const least = model.countsEvaluated ? 0 : countLeastInput(request);
  if (input > ABSURD * most || input * ABSURD < least)
    return `the server counts ${input} tokens of a prompt of about ${Math.round(countLeastInput(request))}`;
  const text = reply.type === "answer" ? reply.text : reply.partialText;
  const mostOutput = Math.max(MOST_OUTPUT, request.maxOutputTokens, ABSURD * reserveTokens(text));
  if (output > mostOutput || output * ABSURD < countLeastTokens(text))
    return `the server counts ${output} tokens of a reply of about ${Math.round(countLeastTokens(text))}`;
  return null;
}
