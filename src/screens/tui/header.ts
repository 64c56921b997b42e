/**
 * The two lines at the top of the full-screen view: question and state, then the tally or the
 * outcome.
 */

import { isSamePerson } from "../../engine/people/inbox.ts";
import { readCost } from "../../engine/transcript/call-events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { dropMissing } from "../../lists.ts";
import { SIGNS } from "../../showing/signs.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import type { LiveCall } from "../../showing/watching/source.ts";
import { formatBadge, formatCost } from "../../showing/words.ts";
import { readWords } from "../../text/article.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { measureWidth } from "../../text/width.ts";
import { createSpan, justifyLine, type Line, measureLine, type Span } from "./lines.ts";
import { hasEnded, isAnswer, isAtEnd, STALL_MS, type ViewState } from "./model.ts";
import { findCurrent, findMark, getTable, type Mark, type Table } from "./table.ts";
import { createBannerLine, findResult } from "./tally.ts";

/** Two lines: question and state; tally, or the outcome, and badge. */
export function listHeaderLines(state: ViewState, width: number): readonly Line[] {
  const { meeting } = state;
  const doing = [...describeState(state), createSpan(" ")];
  if (!meeting) return [justifyLine([createSpan(" Boardroom", "strong")], doing, width), []];
  const table = getTable(state);
  const { title, question } = meeting.scenario;
  const room = width - measureLine(doing) - 2;
  const asked = cleanLineForPainting(table.mask(question));
  const named = measureWidth(asked) > room && measureWidth(title) < measureWidth(asked);
  const head = justifyLine(
    [createSpan(` ${named ? cleanLineForPainting(title) : asked}`, "strong")],
    doing,
    width,
  );
  const result = isOver(state) && hasEnded(state) ? findResult(meeting, table) : null;
  const left = result
    ? null
    : createTallyLine(state, meeting, table, width - measureWidth("simulated") - 2);
  const badge = chooseBadge(meeting, width - (left ? measureLine(left) : Math.floor(width * 0.7)));
  const second =
    left ?? (result ? createBannerLine(result, table, width - measureWidth(badge) - 2) : []);
  return [
    head,
    justifyLine(second, [createSpan(cleanLineForPainting(badge), "warn"), createSpan(" ")], width),
  ];
}

const SIDES: readonly string[] = ["for", "against", "neutral"];

function createTallyLine(
  state: ViewState,
  meeting: MeetingState,
  table: Table,
  room: number,
): Line {
  const members = [...meeting.members.values()].filter(({ seat }) => seat.kind === "member");
  const counts = new Map<string, { mark: Mark; word: string; votes: number }>();
  const bySide = [...table.options.values()].toSorted(
    (a, b) => SIDES.indexOf(a.side) - SIDES.indexOf(b.side),
  );
  for (const { id, side, sign } of bySide) {
    const word = sign === side ? side : (table.marks.get(id)?.label ?? id);
    if (!counts.has(word))
      counts.set(word, { mark: findMark(table, { verdict: id }), word, votes: 0 });
    const entry = counts.get(word);
    if (entry)
      entry.votes += members.filter((member) => findCurrent(state, member).verdict === id).length;
  }
  const voted = [...counts.values()].filter(({ votes }) => votes > 0);
  const without = members.filter((member) => findCurrent(state, member).verdict === null).length;
  const stage = (state.progress ?? [])
    .slice(0, 2)
    .map(({ label, words }) =>
      createSpan(` ${cleanLineForPainting(table.mask(`${label} ${readWords(words)}`))}  `, "dim"),
    );
  const tally = dropMissing([
    ...voted.flatMap(({ mark, word, votes }): Span[] => [
      createSpan(` ${mark.sign} `, mark.role),
      createSpan(`${votes} ${word.toLowerCase()}  `),
    ]),
    without > 0 && createSpan(` ${SIGNS.open.glyph} ${without} no verdict  `, "dim"),
  ]);
  // The protocol is shown as far as there is room.
  return [
    ...tally,
    ...stage.filter((_, at) => measureLine([...tally, ...stage.slice(0, at + 1)]) <= room),
  ];
}

