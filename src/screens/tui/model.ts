/** The state of the full-screen view. `view.ts` draws it, and `keys.ts` changes it. */

import type { Written } from "../../engine/form/form.ts";
import type { Search } from "../../showing/watching/search.ts";
import { NO_STATE, type Snapshot } from "../../showing/watching/source.ts";
import type { Anchor } from "./flow.ts";

export const PANELS = ["tally", "member", "cost", "documents"] as const;
export type PanelName = (typeof PANELS)[number];

/** A key as the terminal reports it: `a`, `S-a`, `pageup`, `C-l`, and the character if it is one. */
export type Key = { name: string; character: string | null };

export type Size = { columns: number; rows: number };

export type ReadingPlace = { seq: number; at: number };

/**
 * `text` ends at the cursor, and `after` follows it. `from` is the first row of the question that is shown. `problem` is
 * why the words were not taken.
 */
export type Input = {
  after?: string;
  from?: number | undefined;
  problem?: string | undefined;
} & (
  | {
      for: "search" | "interject" | "jump" | "whisper" | "bring" | "answer";
      text: string;
    }
  | ({ for: "form" } & Written)
);

export function withCursor({ text, after = "" }: Pick<Input, "text" | "after">): string {
  return `${text}▌${after}`;
}

export function isAnswer(input: Input | null): input is Extract<Input, { for: "answer" | "form" }> {
  return input?.for === "answer" || input?.for === "form";
}

export type KeyQuestion = "quit" | "end" | "close-debate";

export type ViewState = Snapshot & {
  mode: "live" | "replay";
  isPaused: boolean;
  isPaced: boolean;
  chosen: string | null;
  panel: PanelName | null | undefined;
  panelAt: Anchor | null;
  reading: ReadingPlace | null;
  search: Search | null;
  marked: number | null;
  input: Input | null;
  draft: Input | null;
  draftOf: string | null;
  question: KeyQuestion | null;
  isHelpOpen: boolean;
  /** Messages are shown with their quotes and reasons. */
  isDetailed: boolean;
  isActing: boolean;
  note: { text: string; until: number; isBad: boolean } | null;
  isEnding: boolean;
  person: string;
  clock: number;
  size: Size;
};

export type ViewStart = Pick<
  ViewState,
  "mode" | "isGrowing" | "canAct" | "isPaced" | "isPaused" | "person" | "size"
>;

export function openView(start: ViewStart): ViewState {
  return {
    meeting: null,
    ...NO_STATE,
    items: [],
    shown: 0,
    selection: null,
    calls: new Map(),
    cursor: 0,
    total: 0,
    chosen: null,
    panel: undefined,
    panelAt: null,
    reading: null,
    search: null,
    marked: null,
    input: null,
    draft: null,
    draftOf: null,
    question: null,
    isHelpOpen: false,
    isDetailed: false,
    isActing: false,
    note: null,
    waitingActs: [],
    isEnding: false,
    clock: 0,
    ...start,
  };
}

export const STALL_MS = 5_000;

export function hasEnded({ meeting }: ViewState): boolean {
  return meeting?.ending != null;
}

export function isAtEnd({ cursor, total }: ViewState): boolean {
  return cursor >= total;
}

export function findCurrentSpeaker({ calls, meeting }: ViewState): string | null {
  const [call] = calls.values();
  return call?.speaker ?? meeting?.speakers.at(-1) ?? null;
}
