import { isTerminal, type MeetingEvent } from "../../engine/transcript/events.ts";
import { effectPath } from "../../engine/transcript/path.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { tellingOf } from "../../home/settings/protocols.ts";
import { createMeetingView } from "../../showing/meeting-view.ts";
import type { LiveCall } from "../../showing/watching/calls.ts";
import { seatCall } from "../../showing/watching/seat.ts";
import { createSeatView, isSeatedIn, type SeatView } from "../../showing/watching/seat-view.ts";
import { createStanding } from "../../showing/watching/source.ts";
import type { MeetingLine } from "../pages/list.tsx";
import { LivePage, Unreadable } from "../pages/live/live-page.tsx";
import { procedureOf } from "../watch/open-view.ts";
import type { Followed } from "../web/room.ts";
import { followRecord } from "./growing-record.ts";
import type { HeldHere, Holdings } from "./holdings.ts";
import { standingAfter } from "./meeting-lines.ts";
import type { Tray } from "./tray.ts";

type FollowSetup = {
  readonly id: string;
  readonly path: string;
  readonly shown: string;
  readonly person: string;
  readonly holdings: Holdings | null;
  readonly tray: Tray;
};

/** How often the inbox is looked at. Milliseconds. */
const LOOK_MS = 300;

export async function followMeeting(setup: FollowSetup): Promise<Followed> {
  const { id, path, person, holdings, tray } = setup;
  const leave = new AbortController();
  const seen = createSeatView(person);
  const standingOf = createStanding(procedureOf);
  const spoken = createSpoken(() => holdings?.get(id) ?? null, seen);
  let isStale = false;
  let wake: () => void = () => {};
  const tell = () => {
    isStale = true;
    wake();
  };
  let growing = createMeetingView(tellingOf);
  let shown: readonly MeetingEvent[] = [];

  const record = await followRecord({ path, signal: leave.signal, read: spoken.recorded, changed: tell });
  const ends = [tray.onChange(tell), holdings?.onChange(id, tell) ?? (() => {})];
  const looking = setInterval(() => {
    if (tray.now().waiting.length > 0) tell();
  }, LOOK_MS);
  looking.unref();

  function viewNow() {
    const known = seen.events(record.ordered);
    const isGrown = shown.every((event, index) => event === known[index]);
    if (!isGrown) growing = createMeetingView(tellingOf);
    for (const event of known.slice(isGrown ? shown.length : 0)) growing.push(event);
    shown = known;
    return growing.view;
  }

  function standing({ awaited }: MeetingState): MeetingLine["standing"] {
    if (record.damage !== null) return { is: "damaged", why: record.damage };
    const isHeldNow = record.isHeld || holdings?.get(id) != null;
    const now = standingAfter(record.events.at(-1), isHeldNow);
    const [asked] = awaited;
    const isWaiting = asked !== undefined && (now.is === "held" || now.is === "stopped");
    return isWaiting ? { is: "waiting", person: asked.person, isHeld: isHeldNow } : now;
  }

  return {
    page() {
      isStale = false;
      const last = record.events.at(-1);
      if (!last) return Unreadable({ id, why: record.damage ?? "nothing is recorded yet" });
      const view = viewNow();
      const ended = holdings?.ended(id) ?? null;
      const holding = holdings?.get(id) ?? null;
      const seat = seatCall(view.state, person);
      const { waiting, refused } = tray.now();
      return LivePage({
        ...{ id, view, person, seat, folder: setup.shown, standing: standing(view.state) },
        status: standingOf(view.state, record.events.length).standing,
        isSeated: isSeatedIn(view.state, person),
        isReadOnly: holdings === null,
        held: holding && { isPaused: holding.pacing.isPaused },
        calls: spoken.now(),
        problems: seat === null ? {} : tray.problemsOf(seat.path),
        rooms: seat === null ? [] : tray.roomsOf(seat.path),
        acts: { waiting, refused: ended?.problem ? [...refused, ended.problem] : refused },
        leave: ended?.leave ?? null,
      });
    },
    isClosed: () => record.ordered.length > 0 && standing(viewNow().state).is === "closed",
    changed: (signal) =>
      new Promise((resolve) => {
        if (isStale || signal.aborted) return resolve();
        wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        signal.addEventListener("abort", wake, { once: true });
      }),
    close() {
      clearInterval(looking);
      for (const end of ends) end();
      leave.abort();
    },
  };
}

/** What has been spoken stays until it stands on the page as an event. */
function createSpoken(holding: () => HeldHere | null, seen: SeatView) {
  let shown: ReadonlyMap<string, LiveCall> = new Map();
  const done = new Set<string>();
  return {
    recorded(events: readonly MeetingEvent[]): void {
      for (const event of events) if (isTerminal(event)) done.add(effectPath(event.path));
    },
    now(): readonly LiveCall[] {
      const held = holding();
      const calls = held === null ? [] : [...shown, ...held.calls.now];
      shown = new Map(calls.filter(([path]) => !done.has(path)));
      return [...shown.values()].map((call) => told(call, seen));
    },
  };
}

/** Where names are hidden, a word that is not whole yet may be one. */
function told(call: LiveCall, seen: SeatView): LiveCall {
  if (!seen.isAnonymous()) return call;
  const text = seen.mask(call.text.replace(/\S*$/, ""));
  return { ...call, speaker: seen.shownSeat(call.speaker), text, why: seen.mask(call.why) };
}
