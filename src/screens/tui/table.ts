/**
 * Names, colors and marks of members and options in the full-screen view. Names are hidden in an
 * anonymous debate.
 */

import { type FinalVerdict, findFinalVerdict } from "../../engine/meeting/decide.ts";
import { hasPosition } from "../../engine/scaffold/message.ts";
import type { MeetingState, MemberState } from "../../engine/transcript/state.ts";
import { words } from "../../engine/words/words.ts";
import { describeOptions, type OptionView, shortenNames } from "../../showing/cast.ts";
import { SIGNS } from "../../showing/signs.ts";
import { createNames, NO_NAMES, type SeatNames } from "../../showing/watching/seat-view.ts";
import type { LiveCall } from "../../showing/watching/source.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { chooseHue, createSpan, type HueRole, type Span, type TextRole } from "./lines.ts";
import { STALL_MS, type ViewState } from "./model.ts";
import { HUES } from "./theme.ts";

export type Mark = {
  sign: string;
  label: string;
  role: TextRole;
  chip: TextRole;
};

const NO_MARK: Mark = {
  sign: SIGNS.open.glyph,
  label: words.noVerdict,
  role: "none",
  chip: "chip-none",
};

export type Table = SeatNames & {
  isDetailed: boolean;
  options: ReadonlyMap<string, OptionView>;
  marks: ReadonlyMap<string, Mark>;
  roles: ReadonlyMap<string, HueRole>;
  shortNames: ReadonlyMap<string, string>;
};

const NOBODY: Table = {
  ...NO_NAMES,
  isDetailed: false,
  options: new Map(),
  marks: new Map(),
  roles: new Map(),
  shortNames: new Map(),
};

const tables = new WeakMap<MeetingState, { person: string; table: Table }>();

export function getTable({ meeting, person, items, isDetailed }: ViewState): Table {
  if (!meeting) return NOBODY;
  const known = tables.get(meeting);
  if (known?.person === person && known.table.isDetailed === isDetailed) return known.table;
  const names = createNames(meeting, person, items);
  const options = describeOptions(meeting.scenario);
  const members = names.order.filter((id) => !names.agents.has(id));
  const table: Table = {
    ...names,
    isDetailed,
    options,
    marks: new Map(
      [...options.values()].map((option, index) => [option.id, createMark(option, index)]),
    ),
    roles: new Map(members.map((id, index) => [id, `hue-${chooseHue(index)}`])),
    shortNames: listShortNames(members, names),
  };
  tables.set(meeting, { person, table });
  return table;
}

function createMark({ label, sign }: OptionView, index: number): Mark {
  const { glyph } = SIGNS[sign];
  if (sign !== "plain") return { sign: glyph, label, role: sign, chip: `chip-${sign}` };
  // From the other end of the colors than members, so that few of both never share one.
  const hue = chooseHue(HUES - 1 - (index % HUES));
  return { sign: glyph, label, role: `hue-${hue}`, chip: `chip-${hue}` };
}

function listShortNames(members: readonly string[], names: SeatNames): ReadonlyMap<string, string> {
  const whole = members.map((id) => cleanLineForPainting(names.displayed(id)));
  const shown = names.isAnonymous ? whole : shortenNames(whole);
  return new Map(members.map((id, index) => [id, shown[index] ?? id]));
}

export function findMark(table: Table, { verdict }: { verdict: string | null }): Mark {
  return table.marks.get(verdict ?? "") ?? NO_MARK;
}

export function displayName({ displayed }: Table, seat: string): string {
  return cleanLineForPainting(displayed(seat));
}

export function displayShortName(table: Table, seat: string): string {
  return table.shortNames.get(seat) ?? displayName(table, seat);
}

export function findRole({ roles }: Table, seat: string): TextRole {
  return roles.get(seat) ?? "dim";
}

export function sortSeats<Entry>(
  { order }: Table,
  items: readonly Entry[],
  getSeat: (item: Entry) => string,
): readonly Entry[] {
  return items.toSorted((a, b) => order.indexOf(getSeat(a)) - order.indexOf(getSeat(b)));
}

type CurrentVerdict = Pick<FinalVerdict, "verdict" | "confidence" | "by">;

/** A closing ballot is final, else the last verdict said counts. If the protocol states a standing,
 * an earlier ballot counts for a member who has said none. */
export function findCurrent(state: ViewState, member: MemberState): CurrentVerdict {
  const final = findFinalVerdict(member);
  if (final.by !== null || state.progress === null) return final;
  const last = member.ballots.at(-1);
  return last && hasPosition(last)
    ? { verdict: last.verdict, confidence: last.confidence, by: "ballot" }
    : final;
}

export function describeStatus(
  state: ViewState,
  { seat, status, absencesInARow }: MemberState,
): Span {
  const call = [...state.calls.values()].find(({ speaker }) => speaker === seat.id);
  if (call) return describeCall(call, state);
  if (status === "withdrawn") return createSpan("withdrawn", "dim");
  if (status === "absent") return createSpan("absent", "warn");
  if (absencesInARow > 0) return createSpan(`no answer ×${absencesInARow}`, "warn");
  return createSpan("");
}

export function describeCall(
  { phase, heardAt, until }: LiveCall,
  { clock, isPaused, isPaced }: ViewState,
): Span {
  const silent = Math.floor((clock - heardAt) / 1000);
  if (phase === "waiting")
    return createSpan(`retry in ${Math.max(0, Math.ceil((until - clock) / 1000))} s`, "warn");
  if (isPaused && isPaced) return createSpan("held", "warn");
  if (phase === "discarded") return createSpan("asked again", "warn");
  if (clock - heardAt >= STALL_MS) return createSpan(`silent ${silent} s`, "warn");
  const seconds = silent >= 1 ? ` ${silent} s` : "";
  return phase === "thinking"
    ? createSpan(`thinking${seconds}`, "accent")
    : createSpan("speaking", "good");
}
