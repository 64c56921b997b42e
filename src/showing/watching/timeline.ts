import type { Draft, MeetingEvent } from "../../engine/transcript/events.ts";
import { createFold, type Fold, type FoldMark } from "../../engine/transcript/fold.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";

interface Timeline {
  readonly events: readonly MeetingEvent[];
  readonly cursor: number;
  readonly meeting: MeetingState | null;
  readonly selection: Draft<"speaker.selected"> | null;
  read(event: MeetingEvent): void;
  next(): void;
  /** To right after so many events. However long the record, few of them are folded again. */
  goTo(cursor: number): void;
}

/** Events from one mark to the next, and so the most that are folded again to reach a place. */
const BETWEEN_MARKS = 256;

type MarkedPlace = { readonly cursor: number; readonly mark: FoldMark; readonly selection: SelectedSpeaker };
type SelectedSpeaker = Draft<"speaker.selected"> | null;

/** One fold reads ahead and sets marks; another moves between them. */
export function createTimeline(betweenMarks = BETWEEN_MARKS): Timeline {
  const events: MeetingEvent[] = [];
  const ahead = createFold();
  let drawn: SelectedSpeaker = null;
  /** After 1 event, 257, 513 ... */
  const places: MarkedPlace[] = [];
  let here: Fold | null = null;
  let cursor = 0;
  let selection: SelectedSpeaker = null;

  function next(): void {
    const event = events[cursor];
    if (!event) throw new Error(`the record has no event ${cursor + 1} yet`);
    here ??= createFold();
    here.apply(event);
    cursor += 1;
    if (event.type === "speaker.selected") selection = event;
  }

  function moveTo({ cursor: marked, mark, selection: then }: MarkedPlace): void {
    here ??= ahead.branch();
    here.moveTo(mark, ahead);
    cursor = marked;
    selection = then;
  }

  return {
    events,
    get cursor() {
      return cursor;
    },
    get meeting() {
      return cursor === 0 || !here ? null : here.state;
    },
    get selection() {
      return selection;
    },
    read(event) {
      ahead.apply(event);
      events.push(event);
      if (event.type === "speaker.selected") drawn = event;
      if ((events.length - 1) % betweenMarks === 0)
        places.push({ cursor: events.length, mark: ahead.mark(), selection: drawn });
    },
    next,
    goTo(target) {
      if (target === 0) {
        cursor = 0;
        selection = null;
        here = null;
        return;
      }
      const place = places[Math.floor((target - 1) / betweenMarks)];
      if (place && (target < cursor || cursor < place.cursor)) moveTo(place);
      while (cursor < target) next();
    },
  };
}
