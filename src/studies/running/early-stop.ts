import type { ResultRow } from "../result-row.ts";
import type { EarlyStop, StudyStopped } from "../study.ts";

/** Error of the whole rule, over all looks and all shares. */
export const STOP_ERROR = 0.05;

const RULE =
  "beta-binomial confidence sequences (Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon 2021), error 5 % over all looks and all shares";

/** Confidence sequence: drops p once B(s+1, f+1) / (p^s (1-p)^f) passes 1/alpha (Robbins 1970, Ville's
 * inequality); alpha is divided by the number of shares. Looks after every whole seed, in seed order. */
export function createEarlyStop(
  { outcome: within }: EarlyStop,
  seeds: readonly number[],
  cells: readonly string[],
) {
  const alpha = STOP_ERROR / cells.length;
  const pending = new Map<number, Map<string, boolean | null>>();
  const counts = new Map(cells.map((cell) => [cell, { yes: 0, no: 0 }]));
  let next = 0;
  let stopped: StudyStopped | null = null;

  return {
    add(cell: string, seed: number, isFor: boolean | null): StudyStopped | null {
      if (stopped) return stopped;
      const of = pending.get(seed) ?? new Map<string, boolean | null>();
      pending.set(seed, of.set(cell, isFor));
      for (; stopped === null && next < seeds.length; next++) {
        const current = seeds[next] ?? 0;
        const whole = pending.get(current);
        if (whole === undefined || whole.size < cells.length) break;
        pending.delete(current);
        for (const [name, decided] of whole) {
          const count = counts.get(name);
          if (count && decided !== null) count[decided ? "yes" : "no"] += 1;
        }
        if ([...counts.values()].every(({ yes, no }) => halfWidth(yes, no, alpha) <= within))
          stopped = { seed: current, seeds: next + 1, within, rule: RULE };
      }
      return stopped;
    },
  };
}

export function isDecidedFor({ outcome }: Pick<ResultRow, "outcome">): boolean {
  return outcome?.side === "for";
}

/** Half the width of the confidence sequence after so many of each. */
export function halfWidth(yes: number, no: number, alpha: number): number {
  const n = yes + no;
  if (n === 0) return 0.5;
  const mixture = logBeta(yes + 1, no + 1);
  const isOut = (p: number) => mixture - yes * Math.log(p) - no * Math.log(1 - p) > -Math.log(alpha);
  const peak = yes / n;
  const low = yes === 0 ? 0 : edge(isOut, 0, peak);
  const high = no === 0 ? 1 : edge(isOut, 1, peak);
  return (high - low) / 2;
}

/** Bisects between an end that is out and a peak that is in. */
function edge(isOut: (p: number) => boolean, end: number, peak: number): number {
  let [out, inside] = [end, peak];
  for (let step = 0; step < 40; step++) {
    const middle = (out + inside) / 2;
    if (isOut(middle)) out = middle;
    else inside = middle;
  }
  return out;
}

/** ln B(a, b) for whole numbers. */
function logBeta(a: number, b: number): number {
  return logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1);
}

const factorials: number[] = [0];

function logFactorial(n: number): number {
  for (let k = factorials.length; k <= n; k++) factorials.push((factorials[k - 1] ?? 0) + Math.log(k));
  return factorials[n] ?? 0;
}
