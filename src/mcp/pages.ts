import { BoardroomError } from "../errors.ts";
import { reservedTokens } from "../models/pricing/estimate.ts";

/** The most tokens of one answer, so that it does not crowd out what an agent was about. */
export const MOST_TOKENS = 8_000;

type Page<T> = {
  readonly items: readonly T[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
};

/** As many items from a cursor on as fit. One that is too long by itself has its texts cut, and is a page of its own. */
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

/** A page of a text, by lines, and how many pages there are. */
export function textPages(text: string, most = MOST_TOKENS): readonly string[] {
  const pages: string[] = [];
  let page: string[] = [];
  let tokens = 0;
  for (const line of text.split("\n").flatMap((each) => pieces(each, most))) {
    const size = reservedTokens(line) + 1;
    if (tokens + size > most && page.length > 0) {
      pages.push(page.join("\n"));
      page = [];
      tokens = 0;
    }
    page.push(line);
    tokens += size;
  }
  return [...pages, page.join("\n")];
}

export function sizeOf(item: unknown): number {
  return reservedTokens(JSON.stringify(item) ?? "");
}

function positionIn(cursor: string | undefined, length: number): number {
  if (cursor === undefined || cursor === "") return 0;
  const at = Number(cursor.slice(1));
  if (/^p\d{1,9}$/.test(cursor) && at <= length) return at;
  throw new BoardroomError("usage", {
    message: `${JSON.stringify(cursor.slice(0, 40))} is no cursor of this list`,
    remedy: "Give the cursor of the answer before, or leave it out to begin at the beginning.",
  });
}

function pieces(line: string, most: number): readonly string[] {
  if (reservedTokens(line) <= most) return [line];
  const half = Math.floor(line.length / 2);
  return [...pieces(line.slice(0, half), most), ...pieces(line.slice(half), most)];
}

/** Shortens the longest texts in a value until it fits. */
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
      : `${value.slice(0, longest)}… (${value.length - longest} characters left out)`;
  if (Array.isArray(value)) {
    const kept = value.slice(0, Math.max(3, Math.floor(longest / 20)));
    return kept.map((each) => withShortTexts(each, longest));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withShortTexts(each, longest)]));
}
