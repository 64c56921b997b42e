// A provider in this process: it counts tokens, caches beginnings of prompts by its vendor's rules, and streams at the pace of
// a hosted model. Meetings and other methods send it the bodies that they would send to the vendor.

import { createHash } from "node:crypto";
import type { Usage } from "../../src/models/contract/model.ts";
import { estimateTokens } from "../../src/models/pricing/prices.ts";
import type { VirtualTime } from "./virtual-time.ts";

export type PricedVendor = "anthropic" | "openai";

/** Seconds to the first token, and tokens a second: read anew, read from a cache, written. */
export const SPEED = { first: 0.6, fresh: 4_000, cached: 40_000, output: 70 };

/** Tokens below which nothing is cached. */
const LEAST_CACHED: Readonly<Record<PricedVendor, number>> = { anthropic: 512, openai: 1_024 };
/** Blocks before a mark in which the Messages API looks for what it keeps. */
const LOOK_BACK = 20;
/** Marks of one request at which a vendor writes. */
const MOST_WRITTEN = 4;

export type PricedCall = { usage: Usage; start: number; end: number };

type Part = { text: string; cache_control?: object; prompt_cache_breakpoint?: object };
type Content = string | readonly Part[];
export type PromptBody = {
  system?: Content;
  messages: readonly { role: string; content: Content }[];
  output_config?: { format?: object };
  response_format?: object;
  prompt_cache_options?: { mode: string };
};

export type Provider = {
  fetch: typeof fetch;
  calls: PricedCall[];
  /** Tokens that were written to the cache and that no later call read. */
  countUnread: () => number;
};

type Setup = {
  vendor: PricedVendor;
  time: VirtualTime;
  /** Tokens of thinking before each reply. */
  thinking: number;
  /** The reply to the call that is sent now. */
  reply: () => string;
};

export function createProvider({ vendor, time, thinking, reply }: Setup): Provider {
  const calls: PricedCall[] = [];
  /** When the beginning of a prompt can be read, by its digest. */
  const kept = new Map<string, number>();
  const pieces = new Map<string, KeptPiece>();
  return {
    calls,
    countUnread() {
      let unread = 0;
      for (const { tokens, writes, isRead } of pieces.values())
        unread += tokens * (writes - (isRead ? 1 : 0));
      return unread;
    },
    async fetch(_, init) {
      const body = JSON.parse(String(init?.body)) as PromptBody;
      const text = reply();
      const start = time.now;
      const prefixes = listPrefixes(vendor, body);
      const { read, write, written } = useCache(
        vendor,
        body,
        prefixes,
        (key) => (kept.get(key) ?? Infinity) <= start,
      );
      notePieces(pieces, prefixes, read, write);
      const input = prefixes.at(-1)?.tokens ?? 0;
      const output = estimateTokens(text) + thinking;
      const usage = {
        uncached: input - read - write,
        cacheRead: read,
        cacheWrite: write,
        output,
        reasoning: thinking,
      };
      const first = start + SPEED.first + (input - read) / SPEED.fresh + read / SPEED.cached;
      const end = first + output / SPEED.output;
      calls.push({ usage, start, end });
      for (const key of written) kept.set(key, Math.min(kept.get(key) ?? Infinity, first));
      const [opening, rest] =
        vendor === "anthropic" ? messagesStream(text, usage) : chatStream(text, usage);
      const encoder = new TextEncoder();
      const stream = new ReadableStream({
        async start(controller) {
          await time.until(first);
          controller.enqueue(encoder.encode(opening));
          await time.until(end);
          controller.enqueue(encoder.encode(rest));
          controller.close();
        },
      });
      return new Response(stream, { headers: { "content-type": "text/event-stream" } });
    },
  };
}

/** A part of prompts that was written to the cache, by the beginning that it ends. */
type KeptPiece = { tokens: number; writes: number; isRead: boolean };

