import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BoardroomError } from "../../errors.ts";
import type { MeetingLine } from "../../pages/list.tsx";
import { Unreadable, Watched } from "../../pages/watched.tsx";
import { createMeetingView } from "../../reports/meeting-view/meeting-view.ts";
import { eventSchema, type MeetingEvent } from "../../transcript/events.ts";
import { JOURNAL_FILE } from "../../transcript/journal-file.ts";
import { inPathOrder } from "../../transcript/path.ts";
import { hashLine } from "../../transcript/read.ts";
import type { Followed } from "../../web/room.ts";
import { tableOf } from "../records/outputs.ts";
import { tailTranscript } from "../screen/tail-transcript.ts";
import { pageProcedureOf } from "../settings/protocols.ts";
import { standingAfter } from "./meeting-lines.ts";

/** What stands above the first line that is none. */
function soundEvents(folder: string): MeetingEvent[] {
  const events: MeetingEvent[] = [];
  for (const line of readFileSync(join(folder, JOURNAL_FILE), "utf8").split("\n")) {
    const event = eventIn(line);
    if (event === null) break;
    events.push(event);
  }
  return events;
}

function eventIn(line: string): MeetingEvent | null {
  try {
    return eventSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Follows a transcript for one viewer, from its first line on. Resolves once what stands there has been read. */
export async function followMeeting(id: string, folder: string): Promise<Followed> {
  const leave = new AbortController();
  let events: MeetingEvent[] = [];
  let isHeld = false;
  let damage: string | null = null;
  /** Something has come since the page was made last. */
  let isStale = false;
  let wake: () => void = () => {};
  const tell = () => {
    isStale = true;
    wake();
  };
  let growing = createMeetingView(pageProcedureOf);
  let pushed = 0;

  const caughtUp = new Promise<void>((resolve) => {
    const listener = {
      preview: () => {},
      events: (read: readonly MeetingEvent[]) => {
        events = [...events, ...read];
        tell();
      },
      caughtUp: resolve,
      growing: (now: boolean) => {
        isHeld = now;
        tell();
      },
    };
    tailTranscript(folder, listener, leave.signal).catch((error: unknown) => {
      if (error instanceof BoardroomError && error.code === "transcript-damaged") events = soundEvents(folder);
      damage = error instanceof BoardroomError ? error.message : String(error);
      tell();
      resolve();
    });
  });
  await caughtUp;

  /** Branches that ran at the same time stand mixed on disk, and are told one after another. */
  function viewNow() {
    const ordered = inPathOrder(events);
    const isGrown = ordered.slice(0, pushed).every((event, index) => event === shown[index]);
    if (!isGrown) {
      growing = createMeetingView(pageProcedureOf);
      pushed = 0;
    }
    for (const event of ordered.slice(pushed)) growing.push(event);
    shown = ordered;
    pushed = ordered.length;
    return growing.view;
  }
  let shown: readonly MeetingEvent[] = [];

  function standing(): MeetingLine["standing"] {
    return damage === null ? standingAfter(events.at(-1), isHeld) : { is: "damaged", why: damage };
  }

  return {
    page() {
      isStale = false;
      const last = events.at(-1);
      if (!last) return Unreadable({ id, why: damage ?? "nothing stands on record yet" });
      const view = viewNow();
      const table = tableOf({ events, head: hashLine(JSON.stringify(last)) });
      return Watched({ id, standing: standing(), view, table });
    },
    changed: (signal) =>
      new Promise((resolve) => {
        if (isStale) return resolve();
        wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      }),
    close: () => leave.abort(),
  };
}
