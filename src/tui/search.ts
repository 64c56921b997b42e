import type { Item } from "./items.ts";
import type { Table } from "./table.ts";

/** A search under way: items looked at so far, out from where it began. */
export type Scan = { readonly from: number; readonly direction: 1 | -1; readonly step: number };

/** Items looked at before keys are answered again. */
const MOST_AT_ONCE = 8_000;

/** Index of the next item that passes, round to where it began; null where there is none; a scan where more are left. */
export function findItem(
  items: readonly Item[],
  shown: number,
  { from, direction, step }: Scan,
  passes: (item: Item) => boolean,
): number | null | Scan {
  const last = Math.min(shown, step + MOST_AT_ONCE);
  for (let ahead = step + 1; ahead <= last; ahead++) {
    const index = (((from + direction * ahead) % shown) + shown) % shown;
    if (passes(items[index]!)) return index;
  }
  return last < shown ? { from, direction, step: last } : null;
}

/** The same without going round, for what is known without reading: verdict changes. */
export function findAhead(
  items: readonly Item[],
  shown: number,
  from: number,
  direction: 1 | -1,
  passes: (item: Item) => boolean,
): number | null {
  for (let index = from + direction; index >= 0 && index < shown; index += direction)
    if (passes(items[index]!)) return index;
  return null;
}

/** Whether an item's words hold a text, whatever its case. */
export function matching(query: string, table: Table): (item: Item) => boolean {
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "iu");
  return (item) => wordsOf(item, table).some((text) => pattern.test(table.mask(text)));
}

/** What can be searched for: words that the transcript shows. */
function wordsOf({ event, told }: Item, table: Table): readonly string[] {
  switch (event.type) {
    case "message.spoken":
      return [
        event.content,
        event.reasoning ?? "",
        event.wouldChange ?? "",
        event.verdict ?? "",
        table.displayed(event.speaker),
        ...event.citations.flatMap(({ ref, quote }) => [ref ?? "", quote]),
      ];
    case "notice.given":
      return [event.text];
    case "person.acted":
      return [event.person, "text" in event.does ? event.does.text : ""];
    case "ballot.cast":
      return [`${event.ballot} ballot`, event.verdict ?? ""];
    case "turn.absent":
    case "meeting.adjourned":
    case "meeting.suspended":
      return [event.reason];
    case "meeting.closed":
      return [event.reason, event.outcome.reason];
    case "call.failed":
      return [event.message];
    case "fact.recorded":
      return told === null ? [] : [told];
    default:
      return [];
  }
}
