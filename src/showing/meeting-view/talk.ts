import type { MeetingEvent } from "../../engine/transcript/events.ts";

export type TalkView = {
  readonly between: (from: string, to: string) => number;
  readonly toAll: (from: string) => number;
  readonly said: (from: string) => number;
  readonly isAddressed: boolean;
  push(event: MeetingEvent): void;
};

export function createTalk(): TalkView {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  let isAddressed = false;
  return {
    between: (from, to) => counts.get(key(from, to)) ?? 0,
    toAll: (from) => counts.get(key(from, null)) ?? 0,
    said: (from) => counts.get(from) ?? 0,
    get isAddressed() {
      return isAddressed;
    },
    push(event) {
      if (event.type !== "message.spoken" || event.audience === "record") return;
      add(event.speaker);
      add(key(event.speaker, event.to));
      isAddressed ||= event.to !== null;
    },
  };
}

function key(from: string, to: string | null): string {
  return JSON.stringify([from, to]);
}
