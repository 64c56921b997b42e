import { statedInWords } from "../../engine/words/figures.ts";
import { type EventVoice, type ToldEvent, tell } from "../../engine/words/tell.ts";
import { escapeRegExp } from "../../text/plain.ts";
import { goesOn } from "./item-index.ts";
import type { Item } from "./items.ts";
import type { SeatNames } from "./names.ts";

export type Scan = { readonly from: number; readonly direction: 1 | -1; readonly step: number };

type Passes = (item: Item) => boolean;

/** Items looked at before keys are answered again. */
const MOST_AT_ONCE = 8_000;

/** Searches round to the start. Null if there is none; a scan if more items are left. */
export function findItem(
  items: readonly Item[],
  shown: number,
  { from, direction, step }: Scan,
  passes: Passes,
): number | null | Scan {
  const last = Math.min(shown, step + MOST_AT_ONCE);
  for (let ahead = step + 1; ahead <= last; ahead++) {
    const index = (((from + direction * ahead) % shown) + shown) % shown;
    const item = items[index];
    if (item && !goesOn(items, index, shown) && passes(item)) return index;
  }
  return last < shown ? { from, direction, step: last } : null;
}

export function findAhead(
  items: readonly Item[],
  shown: number,
  from: number,
  direction: 1 | -1,
  passes: Passes,
): number | null {
  for (let index = from + direction; index >= 0 && index < shown; index += direction) {
    const item = items[index];
    if (item && passes(item)) return index;
  }
  return null;
}

type MatchCount = { readonly upTo: number; readonly found: readonly number[] };

export const NOTHING_COUNTED: MatchCount = { upTo: 0, found: [] };

export function countedOn(
  items: readonly Item[],
  shown: number,
  { upTo, found }: MatchCount,
  passes: Passes,
): MatchCount {
  const end = Math.min(shown, upTo + MOST_AT_ONCE);
  const more = items.slice(upTo, end).filter((item, at) => !goesOn(items, upTo + at, shown) && passes(item));
  return { upTo: Math.max(upTo, end), found: [...found, ...more.map(({ seq }) => seq)] };
}

export type Search = {
  readonly query: string;
  readonly isFound: boolean;
  readonly scan: Scan | null;
  readonly count: MatchCount;
  readonly isCounted: boolean;
};

export function matching(query: string, names: SeatNames): Passes {
  const pattern = new RegExp(escapeRegExp(query), "iu");
  const voice = { nameOf: names.displayed };
  return (item) => wordsOf(item, voice).some((text) => pattern.test(names.mask(text)));
}

function wordsOf({ event, told, ballots }: Item, voice: EventVoice): readonly string[] {
  switch (event.type) {
    case "message.spoken":
      return [
        event.content,
        event.reasoning ?? "",
        event.wouldChange ?? "",
        statedInWords(event) ?? "",
        voice.nameOf(event.speaker),
        ...event.citations.flatMap(({ ref, quote }) => [ref ?? "", quote]),
      ];
    case "speaker.selected":
      return [];
    case "ballot.cast":
      return ballots.flatMap((ballot) => textOf(tell(ballot, voice)));
    case "meeting.closed":
      return [...textOf(tell(event, voice)), event.outcome.reason];
    default:
      return textOf(tell(event, voice, told ?? undefined));
  }
}

function textOf(told: ToldEvent | null): readonly string[] {
  return told === null ? [] : [told.text, told.body ?? ""];
}
