import { z } from "zod";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import { beginningOf, MOST_TOKENS, sizeOf } from "./pages.ts";

export const viewBlockSchema = z.object({
  from: z.enum(["rules", "you", "meeting", "your-own-words"]),
  text: z.string(),
});
type ViewBlock = z.infer<typeof viewBlockSchema>;

type PagedView = {
  readonly blocks: readonly ViewBlock[];
  readonly next: string;
  readonly more: boolean;
};

/** The part of the prompt that a seat has not seen yet. A view only grows, so that a cursor (block and
 * character) stays valid from turn to turn. */
export function pagedView(
  prompt: Prompt | null,
  cursor: string | undefined,
  beside: readonly unknown[],
): PagedView {
  const blocks = prompt === null ? [] : blocksOf(prompt);
  const [from = 0, skip = 0] = (cursor ?? "b0-0").slice(1).split("-").map(Number);
  let room = Math.max(1_000, MOST_TOKENS - beside.reduce<number>((sum, each) => sum + sizeOf(each), 0));
  const given: ViewBlock[] = [];
  for (let at = from; at < blocks.length; at++) {
    const block = blocks[at] ?? { from: "meeting", text: "" };
    const start = at === from ? skip : 0;
    const rest = block.text.slice(start);
    if (sizeOf(rest) > room) {
      if (given.length > 0) return { blocks: given, next: `b${at}-${start}`, more: true };
      const text = beginningOf(rest, room);
      return { blocks: [{ from: block.from, text }], next: `b${at}-${start + text.length}`, more: true };
    }
    if (rest !== "") given.push({ from: block.from, text: rest });
    room -= sizeOf(rest);
  }
  return { blocks: given, next: `b${blocks.length}-0`, more: false };
}

function blocksOf({ shared, individual, turns }: Prompt): readonly ViewBlock[] {
  return [
    { from: "rules", text: shared },
    { from: "you", text: individual },
    ...turns.flatMap(({ role, parts }) =>
      parts.map((text): ViewBlock => ({ from: role === "user" ? "meeting" : "your-own-words", text })),
    ),
  ];
}
