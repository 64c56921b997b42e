import type { Answer } from "../../engine/meeting/people/inbox.ts";
import type { Draft, PersonAct } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import type { LiveCall } from "./calls.ts";
import type { Item } from "./items.ts";
import type { Pacing } from "./pacing.ts";
import type { ShownProcedure } from "./procedure.ts";

export type Snapshot = ShownProcedure & {
  readonly meeting: MeetingState | null;
  readonly items: readonly Item[];
  readonly shown: number;
  readonly isGrowing: boolean;
  readonly canAct: boolean;
  readonly selection: Draft<"speaker.selected"> | null;
  readonly calls: ReadonlyMap<string, LiveCall>;
  readonly cursor: number;
  readonly total: number;
  readonly waitingActs: readonly PersonAct[];
};

export interface Source {
  readonly hold: Pacing;
  snapshot(): Snapshot;
  onChange(listener: () => void): void;
  act(does: PersonAct, document?: Document): void;
  answer(answer: Answer): void;
  /** Replay only: so many entries forward or back, to right after an event, to the beginning. */
  seekBy?(entries: number): void;
  seekTo?(seq: number): void;
}

/** Refuses acts after the close, which would reach no one. */
export function refuseClosed({ ending }: Pick<MeetingState, "ending">): void {
  if (ending?.kind === "closed") throw new Error("The meeting is closed: nothing reaches it any more.");
}
