import type { MeetingEvent } from "../../transcript/events.ts";
import { BESIDE_FORKS } from "../../transcript/forks.ts";
import { effectPath } from "../../transcript/path.ts";

export interface Recording {
  /** In file order, calls included; empty the second time. */
  take(path: string): readonly MeetingEvent[];
  /** Acts before anything else at the path, and whether the effect has begun beyond them. */
  takeActs(path: string): { readonly acts: readonly MeetingEvent[]; readonly isBegun: boolean };
  /** Forks, and leave for them, before the effect at this path; empty the second time. */
  takeForks(path: string): readonly MeetingEvent[];
  /** Something later is recorded, so the effect or group at this path is on record whole. */
  goesOnAfter(path: string): boolean;
  readonly left: readonly string[];
}

export function createRecording(events: readonly MeetingEvent[]): Recording {
  const byPath = grouped(events.filter(({ type }) => !BESIDE_FORKS.has(type)));
  const forks = grouped(events.filter(({ type }) => BESIDE_FORKS.has(type)));
  return {
    take: (path) => taken(byPath, path),
    takeActs(path) {
      const found = taken(byPath, path);
      const first = found.findIndex(({ type }) => !ACTS.has(type));
      const acts = first === -1 ? found : found.slice(0, first);
      const rest = found.slice(acts.length);
      if (rest.length > 0) byPath.set(path, rest);
      return { acts, isBegun: rest.length > 0 };
    },
    takeForks: (path) => taken(forks, path),
    goesOnAfter(path) {
      const number = topNumber(path);
      const isLater = (key: string) => topNumber(key) > number;
      return someKey(byPath, isLater) || someKey(forks, isLater);
    },
    get left() {
      return [...byPath.keys(), ...forks.keys()];
    },
  };
}

const ACTS: ReadonlySet<string> = new Set(["person.acted", "document.added", "meeting.adjourned"]);

function topNumber(path: string): number {
  return Number.parseInt(path, 10);
}

function someKey(map: ReadonlyMap<string, unknown>, passes: (key: string) => boolean): boolean {
  for (const key of map.keys()) if (passes(key)) return true;
  return false;
}

function grouped(events: readonly MeetingEvent[]): Map<string, MeetingEvent[]> {
  const byPath = new Map<string, MeetingEvent[]>();
  for (const event of events) {
    const path = effectPath(event.path);
    const known = byPath.get(path);
    if (known) known.push(event);
    else byPath.set(path, [event]);
  }
  return byPath;
}

function taken(byPath: Map<string, MeetingEvent[]>, path: string): MeetingEvent[] {
  const found = byPath.get(path) ?? [];
  byPath.delete(path);
  return found;
}
