import type { MeetingEvent } from "../transcript/events.ts";
import { effectPath } from "../transcript/path.ts";

/** What a transcript already holds, to be answered from before anything is asked again. */
export interface Recording {
  /** Events recorded at an effect's path, its calls included, in file order; empty the second time. */
  take(path: string): readonly MeetingEvent[];
  /** Paths that were recorded and never asked for: the protocol did something else. */
  readonly left: readonly string[];
}

export function createRecording(events: readonly MeetingEvent[]): Recording {
  const byPath = new Map<string, MeetingEvent[]>();
  for (const event of events) {
    const path = effectPath(event.path);
    const known = byPath.get(path);
    if (known) known.push(event);
    else byPath.set(path, [event]);
  }
  return {
    take(path) {
      const found = byPath.get(path) ?? [];
      byPath.delete(path);
      return found;
    },
    get left() {
      return [...byPath.keys()];
    },
  };
}
