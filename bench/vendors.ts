import { DIALECTS } from "../test/models/local-server.ts";

/** The two wire shapes, and the model that is asked for in each. */
export const VENDORS = {
  openai: { id: "gpt-6-sol", finish: "stop" },
  anthropic: { id: "claude-sonnet-5-5", finish: "end_turn" },
} as const;
export type Vendor = keyof typeof VENDORS;
export const VENDOR_NAMES = ["openai", "anthropic"] as const satisfies readonly Vendor[];

const PIECE = /[\s\S]{1,24}/gu;

/** A reply as a provider streams it, in pieces of at most 24 characters: some six tokens, so that few pieces pad a turn. */
export function streamOf(vendor: Vendor, reply: string): readonly string[] {
  const { opening, text, ending } = DIALECTS[vendor];
  const pieces = reply.match(PIECE) ?? [];
  return [opening, ...pieces.map((piece) => text(piece)), ending(VENDORS[vendor].finish)];
}
