import { spokenSoFar } from "../meeting/limits.ts";
import { SIMULATED_NOTICE } from "../reports/verdict-schema.ts";
import { dollarsInWords, minutesInWords } from "../reports/words.ts";
import type { MeetingState } from "../transcript/state.ts";
import { type Call, hasEnded, isAtEnd, STALL_MS, type ViewState } from "./model.ts";
import { paintableLine } from "./paintable.ts";
import { fitLine, justified, type Line, type Span, span } from "./spans.ts";
import { tableOf } from "./table.ts";

/** Three rows: title and state; the question; what kind of meeting, how far it is, what it cost. */
export function headerLines(state: ViewState, width: number): readonly Line[] {
  const { meeting } = state;
  const doing = [...stateOf(state), span(" ")];
  if (!meeting) return [justified([span(" Boardroom", "strong")], doing, width), [], []];
  const title = [span(` ${paintableLine(meeting.scenario.title)}`, "strong")];
  const question = [span(` ${paintableLine(meeting.scenario.question)}`)];
  const facts = [span(` ${factsOf(state, meeting).join(" · ")}`, "dim")];
  const notice = meeting.simulated ? [span(SIMULATED_NOTICE, "warn"), span(" ")] : [];
  const isNarrow = width < 112;
  return [
    justified(title, doing, width),
    isNarrow && meeting.simulated ? fitLine([span(" "), ...notice], width) : fitLine(question, width),
    justified(facts, isNarrow ? [] : notice, width),
  ];
}

function factsOf(state: ViewState, meeting: MeetingState): readonly string[] {
  const minutes = (Date.parse(meeting.now) - Date.parse(meeting.startedAt)) / 60_000;
  const known = [
    `message ${spokenSoFar(meeting)} of ${meeting.scenario.limits.messages}`,
    ...(state.mode === "replay" ? [`event ${state.cursor} of ${state.total}`] : []),
    minutesInWords(minutes),
    ...(meeting.simulated ? [] : [dollarsInWords(meeting.spending.cost)]),
  ];
  const facts = state.isCounting ? ["counting messages"] : known;
  return [
    ...standingOf(state),
    ...facts,
    paintableLine(meeting.protocol),
    `seed ${paintableLine(meeting.seed)}`,
  ];
}

/** Lines of the protocol's status that the header has room for. */
const MOST_STANDING = 2;

function standingOf(state: ViewState): readonly string[] {
  const { mask } = tableOf(state);
  return (state.standing ?? [])
    .slice(0, MOST_STANDING)
    .map(({ label, value }) => paintableLine(mask(`${label} ${value}`)));
}

/** What the meeting is doing now, in a word and a sign. */
export function stateOf(state: ViewState): Line {
  const pace = state.isPaced && !isOver(state) ? [span(` ${paceInWords(state)}`, "dim")] : [];
  if (state.isCounting) return [span("◌ READING", "accent")];
  if (state.mode === "replay") return [...replayState(state), ...pace];
  const ending = state.meeting?.ending;
  if (ending)
    return [
      span(
        `■ ${ending.kind.toUpperCase()}: ${paintableLine(ending.reason)}`,
        ending.kind === "suspended" ? "error" : "strong",
      ),
    ];
  if (state.meeting && state.meeting.awaited.length > 0) return [waitingFor(state.meeting)];
  if (state.isEnding) return [span("◐ ENDING after this turn", "warn")];
  if (state.isPaused) return [span("‖ PAUSED", "warn"), ...pace];
  const stalled = [...state.calls.values()].find(
    (call) => call.phase === "waiting" || state.clock - call.heardAt >= STALL_MS,
  );
  if (stalled) return [span(stalledInWords(stalled, state.clock), "warn"), ...pace];
  return [span("● LIVE", "good"), ...pace];
}

function stalledInWords({ phase, out, heardAt }: Call, clock: number): string {
  if (phase !== "waiting") return "◐ NO REPLY yet";
  if (!out) return "◐ WAITING to retry";
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const lasts = seconds(out.ms + clock - heardAt);
  return `◐ WAITING for ${paintableLine(out.provider)}, ${lasts} s of ${seconds(out.ofMs)} s`;
}

function waitingFor({ awaited }: MeetingState): Span {
  return span(`? WAITING for ${awaited.map(({ person }) => paintableLine(person)).join(", ")}`, "warn");
}

function isOver(state: ViewState): boolean {
  return state.mode === "replay" ? isAtEnd(state) : hasEnded(state);
}

function replayState(state: ViewState): Line {
  const ending = state.meeting?.ending;
  if (isAtEnd(state) && ending)
    return [span(`■ ${ending.kind.toUpperCase()}: ${paintableLine(ending.reason)}`, "strong")];
  if (isAtEnd(state) && state.meeting && state.meeting.awaited.length > 0) return [waitingFor(state.meeting)];
  if (isAtEnd(state))
    return [span(state.isGrowing ? "● FOLLOWING" : "■ END OF RECORD", state.isGrowing ? "good" : "strong")];
  return [state.isPaused ? span("‖ REPLAY PAUSED", "warn") : span("▸ REPLAY", "accent")];
}

export function paceInWords({ pace }: ViewState): string {
  return pace === Number.POSITIVE_INFINITY ? "instant" : `${pace}×`;
}
