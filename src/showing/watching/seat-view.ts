import { isSamePerson } from "../../engine/meeting/people/inbox.ts";
import { personOn } from "../../engine/meeting/people/person.ts";
import { CHAIR } from "../../engine/meeting/people/process-agents.ts";
import { openNames, promptNames } from "../../engine/perspective/names.ts";
import { isSealed } from "../../engine/perspective/view.ts";
import { isVisibleTo, type MeetingEvent } from "../../engine/transcript/events.ts";
import { createFold } from "../../engine/transcript/fold.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { PromptSettings, Seat } from "../../scenario/schema/scenario.ts";

export type SeatView = {
  /** Until the close: without others' private votes, hidden words and sealed verdicts, and by labels if anonymous.
   * Earlier output stays the same when the record grows. */
  readonly events: (events: readonly MeetingEvent[]) => readonly MeetingEvent[];
  readonly shownSeat: (id: string) => string;
  readonly mask: (text: string) => string;
  readonly isAnonymous: () => boolean;
  /** The viewer answers for a seat: what others answer in private is not streamed to it. */
  readonly isAtTable: () => boolean;
};

export function createSeatView(person: string): SeatView {
  let known: { readonly opened: MeetingEvent; readonly seat: KnownSeat | null } | null = null;
  const labelled = new WeakMap<MeetingEvent, MeetingEvent>();
  const labels = () => known?.seat?.labels ?? null;

  function relabel(event: MeetingEvent, { label }: SeatLabels): MeetingEvent {
    const before = labelled.get(event);
    if (before) return before;
    const now = label(event);
    labelled.set(event, now);
    return now;
  }

  return {
    events(events) {
      const [opened] = events;
      if (opened?.type !== "meeting.opened") return events;
      if (known?.opened !== opened) known = { opened, seat: seatOf(opened, person) };
      const { seat } = known;
      if (seat === null) return events;
      const listener = { own: seat.own, is: (name: string) => isSamePerson(name, person) };
      const isOver = !seat.isSeated || events.at(-1)?.type === "meeting.closed";
      const heard = isOver ? events : events.filter((event) => isVisibleTo(event, listener));
      const stated = isOver ? heard : sealed(heard, seat);
      const { labels } = seat;
      return labels === null ? stated : stated.map((event) => relabel(event, labels));
    },
    shownSeat: (id) => labels()?.ids.get(id) ?? id,
    mask: (text) => labels()?.names.mask(text) ?? text,
    isAnonymous: () => labels() !== null,
    isAtTable: () => known?.seat != null,
  };
}

type KnownSeat = {
  readonly own: ReadonlySet<string>;
  readonly isSeated: boolean;
  readonly visibility: PromptSettings["visibility"];
  readonly labels: SeatLabels | null;
};

type SeatLabels = {
  readonly names: SeatNames;
  readonly ids: ReadonlyMap<string, string>;
  readonly label: (event: MeetingEvent) => MeetingEvent;
};

function seatOf(opened: MeetingEvent<"meeting.opened">, person: string): KnownSeat | null {
  const own = new Set(ownSeats(opened, person));
  if (own.size === 0) return null;
  const fold = createFold();
  fold.apply(opened);
  const names = namesKnownTo(fold.state, person, opened);
  return {
    own,
    isSeated: person !== CHAIR.id,
    visibility: opened.scenario.prompt.visibility,
    labels: names.isAnonymous ? labelling(names) : null,
  };
}

export function isSeatedIn(meeting: Pick<MeetingState, "seats">, person: string): boolean {
  return person !== CHAIR.id && answersForSeat(meeting, person);
}

export function answersForSeat(meeting: Pick<MeetingState, "seats">, person: string): boolean {
  return ownSeats(meeting, person).length > 0;
}

/** Follows the prompts: a sealed verdict stays sealed. */
function sealed(
  events: readonly MeetingEvent[],
  { own, visibility }: Pick<KnownSeat, "own" | "visibility">,
): readonly MeetingEvent[] {
  let hasStated = false;
  return events.map((event) => {
    if (event.type !== "message.spoken") return event;
    if (!own.has(event.speaker)) return isSealed(visibility, hasStated) ? withoutStance(event) : event;
    hasStated ||= event.verdict !== null && event.audience !== "record";
    return event;
  });
}

