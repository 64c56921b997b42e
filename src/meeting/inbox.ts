import type { PersonAct } from "../transcript/events.ts";

/** An act and who did it. */
export type Act = {
  readonly person: string;
  readonly does: PersonAct;
  /** Told apart from every other, where it came from outside the process. */
  readonly id?: string | undefined;
};

/** Where people's acts wait until the next effect begins: state changes at effect boundaries only. */
export interface Inbox {
  put(act: Act): void;
  /** Takes everything that waits, oldest first. */
  drain(): readonly Act[];
}

export function memoryInbox(): Inbox {
  let waiting: Act[] = [];
  return {
    put(act) {
      waiting.push(act);
    },
    drain() {
      const acts = waiting;
      if (acts.length > 0) waiting = [];
      return acts;
    },
  };
}
