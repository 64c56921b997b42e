/**
 * Hides from a viewer with a seat what a member may not see: names in an anonymous debate, private
 * votes and verdicts.
 */

import { isSamePerson } from "../../engine/people/inbox.ts";
import { findPerson } from "../../engine/people/person.ts";
import { CHAIR } from "../../engine/people/process-agents.ts";
import { createPromptNames, openNames } from "../../engine/perspective/names.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { createFold } from "../../engine/transcript/fold.ts";
import type { Transcript } from "../../engine/transcript/journal.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { readRecord } from "../records.ts";
import type { LiveCall } from "./source.ts";
import { createViewer, type Viewer, type ViewerName } from "./viewer.ts";

export type SeatView = Omit<Viewer, "call"> & {
  call: (live: LiveCall) => LiveCall;
  shownSeat: (id: string) => string;
  mask: (text: string) => string;
};

/** What the viewer may see, by labels if members are anonymous. */
export function createSeatView(person: ViewerName): SeatView {
  const viewer = createViewer(person);
  const labelled = new WeakMap<MeetingEvent, MeetingEvent>();
  let known: { opened: MeetingEvent; labels: SeatLabels | null } | null = null;

  function readOpening(opened: MeetingEvent | undefined): void {
    if (opened?.type !== "meeting.opened" || known?.opened === opened) return;
    known = { opened, labels: createLabels(opened, person) };
  }

  function replaceLabels(events: readonly MeetingEvent[]): readonly MeetingEvent[] {
    const labels = known?.labels;
    if (!labels) return events;
    return events.map((event) => {
      const now = labelled.get(event) ?? labels.label(event);
      labelled.set(event, now);
      return now;
    });
  }

  return {
    events(record) {
      readOpening(record[0]);
      return replaceLabels(viewer.events(record));
    },
    next(event) {
      readOpening(event);
      return replaceLabels(viewer.next(event));
    },
    call(live) {
      const call = viewer.call(live);
      const labels = known?.labels;
      if (!labels) return call;
      const { ids, names } = labels;
      // A word that is not whole yet may be a name.
      const text = names.mask(call.text.replace(/\S*$/, ""));
      return {
        ...call,
        speaker: ids.get(call.speaker) ?? call.speaker,
        text,
        why: names.mask(call.why),
      };
    },
    shownSeat: (id) => known?.labels?.ids.get(id) ?? id,
    mask: (text) => known?.labels?.names.mask(text) ?? text,
  };
}

/** A record for commands that print it: until the close as the viewer may see it, and then whole. */
export async function readAsSeen(
  folder: string,
  viewer: ViewerName = CHAIR.id,
): Promise<Transcript> {
  const record = await readRecord(folder);
  const { events } = record;
  if (events.at(-1)?.type === "meeting.closed") return record;
  return { ...record, events: createSeatView(viewer).events(events) };
}

type SeatLabels = {
  names: SeatNames;
  ids: ReadonlyMap<string, string>;
  label: (event: MeetingEvent) => MeetingEvent;
};

function createLabels(
  opened: MeetingEvent<"meeting.opened">,
  person: ViewerName,
): SeatLabels | null {
  if (person === null || opened.scenario.prompt.view !== "anonymous") return null;
  const fold = createFold();
  fold.apply(opened);
  const names = listKnownNames(fold.state, person, opened);
  return names.isAnonymous ? createLabeling(names) : null;
}

export function isSeatedIn(meeting: Pick<MeetingState, "seats">, person: string): boolean {
  return person !== CHAIR.id && listOwnSeats(meeting, person).length > 0;
}

/** Quotations from documents keep their words. */
const AS_IT_STANDS: ReadonlySet<string> = new Set([
  "citations",
  "quotations",
  "quote",
  "place",
  "hash",
  "documents",
]);

