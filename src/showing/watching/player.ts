import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { effectPath } from "../../engine/transcript/path.ts";
import type { createCalls } from "./calls.ts";
import { type Pacing, READING_MS } from "./pacing.ts";
import type { createTimeline } from "./timeline.ts";

/** Milliseconds that a speaker thinks before it is heard. */
const THINKING_MS = 500;

type PlayerSetup = {
  readonly hold: Pacing;
  readonly signal: AbortSignal;
  readonly timeline: ReturnType<typeof createTimeline>;
  readonly calls: ReturnType<typeof createCalls>;
  readonly changed: () => void;
};

type Player = {
  /** Goes there without playing what lies between, and stops what is playing. */
  place(target: number): void;
  playNext(event: MeetingEvent): Promise<void>;
};

export function createPlayer({ hold, signal, timeline, calls, changed }: PlayerSetup): Player {
  /** Counts how often another place was sought: what began before that is over. */
  let places = 0;
  let heldPath = "";

  /** False if the user went elsewhere meanwhile. */
  async function type(event: MeetingEvent<"message.spoken">, began: number): Promise<boolean> {
    const { path, speaker } = event;
    for (const [delta] of event.content.matchAll(/[\s\S]{1,6}/gu)) {
      if (hold.pace === Number.POSITIVE_INFINITY && !hold.isPaused) break;
      calls.hear({ type: "text", path, speaker, delta });
      changed();
      await hold.rest(delta.length * READING_MS);
      if (places !== began || signal.aborted) return false;
    }
    return true;
  }

  return {
    place(target) {
      timeline.goTo(target);
      calls.clear();
      heldPath = "";
      places += 1;
    },
    async playNext(event) {
      const began = places;
      const path = effectPath(event.path);
      if (path !== heldPath) {
        await hold.hold(path);
        if (places !== began || signal.aborted) return;
        heldPath = path;
      }
      if (event.type === "message.spoken" && event.audience !== "record" && !(await type(event, began))) return;
      timeline.next();
      calls.end(event);
      if (event.type === "speaker.selected") {
        calls.hear({ type: "thinking", path, speaker: event.speaker, private: false });
        changed();
        await hold.rest(THINKING_MS);
      }
      changed();
    },
  };
}
