import type { Item } from "./items.ts";

/** Index of the next item that passes, from the one after `from` on and round to it; null where there is none. */
export function findItem(
  items: readonly Item[],
  shown: number,
  from: number,
  {
    direction,
    wraps,
    passes,
  }: { readonly direction: 1 | -1; readonly wraps: boolean; readonly passes: (item: Item) => boolean },
): number | null {
  for (let step = 1; step <= shown; step++) {
    const index = from + direction * step;
    if (!wraps && (index < 0 || index >= shown)) return null;
    const wrapped = ((index % shown) + shown) % shown;
    if (passes(items[wrapped]!)) return wrapped;
  }
  return null;
}

/** Whether an item's words hold a text, whatever its case. */
export function matching(query: string): (item: Item) => boolean {
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "iu");
  return (item) => wordsOf(item).some((text) => pattern.test(text));
}

/** What can be searched for: words that the transcript shows. */
function wordsOf({ event }: Item): readonly string[] {
  switch (event.type) {
    case "message.spoken":
      return [
        event.content,
        event.reasoning ?? "",
        event.wouldChange ?? "",
        event.verdict ?? "",
        event.speaker.replaceAll("-", " "),
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
    default:
      return [];
  }
}
