import { z } from "zod";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import { BoardroomError } from "../../errors.ts";
import { reservedTokens } from "../../models/pricing/estimate.ts";

/** The most tokens of one answer, so that it does not crowd out what an agent was about. */
export const MOST_TOKENS = 8_000;

type Page<T> = { readonly items: readonly T[]; readonly next: string | null };

export function pageOf<T>(items: readonly T[], cursor: string | undefined, most = MOST_TOKENS): Page<T> {
  const from = positionIn(cursor, items.length);
  const taken: T[] = [];
  let tokens = 0;
  for (let at = from; at < items.length; at++) {
    const item = items[at] as T;
    const size = sizeOf(item);
    if (taken.length > 0 && tokens + size > most) return { items: taken, next: `p${at}` };
    taken.push(size > most ? (cut(item, most) as T) : item);
    tokens += size;
  }
  return { items: taken, next: null };
}

export function textPages(text: string, most = MOST_TOKENS): readonly string[] {
  const pages: string[] = [];
  let from = 0;
  do {
    const page = beginningOf(text.slice(from), most);
    pages.push(page);
    from += page.length;
  } while (from < text.length);
  return pages;
}

/** Ends at a line break if one is near; at least one character. */
export function beginningOf(text: string, most: number): string {
  if (sizeOf(text) <= most) return text;
  let fits = 1;
  for (let over = text.length; over - fits > 1; ) {
    const middle = Math.floor((fits + over) / 2);
    if (sizeOf(text.slice(0, middle)) <= most) fits = middle;
    else over = middle;
  }
  const line = text.lastIndexOf("\n", fits - 1) + 1;
  if (line > fits / 2) return text.slice(0, line);
  // Not between the two halves of one character.
  const [last = ""] = text.slice(fits - 1);
  return text.slice(0, fits - 1 + last.length);
}

export function sizeOf(item: unknown): number {
  return reservedTokens(JSON.stringify(item) ?? "");
}

function positionIn(cursor: string | undefined, length: number): number {
  if (cursor === undefined || cursor === "") return 0;
  const at = Number(cursor.slice(1));
  if (/^p\d{1,9}$/.test(cursor) && at <= length) return at;
  throw new BoardroomError("usage", {
    message: `${JSON.stringify(cursor.slice(0, 40))} is not a cursor of this list`,
    remedy: "Give the cursor of the previous answer, or omit it to start at the beginning.",
  });
}

function cut(value: unknown, most: number): unknown {
  for (let longest = 8_000; longest >= 125; longest /= 2) {
    const shorter = withShortTexts(value, longest);
    if (sizeOf(shorter) <= most) return shorter;
  }
  return withShortTexts(value, 60);
}

function withShortTexts(value: unknown, longest: number): unknown {
  if (typeof value === "string")
    return value.length <= longest
      ? value
      : `${value.slice(0, longest)}… (${value.length - longest} characters omitted)`;
  if (Array.isArray(value)) {
    const kept = value.slice(0, Math.max(3, Math.floor(longest / 20)));
    return kept.map((each) => withShortTexts(each, longest));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withShortTexts(each, longest)]));
}

export const viewBlockSchema = z.object({
  from: z.enum(["rules", "you", "meeting", "your-own-words"]),
  text: z.string(),
});
type ViewBlock = z.infer<typeof viewBlockSchema>;

type PagedView = { readonly blocks: readonly ViewBlock[]; readonly next: string; readonly more: boolean };

/** The part of the prompt that a seat has not seen yet. A view only grows, so that a cursor (block and
 * character) stays valid from turn to turn. */
export function pagedView(
  prompt: Prompt | null,
  cursor: string | undefined,
  rest: readonly unknown[],
): PagedView {
  const blocks = prompt === null ? [] : blocksOf(prompt);
  const [from = 0, skip = 0] = (cursor ?? "b0-0").slice(1).split("-").map(Number);
  let room = Math.max(1_000, MOST_TOKENS - rest.reduce<number>((sum, each) => sum + sizeOf(each), 0));
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
