const TOLERANCE = 1e-9;

/** A difference under 1e-9 is none. */
export function atLeast(value: number, threshold: number): boolean {
  return value >= threshold - TOLERANCE;
}

export function atMost(value: number, threshold: number): boolean {
  return value <= threshold + TOLERANCE;
}

export function above(value: number, threshold: number): boolean {
  return value > threshold + TOLERANCE;
}

export function below(value: number, threshold: number): boolean {
  return value < threshold - TOLERANCE;
}
