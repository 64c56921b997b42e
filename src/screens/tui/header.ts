/**
 * The two lines at the top of the full-screen view: question and state, then the tally or the
 * outcome.
 */

import { isSamePerson } from "../../engine/people/inbox.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import type { LiveCall } from "../../showing/watching/source.ts";
import { formatBadge, formatDollars } from "../../showing/words.ts";
import { readWords } from "../../text/article.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { measureWidth } from "../../text/width.ts";
import { justified, type Line, lineWidth, type Span, span } from "./lines.ts";
import { hasEnded, isAnswer, isAtEnd, STALL_MS, type ViewState } from "./model.ts";
import { currentOf, type Mark, markOf, type Table, tableOf } from "./table.ts";
import { bannerLine, resultOf } from "./tally.ts";

/** Two lines: question and state; tally, or the outcome, and badge. */
export function headerLines(state: ViewState, width: number): readonly Line[] {
  const { meeting } = state;
  const doing = [...stateOf(state), span(" ")];
  if (!meeting) return [justified([span(" Boardroom", "strong")], doing, width), []];
  const table = tableOf(state);
  const { title, question } = meeting.scenario;
  const room = width - lineWidth(doing) - 2;
  const asked = cleanLineForPainting(table.mask(question));
  const named = measureWidth(asked) > room && measureWidth(title) < measureWidth(asked);
  const head = justified(
    [span(` ${named ? cleanLineForPainting(title) : asked}`, "strong")],
    doing,
    width,
  );
  const result = isOver(state) && hasEnded(state) ? resultOf(meeting, table) : null;
  const left = result
    ? null
    : tallyOf(state, meeting, table, width - measureWidth("simulated") - 2);
  const badge = badgeFor(meeting, width - (left ? lineWidth(left) : Math.floor(width * 0.7)));
  const second = left ?? (result ? bannerLine(result, table, width - measureWidth(badge) - 2) : []);
  return [head, justified(second, [span(cleanLineForPainting(badge), "warn"), span(" ")], width)];
}

const SIDES: readonly string[] = ["for", "against", "neutral"];

function tallyOf(state: ViewState, meeting: MeetingState, table: Table, room: number): Line {
  const members = [...meeting.members.values()].filter(({ seat }) => seat.kind === "member");
  const counts = new Map<string, { mark: Mark; word: string; votes: number }>();
  const bySide = [...table.options.values()].toSorted(
    (a, b) => SIDES.indexOf(a.side) - SIDES.indexOf(b.side),
  );
  for (const { id, side, tone } of bySide) {
    const word = tone === side ? side : (table.marks.get(id)?.label ?? id);
    if (!counts.has(word))
      counts.set(word, { mark: markOf(table, { verdict: id }), word, votes: 0 });
    const entry = counts.get(word);
    if (entry)
      entry.votes += members.filter((member) => currentOf(state, member).verdict === id).length;
  }
  const voted = [...counts.values()].filter(({ votes }) => votes > 0);
  const without = members.filter((member) => currentOf(state, member).verdict === null).length;
  const stage = (state.progress ?? [])
    .slice(0, 2)
    .map(({ label, words }) =>
      span(` ${cleanLineForPainting(table.mask(`${label} ${readWords(words)}`))}  `, "dim"),
    );
  const tally = [
    ...voted.flatMap(({ mark, word, votes }): Span[] => [
      span(` ${mark.sign} `, mark.role),
      span(`${votes} ${word.toLowerCase()}  `),
    ]),
    ...(without > 0 ? [span(` - ${without} no verdict  `, "dim")] : []),
  ];
  // The protocol is shown as far as there is room.
  return [
    ...tally,
    ...stage.filter((_, at) => lineWidth([...tally, ...stage.slice(0, at + 1)]) <= room),
  ];
}

function badgeFor({ simulated, seats, spending }: MeetingState, room: number): string {
  const badge = formatBadge({ simulated, members: seats.filter(({ kind }) => kind === "member") });
  const price = spending.cost === null ? "cost not known" : formatDollars(spending.cost);
  const texts = simulated
    ? [badge, "simulated members", "simulated"]
    : [`${badge} · ${price}`, price];
  return (
    texts.find((text) => measureWidth(cleanLineForPainting(text)) + 2 <= room) ?? texts.at(-1) ?? ""
  );
}

function stateOf(state: ViewState): Line {
  const turn = state.meeting ? [span(` · ${turnInWords(state)}`, "dim")] : [];
  if (state.mode === "replay") return [...replayState(state), ...turn];
  const ending = state.meeting?.ending;
  if (ending) return [endingMark(ending)];
  if (state.meeting && state.meeting.awaited.length > 0) return [waitingFor(state, state.meeting)];
  if (state.isEnding) return [span("◐ ending after this turn", "warn")];
  if (state.isPaused) return [span("‖ paused", "warn"), ...turn];
  const stalled = [...state.calls.values()].find(
    (call) => call.phase === "waiting" || state.clock - call.heardAt >= STALL_MS,
  );
  if (stalled) return [span(stalledInWords(stalled, state.clock), "warn")];
  return [span("● live", "good"), ...turn];
}

function turnInWords({ items, mode, shown }: ViewState): string {
  const turnBefore = (end: number) =>
    items.slice(0, end).findLast(({ turn }) => turn !== null)?.turn ?? 0;
  const turn = turnBefore(shown);
  if (mode === "replay") return `turn ${turn} of ${turnBefore(items.length)}`;
  return `turn ${turn}`;
}

function stalledInWords({ phase, out, heardAt }: LiveCall, clock: number): string {
  if (phase !== "waiting") return "◐ no reply yet";
  if (!out) return "◐ waiting to retry";
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const lasts = seconds(out.ms + clock - heardAt);
  return `◐ waiting for ${cleanLineForPainting(out.provider)}, ${lasts} s of ${seconds(out.ofMs)} s`;
}

function endingMark({ kind }: NonNullable<MeetingState["ending"]>): Span {
  return span(`■ ${kind}`, kind === "suspended" ? "error" : "strong");
}

function waitingFor(state: ViewState, { awaited }: MeetingState): Span {
  const own = state.canAct ? findQuestion(state) : null;
  if (own)
    return span(
      ` YOUR TURN${ownName(own.person, state.person)}: ${isAnswer(state.input) ? "write here" : "press enter"} `,
      "chip-neutral",
    );
  return span(
    `? waiting for ${awaited.map(({ person }) => cleanLineForPainting(person)).join(", ")}`,
    "warn",
  );
}

function ownName(asked: string, person: string): string {
  return isSamePerson(asked, person) ? "" : ` as ${cleanLineForPainting(asked)}`;
}

function isOver(state: ViewState): boolean {
  return state.mode === "replay" ? isAtEnd(state) : hasEnded(state);
}

function replayState(state: ViewState): Line {
  const ending = state.meeting?.ending;
  if (isAtEnd(state) && ending) return [endingMark(ending)];
  if (isAtEnd(state) && state.meeting && state.meeting.awaited.length > 0)
    return [waitingFor(state, state.meeting)];
  if (isAtEnd(state))
    return [
      span(
        state.isGrowing ? "● following" : "■ end of record",
        state.isGrowing ? "good" : "strong",
      ),
    ];
  return [state.isPaused ? span("‖ replay, paused", "warn") : span("▸ replay", "accent")];
}
