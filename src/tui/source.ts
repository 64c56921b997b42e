import type { Hold } from "../meeting/engine/pacing.ts";
import type { Answer } from "../meeting/people/inbox.ts";
import type { Document } from "../scenario/schema/scenario.ts";
import type { PersonAct } from "../transcript/events.ts";
import type { ShownPrompt, ViewState } from "./model.ts";

/** What a meeting looks like at this moment. */
export type Snapshot = Pick<
  ViewState,
  | "meeting"
  | "standing"
  | "roles"
  | "exhibits"
  | "fixedOrder"
  | "items"
  | "shown"
  | "isCounting"
  | "isGrowing"
  | "canAct"
  | "selection"
  | "calls"
  | "cursor"
  | "total"
  | "waitingActs"
>;

/** A meeting to watch, held live or played from its record. */
export interface Source {
  readonly hold: Hold;
  snapshot(): Snapshot;
  /** Calls back after every change; the snapshot tells which. */
  onChange(listener: () => void): void;
  act(does: PersonAct, document?: Document): void;
  answer(answer: Answer): void;
  /** What the speaker was sent last; null where it is sent nothing. */
  prompt(speaker: string): Promise<ShownPrompt["prompt"]>;
  /** Replay only: so many entries forward or back, to right after an event, to the beginning. */
  seekBy?(entries: number): void;
  seekTo?(seq: number): void;
}