function chooseBadge({ simulated, seats, spending }: MeetingState, room: number): string {
  const badge = formatBadge({ simulated, members: seats.filter(({ kind }) => kind === "member") });
  const price = spending.cost === null ? "cost not known" : formatCost(readCost(spending));
  const texts = simulated
    ? [badge, "simulated members", "simulated"]
    : [`${badge} · ${price}`, price];
  return (
    texts.find((text) => measureWidth(cleanLineForPainting(text)) + 2 <= room) ?? texts.at(-1) ?? ""
  );
}

function describeState(state: ViewState): Line {
  const turn = state.meeting ? [createSpan(` · ${formatTurn(state)}`, "dim")] : [];
  if (state.mode === "replay") return [...describeReplay(state), ...turn];
  const ending = state.meeting?.ending;
  if (ending) return [markEnding(ending)];
  if (state.meeting && state.meeting.awaited.length > 0)
    return [describeWaiting(state, state.meeting)];
  if (state.isEnding) return [createSpan("◐ ending after this turn", "warn")];
  if (state.isPaused) return [createSpan("‖ paused", "warn"), ...turn];
  const stalled = [...state.calls.values()].find(
    (call) => call.phase === "waiting" || state.clock - call.heardAt >= STALL_MS,
  );
  if (stalled) return [createSpan(describeStall(stalled, state.clock), "warn")];
  return [createSpan("● live", "good"), ...turn];
}

function formatTurn({ items, mode, shown }: ViewState): string {
  const findTurnBefore = (end: number) =>
    items.slice(0, end).findLast(({ turn }) => turn !== null)?.turn ?? 0;
  const turn = findTurnBefore(shown);
  if (mode === "replay") return `turn ${turn} of ${findTurnBefore(items.length)}`;
  return `turn ${turn}`;
}

function describeStall({ phase, out, heardAt }: LiveCall, clock: number): string {
  if (phase !== "waiting") return "◐ no reply yet";
  if (!out) return "◐ waiting to retry";
  const toSeconds = (ms: number) => Math.floor(ms / 1000);
  const lasts = toSeconds(out.ms + clock - heardAt);
  return `◐ waiting for ${cleanLineForPainting(out.provider)}, ${lasts} s of ${toSeconds(out.ofMs)} s`;
}

function markEnding({ kind }: NonNullable<MeetingState["ending"]>): Span {
  return createSpan(`■ ${kind}`, kind === "suspended" ? "error" : "strong");
}

function describeWaiting(state: ViewState, { awaited }: MeetingState): Span {
  const own = state.canAct ? findQuestion(state) : null;
  if (own)
    return createSpan(
      ` YOUR TURN${formatOwnName(own.person, state.person)}: ${isAnswer(state.input) ? "write here" : "press enter"} `,
      "chip-neutral",
    );
  return createSpan(
    `? waiting for ${awaited.map(({ person }) => cleanLineForPainting(person)).join(", ")}`,
    "warn",
  );
}

function formatOwnName(asked: string, person: string): string {
  return isSamePerson(asked, person) ? "" : ` as ${cleanLineForPainting(asked)}`;
}

function isOver(state: ViewState): boolean {
  return state.mode === "replay" ? isAtEnd(state) : hasEnded(state);
}

function describeReplay(state: ViewState): Line {
  const ending = state.meeting?.ending;
  if (isAtEnd(state) && ending) return [markEnding(ending)];
  if (isAtEnd(state) && state.meeting && state.meeting.awaited.length > 0)
    return [describeWaiting(state, state.meeting)];
  if (isAtEnd(state))
    return [
      createSpan(
        state.isGrowing ? "● following" : "■ end of record",
        state.isGrowing ? "good" : "strong",
      ),
    ];
  return [
    state.isPaused ? createSpan("‖ replay, paused", "warn") : createSpan("▸ replay", "accent"),
  ];
}
