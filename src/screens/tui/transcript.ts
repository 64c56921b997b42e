/**
 * The debate in the full-screen view: the lines in the window, the position of the reader
 * and the matches of a search.
 */

import { describeAct } from "../../engine/transcript/people-events.ts";
import { words } from "../../engine/words/words.ts";
import { dropMissing } from "../../lists.ts";
import { type Entry, findEntryIndex, isContinued } from "../../showing/entries.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import type { LiveCall } from "../../showing/watching/source.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { formatCount, joinNames } from "../../text/plain.ts";
import { cutText, measureWidth } from "../../text/width.ts";
import { wrap } from "../../text/wrap.ts";
import {
  type Flow,
  type FlowLine,
  moveAnchor,
  openLastWindow,
  openWindow,
  type Window,
} from "./flow.ts";
import { INDENT, isChanging, listArrivingLines, listItemLines, type Now } from "./items.ts";
import { createSpan, type Line, type Span } from "./lines.ts";
import type { ReadingPlace, ViewState } from "./model.ts";
import { describeCall, displayName, type Table } from "./table.ts";
import { findResult } from "./tally.ts";

export function createTranscriptFlow(state: ViewState, table: Table, width: number): Flow {
  const calls = [...state.calls.values()];
  const isSilent = ({ isPrivate, text }: LiveCall) => isPrivate && text === "";
  const voting = calls.filter(isSilent);
  const { items, shown, waitingActs } = state;
  const coming = dropMissing([
    ...calls
      .filter((call) => !isSilent(call))
      .map((call) => () => callLines(call, state, table, width)),
    voting.length > 0 && (() => listVotingLines(voting, table, width)),
    waitingActs.length > 0 && (() => listWaitingLines(state, table, width)),
  ]);
  const now = describeNow(state, table);
  return {
    length: shown + coming.length,
    lines(block) {
      const item = block < shown ? items[block] : undefined;
      if (!item) return coming[block - shown]?.() ?? [];
      if (isContinued(items, block, shown)) return [];
      return isChanging(item)
        ? listItemLines(item, table, width, now)
        : getCachedLines(item, table, width, now);
    },
  };
}

function describeNow(state: ViewState, table: Table): Now {
  const { meeting } = state;
  const own = findQuestion(state)?.path;
  return {
    result: meeting && findResult(meeting, table),
    waits(path) {
      if (!meeting?.awaited.some((asked) => asked.path === path)) return "no longer";
      return path === own && state.canAct ? "here" : "elsewhere";
    },
  };
}

function callLines(
  call: LiveCall,
  state: ViewState,
  table: Table,
  width: number,
): readonly FlowLine[] {
  const status = describeCall(call, state);
  const why = call.why === "" ? "" : `: ${cleanLineForPainting(table.mask(call.why))}`;
  const note = [createSpan(cutText(status.text + why, Math.floor(width / 2)), status.role)];
  return listArrivingLines({ speaker: call.speaker, text: call.text, note }, table, width);
}

/** A person with a seat does not see private replies of others, only who is asked. */
function listVotingLines(
  calls: readonly LiveCall[],
  table: Table,
  width: number,
): readonly FlowLine[] {
  const open = calls.filter(({ speaker }) => !table.isHidden(speaker));
  const names =
    open.length === calls.length ? open.map(({ speaker }) => displayName(table, speaker)) : [];
  const count = formatCount(calls.length, "member");
  const rows = [names.length > 0 && names.length < 3 ? joinNames(names) : count, count].map((who) =>
    words.ballot.underWay(who, calls.length),
  );
  const shown = rows.find((row) => measureWidth(row) <= width - INDENT) ?? "";
  return [{ line: [createSpan("    · ", "dim"), createSpan(shown, "dim")], at: 0 }];
}

export function openTranscript(state: ViewState, flow: Flow, height: number): Window {
  if (state.reading === null) return openLastWindow(flow, height);
  return openWindow(
    flow,
    { block: createBlock(state, state.reading), at: state.reading.at },
    height,
  );
}

export function moveReading(
  state: ViewState,
  flow: Flow,
  rows: number,
  height: number,
): ReadingPlace | null {
  const { top } = openTranscript(state, flow, height);
  const moved = moveAnchor(flow, top, rows, height);
  const window = openWindow(flow, moved, height);
  return window.isAtEnd ? null : findReadingPlace(state, window.top);
}

export function findReadingPlace(
  { items, shown }: ViewState,
  { block, at }: { block: number; at: number },
): ReadingPlace {
  const item = block < shown ? items[block] : undefined;
  const last = items[shown - 1];
  return { seq: item?.seq ?? (last ? last.seq + 1 + block - shown : 0), at };
}

function createBlock({ items, shown }: ViewState, { seq }: ReadingPlace): number {
  return Math.min(findEntryIndex(items, seq), shown + 8);
}

export function highlightLine(line: Line, query: string): Line {
  const wanted = query.toLowerCase();
  if (wanted === "") return line;
  return line.flatMap(({ text, role }): Span[] => {
    const folded = text.toLowerCase();
    if (folded.length !== text.length || !folded.includes(wanted)) return [createSpan(text, role)];
    const spans: Span[] = [];
    let from = 0;
    for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, from)) {
      spans.push(
        createSpan(text.slice(from, at), role),
        createSpan(text.slice(at, at + wanted.length), "match"),
      );
      from = at + wanted.length;
    }
    return [...spans, createSpan(text.slice(from), role)].filter((part) => part.text !== "");
  });
}

type Laid = { table: Table; width: number; lines: readonly FlowLine[] };

const laid = new WeakMap<Entry, Laid>();

function getCachedLines(item: Entry, table: Table, width: number, now: Now): readonly FlowLine[] {
  const known = laid.get(item);
  if (known?.width === width && known.table === table) return known.lines;
  const lines = listItemLines(item, table, width, now);
  laid.set(item, { table, width, lines });
  return lines;
}

function listWaitingLines(state: ViewState, table: Table, width: number): readonly FlowLine[] {
  const { waitingActs, person, meeting } = state;
  const isLost = meeting?.ending?.kind === "closed";
  const says = isLost ? words.event.tooLate : words.event.waits;
  const ink = isLost ? "warn" : "dim";
  const voice = { getName: (seat: string) => displayName(table, seat) };
  const acts = waitingActs.map((does) =>
    cleanLineForPainting(table.mask(describeAct(person, does, voice))),
  );
  const lines = acts.flatMap((act) =>
    wrap(says(act), Math.max(8, width - 8)).map(
      (row, index): Line => [
        createSpan(index === 0 ? "    ▸ " : "      ", ink),
        createSpan(row, ink),
      ],
    ),
  );
  return [[], ...lines].map((line, at) => ({ line, at }));
}
