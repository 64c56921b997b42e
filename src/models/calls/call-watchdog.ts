/** Milliseconds a call may be silent or last. */
export type CallLimits = {
  /** Between two pieces of a stream, once there is text. */
  readonly idleMs?: number | undefined;
  /** Until there is text, between two signs of life. */
  readonly firstMs?: number | undefined;
  /** The whole call. */
  readonly totalMs?: number | undefined;
};

/** Why a call was stopped from this side: by its caller, by silence, by its total time, because its text was full or only said the same again. */
type Stopped = "cancelled" | "idle" | "total" | "full" | "repeats";

/** Watches one call: an SDK's own timeout ends when the headers arrive, and a stalled body hangs for ever. */
export type Watch = {
  /** Aborted when the call must stop. */
  readonly signal: AbortSignal;
  stopped(): Stopped | null;
  /** Something arrived; with text, the shorter limit holds from then on. */
  heard(text: boolean): void;
  stop(why: Stopped): void;
  close(): void;
};

/** Starts the watch of one call; `close` must be called at its end. */
export function openWatch(caller: AbortSignal, limits: Required<{ [Key in keyof CallLimits]: number }>): Watch {
  const controller = new AbortController();
  let stopped: Stopped | null = null;
  const stop = (why: Stopped): void => {
    stopped ??= why;
    controller.abort();
  };
  const cancel = (): void => stop("cancelled");
  const total = setTimeout(stop, limits.totalMs, "total");
  let silence = setTimeout(stop, limits.firstMs, "idle");
  let begun = false;
  if (caller.aborted) cancel();
  caller.addEventListener("abort", cancel, { once: true });
  return {
    signal: controller.signal,
    stopped: () => stopped,
    heard(text) {
      if (begun || !text) {
        silence.refresh();
        return;
      }
      begun = true;
      clearTimeout(silence);
      silence = setTimeout(stop, limits.idleMs, "idle");
    },
    stop,
    close() {
      clearTimeout(total);
      clearTimeout(silence);
      caller.removeEventListener("abort", cancel);
    },
  };
}
