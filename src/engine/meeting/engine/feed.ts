import type { Draft, MeetingEvent } from "../../transcript/events.ts";
import type { Journal } from "../../transcript/journal.ts";

export function createFeed(journal: Journal) {
  let hasEnded = false;
  let wake: () => void = () => {};
  let changed = new Promise<void>((resolve) => {
    wake = resolve;
  });
  function tell(): void {
    wake();
    changed = new Promise((resolve) => {
      wake = resolve;
    });
  }
  return {
    append(draft: Draft): void {
      journal.append(draft);
      tell();
    },
    appendAll(drafts: readonly Draft[]): void {
      journal.appendAll(drafts);
      tell();
    },
    end(): void {
      hasEnded = true;
      tell();
    },
    async *follow(): AsyncGenerator<MeetingEvent, void, undefined> {
      for (let next = 0; ; ) {
        for (let event = journal.events[next]; event; event = journal.events[++next]) yield event;
        if (hasEnded) return;
        await changed;
      }
    },
  };
}
