import type { MeetingEvent } from "../../engine/transcript/events.ts";
import type { Journal } from "../../engine/transcript/journal.ts";
import { createLineReader } from "../../engine/transcript/read.ts";
import type { Database } from "./database.ts";

/** Another worker has the meeting now and writes the rest. */
export class ClaimLost extends Error {
  constructor() {
    super("another worker has this meeting");
    this.name = "ClaimLost";
  }
}

export async function readRecord(database: Database, meeting: string): Promise<string> {
  const lines = await database.query<{ text: string }>(
    "select text from boardroom.lines where meeting = $1 order by line",
    [meeting],
  );
  return lines.map(({ text }) => `${text}\n`).join("");
}

export function eventsOf(record: string, path: string): readonly MeetingEvent[] {
  return createLineReader(path).read(Buffer.from(record));
}

type Recorder = {
  /** Resolves when all events so far are on record; throws `ClaimLost`. */
  flush(): Promise<void>;
  flushFrom(lines: number): Promise<void>;
};

export type Held = { readonly id: string; readonly claim: string };

/** Branches flush at the same time: each in turn writes what is there. */
export function createRecorder(database: Database, { id, claim }: Held, journal: Journal): Recorder {
  let written = journal.events.length;
  let head = journal.head;
  let last: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const added = journal.events.slice(written);
    if (added.length === 0) return;
    const next = journal.head;
    const lines = added.map((event) => JSON.stringify(event));
    const [row] = await database.query<{ append: string }>(
      "select boardroom.append($1, $2, $3, $4, $5) as append",
      [id, claim, written + 1, head, lines],
    );
    if (row?.append === "lost") throw new ClaimLost();
    if (row?.append === "other") throw new Error(`the record of meeting ${id} goes on otherwise`);
    written += added.length;
    head = next;
  }

  function flush(): Promise<void> {
    last = last.then(write);
    return last;
  }
  return {
    flush,
    async flushFrom(lines) {
      if (journal.events.length - written >= lines) await flush();
    },
  };
}
