import type { Pacing } from "../meeting/engine/pacing.ts";
import type { Answer } from "../meeting/people/inbox.ts";
import type { Prompt } from "../perspective/prompts.ts";
import type { Document } from "../scenario/schema/scenario.ts";
import type { Draft, PersonAct } from "../transcript/events.ts";
import type { MeetingState } from "../transcript/state.ts";
import type { LiveCall } from "./calls.ts";
import type { Item } from "./items.ts";
import type { ShownProcedure } from "./procedure.ts";

/** The prompt of a speaker as it was sent; null where it was sent none. */
export type ShownPrompt = {
  readonly key: string;
  readonly speaker: string;
  readonly prompt: Prompt | null;
  /** It is still being looked for, and the last one of this speaker is shown meanwhile. */
  readonly isAwaited?: boolean;
};

/** What a meeting looks like at this moment. */
export type Snapshot = ShownProcedure & {
  /** Null until the first event. */
  readonly meeting: MeetingState | null;
  readonly items: readonly Item[];
  /** How many of the items have happened. */
  readonly shown: number;
  /** Earlier events are still being read: tallies are not known yet. */
  readonly isCounting: boolean;
  /** Another process is still writing the transcript. */
  readonly isGrowing: boolean;
  /** Whether acts reach the meeting. */
  readonly canAct: boolean;
  readonly selection: Draft<"speaker.selected"> | null;
  readonly calls: ReadonlyMap<string, LiveCall>;
  /** Events that have happened, and all there are. */
  readonly cursor: number;
  readonly total: number;
  /** Acts of the person who watches that wait for the next turn. */
  readonly waitingActs: readonly PersonAct[];
};

/** A meeting to watch, held live or played from its record. */
export interface Source {
  readonly hold: Pacing;
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

/** What comes after the end reaches nobody, and is not taken as if it did. */
export function refuseClosed({ ending }: Pick<MeetingState, "ending">): void {
  if (ending?.kind === "closed") throw new Error("The meeting is closed: nothing reaches it any more.");
}
