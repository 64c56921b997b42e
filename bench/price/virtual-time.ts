import { setImmediate } from "node:timers/promises";

/** How often the event loop turns before nothing more is expected to happen at this moment. */
const TURNS = 8;

/**
 * Time that passes only when every call waits for it, so that a meeting of minutes takes milliseconds and has the same
 * seconds on each machine.
 */
export class VirtualTime {
  /** Seconds. */
  now = 0;
  private readonly waiting: { at: number; go: () => void }[] = [];

  until(at: number): Promise<void> {
    return new Promise((go) => {
      this.waiting.push({ at, go });
    });
  }

  async run<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    void work.then(end, end);
    while (!isOver) {
      for (let turn = 0; turn < TURNS; turn++) await setImmediate();
      this.waiting.sort((one, other) => one.at - other.at);
      const next = this.waiting.shift();
      if (next === undefined) continue;
      this.now = Math.max(this.now, next.at);
      next.go();
    }
    return work;
  }
}
