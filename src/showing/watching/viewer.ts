// What a viewer may see of a meeting: no view decides this by itself. The pages, the terminal, the screen and the tools
// for agents read the events through it.
import { isSamePerson } from "../../engine/people/inbox.ts";
import { CHAIR } from "../../engine/people/process-agents.ts";
import { isSealed } from "../../engine/perspective/view.ts";
import type { Listener } from "../../engine/transcript/event.ts";
import { isVisibleTo, type MeetingEvent } from "../../engine/transcript/events.ts";
import { applyForks } from "../../engine/transcript/forks.ts";
import { cutExcerpt, type LineSpan } from "../../scenario/schema/document.ts";
import { type PromptSettings, parseHolder, type Seat } from "../../scenario/schema/scenario.ts";

/** A person, or null for a caller who may be any member. */
export type ViewerName = string | null;

type PrivateWords = { isPrivate: boolean; text: string };

export type Viewer = {
  /** The record as the viewer may see it: whole after the close. Earlier output stays the same as the record grows. */
  events(record: readonly MeetingEvent[]): readonly MeetingEvent[];
  /** The same, event by event: the close brings what was withheld. */
  next(event: MeetingEvent): readonly MeetingEvent[];
  /** Without the words of others that are private. */
  call<Call extends PrivateWords>(live: Call): Call;
};

type ViewerSeat = {
  /** Someone at this view answers for a seat, so that votes of others are withheld. */
  isAtTable: boolean;
  own: ReadonlySet<string>;
  answersFor: (person: string) => boolean;
};

/**
 * A named person who holds a seat hears what that seat hears. The chair, who has no name, answers for every person: it
 * hears what its only person hears, and of several what all of them may hear. A viewer who answers for no seat sees all.
 */
export function findViewerSeat(seats: readonly Seat[], viewer: ViewerName): ViewerSeat {
  const held = seats.flatMap(({ id, model }) => {
    const holder = parseHolder(model);
    return holder === null ? [] : [{ id, ...holder }];
  });
  const people = held.filter(({ is }) => is === "human");
  const answered = viewer === CHAIR.id ? people : held.filter(({ name }) => isViewer(name));
  const [first] = answered;
  const isOne = answered.every(({ name }) => isSamePerson(name, first?.name ?? ""));
  function isViewer(name: string): boolean {
    return viewer !== null && isSamePerson(name, viewer);
  }
  return {
    isAtTable: (viewer === null ? held : answered).length > 0,
    own: new Set(isOne ? answered.map(({ id }) => id) : []),
    answersFor: (person) =>
      isViewer(person) || answered.some(({ name }) => isSamePerson(name, person)),
  };
}

const BEFORE_OPENING: ViewerSeat = { isAtTable: false, own: new Set(), answersFor: () => false };

export function createViewer(viewer: ViewerName): Viewer {
  const changed = new WeakMap<MeetingEvent, MeetingEvent>();
  const read: MeetingEvent[] = [];
  let seat = BEFORE_OPENING;
  let show: ShowEvent = (event) => event;
  let withheld: MeetingEvent[] = [];

  function begin(record: readonly MeetingEvent[]): void {
    const [opened] = record;
    if (opened?.type !== "meeting.opened") return;
    seat = findViewerSeat(applyForks(opened, record).seats, viewer);
    show = createFilter(seat, opened.scenario.prompt.visibility, changed);
  }

  return {
    events(record) {
      begin(record);
      const isWhole = !seat.isAtTable || record.at(-1)?.type === "meeting.closed";
      return isWhole ? record : record.flatMap((event) => show(event) ?? []);
    },
    next(event) {
      read.push(event);
      if (event.type === "meeting.opened" || event.type === "meeting.forked") begin(read);
      if (event.type === "meeting.closed") {
        const kept = withheld;
        withheld = [];
        return [...kept, event];
      }
      const shown = show(event);
      if (shown === null) withheld.push(event);
      return shown === null ? [] : [shown];
    },
    call: (live) => (live.isPrivate && seat.isAtTable ? { ...live, text: "" } : live),
  };
}

/** Null: withheld until the close. */
type ShowEvent = (event: MeetingEvent) => MeetingEvent | null;

function createFilter(
  { isAtTable, own, answersFor }: ViewerSeat,
  visibility: PromptSettings["visibility"],
  changed: WeakMap<MeetingEvent, MeetingEvent>,
): ShowEvent {
  const listener: Listener = { own, is: answersFor };
  let hasStated = false;

  function change<Event extends MeetingEvent>(
    event: Event,
    make: (event: Event) => MeetingEvent,
  ): MeetingEvent {
    const known = changed.get(event) ?? make(event);
    changed.set(event, known);
    return known;
  }

  return (event) => {
    if (!isAtTable) return event;
    if (!isVisibleTo(event, listener)) return null;
    switch (event.type) {
      case "message.spoken":
        if (!own.has(event.speaker))
          return isSealed(visibility, hasStated) ? change(event, dropStance) : event;
        hasStated ||= event.verdict !== null && event.audience !== "record";
        return event;
      case "call.answered":
        return own.has(event.speaker) ? event : change(event, (whole) => ({ ...whole, text: "" }));
      case "call.failed":
        return own.has(event.speaker)
          ? event
          : change(event, (whole) => ({ ...whole, partial: "" }));
      case "document.added":
        return event.shownTo ? change(event, (whole) => dropOthersLines(whole, own)) : event;
      case "human.asked":
        return answersFor(event.person) ? event : change(event, dropQuestion);
      case "human.answered":
        return answersFor(event.person)
          ? event
          : change(event, (whole) => ({ ...whole, answer: null }));
      default:
        return event;
    }
  };
}

/** Follows the prompts: a sealed verdict stays sealed. */
function dropStance(event: MeetingEvent<"message.spoken">): MeetingEvent {
  const { abstains: _, movedBy: __, ...words } = event;
  return { ...words, verdict: null, reasoning: null, wouldChange: null, confidence: null };
}

/** A question that is asked again contains the answer that was refused. */
function dropQuestion({ request, ...event }: MeetingEvent<"human.asked">): MeetingEvent {
  const { kind = "turn", seat = null } = request as { kind?: string; seat?: string | null };
  return { ...event, request: { kind, seat } };
}

function dropOthersLines(
  event: MeetingEvent<"document.added">,
  own: ReadonlySet<string>,
): MeetingEvent {
  const shownTo = Object.entries(event.shownTo ?? {}).filter(([seat]) => own.has(seat));
  const spans: readonly LineSpan[] = shownTo.flatMap(([, lines]) => lines);
  return { ...event, text: cutExcerpt(event, spans).text, shownTo: Object.fromEntries(shownTo) };
}
