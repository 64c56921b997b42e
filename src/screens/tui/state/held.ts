import { type FinalVerdict, finalVerdict } from "../../../engine/meeting/decision/decide.ts";
import { takesPosition } from "../../../engine/scaffold/message.ts";
import type { MemberState } from "../../../engine/transcript/state.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import { type Span, span } from "../paint/spans.ts";
import { STALL_MS, type ViewState } from "./model.ts";

type HeldVerdict = Pick<FinalVerdict, "verdict" | "confidence" | "by">;

/** A closing ballot is final, else the last verdict said counts. If the protocol states a standing,
 * an earlier ballot counts for a member who has said none. */
export function heldBy({ standing }: Pick<ViewState, "standing">, member: MemberState): HeldVerdict {
  const final = finalVerdict(member);
  if (final.by !== null || standing === null) return final;
  const last = member.ballots.at(-1);
  return last && takesPosition(last)
    ? { verdict: last.verdict, confidence: last.confidence, by: "ballot" }
    : final;
}

/** What a member does now: its call, or why it makes none. */
export function statusOf(state: ViewState, { seat, status, absencesInARow }: MemberState): Span {
  const call = [...state.calls.values()].find(({ speaker }) => speaker === seat.id);
  if (call) return callInWords(call, state);
  if (status === "withdrawn") return span("withdrawn", "dim");
  if (status === "absent") return span("absent", "warn");
  if (absencesInARow > 0) return span(`no answer ×${absencesInARow}`, "warn");
  return span(hasJustPassed(state, seat.id) ? "passed" : "", "dim");
}

/** `thinking`, `speaking`, `retry in 4 s`, and the seconds without output. */
export function callInWords(
  { phase, heardAt, until }: LiveCall,
  { clock, isPaused, isPaced }: ViewState,
): Span {
  const silent = Math.floor((clock - heardAt) / 1000);
  if (phase === "waiting") return span(`retry in ${Math.max(0, Math.ceil((until - clock) / 1000))} s`, "warn");
  if (isPaused && isPaced) return span("held", "warn");
  if (phase === "discarded") return span("asked again", "warn");
  if (clock - heardAt >= STALL_MS) return span(`silent ${silent} s`, "warn");
  const seconds = silent >= 1 ? ` ${silent} s` : "";
  return phase === "thinking" ? span(`thinking${seconds}`, "accent") : span("speaking", "good");
}

function hasJustPassed({ items, shown }: ViewState, seat: string): boolean {
  for (const { event } of items.slice(Math.max(0, shown - 60), Math.max(0, shown)).reverse()) {
    if (event.type === "turn.passed" && event.speaker === seat) return true;
    if ((event.type === "message.spoken" || event.type === "turn.absent") && event.speaker === seat)
      return false;
  }
  return false;
}
