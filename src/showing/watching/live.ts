import type { Meeting } from "../../engine/meeting/engine/open-meeting.ts";
import type { Draft, PersonAct } from "../../engine/transcript/events.ts";
import { createEntries, type ProcedureOf } from "../entries.ts";
import { createCalls } from "./calls.ts";
import type { Pacing } from "./pacing.ts";
import { createStanding, refuseClosed, type Source } from "./source.ts";

type LiveSetup = {
  readonly meeting: Meeting;
  readonly hold: Pacing;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly person: string;
  readonly procedureOf?: ProcedureOf | undefined;
};

export function liveSource({
  meeting,
  hold,
  clock,
  person,
  procedureOf,
}: LiveSetup): Source & { following: Promise<void> } {
  const items = createEntries(procedureOf);
  const standing = createStanding(procedureOf);
  const calls = createCalls(clock);
  let selection: Draft<"speaker.selected"> | null = null;
  let events = 0;
  let waitingActs: readonly PersonAct[] = [];
  let changed: () => void = () => {};

  meeting.onLive((signal) => {
    calls.hear(signal);
    changed();
  });

  async function follow(): Promise<void> {
    for await (const event of meeting.events()) {
      items.push(event);
      calls.end(event);
      events += 1;
      if (event.type === "speaker.selected") selection = event;
      if (event.type === "person.acted") waitingActs = waitingActs.slice(1);
      changed();
    }
    calls.clear();
    changed();
  }

  return {
    hold,
    following: follow(),
    snapshot: () => ({
      meeting: events === 0 ? null : items.state,
      ...standing(events === 0 ? null : items.state, events),
      items: items.list,
      shown: items.list.length,
      isGrowing: false,
      canAct: true,
      selection,
      calls: calls.now,
      cursor: events,
      total: events,
      waitingActs,
    }),
    onChange(listener) {
      changed = listener;
    },
    answer: (answer) => meeting.answer(answer),
    act(does, document) {
      refuseClosed(meeting.state);
      meeting.act({ person, does, document });
      waitingActs = [...waitingActs, does];
      changed();
    },
  };
}
