/**
 * Compares two numbers of votes, shares or confidences with a tolerance, so that 0.1 + 0.2 reaches
 * 0.3.
 */

const TOLERANCE = 1e-9;

/** A difference under 1e-9 is none. */
export function isAtLeast(value: number, threshold: number): boolean {
  return value >= threshold - TOLERANCE;
}

export function isAtMost(value: number, threshold: number): boolean {
  return value <= threshold + TOLERANCE;
}

export function isAbove(value: number, threshold: number): boolean {
  return value > threshold + TOLERANCE;
}

export function isBelow(value: number, threshold: number): boolean {
  return value < threshold - TOLERANCE;
}
