import type { HoldingDesk } from "./desk.ts";
import type { ToolCall } from "./tool.ts";

/** Milliseconds between progress reports. */
const TELL_MS = 5_000;

type Waiting<T> = {
  readonly clock: HoldingDesk["clock"];
  readonly changes: ReturnType<HoldingDesk["changes"]>;
  readonly seconds: number;
  readonly call: ToolCall;
  readonly look: () => Promise<T | null>;
  readonly telling: string;
};

export async function waited<T>({
  clock,
  changes,
  seconds,
  call,
  look,
  telling,
}: Waiting<T>): Promise<T | null> {
  const begun = clock();
  let told = begun;
  try {
    for (;;) {
      const found = await look();
      if (found !== null || call.signal.aborted) return found;
      const now = clock();
      const left = seconds * 1_000 - (now - begun);
      if (left <= 0) return null;
      if (now - told >= TELL_MS) {
        told = now;
        await call.progress(Math.round((now - begun) / 1_000), telling);
      }
      await changes.next(call.signal, Math.min(left, TELL_MS));
    }
  } finally {
    changes.close();
  }
}
