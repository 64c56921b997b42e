/**
 * Explains a draw of the next speaker: the weights, the shares and the random number. `show
 * --explain` and `run --explain` print it.
 */

import type { EventVoice } from "../engine/transcript/event.ts";
import type { Draft } from "../engine/transcript/events.ts";
import { getMemberName, type MeetingState } from "../engine/transcript/state.ts";
import { lookUpKey } from "../lists.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import { measureWidth, padTo } from "../text/width.ts";
import { wrap } from "../text/wrap.ts";

type Explaining = { state: MeetingState; width: number };

export function explainSelection(
  event: Draft<"speaker.selected">,
  { state, width }: Explaining,
): readonly string[] {
  const getName = (seat: string) => sanitizeLine(getMemberName(state, seat));
  const total = event.weights.reduce((sum, { weight }) => sum + weight, 0);
  const column = Math.max(0, ...event.weights.map(({ seat }) => measureWidth(getName(seat))));
  return [
    ...wrap(
      sanitizeLine(`chosen by ${event.selector}: ${getName(event.speaker)} (${event.why})`),
      width,
    ),
    ...event.weights.map(({ seat, weight }) => {
      const share = total > 0 ? `${((100 * weight) / total).toFixed(1)} %` : "-";
      const mark = seat === event.speaker ? "*" : " ";
      const why = weight === 0 ? `  ${explainZero(seat, event.selector, state)}` : "";
      return `  ${mark} ${padTo(getName(seat), column)}  ${formatWeight(weight).padStart(8)}  ${share.padStart(7)}${why}`;
    }),
    ...wrap(drawInWords(event, total, { getName }), width - 2).map((line) => `  ${line}`),
  ];
}

function explainZero(seat: string, selector: string, state: MeetingState): string {
  const member = state.members.get(seat);
  if (member?.status === "withdrawn") return "withdrawn";
  if (member?.status === "absent") return member.stoppedBy === null ? "absent" : "limit used up";
  const last = state.speakers.findLast((id) => state.members.get(id)?.seat.kind === "member");
  if (last === seat) return "spoke last";
  return lookUpKey(PASSED_OVER, selector) ?? "not open to the selector now";
}

/** These selectors leave nothing to chance: all but one candidate have weight 0. */
const PASSED_OVER: Readonly<Record<string, string>> = {
  "round-robin": "not next in order",
  "least-spoken": "has had more turns",
};

function drawInWords(
  { draw, weights, speaker }: Draft<"speaker.selected">,
  total: number,
  { getName }: EventVoice,
): string {
  if (draw === null) return "no random choice";
  const at = weights.findIndex(({ seat }) => seat === speaker);
  const before = weights.slice(0, at).reduce((sum, { weight }) => sum + weight, 0);
  const [from, to] = [before / total, (before + (weights[at]?.weight ?? 0)) / total];
  for (let digits = 2; digits < 7; digits++) {
    const [drawn, low, high] = [draw.toFixed(digits + 1), from.toFixed(digits), to.toFixed(digits)];
    if (Number(low) <= Number(drawn) && Number(drawn) < Number(high))
      return `random ${drawn} → ${getName(speaker)} (${low}–${high})`;
  }
  return `draw ${draw.toFixed(6)}`;
}

function formatWeight(weight: number): string {
  return Number.isInteger(weight) ? String(weight) : weight.toFixed(3);
}
