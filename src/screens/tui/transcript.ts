/**
 * The debate in the full-screen view: the lines in the window, the position of the reader
 * and the matches of a search.
 */

import { describeAct } from "../../engine/transcript/people-events.ts";
import { words } from "../../engine/words/words.ts";
import { type Entry, findEntryIndex, isContinued } from "../../showing/entries.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import type { LiveCall } from "../../showing/watching/source.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { formatCount, joinNames } from "../../text/plain.ts";
import { cutText, measureWidth } from "../../text/width.ts";
import { wrap } from "../../text/wrap.ts";
import { type Flow, type FlowLine, movedBy, type Window, windowAtEnd, windowFrom } from "./flow.ts";
import { arrivingLines, INDENT, isChanging, itemLines, type Now } from "./items.ts";
import { type Line, type Span, span } from "./lines.ts";
import type { ReadingPlace, ViewState } from "./model.ts";
import { callInWords, nameOf, type Table } from "./table.ts";
import { resultOf } from "./tally.ts";

export function transcriptFlow(state: ViewState, table: Table, width: number): Flow {
  const calls = [...state.calls.values()];
  const isSilent = ({ isPrivate, text }: LiveCall) => isPrivate && text === "";
  const voting = calls.filter(isSilent);
  const { items, shown, waitingActs } = state;
  const coming = [
    ...calls
      .filter((call) => !isSilent(call))
      .map((call) => () => callLines(call, state, table, width)),
    ...(voting.length > 0 ? [() => votingLines(voting, table, width)] : []),
    ...(waitingActs.length > 0 ? [() => waitingLines(state, table, width)] : []),
  ];
  const now = nowOf(state, table);
  return {
    length: shown + coming.length,
    lines(block) {
      const item = block < shown ? items[block] : undefined;
      if (!item) return coming[block - shown]?.() ?? [];
      if (isContinued(items, block, shown)) return [];
      return isChanging(item)
        ? itemLines(item, table, width, now)
        : cachedLines(item, table, width, now);
    },
  };
}

function nowOf(state: ViewState, table: Table): Now {
  const { meeting } = state;
  const own = findQuestion(state)?.path;
  return {
    result: meeting && resultOf(meeting, table),
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
  const status = callInWords(call, state);
  const why = call.why === "" ? "" : `: ${cleanLineForPainting(table.mask(call.why))}`;
  const note = [span(cutText(status.text + why, Math.floor(width / 2)), status.role)];
  return arrivingLines({ speaker: call.speaker, text: call.text, note }, table, width);
}

/** A person with a seat does not see private replies of others, only who is asked. */
function votingLines(calls: readonly LiveCall[], table: Table, width: number): readonly FlowLine[] {
  const open = calls.filter(({ speaker }) => !table.isHidden(speaker));
  const names =
    open.length === calls.length ? open.map(({ speaker }) => nameOf(table, speaker)) : [];
  const count = formatCount(calls.length, "member");
  const rows = [names.length > 0 && names.length < 3 ? joinNames(names) : count, count].map((who) =>
    words.ballot.underWay(who, calls.length),
  );
  const shown = rows.find((row) => measureWidth(row) <= width - INDENT) ?? "";
  return [{ line: [span("    · ", "dim"), span(shown, "dim")], at: 0 }];
}

export function transcriptWindow(state: ViewState, flow: Flow, height: number): Window {
  if (state.reading === null) return windowAtEnd(flow, height);
  return windowFrom(flow, { block: blockOf(state, state.reading), at: state.reading.at }, height);
}

export function readingMoved(
  state: ViewState,
  flow: Flow,
  rows: number,
  height: number,
): ReadingPlace | null {
  const { top } = transcriptWindow(state, flow, height);
  const moved = movedBy(flow, top, rows, height);
  const window = windowFrom(flow, moved, height);
  return window.isAtEnd ? null : readingAt(state, window.top);
}

export function readingAt(
  { items, shown }: ViewState,
  { block, at }: { block: number; at: number },
): ReadingPlace {
  const item = block < shown ? items[block] : undefined;
  const last = items[shown - 1];
  return { seq: item?.seq ?? (last ? last.seq + 1 + block - shown : 0), at };
}

function blockOf({ items, shown }: ViewState, { seq }: ReadingPlace): number {
  return Math.min(findEntryIndex(items, seq), shown + 8);
}

export function highlighted(line: Line, query: string): Line {
  const wanted = query.toLowerCase();
  if (wanted === "") return line;
  return line.flatMap(({ text, role }): Span[] => {
    const folded = text.toLowerCase();
    if (folded.length !== text.length || !folded.includes(wanted)) return [span(text, role)];
    const spans: Span[] = [];
    let from = 0;
    for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, from)) {
      spans.push(
        span(text.slice(from, at), role),
        span(text.slice(at, at + wanted.length), "match"),
      );
      from = at + wanted.length;
    }
    return [...spans, span(text.slice(from), role)].filter((part) => part.text !== "");
  });
}

type Laid = { table: Table; width: number; lines: readonly FlowLine[] };

const laid = new WeakMap<Entry, Laid>();

function cachedLines(item: Entry, table: Table, width: number, now: Now): readonly FlowLine[] {
  const known = laid.get(item);
  if (known?.width === width && known.table === table) return known.lines;
  const lines = itemLines(item, table, width, now);
  laid.set(item, { table, width, lines });
  return lines;
}

function waitingLines(state: ViewState, table: Table, width: number): readonly FlowLine[] {
  const { waitingActs, person, meeting } = state;
  const isLost = meeting?.ending?.kind === "closed";
  const says = isLost ? words.event.tooLate : words.event.waits;
  const ink = isLost ? "warn" : "dim";
  const voice = { getName: (seat: string) => nameOf(table, seat) };
  const acts = waitingActs.map((does) =>
    cleanLineForPainting(table.mask(describeAct(person, does, voice))),
  );
  const lines = acts.flatMap((act) =>
    wrap(says(act), Math.max(8, width - 8)).map(
      (row, index): Line => [span(index === 0 ? "    ▸ " : "      ", ink), span(row, ink)],
    ),
  );
  return [[], ...lines].map((line, at) => ({ line, at }));
}
