import { isSamePerson } from "../meeting/people/inbox.ts";
import { personOn } from "../meeting/people/person.ts";
import { CHAIR } from "../meeting/people/process-agents.ts";
import { knownWords } from "../perspective/known-words.ts";
import { anonymousNames } from "../perspective/names.ts";
import { shuffled } from "../routing/draw.ts";
import type { Seat } from "../scenario/schema/scenario.ts";
import type { MeetingState } from "../transcript/state.ts";
import type { Snapshot } from "./source.ts";

/** Who sits at the table, as whoever watches may be told it. */
export type SeatNames = {
  /** Ids of the seats, in the order in which they are listed. */
  readonly order: readonly string[];
  /** Process agents, who have no verdict. */
  readonly agents: ReadonlySet<string>;
  readonly displayed: (seat: string) => string;
  /** Somebody's text with the names in it as they may be told. */
  readonly mask: (text: string) => string;
  /** Members are known by labels: the person who watches holds a seat, and its prompts would hide the names. */
  readonly isAnonymous: boolean;
  /** Whether nothing that would tell who somebody is may be shown of a seat. */
  readonly isHidden: (seat: string) => boolean;
};

/** While nothing is known of the meeting. */
export const NO_NAMES: SeatNames = {
  order: [],
  agents: new Set(),
  displayed: (seat) => seat,
  mask: (text) => text,
  isAnonymous: false,
  isHidden: () => false,
};

/** The names as a person may be told them; `items` begin with the opening, where members sit as at first. */
export function namesFor(meeting: MeetingState, person: string, items: Snapshot["items"]): SeatNames {
  const opening = items[0]?.event;
  return namesKnownTo(meeting, person, opening?.type === "meeting.opened" ? opening : meeting);
}

/** How a meeting sat at first. */
type SeatedAtFirst = Pick<MeetingState, "seats" | "seed">;

/** The same, told how members sat at first. */
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

/** The labels that prompts have; in their order too, for that of the seats would tell who is who. */
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

/** What an id may be, as a whole: procedures call seats by it in their own words. */
const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

/** Seats that the person at this screen answers for; whoever has given no name answers for anybody. */
export function ownSeats({ seats }: Pick<MeetingState, "seats">, person: string): readonly string[] {
  return seats.flatMap((seat) => {
    const holder = personOn(seat);
    return holder !== null && (person === CHAIR.id || isSamePerson(holder, person)) ? [seat.id] : [];
  });
}

function agentsAmong(seats: MeetingState["seats"]): SeatNames["agents"] {
  return new Set(seats.filter(({ kind }) => kind === "agent").map(({ id }) => id));
}
