import type { Pace } from "../../meeting/engine/pacing.ts";
import type { Written } from "../../meeting/form/form.ts";
import { NO_STANDING } from "../../watching/procedure.ts";
import type { Search } from "../../watching/search.ts";
import type { ShownPrompt, Snapshot } from "../../watching/source.ts";
import type { Anchor } from "../paint/flow.ts";

export const PANELS = ["tally", "weights", "member", "document", "prompt", "cost", "record"] as const;
export type PanelName = (typeof PANELS)[number];

export type Size = { readonly columns: number; readonly rows: number };

/** A place in the transcript: an event's number, and where in its text. */
export type ReadingPlace = { readonly seq: number; readonly at: number };

/** What the person is writing: a line, an answer over several lines, or a form field by field. */
export type Input =
  | {
      readonly for: "search" | "interject" | "jump" | "whisper" | "bring" | "answer";
      readonly text: string;
    }
  | ({ readonly for: "form" } & Written);

/** Whether a question of the meeting is being answered, in words or in a form. */
export function isAnswer(input: Input | null): input is Extract<Input, { for: "answer" | "form" }> {
  return input?.for === "answer" || input?.for === "form";
}

/** A question that one key answers. */
export type KeyQuestion = "quit" | "end" | "close-debate";

/** Everything the screen is a function of. */
export type ViewState = Snapshot & {
  readonly mode: "live" | "replay";
  readonly isPaused: boolean;
  readonly pace: Pace;
  /** Pace can be changed: nobody's real thinking is waited for. */
  readonly isPaced: boolean;
  /** Seat chosen to look at or to give the floor to. */
  readonly chosen: string | null;
  /** undefined: whatever the size has room for. */
  readonly panel: PanelName | null | undefined;
  readonly panelAt: Anchor | null;
  /** Citation stepped to in the document panel, counted back from the last one in view. */
  readonly citation: number;
  /** Null: follows the end. */
  readonly reading: ReadingPlace | null;
  readonly search: Search | null;
  /** Event that was jumped to last. */
  readonly marked: number | null;
  readonly input: Input | null;
  /** What was written of an answer that was put aside, or that may yet be handed back. */
  readonly draft: Input | null;
  /** Path of the question it was written for. */
  readonly draftOf: string | null;
  /** Lines begun and put aside, by what they are for. */
  readonly drafts: ReadonlyMap<string, string>;
  readonly question: KeyQuestion | null;
  readonly isHelpOpen: boolean;
  readonly note: { readonly text: string; readonly until: number; readonly isBad: boolean } | null;
  readonly prompt: ShownPrompt | null;
  /** Ending in order was asked for. */
  readonly isEnding: boolean;
  /** Name under which the person acts. */
  readonly person: string;
  /** Milliseconds. */
  readonly clock: number;
  readonly size: Size;
};

export type ViewStart = Pick<
  ViewState,
  "mode" | "isGrowing" | "canAct" | "isPaced" | "pace" | "isPaused" | "person" | "size"
> & {
  readonly isCounting?: boolean;
};

/** What stands on the screen before anything has happened. */
export function openView(start: ViewStart): ViewState {
  return {
    meeting: null,
    ...NO_STANDING,
    items: [],
    shown: 0,
    isCounting: false,
    selection: null,
    calls: new Map(),
    cursor: 0,
    total: 0,
    chosen: null,
    panel: undefined,
    panelAt: null,
    citation: 0,
    reading: null,
    search: null,
    marked: null,
    input: null,
    draft: null,
    draftOf: null,
    drafts: new Map(),
    question: null,
    isHelpOpen: false,
    note: null,
    waitingActs: [],
    prompt: null,
    isEnding: false,
    clock: 0,
    ...start,
  };
}

/** A call is said to stall when nothing came for so long, in milliseconds. */
export const STALL_MS = 5_000;

/** Meeting is over or stopped: nothing more will happen by itself. */
export function hasEnded({ meeting }: ViewState): boolean {
  return meeting?.ending != null;
}

/** Replay has come to the last event. */
export function isAtEnd({ cursor, total }: ViewState): boolean {
  return cursor >= total;
}

/** Whoever has the floor now, or had it last. */
export function currentSpeaker({ calls, meeting }: ViewState): string | null {
  const [call] = calls.values();
  return call?.speaker ?? meeting?.speakers.at(-1) ?? null;
}