function createLabeling(names: SeatNames): SeatLabels {
  const ids = new Map(
    names.order.map((id) => [id, names.agents.has(id) ? id : createSlug(names.displayed(id))]),
  );
  const places = new Map(names.order.map((id, index) => [id, index]));
  const toShownId = (id: string) => ids.get(id) ?? id;

  function maskNames(value: unknown): unknown {
    if (typeof value === "string") return ids.get(value) ?? names.mask(value);
    if (Array.isArray(value)) return value.map(maskNames);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        toShownId(key),
        AS_IT_STANDS.has(key) ? part : maskNames(part),
      ]),
    );
  }

  function seatDescription(seat: Seat): Seat {
    if (seat.kind === "agent") return seat;
    const { id, persona, model } = seat;
    const shown = names.isHidden(id) ? { ...persona, ...UNKNOWN, priorities: {} } : persona;
    const name = names.displayed(id);
    return {
      ...seat,
      id: toShownId(id),
      model: names.isHidden(id) ? "" : model,
      persona: { ...shown, id: toShownId(id), name },
    };
  }

  const describeInOrder = (seats: readonly Seat[]) =>
    [...seats]
      .sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
      .map(seatDescription);

  function label(event: MeetingEvent): MeetingEvent {
    if (event.type === "document.added") return event;
    if (event.type === "meeting.opened") {
      const { script: _, ...scenario } = event.scenario;
      return { ...event, seats: describeInOrder(event.seats), scenario } as MeetingEvent;
    }
    if (event.type === "meeting.forked")
      return { ...event, seats: describeInOrder(event.seats) } as MeetingEvent;
    return maskNames(event) as MeetingEvent;
  }

  return { names, ids, label };
}

const UNKNOWN = { title: "", expertise: [], personality: "", speakingStyle: "", background: "" };

/** `member-a` of `Member A`. */
function createSlug(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}

export type SeatNames = {
  order: readonly string[];
  agents: ReadonlySet<string>;
  displayed: (seat: string) => string;
  mask: (text: string) => string;
  /** The viewer holds a seat, and its prompts would hide the names. */
  isAnonymous: boolean;
  isHidden: (seat: string) => boolean;
};

export const NO_NAMES: SeatNames = {
  order: [],
  agents: new Set(),
  displayed: (seat) => seat,
  mask: (text) => text,
  isAnonymous: false,
  isHidden: () => false,
};

export function createNames(
  meeting: MeetingState,
  person: string,
  items: readonly { event: MeetingEvent }[],
): SeatNames {
  const opening = items[0]?.event;
  return listKnownNames(meeting, person, opening?.type === "meeting.opened" ? opening : meeting);
}

type SeatedAtFirst = Pick<MeetingState, "seats">;

/** In the prompts' order too: the order of seats would reveal who is who. */
function listKnownNames(meeting: MeetingState, person: string, opened: SeatedAtFirst): SeatNames {
  const own = listOwnSeats(meeting, person);
  const ids = meeting.seats.map(({ id }) => id);
  const agents = new Set(meeting.seats.flatMap(({ id, kind }) => (kind === "agent" ? [id] : [])));
  const isAnonymous = meeting.scenario.prompt.view === "anonymous" && own.length > 0;
  const { getName: named } = openNames(meeting.seats);
  if (!isAnonymous) return { ...NO_NAMES, order: ids, agents, displayed: named };
  const { order, getName, mask } = createPromptNames(meeting, [
    ...opened.seats,
    ...meeting.seats,
  ] as readonly Seat[]);
  return {
    agents,
    displayed: getName,
    isAnonymous,
    order: [...order, ...ids.filter((id) => !order.includes(id))],
    mask: (text) =>
      mask(text).replace(WORD, (word) => (order.includes(word) ? getName(word) : word)),
    isHidden: (seat) => order.includes(seat) && !own.includes(seat),
  };
}

/** A whole id: procedures use seat ids in their own words. */
const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

/** A viewer without a name answers for any seat. */
function listOwnSeats({ seats }: Pick<MeetingState, "seats">, person: string): readonly string[] {
  return seats.flatMap((seat) => {
    const holder = findPerson(seat);
    return holder !== null && (person === CHAIR.id || isSamePerson(holder, person))
      ? [seat.id]
      : [];
  });
}
