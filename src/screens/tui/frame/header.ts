import { spokenSoFar } from "../../../engine/meeting/money/limits.ts";
import { isSamePerson } from "../../../engine/meeting/people/inbox.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { SIMULATED_NOTICE } from "../../../showing/verdict-schema.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import { questionTo } from "../../../showing/watching/question.ts";
import { dollarsInWords, minutesInWords } from "../../../showing/words.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { displayWidth } from "../../../text/width.ts";
import { fitLine, justified, type Line, type Span, span } from "../paint/spans.ts";
import { hasEnded, isAnswer, isAtEnd, STALL_MS, type ViewState } from "../state/model.ts";
import { bannerLine, resultOf } from "../state/result.ts";
import { tableOf } from "../state/table.ts";

export function headerLines(state: ViewState, width: number, rows: number): readonly Line[] {
  const { meeting } = state;
  const doing = [...stateOf(state), span(" ")];
  if (!meeting) return blanksAfter([justified([span(" Boardroom", "strong")], doing, width)], rows);
  const table = tableOf(state);
  const result = hasShownEnd(state) ? resultOf(meeting, table) : null;
  const title = [span(` ${paintableLine(meeting.scenario.title)}`, "strong")];
  const question = fitLine([span(` ${paintableLine(table.mask(meeting.scenario.question))}`)], width);
  const head = [justified(title, doing, width), question];
  if (!result) return blanksAfter([...head, factsLine(state, meeting, width)], rows);
  const banner = bannerLine(result, table, width);
  return rows > 3 ? [...head, banner, factsLine(state, meeting, width)] : [...head, banner];
}

export function hasShownEnd(state: ViewState): boolean {
  return !state.isCounting && isOver(state) && hasEnded(state);
}

function blanksAfter(lines: readonly Line[], rows: number): readonly Line[] {
  return Array.from({ length: rows }, (_, row) => lines[row] ?? []);
}

/** Leaves out the least important figures first. The notice of simulated members always stays. */
function factsLine(state: ViewState, meeting: MeetingState, width: number): Line {
  const facts = factsOf(state, meeting);
  const notices = meeting.simulated ? [SIMULATED_NOTICE, "simulated members", "simulated"] : [""];
  const [full = "", ...shorter] = notices;
  const line = (kept: readonly HeaderFigure[]) => ` ${kept.map(({ text }) => text).join(" · ")}`;
  const fits = (kept: readonly HeaderFigure[], notice: string) =>
    displayWidth(line(kept)) + displayWidth(notice) + 3 <= width;
  const least = shorter.at(-1) ?? full;
  let kept = facts;
  while (kept.length > 1 && !fits(kept, least)) {
    const drop = Math.max(...kept.map(({ rank }) => rank));
    kept = kept.filter(({ rank }) => rank !== drop);
  }
  const notice = notices.find((words) => fits(kept, words)) ?? least;
  const right = notice === "" ? [] : [span(notice, "warn"), span(" ")];
  return justified([span(line(kept), "dim")], right, width);
}

/** A figure with its label; the higher its rank, the sooner it is left out. */
type HeaderFigure = { readonly text: string; readonly rank: number };

function factsOf(state: ViewState, meeting: MeetingState): readonly HeaderFigure[] {
  const minutes = (Date.parse(meeting.now) - Date.parse(meeting.startedAt)) / 60_000;
  const standing = standingOf(state).map((text, index): HeaderFigure => ({ text, rank: index + 1 }));
  const ends: readonly HeaderFigure[] = [
    { text: paintableLine(meeting.protocol), rank: 8 },
    { text: `seed ${paintableLine(meeting.seed)}`, rank: 9 },
  ];
  if (state.isCounting) return [...standing, { text: "counting messages", rank: 0 }, ...ends];
  return [
    ...standing,
    { text: `message ${spokenSoFar(meeting)} of ${meeting.scenario.limits.messages}`, rank: 0 },
    ...(state.mode === "replay" ? [{ text: `event ${state.cursor} of ${state.total}`, rank: 6 }] : []),
    { text: `time ${minutesInWords(minutes)}`, rank: 5 },
    ...(meeting.simulated ? [] : [{ text: costInWords(meeting.spending.cost), rank: 3 }]),
    ...ends,
  ];
}

function costInWords(cost: number | null): string {
  return cost === null ? "cost not known" : `cost ${dollarsInWords(cost)}`;
}

const MOST_STANDING = 2;

function standingOf(state: ViewState): readonly string[] {
  const { mask } = tableOf(state);
  return (state.standing ?? [])
    .slice(0, MOST_STANDING)
    .map(({ label, value }) => paintableLine(mask(`${label} ${value}`)));
}

function stateOf(state: ViewState): Line {
  const pace = state.isPaced && !isOver(state) ? [span(` ${paceInWords(state)}`, "dim")] : [];
  if (state.isCounting) return [span("◌ READING", "accent")];
  if (state.mode === "replay") return [...replayState(state), ...pace];
  const ending = state.meeting?.ending;
  if (ending) return [endingMark(ending)];
  if (state.meeting && state.meeting.awaited.length > 0) return [waitingFor(state, state.meeting)];
  if (state.isEnding) return [span("◐ ENDING after this turn", "warn")];
  if (state.isPaused) return [span("‖ PAUSED", "warn"), ...pace];
  const stalled = [...state.calls.values()].find(
    (call) => call.phase === "waiting" || state.clock - call.heardAt >= STALL_MS,
  );
  if (stalled) return [span(stalledInWords(stalled, state.clock), "warn"), ...pace];
  return [span("● LIVE", "good"), ...pace];
}

function stalledInWords({ phase, out, heardAt }: LiveCall, clock: number): string {
  if (phase !== "waiting") return "◐ NO REPLY yet";
  if (!out) return "◐ WAITING to retry";
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const lasts = seconds(out.ms + clock - heardAt);
  return `◐ WAITING for ${paintableLine(out.provider)}, ${lasts} s of ${seconds(out.ofMs)} s`;
}

function endingMark({ kind }: NonNullable<MeetingState["ending"]>): Span {
  return span(`■ ${kind.toUpperCase()}`, kind === "suspended" ? "error" : "strong");
}

function waitingFor(state: ViewState, { awaited }: MeetingState): Span {
  const own = state.canAct ? questionTo(state) : null;
  if (own)
    return span(
      ` YOUR TURN${ownName(own.person, state.person)}: ${isAnswer(state.input) ? "write here" : "press a"} `,
      "chip-neutral",
    );
  return span(`? WAITING for ${awaited.map(({ person }) => paintableLine(person)).join(", ")}`, "warn");
}

function ownName(asked: string, person: string): string {
  return isSamePerson(asked, person) ? "" : ` as ${paintableLine(asked)}`;
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
    return [span(state.isGrowing ? "● FOLLOWING" : "■ END OF RECORD", state.isGrowing ? "good" : "strong")];
  return [state.isPaused ? span("‖ REPLAY PAUSED", "warn") : span("▸ REPLAY", "accent")];
}

function paceInWords({ pace }: ViewState): string {
  return pace === Number.POSITIVE_INFINITY ? "instant" : `${pace}×`;
}
