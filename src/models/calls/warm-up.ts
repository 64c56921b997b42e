/** How long a provider keeps the beginning of a prompt since it was last sent, milliseconds. */
const KEPT_MS = 300_000;

/** A place among those who send the same beginning. */
export type WarmPlace = {
  /** The answer begins: what was sent is in the cache from now on, and the others may follow. */
  begun(): void;
  /** The call is over, whether an answer began or not. */
  over(): void;
};

/** Sends each beginning of a prompt once before the rest: sent together, all of them would be new to the provider's cache. */
export type WarmUp = {
  /** Resolves when this call may be made: at once where it is the first, or where the beginning is kept already. */
  enter(beginning: string, signal: AbortSignal): Promise<WarmPlace>;
};

type Beginning = { keptUntil: number; first: Promise<void> | null };

export function createWarmUp(now: () => number): WarmUp {
  const beginnings = new Map<string, Beginning>();

  return {
    async enter(text, signal) {
      const known = beginnings.get(text) ?? { keptUntil: Number.NEGATIVE_INFINITY, first: null };
      beginnings.set(text, known);
      while (known.first !== null && !isKept(known) && !signal.aborted) await orAborted(known.first, signal);
      if (isKept(known) || signal.aborted) return placeOf(known, () => {});
      let end = (): void => {};
      known.first = new Promise((resolve) => {
        end = resolve;
      });
      return placeOf(known, () => {
        known.first = null;
        end();
      });
    },
  };

  function isKept({ keptUntil }: Beginning): boolean {
    return now() < keptUntil;
  }

  function placeOf(beginning: Beginning, letOthers: () => void): WarmPlace {
    return {
      begun() {
        beginning.keptUntil = now() + KEPT_MS;
        letOthers();
      },
      over: letOthers,
    };
  }
}

/** Resolves with the promise, or when the signal aborts; leaves no listener behind. */
function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener("abort", done);
      resolve();
    };
    signal.addEventListener("abort", done, { once: true });
    void promise.then(done);
    if (signal.aborted) done();
  });
}