function withoutStance(event: MeetingEvent<"message.spoken">): MeetingEvent {
  const { abstains: _, movedBy: __, ...words } = event;
  return { ...words, verdict: null, reasoning: null, wouldChange: null, confidence: null };
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

function labelling(names: SeatNames): SeatLabels {
  const ids = new Map(names.order.map((id) => [id, names.agents.has(id) ? id : slugOf(names.displayed(id))]));
  const places = new Map(names.order.map((id, index) => [id, index]));
  const idOf = (id: string) => ids.get(id) ?? id;

  function masked(value: unknown): unknown {
    if (typeof value === "string") return ids.get(value) ?? names.mask(value);
    if (Array.isArray(value)) return value.map(masked);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [idOf(key), AS_IT_STANDS.has(key) ? part : masked(part)]),
    );
  }

  function seatDescription(seat: Seat): Seat {
    if (seat.kind === "agent") return seat;
    const { id, persona, model } = seat;
    const shown = names.isHidden(id) ? { ...persona, ...UNKNOWN, priorities: {} } : persona;
    const name = names.displayed(id);
    return {
      ...seat,
      id: idOf(id),
      model: names.isHidden(id) ? "" : model,
      persona: { ...shown, id: idOf(id), name },
    };
  }

  const inOrder = (seats: readonly Seat[]) =>
    [...seats].sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)).map(seatDescription);

  function label(event: MeetingEvent): MeetingEvent {
    if (event.type === "document.added") return event;
    if (event.type === "meeting.opened") {
      const { script: _, ...scenario } = event.scenario;
      return { ...event, seats: inOrder(event.seats), scenario } as MeetingEvent;
    }
    if (event.type === "meeting.forked") return { ...event, seats: inOrder(event.seats) } as MeetingEvent;
    return masked(event) as MeetingEvent;
  }

  return { names, ids, label };
}

const UNKNOWN = { title: "", expertise: [], personality: "", speakingStyle: "", background: "" };

/** `member-a` of `Member A`. */
function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}

export type SeatNames = {
  readonly order: readonly string[];
  readonly agents: ReadonlySet<string>;
  readonly displayed: (seat: string) => string;
  readonly mask: (text: string) => string;
  /** The viewer holds a seat, and its prompts would hide the names. */
  readonly isAnonymous: boolean;
  readonly isHidden: (seat: string) => boolean;
  /** The viewer holds a seat, and the meeting is not over: the private votes of others stay private. */
  readonly hidesVotes: (seat: string) => boolean;
};

export const NO_NAMES: SeatNames = {
  order: [],
  agents: new Set(),
  displayed: (seat) => seat,
  mask: (text) => text,
  isAnonymous: false,
  isHidden: () => false,
  hidesVotes: () => false,
};

export function namesFor(
  meeting: MeetingState,
  person: string,
  items: readonly { readonly event: MeetingEvent }[],
): SeatNames {
  const opening = items[0]?.event;
  return namesKnownTo(meeting, person, opening?.type === "meeting.opened" ? opening : meeting);
}

type SeatedAtFirst = Pick<MeetingState, "seats">;

/** In the prompts' order too: the order of seats would reveal who is who. */
function namesKnownTo(meeting: MeetingState, person: string, opened: SeatedAtFirst): SeatNames {
  const own = ownSeats(meeting, person);
  const ids = meeting.seats.map(({ id }) => id);
  const agents = new Set(meeting.seats.flatMap(({ id, kind }) => (kind === "agent" ? [id] : [])));
  const isAnonymous = meeting.scenario.prompt.view === "anonymous" && own.length > 0;
  const isSeated = person !== CHAIR.id && own.length > 0;
  const hidesVotes = (seat: string) => isSeated && meeting.ending?.kind !== "closed" && !own.includes(seat);
  const { displayed: named } = openNames(meeting.seats);
  if (!isAnonymous) return { ...NO_NAMES, order: ids, agents, displayed: named, hidesVotes };
  const { order, displayed, mask } = promptNames(meeting, [
    ...opened.seats,
    ...meeting.seats,
  ] as readonly Seat[]);
  return {
    agents,
    displayed,
    isAnonymous,
    hidesVotes,
    order: [...order, ...ids.filter((id) => !order.includes(id))],
    mask: (text) => mask(text).replace(WORD, (word) => (order.includes(word) ? displayed(word) : word)),
    isHidden: (seat) => order.includes(seat) && !own.includes(seat),
  };
}

/** A whole id: procedures use seat ids in their own words. */
const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

/** A viewer without a name answers for any seat. */
function ownSeats({ seats }: Pick<MeetingState, "seats">, person: string): readonly string[] {
  return seats.flatMap((seat) => {
    const holder = personOn(seat);
    return holder !== null && (person === CHAIR.id || isSamePerson(holder, person)) ? [seat.id] : [];
  });
}
