type IntervalProps = {
  /** All from 0 to 1, left to right. */
  readonly at: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly zero?: number;
  readonly label: string;
};

/** A mark on one axis, with its interval as a band. */
export function Interval({ at, interval, zero = 0, label }: IntervalProps) {
  const x = (share: number) => `${(2 + 96 * Math.min(1, Math.max(0, share))).toFixed(1)}%`;
  return (
    <svg class="interval" width="100%" height="18" role="img" aria-label={label}>
      <line class="axis" x1={x(0)} x2={x(1)} y1="9" y2="9" />
      <line class="axis" x1={x(zero)} x2={x(zero)} y1="3" y2="15" />
      {interval ? <line class="band" x1={x(interval.low)} x2={x(interval.high)} y1="9" y2="9" /> : null}
      <line class="mark" x1={x(at)} x2={x(at)} y1="1" y2="17" />
    </svg>
  );
}
