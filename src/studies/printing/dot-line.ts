import type { StudyFigure } from "../said/study-figure.ts";
import { reachOf } from "../said/study-figure.ts";

const WIDTH = 29;

/** `·····├──●──┤·····`. Shares run from 0 to 1, differences from -reach to reach. */
export function dotLine({ value, interval, unit }: StudyFigure, reach: number): string {
  const [low, high] = unit === "difference" ? [-reach, reach] : [0, 1];
  const at = (number: number) =>
    Math.round(((Math.min(high, Math.max(low, number)) - low) / (high - low)) * (WIDTH - 1));
  const cells = Array.from({ length: WIDTH }, () => "·");
  if (unit === "difference") cells[at(0)] = "│";
  if (value === null) return cells.join("");
  if (interval) {
    for (let cell = at(interval.low); cell <= at(interval.high); cell++) cells[cell] = "─";
    cells[at(interval.low)] = "├";
    cells[at(interval.high)] = "┤";
  }
  cells[at(value)] = "●";
  return cells.join("");
}

export function scaleOf(figures: readonly StudyFigure[]): string {
  const shares = figures.some(({ unit }) => unit !== "difference");
  const differences = figures.some(({ unit }) => unit === "difference");
  const reach = reachOf(figures).toFixed(2);
  return [...(shares ? ["0 TO 1"] : []), ...(differences ? [`-${reach} TO ${reach}`] : [])].join("; ");
}
