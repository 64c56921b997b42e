import type { Draft } from "../transcript/events.ts";
import { sanitiseLine } from "./sanitise.ts";
import { displayWidth, padTo } from "./wrap.ts";

/** Why this speaker was chosen: every candidate's weight and share, the draw, and the selector's reason. */
export function explainSelection(
  event: Draft<"speaker.selected">,
  nameOf: (seat: string) => string,
): readonly string[] {
  const total = event.weights.reduce((sum, { weight }) => sum + weight, 0);
  const names = event.weights.map(({ seat }) => sanitiseLine(nameOf(seat)));
  const width = Math.max(0, ...names.map(displayWidth));
  const chosen = sanitiseLine(nameOf(event.speaker));
  return [
    `selected by ${sanitiseLine(event.selector)}: ${chosen} (${sanitiseLine(event.why)})`,
    ...event.weights.map(({ seat, weight }, index) => {
      const share = total > 0 ? `${((100 * weight) / total).toFixed(1)} %` : "-";
      const mark = seat === event.speaker ? "*" : " ";
      return `  ${mark} ${padTo(names[index]!, width)}  ${numeral(weight).padStart(8)}  ${share.padStart(7)}`;
    }),
    `  draw ${event.draw === null ? "none: nothing was left to chance" : event.draw.toFixed(6)}`,
  ];
}

function numeral(weight: number): string {
  return Number.isInteger(weight) ? String(weight) : weight.toFixed(3);
}
