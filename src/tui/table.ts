import { isSamePerson } from "../meeting/people/inbox.ts";
import { personOn } from "../meeting/people/person.ts";
import { CHAIR } from "../meeting/people/process-agents.ts";
import { knownWords } from "../perspective/known-words.ts";
import { anonymousNames } from "../perspective/names.ts";
import { shuffled } from "../routing/draw.ts";
import type { Seat, Side } from "../scenario/schema/scenario.ts";
import type { MeetingState } from "../transcript/state.ts";
import { ABSTAINS_MARK, type Badge, badgesOf, countsOptions, type Mark, marksOf, NO_MARK } from "./marks.ts";
import type { ViewState } from "./model.ts";
import { paintableLine } from "./paintable.ts";

/** Who sits at the table as this screen may tell it, and what verdicts there are. */
export type Table = {
  readonly sides: ReadonlyMap<string, Side>;
  /** How each option is told. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Options are counted, not the sides they stand for. */
  readonly countsOptions: boolean;
  /** How each member is told at a glance. */
  readonly badges: ReadonlyMap<string, Badge>;
  /** Ids of the seats, in the order in which they are listed. */
  readonly order: readonly string[];
  /** Process agents, who have no verdict. */
  readonly agents: ReadonlySet<string>;
  readonly displayed: (seat: string) => string;
  /** Somebody's text with the names in it as they may be told. */
  readonly mask: (text: string) => string;
  /** Members are known by labels: the person at this screen holds a seat, and its prompts would hide the names. */
  readonly isAnonymous: boolean;
  /** Whether nothing that would tell who somebody is may be shown of a seat. */
  readonly isHidden: (seat: string) => boolean;
};

/** How a verdict is told; of nobody's, that there is none. */
export function markOf({ marks }: Table, verdict: string | null): Mark {
  return marks.get(verdict ?? "") ?? NO_MARK;
}

/** The same of a position, where having none may have been said. */
export function markOfPosition(
  table: Table,
  position: { readonly verdict: string | null; readonly abstains?: boolean | undefined },
): Mark {
  return position.verdict === null && position.abstains ? ABSTAINS_MARK : markOf(table, position.verdict);
}

/** Process agents have initials and no colour. */
export function badgeOf({ badges }: Table, seat: string): Badge {
  return badges.get(seat) ?? NO_BADGE;
}

const NO_BADGE: Badge = { text: "  ", role: "dim", chip: "dim" };

export function nameOf({ displayed }: Table, seat: string): string {
  return paintableLine(displayed(seat));
}

/** Things that belong to seats, in the order in which the table lists those. */
export function inOrder<Item>(
  { order }: Table,
  items: readonly Item[],
  seatOf: (item: Item) => string,
): readonly Item[] {
  return items.toSorted((a, b) => order.indexOf(seatOf(a)) - order.indexOf(seatOf(b)));
}

type Watched = Pick<ViewState, "meeting" | "person" | "items">;
type Known = { readonly person: string; readonly table: Table };

const tables = new WeakMap<MeetingState, Known>();

/** The table of the meeting that is watched, made once. */
export function tableOf({ meeting, person, items }: Watched): Table {
  if (!meeting) return NOBODY;
  const known = tables.get(meeting);
  if (known?.person === person) return known.table;
  const own = ownSeats(meeting, person);
  const isAnonymous = meeting.scenario.prompt.view === "anonymous" && own.length > 0;
  const table = isAnonymous ? labelledTable(meeting, own, items) : openTable(meeting);
  tables.set(meeting, { person, table });
  return table;
}

function openTable({ seats, scenario }: MeetingState): Table {
  const names = new Map(seats.map(({ id, persona }) => [id, persona.name]));
  const order = seats.map(({ id }) => id);
  const agents = agentsAmong(seats);
  const displayed = (seat: string) => names.get(seat) ?? seat;
  return {
    ...optionsOf(scenario),
    order,
    agents,
    badges: badgesAt(order, agents, displayed),
    displayed,
    mask: (text) => text,
    isAnonymous: false,
    isHidden: () => false,
  };
}

const NOBODY: Table = {
  sides: new Map(),
  marks: new Map(),
  countsOptions: false,
  badges: new Map(),
  order: [],
  agents: new Set(),
  displayed: (seat) => seat,
  mask: (text) => text,
  isAnonymous: false,
  isHidden: () => false,
};

/** The labels that prompts have; in their order too, for that of the seats would tell who is who. */
function labelledTable(meeting: MeetingState, own: readonly string[], items: Watched["items"]): Table {
  const opening = items[0]?.event;
  const opened = opening?.type === "meeting.opened" ? opening : meeting;
  const ids = opened.seats.filter(({ kind }) => kind === "member").map(({ id }) => id);
  const known = [...opened.seats, ...meeting.seats] as readonly Seat[];
  const order = shuffled(ids, opened.seed, "labels");
  const names = anonymousNames(known, order, knownWords(meeting.scenario));
  const agents = agentsAmong(meeting.seats);
  return {
    ...optionsOf(meeting.scenario),
    order: [...order, ...meeting.seats.map(({ id }) => id).filter((id) => !ids.includes(id))],
    agents,
    // Of `Member A` the letter alone.
    badges: badgesAt(order, agents, (seat) => names.displayed(seat).split(" ").at(-1)!),
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
function ownSeats({ seats }: MeetingState, person: string): readonly string[] {
  return seats.flatMap((seat) => {
    const holder = personOn(seat);
    return holder !== null && (person === CHAIR.id || isSamePerson(holder, person)) ? [seat.id] : [];
  });
}

function agentsAmong(seats: MeetingState["seats"]): Table["agents"] {
  return new Set(seats.filter(({ kind }) => kind === "agent").map(({ id }) => id));
}

function badgesAt(
  order: readonly string[],
  agents: Table["agents"],
  displayed: Table["displayed"],
): Table["badges"] {
  const members = order.filter((id) => !agents.has(id));
  const badges = badgesOf(members.map((id) => paintableLine(displayed(id))));
  return new Map(members.map((id, index) => [id, badges[index]!]));
}

function optionsOf(scenario: MeetingState["scenario"]): Pick<Table, "sides" | "marks" | "countsOptions"> {
  return {
    sides: new Map(scenario.verdicts.map(({ id, side }) => [id, side])),
    marks: marksOf(scenario),
    countsOptions: countsOptions(scenario),
  };
}
