export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Milliseconds of wall time and of this process's own CPU. */
export type Lap = { wall: number; cpu: number };

/** Starts a lap; calling the result ends it. */
export function startLap(): () => Lap {
  const cpu = process.cpuUsage();
  const wall = performance.now();
  return () => {
    const took = performance.now() - wall;
    const { user, system } = process.cpuUsage(cpu);
    return { wall: took, cpu: (user + system) / 1000 };
  };
}

/** What a full collection leaves on the heap and beside it, in bytes. */
export function memoryInUse(): number {
  for (let pass = 0; pass < 3; pass++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
