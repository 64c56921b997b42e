import { ownOf } from "../../lists.ts";
import { createThrottle, type Throttle, type ThrottleOptions } from "../../models/calls/throttle.ts";
import type { StudyJob } from "../cell.ts";
import type { Executor } from "../executor.ts";
import type { HeldOne } from "./hold-one.ts";

export function heldTogether(
  places: number,
  hold: (job: StudyJob, drain: AbortSignal) => Promise<HeldOne>,
): Executor {
  return {
    async hold(jobs, onResult, signal) {
      const left = jobs[Symbol.iterator]();
      const one = async (): Promise<void> => {
        while (!signal.aborted) {
          const { value: job, done } = left.next();
          if (done) return;
          onResult({ job, ...(await hold(job, signal)) });
          // Lets signals and the progress line have their turn between two meetings.
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      await Promise.all(Array.from({ length: places }, one));
    },
  };
}

export function sharedThrottles(
  options: Readonly<Record<string, ThrottleOptions>> | undefined,
): (provider: string) => Throttle {
  const throttles = new Map<string, Throttle>();
  return (provider) => {
    const throttle = throttles.get(provider) ?? createThrottle(ownOf(options ?? {}, provider));
    throttles.set(provider, throttle);
    return throttle;
  };
}
