/** How long providers keep a prompt's beginning after it was last sent, milliseconds. */
const KEPT_MS = 300_000;

export type WarmPlace = {
  /** The answer begins, so the cache has what was sent and the others may follow. */
  begun(): void;
  over(): void;
};

/** Sends each beginning of a prompt once before the rest: sent together, all would miss the cache. */
export type WarmUp = { enter(beginning: string, signal: AbortSignal): Promise<WarmPlace> };

type Beginning = { keptUntil: number; first: Promise<void> | null };

export function createWarmUp(now: () => number): WarmUp {
  const beginnings = new Map<string, Beginning>();

  return {
    async enter(text, signal) {
      const known = beginnings.get(text) ?? { keptUntil: Number.NEGATIVE_INFINITY, first: null };
      beginnings.set(text, known);
      while (known.first !== null && !isKept(known) && !signal.aborted)
        await waitOrAbort(known.first, signal);
      if (isKept(known) || signal.aborted) return createPlace(known, () => {});
      let end = (): void => {};
      known.first = new Promise((resolve) => {
        end = resolve;
      });
      return createPlace(known, () => {
        known.first = null;
        end();
      });
    },
  };

  function isKept({ keptUntil }: Beginning): boolean {
    return now() < keptUntil;
  }

  function createPlace(beginning: Beginning, letOthers: () => void): WarmPlace {
    return {
      begun() {
        beginning.keptUntil = now() + KEPT_MS;
        letOthers();
      },
      over: letOthers,
    };
  }
}

function waitOrAbort(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      signal.removeEventListener("abort", finish);
      resolve();
    };
    signal.addEventListener("abort", finish, { once: true });
    void promise.then(finish);
    if (signal.aborted) finish();
  });
}
