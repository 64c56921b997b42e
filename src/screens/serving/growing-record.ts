import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventSchema, type MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { comparePaths, inPathOrder } from "../../engine/transcript/path.ts";
import { createLineReader } from "../../engine/transcript/read.ts";
import { BoardroomError } from "../../errors.ts";
import { tailTranscript } from "../watch/tail-transcript.ts";

type GrowingRecord = {
  readonly events: readonly MeetingEvent[];
  /** Parallel branches stand mixed on disk; here they follow one another. */
  readonly ordered: readonly MeetingEvent[];
  readonly isHeld: boolean;
  readonly damage: string | null;
};

type ToFollow = {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly read: (events: readonly MeetingEvent[]) => void;
  readonly changed: () => void;
};

export async function followRecord({ path, signal, read, changed }: ToFollow): Promise<GrowingRecord> {
  const record: { -readonly [Key in keyof GrowingRecord]: GrowingRecord[Key] } = {
    ...{ events: [], ordered: [], isHeld: false, damage: null },
  };
  await new Promise<void>((resolve) => {
    const listener = {
      events: (more: readonly MeetingEvent[]) => {
        const isInOrder = isAfter(record.ordered.at(-1), more);
        record.events = [...record.events, ...more];
        record.ordered = isInOrder ? [...record.ordered, ...more] : inPathOrder(record.events);
        read(more);
        changed();
      },
      caughtUp: resolve,
      growing: (now: boolean) => {
        record.isHeld = now;
        changed();
      },
    };
    tailTranscript(path, listener, signal).catch((error: unknown) => {
      if (error instanceof BoardroomError && error.code === "transcript-damaged") {
        const lines = error.problems[0]?.place?.line;
        record.events = soundEvents(path, record.events).slice(0, lines && lines - 1);
        record.ordered = inPathOrder(record.events);
      }
      record.damage = error instanceof BoardroomError ? error.message : String(error);
      changed();
      resolve();
    });
  });
  return record;
}

function isAfter(last: MeetingEvent | undefined, events: readonly MeetingEvent[]): boolean {
  return [...(last ? [last] : []), ...events].every(
    ({ path }, index, all) => index === 0 || comparePaths(all[index - 1]?.path ?? "", path) <= 0,
  );
}

/** What was read before, if the file is gone by now. */
function soundEvents(folder: string, known: readonly MeetingEvent[]): readonly MeetingEvent[] {
  const file = join(folder, JOURNAL_FILE);
  const events: MeetingEvent[] = [];
  const reader = createLineReader(file);
  for (const line of textOf(file)?.split("\n") ?? []) {
    try {
      events.push(...reader.read(Buffer.from(`${line}\n`)));
    } catch {
      if (eventIn(line) !== null) events.pop();
      return events;
    }
  }
  return events.length > 0 ? events : known;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function eventIn(line: string): MeetingEvent | null {
  try {
    return eventSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
