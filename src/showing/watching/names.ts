import { isSamePerson } from "../../engine/meeting/people/inbox.ts";
import { personOn } from "../../engine/meeting/people/person.ts";
import { CHAIR } from "../../engine/meeting/people/process-agents.ts";
import { anonymousNames, knownWords } from "../../engine/perspective/names.ts";
import { shuffled } from "../../engine/routing/select.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import type { Snapshot } from "./source.ts";

export type SeatNames = {
  readonly order: readonly string[];
  readonly agents: ReadonlySet<string>;
  readonly displayed: (seat: string) => string;
  readonly mask: (text: string) => string;
  /** The viewer holds a seat, and its prompts would hide the names. */
  readonly isAnonymous: boolean;
  readonly isHidden: (seat: string) => boolean;
};

export const NO_NAMES: SeatNames = {
  order: [],
  agents: new Set(),
  displayed: (seat) => seat,
  mask: (text) => text,
  isAnonymous: false,
  isHidden: () => false,
};

export function namesFor(meeting: MeetingState, person: string, items: Snapshot["items"]): SeatNames {
  const opening = items[0]?.event;
  return namesKnownTo(meeting, person, opening?.type === "meeting.opened" ? opening : meeting);
}

type SeatedAtFirst = Pick<MeetingState, "seats" | "seed">;

export function namesKnownTo(meeting: MeetingState, person: string, opened: SeatedAtFirst): SeatNames {
  const own = ownSeats(meeting, person);
  const isAnonymous = meeting.scenario.prompt.view === "anonymous" && own.length > 0;
  return isAnonymous ? labels(meeting, own, opened) : openNames(meeting);
}

function openNames({ seats }: MeetingState): SeatNames {
  const names = new Map(seats.map(({ id, persona }) => [id, persona.name]));
  return {
    ...NO_NAMES,
    order: seats.map(({ id }) => id),
    agents: agentsAmong(seats),
    displayed: (seat) => names.get(seat) ?? seat,
  };
}

/** In the prompts' order too: the order of seats would reveal who is who. */
function labels(meeting: MeetingState, own: readonly string[], opened: SeatedAtFirst): SeatNames {
  const ids = opened.seats.filter(({ kind }) => kind === "member").map(({ id }) => id);
  const known = [...opened.seats, ...meeting.seats] as readonly Seat[];
  const order = shuffled(ids, opened.seed, "labels");
  const names = anonymousNames(known, order, knownWords(meeting.scenario));
  return {
    order: [...order, ...meeting.seats.map(({ id }) => id).filter((id) => !ids.includes(id))],
    agents: agentsAmong(meeting.seats),
    displayed: names.displayed,
    mask: (text) =>
      names.mask(text).replace(WORD, (word) => (ids.includes(word) ? names.displayed(word) : word)),
    isAnonymous: true,
    isHidden: (seat) => ids.includes(seat) && !own.includes(seat),
  };
}

/** A whole id: procedures use seat ids in their own words. */
const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

/** A viewer without a name answers for any seat. */
export function ownSeats({ seats }: Pick<MeetingState, "seats">, person: string): readonly string[] {
  return seats.flatMap((seat) => {
    const holder = personOn(seat);
    return holder !== null && (person === CHAIR.id || isSamePerson(holder, person)) ? [seat.id] : [];
  });
}

function agentsAmong(seats: MeetingState["seats"]): SeatNames["agents"] {
  return new Set(seats.filter(({ kind }) => kind === "agent").map(({ id }) => id));
}
