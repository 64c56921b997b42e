import type { MeetingState } from "../../../engine/transcript/state.ts";
import { type OptionView, optionsOf } from "../../../showing/cast.ts";
import { NO_NAMES, namesFor, type SeatNames } from "../../../showing/watching/seat-view.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { HUES } from "../paint/inks.ts";
import { type HueRole, hueOf, type TextRole } from "../paint/spans.ts";
import type { ViewState } from "./model.ts";

export type Mark = {
  readonly sign: string;
  readonly label: string;
  readonly role: TextRole;
  readonly chip: TextRole;
};

const NO_MARK: Mark = { sign: "-", label: "no verdict", role: "none", chip: "chip-none" };
const ABSTAINS_MARK: Mark = { ...NO_MARK, sign: "0" };

/** Who sits at the table and what can be chosen, as the screen shows both. */
export type Table = SeatNames & {
  readonly options: ReadonlyMap<string, OptionView>;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly roles: ReadonlyMap<string, HueRole>;
  readonly shortNames: ReadonlyMap<string, string>;
};

const NOBODY: Table = {
  ...NO_NAMES,
  options: new Map(),
  marks: new Map(),
  roles: new Map(),
  shortNames: new Map(),
};

const tables = new WeakMap<MeetingState, { readonly person: string; readonly table: Table }>();

export function tableOf({ meeting, person, items }: Pick<ViewState, "meeting" | "person" | "items">): Table {
  if (!meeting) return NOBODY;
  const known = tables.get(meeting);
  if (known?.person === person) return known.table;
  const names = namesFor(meeting, person, items);
  const options = optionsOf(meeting.scenario);
  const members = names.order.filter((id) => !names.agents.has(id));
  const table: Table = {
    ...names,
    options,
    marks: new Map([...options.values()].map((option) => [option.id, markFor(option)])),
    roles: new Map(members.map((id, index) => [id, `hue-${hueOf(index)}`])),
    shortNames: shortNamesOf(members, names),
  };
  tables.set(meeting, { person, table });
  return table;
}

function markFor({ label, sign, tone }: OptionView): Mark {
  const [, index] = /^option-(\d+)$/.exec(tone) ?? [];
  if (index === undefined) return { sign, label, role: tone as TextRole, chip: `chip-${tone}` as TextRole };
  // From the other end of the colors than members, so that few of both never share one.
  const hue = hueOf(HUES - 1 - Number(index));
  return { sign, label, role: `hue-${hue}`, chip: `chip-${hue}` };
}

/** Last names; whole names for all members if two last names are the same, or if names are labels. */
function shortNamesOf(members: readonly string[], names: SeatNames): ReadonlyMap<string, string> {
  const whole = members.map((id) => paintableLine(names.displayed(id)));
  const last = whole.map((name) => name.slice(name.lastIndexOf(" ") + 1));
  const shown = names.isAnonymous || new Set(last).size < last.length ? whole : last;
  return new Map(members.map((id, index) => [id, shown[index] ?? id]));
}

export function markOf(
  table: Table,
  { verdict, abstains }: { readonly verdict: string | null; readonly abstains?: boolean | undefined },
): Mark {
  if (verdict === null && abstains) return ABSTAINS_MARK;
  return table.marks.get(verdict ?? "") ?? NO_MARK;
}

export function nameOf({ displayed }: Table, seat: string): string {
  return paintableLine(displayed(seat));
}

export function shortNameOf(table: Table, seat: string): string {
  return table.shortNames.get(seat) ?? nameOf(table, seat);
}

export function roleOf({ roles }: Table, seat: string): TextRole {
  return roles.get(seat) ?? "dim";
}

export function inOrder<Item>(
  { order }: Table,
  items: readonly Item[],
  seatOf: (item: Item) => string,
): readonly Item[] {
  return items.toSorted((a, b) => order.indexOf(seatOf(a)) - order.indexOf(seatOf(b)));
}
