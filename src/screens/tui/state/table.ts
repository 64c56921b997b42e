import type { MeetingState } from "../../../engine/transcript/state.ts";
import type { Side } from "../../../scenario/schema/scenario.ts";
import { NO_NAMES, namesFor, type SeatNames } from "../../../showing/watching/names.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { ABSTAINS_MARK, type Badge, badgesOf, countsOptions, type Mark, marksOf, NO_MARK } from "./marks.ts";
import type { ViewState } from "./model.ts";

export type Table = SeatNames & {
  readonly sides: ReadonlyMap<string, Side>;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly countsOptions: boolean;
  readonly badges: ReadonlyMap<string, Badge>;
};

export function markOf({ marks }: Table, verdict: string | null): Mark {
  return marks.get(verdict ?? "") ?? NO_MARK;
}

export function markOfPosition(
  table: Table,
  position: { readonly verdict: string | null; readonly abstains?: boolean | undefined },
): Mark {
  return position.verdict === null && position.abstains ? ABSTAINS_MARK : markOf(table, position.verdict);
}

export function badgeOf({ badges }: Table, seat: string): Badge {
  return badges.get(seat) ?? NO_BADGE;
}

const NO_BADGE: Badge = { text: "  ", role: "dim", chip: "dim" };

export function nameOf({ displayed }: Table, seat: string): string {
  return paintableLine(displayed(seat));
}

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
