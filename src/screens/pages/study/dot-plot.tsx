import { intervalInWords, valueInWords } from "../../../studies/said/figure-words.ts";
import type { StudyFigure } from "../../../studies/said/study-figure.ts";

const WIDTH = 160;
const MARGIN = 6;
const HEIGHT = 16;

export function DotPlot({ figure, reach }: { readonly figure: StudyFigure; readonly reach: number }) {
  const { value, interval, unit, what } = figure;
  if (value === null) return null;
  const isDifference = unit === "difference";
  const [low, high] = isDifference ? [-reach, reach] : [0, 1];
  const x = (number: number) =>
    MARGIN + ((Math.min(high, Math.max(low, number)) - low) / (high - low)) * (WIDTH - 2 * MARGIN);
  const y = HEIGHT / 2;
  const words = [valueInWords(figure), ...(interval ? [`between ${intervalInWords(figure)}`] : [])].join(", ");
  return (
    <svg class="dot-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${what}: ${words}`}>
      <line class="grid" x1={x(low)} x2={x(high)} y1={y} y2={y} />
      <line class="grid" x1={x(isDifference ? 0 : low)} x2={x(isDifference ? 0 : low)} y1="1" y2={HEIGHT - 1} />
      {interval ? <line class="interval" x1={x(interval.low)} x2={x(interval.high)} y1={y} y2={y} /> : null}
      <circle class="share" cx={x(value)} cy={y} r="4" />
    </svg>
  );
}
