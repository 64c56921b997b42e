/** Milliseconds a call may be silent or last. */
export type CallLimits = {
  /** Between two pieces of a stream, once there is text. */
  idleMs?: number | undefined;
  /** Until there is text, between two signs of life. */
  firstMs?: number | undefined;
  totalMs?: number | undefined;
};

type Stopped = "cancelled" | "idle" | "total" | "full" | "repeats";

/** An SDK's own timeout ends when the headers arrive, and a stalled body hangs for ever. */
export type Watch = {
  signal: AbortSignal;
  stopped(): Stopped | null;
  heard(text: boolean): void;
  stop(why: Stopped): void;
  close(): void;
};

export type SettledCallLimits = Required<{ [Key in keyof CallLimits]: number }>;

export function openWatch(caller: AbortSignal, limits: SettledCallLimits): Watch {
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
