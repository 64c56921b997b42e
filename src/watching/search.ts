import { statedInWords } from "../telling/figures.ts";
import { type EventVoice, type ToldEvent, tell } from "../telling/tell.ts";
import { escapeRegExp } from "../text/plain.ts";
import { goesOn } from "./item-index.ts";
import type { Item } from "./items.ts";
import type { SeatNames } from "./names.ts";

/** A search under way: items looked at so far, out from where it began. */
export type Scan = { readonly from: number; readonly direction: 1 | -1; readonly step: number };

type Passes = (item: Item) => boolean;

/** Items looked at before keys are answered again. */
const MOST_AT_ONCE = 8_000;

/** Index of the next item that passes, round to where it began; null where there is none; a scan where more are left. */
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

/** The same without going round, for what is known without reading: verdict changes. */
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

/** Where a text stands, as far as it has been counted: the numbers of the events, ascending. */
type MatchCount = { readonly upTo: number; readonly found: readonly number[] };

export const NOTHING_COUNTED: MatchCount = { upTo: 0, found: [] };

/** Counts on through the next items. */
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
  /** What is left to look at. */
  readonly scan: Scan | null;
  /** How often it stands there, and whether that is all. */
  readonly count: MatchCount;
  readonly isCounted: boolean;
};

/** Whether an item's words hold a text, whatever its case. */
export function matching(query: string, names: SeatNames): Passes {
  const pattern = new RegExp(escapeRegExp(query), "iu");
  const voice = { nameOf: names.displayed };
  return (item) => wordsOf(item, voice).some((text) => pattern.test(names.mask(text)));
}

/** What can be searched for: words that the transcript shows. */
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