function notePieces(
  pieces: Map<string, KeptPiece>,
  prefixes: readonly Prefix[],
  read: number,
  write: number,
): void {
  let start = 0;
  for (const { key, tokens } of prefixes) {
    const piece = pieces.get(key) ?? { tokens: tokens - start, writes: 0, isRead: false };
    if (tokens <= read) piece.isRead = true;
    else if (tokens <= read + write) piece.writes += 1;
    if (piece.writes > 0) pieces.set(key, piece);
    start = tokens;
  }
}

type Prefix = { key: string; tokens: number; isMarked: boolean };

/** The request up to the end of each part. A schema that is enforced comes before all. */
function listPrefixes(vendor: PricedVendor, body: PromptBody): Prefix[] {
  const schema = body.output_config?.format ?? body.response_format;
  const digest = createHash("sha256").update(JSON.stringify([vendor, schema ?? null]));
  const system = body.system === undefined ? [] : [{ role: "system", content: body.system }];
  let tokens = 0;
  return [...system, ...body.messages].flatMap(({ role, content }) => {
    const parts: readonly Part[] = typeof content === "string" ? [{ text: content }] : content;
    return parts.map(({ text, cache_control, prompt_cache_breakpoint }) => {
      tokens += estimateTokens(text);
      digest.update(JSON.stringify([role, text]));
      const isMarked = cache_control !== undefined || prompt_cache_breakpoint !== undefined;
      return { key: digest.copy().digest("hex"), tokens, isMarked };
    });
  });
}

function useCache(
  vendor: PricedVendor,
  body: PromptBody,
  prefixes: readonly Prefix[],
  isKept: (key: string) => boolean,
): { read: number; write: number; written: string[] } {
  const marks = prefixes.flatMap(({ isMarked }, index) => (isMarked ? [index] : []));
  const isImplicit = vendor === "openai" && body.prompt_cache_options?.mode !== "explicit";
  if (isImplicit && marks.at(-1) !== prefixes.length - 1) marks.push(prefixes.length - 1);
  const reach = vendor === "anthropic" ? LOOK_BACK : 0;
  const readable = prefixes.filter(
    ({ key }, index) => marks.some((mark) => mark >= index && mark - reach <= index) && isKept(key),
  );
  const longest = readable.at(-1)?.tokens ?? 0;
  const read = longest < LEAST_CACHED[vendor] ? 0 : longest;
  const written = marks
    .slice(-MOST_WRITTEN)
    .map((index) => prefixes[index]!)
    .filter(({ tokens }) => tokens >= LEAST_CACHED[vendor]);
  const write = Math.max(0, (written.at(-1)?.tokens ?? 0) - read);
  return { read, write, written: written.map(({ key }) => key) };
}

type Events = readonly [opening: string, rest: string];

function messagesStream(
  text: string,
  { uncached, cacheRead, cacheWrite, output, reasoning }: Usage,
): Events {
  const event = (type: string, data: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const usage = {
    input_tokens: uncached,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
    output_tokens: 1,
  };
  const opening = event("message_start", { message: { model: "", content: [], usage } });
  const end = {
    delta: { stop_reason: "end_turn" },
    usage: { output_tokens: output, output_tokens_details: { thinking_tokens: reasoning } },
  };
  const delta = { index: 0, delta: { type: "text_delta", text } };
  return [
    opening,
    event("content_block_delta", delta) + event("message_delta", end) + event("message_stop", {}),
  ];
}

function chatStream(
  text: string,
  { uncached, cacheRead, cacheWrite, output, reasoning }: Usage,
): Events {
  const chunk = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  const input = uncached + cacheRead + cacheWrite;
  const usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
  const choice = (delta: object, finish_reason: string | null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason }] });
  const rest = choice({ content: text }, null) + choice({}, "stop") + chunk({ choices: [], usage });
  return [choice({ role: "assistant", content: "" }, null), `${rest}data: [DONE]\n\n`];
}
