import type { Draft, MeetingEvent } from "../src/engine/transcript/events.ts";

/** The debate over and over until it has so many messages, each with an id and a path of its own. */
export function lengthened(events: readonly MeetingEvent[], most: number): readonly MeetingEvent[] {
  const first = events.findIndex(({ type }) => type === "speaker.selected");
  const last = events.findLastIndex(({ type }) => type === "message.spoken");
  const debate = events.slice(first, last + 1).filter(({ type }) => type !== "call.answered");
  const more: MeetingEvent[] = [];
  let messages = 0;
  let turn = 1000;
  while (messages < most) {
    for (const event of debate) {
      if (event.type === "message.spoken" && ++messages > most) break;
      if (event.type === "speaker.selected") turn += 1;
      const at = { path: String(turn) };
      more.push(
        event.type === "message.spoken"
          ? { ...event, ...at, id: `m${turn}`, withdrawn: false }
          : { ...event, ...at },
      );
    }
  }
  const closing = events.slice(last + 1).map((event) => ({ ...event, path: String(turn + 1) }));
  return [...events.slice(0, first), ...more, ...closing];
}

/** As it was before it stood in a record. */
export function asDraft(event: MeetingEvent): Draft {
  const {
    seq: _,
    prev: __,
    hash: ___,
    ...draft
  } = event as MeetingEvent & { prev?: string; hash?: string };
  return draft as Draft;
}
