import type { LiveSignal } from "../../engine/meeting/contract/floor.ts";
import { isTerminal, type MeetingEvent } from "../../engine/transcript/events.ts";
import { effectPath } from "../../engine/transcript/path.ts";

export type LiveCall = {
  readonly path: string;
  readonly speaker: string;
  readonly isPrivate: boolean;
  readonly phase: "thinking" | "speaking" | "discarded" | "waiting";
  readonly text: string;
  readonly why: string;
  /** Milliseconds of the view's clock: the last sign of life, and when a wait ends. */
  readonly heardAt: number;
  readonly until: number;
  /** A provider that answers no calls: for how long so far, and the longest wait. */
  readonly out?: { readonly provider: string; readonly ms: number; readonly ofMs: number } | undefined;
};

export type Calls = {
  readonly now: ReadonlyMap<string, LiveCall>;
  hear(signal: LiveSignal): void;
  end(event: MeetingEvent): void;
  clear(): void;
};

export function createCalls(clock: () => number): Calls {
  let now: ReadonlyMap<string, LiveCall> = new Map();
  const set = (path: string, call: LiveCall) => {
    now = new Map(now).set(path, call);
  };
  return {
    get now() {
      return now;
    },
    hear(signal) {
      const { path, speaker } = signal;
      const before = now.get(path);
      const heardAt = clock();
      const isPrivate = signal.type === "thinking" ? signal.private : (before?.isPrivate ?? false);
      const quiet = { text: "", why: "", until: 0 };
      const fresh: LiveCall = { path, speaker, isPrivate, phase: "thinking", heardAt, ...quiet };
      switch (signal.type) {
        case "thinking":
          return set(path, { ...fresh, why: before?.phase === "discarded" ? before.why : "" });
        case "text":
          return set(path, { ...fresh, phase: "speaking", text: (before?.text ?? "") + signal.delta });
        case "discarded":
          return set(path, { ...fresh, phase: "discarded", why: signal.why });
        case "waiting":
          return set(path, {
            ...fresh,
            ...{ phase: "waiting", why: signal.why, out: signal.out, until: heardAt + signal.ms },
          });
        default:
          return signal satisfies never;
      }
    },
    end(event) {
      const path = effectPath(event.path);
      if (event.type.startsWith("meeting.")) now = new Map();
      else if (isTerminal(event) && now.has(path)) now = new Map([...now].filter(([each]) => each !== path));
    },
    clear() {
      if (now.size > 0) now = new Map();
    },
  };
}
