import { DIALECTS } from "../test/models/local-server.ts";

/** The two wire shapes, and the model that is asked for in each. */
export const VENDORS = {
  openai: { id: "gpt-6-sol", finish: "stop" },
  anthropic: { id: "claude-sonnet-5-5", finish: "end_turn" },
} as const;
export type Vendor = keyof typeof VENDORS;
export const VENDOR_NAMES = ["openai", "anthropic"] as const satisfies readonly Vendor[];

/** Characters of a piece of a stream: a token, as Chat Completions streams, or half a line, so that few pieces pad a turn. */
export const PIECE = { token: 4, halfLine: 24 } as const;

/** A reply as a provider streams it, in pieces of so many characters. */
export function streamOf(vendor: Vendor, reply: string, piece: number): readonly string[] {
  const { opening, text, ending } = DIALECTS[vendor];
  const pieces = reply.match(new RegExp(`[\\s\\S]{1,${piece}}`, "gu")) ?? [];
  return [opening, ...pieces.map((each) => text(each)), ending(VENDORS[vendor].finish)];
}

/** As many tokens as the request has: a prompt that a server seems to have cut counts as a failed call. */
export function withInput(part: string, tokens: number): string {
  return part
    .replace('"cache_read_input_tokens":900', `"cache_read_input_tokens":${tokens}`)
    .replace('"prompt_tokens":1000', `"prompt_tokens":${tokens}`);
}
