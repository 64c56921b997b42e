import type { Side } from "../../scenario/schema/scenario.ts";
import { paintableLine } from "../../text/paintable.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { NO_NAMES, namesFor, type SeatNames } from "../../watching/names.ts";
import { ABSTAINS_MARK, type Badge, badgesOf, countsOptions, type Mark, marksOf, NO_MARK } from "./marks.ts";
import type { ViewState } from "./model.ts";

/** Who sits at the table as this screen may tell it, what verdicts there are, and how both are drawn. */
export type Table = SeatNames & {
  readonly sides: ReadonlyMap<string, Side>;
  /** How each option is told. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Options are counted, not the sides they stand for. */
  readonly countsOptions: boolean;
  /** How each member is told at a glance. */
  readonly badges: ReadonlyMap<string, Badge>;
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
type CachedTable = { readonly person: string; readonly table: Table };

const tables = new WeakMap<MeetingState, CachedTable>();

/** The table of the meeting that is watched, made once. */
export function tableOf({ meeting, person, items }: Watched): Table {
  if (!meeting) return NOBODY;
  const known = tables.get(meeting);
  if (known?.person === person) return known.table;
  const names = namesFor(meeting, person, items);
  const table = { ...names, ...optionsOf(meeting.scenario), badges: badgesAt(names) };
  tables.set(meeting, { person, table });
  return table;
}

const NOBODY: Table = {
  ...NO_NAMES,
  sides: new Map(),
  marks: new Map(),
  countsOptions: false,
  badges: new Map(),
};

/** Of `Member A` the letter alone. */
function badgesAt({ order, agents, displayed, isAnonymous }: SeatNames): Table["badges"] {
  const members = order.filter((id) => !agents.has(id));
  const told = members.map((id) => paintableLine(displayed(id)));
  const badges = badgesOf(isAnonymous ? told.map((name) => name.slice(name.lastIndexOf(" ") + 1)) : told);
  return new Map(badges.map((badge, index) => [members[index] ?? "", badge]));
}

function optionsOf(scenario: MeetingState["scenario"]): Pick<Table, "sides" | "marks" | "countsOptions"> {
  return {
    sides: new Map(scenario.verdicts.map(({ id, side }) => [id, side])),
    marks: marksOf(scenario),
    countsOptions: countsOptions(scenario),
  };
}
