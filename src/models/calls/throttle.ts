/** What one provider may be asked at once. */
export type ThrottleOptions = {
  /** Calls under way at once. Default 8. */
  concurrency?: number | undefined;
  /** Calls begun within any minute. Default no limit. */
  requestsPerMinute?: number | undefined;
  clock?: Clock | undefined;
};

/** Monotonic milliseconds, and a timer that its result takes back. */
export type Clock = { now(): number; after(milliseconds: number, run: () => void): () => void };

export type Throttle = {
  /** Runs `fn` in the order of asking; rejects with the signal's reason if aborted while waiting. */
  run<T>(fn: () => Promise<T>, signal: AbortSignal): Promise<T>;
};

const MINUTE = 60_000;

const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Holds back the calls to one provider. */
export function createThrottle(options: ThrottleOptions = {}): Throttle {
  const {
    concurrency = 8,
    requestsPerMinute = Number.POSITIVE_INFINITY,
    clock = SYSTEM_CLOCK,
  } = options;
  const waiting: (() => void)[] = [];
  const begun: number[] = [];
  let active = 0;
  let forgetTimer: (() => void) | undefined;

  function tryToEnter(): boolean {
    if (active >= concurrency || computeDelay() > 0) return false;
    active += 1;
    if (Number.isFinite(requestsPerMinute)) begun.push(clock.now());
    return true;
  }
  function computeDelay(): number {
    if (begun.length < requestsPerMinute) return 0;
    const now = clock.now();
    while (begun[0] !== undefined && begun[0] + MINUTE <= now) begun.shift();
    const [oldest] = begun;
    return oldest === undefined || begun.length < requestsPerMinute ? 0 : oldest + MINUTE - now;
  }
  function admitWaiting(): void {
    while (waiting.length > 0 && tryToEnter()) waiting.shift()?.();
    if (waiting.length === 0) {
      forgetTimer?.();
      forgetTimer = undefined;
    } else if (active < concurrency) {
      forgetTimer ??= clock.after(computeDelay(), () => {
        forgetTimer = undefined;
        admitWaiting();
      });
    }
  }
  function waitForEntry(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener("abort", abandon);
        resolve();
      };
      const abandon = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason);
        admitWaiting();
      };
      signal.addEventListener("abort", abandon, { once: true });
      waiting.push(enter);
      admitWaiting();
    });
  }
  return {
    async run(fn, signal) {
      signal.throwIfAborted();
      if (waiting.length > 0 || !tryToEnter()) await waitForEntry(signal);
      try {
        return await fn();
      } finally {
        active -= 1;
        admitWaiting();
      }
    },
  };
}
