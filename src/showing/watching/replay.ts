import type { Answer } from "../../engine/meeting/people/inbox.ts";
import type { MeetingEvent, PersonAct } from "../../engine/transcript/events.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { createCalls } from "./calls.ts";
import { itemIndexAt } from "./item-index.ts";
import { createItems } from "./items.ts";
import type { Pacing } from "./pacing.ts";
import { createPlayer } from "./player.ts";
import { createStanding, type ProcedureOf } from "./procedure.ts";
import type { Source } from "./source.ts";
import { createTimeline } from "./timeline.ts";

type ReplaySetup = {
  readonly hold: Pacing;
  readonly signal: AbortSignal;
  readonly clock: () => number;
  readonly leaveAct: (does: PersonAct, document?: Document) => void;
  readonly leaveAnswer?: ((answer: Answer) => void) | undefined;
  readonly procedureOf?: ProcedureOf | undefined;
};

export interface Replay extends Source {
  readonly events: readonly MeetingEvent[];
  read(events: readonly MeetingEvent[]): void;
  /** Call when the first reading is done. */
  begin(from: "start" | "end" | number): void;
  setGrowing(isGrowing: boolean): void;
  play(): Promise<void>;
}

export function replaySource({ hold, signal, clock, leaveAct, leaveAnswer, procedureOf }: ReplaySetup): Replay {
  const timeline = createTimeline();
  const { events } = timeline;
  const items = createItems({ procedureOf });
  const standing = createStanding(procedureOf);
  const calls = createCalls(clock);
  let hasBegun = false;
  let isGrowing = false;
  let isChasing = false;
  let waitingActs: readonly PersonAct[] = [];
  let changed: () => void = () => {};
  let wake: () => void = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });

  const player = createPlayer({ hold, signal, timeline, calls, changed: () => changed() });

  function seek(target: number): void {
    if (!hasBegun) return;
    player.place(Math.max(openingLength(events), Math.min(events.length, target)));
    isChasing = isGrowing && timeline.cursor === events.length;
    hold.skip();
    wake();
    changed();
  }

  return {
    hold,
    events,
    read(more) {
      for (const event of more) {
        timeline.read(event);
        items.push(event);
        if (hasBegun && isChasing) {
          timeline.next();
          calls.end(event);
        }
        if (event.type === "person.acted") waitingActs = waitingActs.slice(1);
      }
      wake();
      if (hasBegun) changed();
    },
    begin(from) {
      hasBegun = true;
      if (from === "end") isChasing = isGrowing;
      player.place(placeOf(from, events));
      wake();
      changed();
    },
    setGrowing(now) {
      isGrowing = now;
      isChasing = now && (!hasBegun || timeline.cursor === events.length);
      changed();
    },
    async play() {
      while (!signal.aborted) {
        const event = events[timeline.cursor];
        if (hasBegun && event) await player.playNext(event);
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    snapshot() {
      const { cursor, selection, meeting } = timeline;
      return {
        meeting,
        ...standing(meeting, cursor),
        items: items.list,
        shown: itemIndexAt(items.list, cursor + 1),
        isGrowing,
        canAct: isGrowing,
        selection,
        calls: calls.now,
        cursor,
        total: events.length,
        waitingActs,
      };
    },
    onChange(listener) {
      changed = listener;
    },
    answer: (answer) => leaveAnswer?.(answer),
    act(does, document) {
      leaveAct(does, document);
      waitingActs = [...waitingActs, does];
      changed();
    },
    seekBy(entries) {
      const shown = itemIndexAt(items.list, timeline.cursor + 1);
      const target = shown - 1 + entries;
      const item = items.list[Math.min(items.list.length - 1, Math.max(0, target))];
      seek(item && target >= 0 ? (target >= items.list.length - 1 ? events.length : item.seq) : 0);
    },
    seekTo: seek,
  };
}

function placeOf(from: "start" | "end" | number, events: readonly MeetingEvent[]): number {
  if (from === "start") return openingLength(events);
  return from === "end" ? events.length : Math.min(from, events.length);
}

function openingLength(events: readonly MeetingEvent[]): number {
  const index = events.findIndex(({ path }) => path !== "0");
  return index === -1 ? events.length : index;
}
