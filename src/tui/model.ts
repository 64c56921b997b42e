import type { Pace } from "../meeting/engine/pacing.ts";
import type { Written } from "../meeting/form/form.ts";
import type { Prompt } from "../perspective/prompts.ts";
import type { Draft } from "../transcript/events.ts";
import type { MeetingState } from "../transcript/state.ts";
import type { Anchor } from "./flow.ts";
import type { Item } from "./items.ts";
import { NO_STANDING, type Standing } from "./procedure.ts";
import type { Count, Scan } from "./search.ts";

export const PANELS = ["tally", "weights", "member", "document", "prompt", "cost", "record"] as const;
export type PanelName = (typeof PANELS)[number];

export type Size = { readonly columns: number; readonly rows: number };

/** A model call under way, or a reply that has not become an event yet. */
export type Call = {
  readonly path: string;
  readonly speaker: string;
  /** Its words are not for the room: a ballot, an answer for the record. */
  readonly isPrivate: boolean;
  readonly phase: "thinking" | "speaking" | "discarded" | "waiting";
  readonly text: string;
  /** Why it was discarded or waits. */
  readonly why: string;
  /** Milliseconds of the view's clock: the last sign of life, and when a wait ends. */
  readonly heardAt: number;
  readonly until: number;
  /** Where a provider answers nobody: which, for how long it had by then, and for how long it is waited for. */
  readonly out?: { readonly provider: string; readonly ms: number; readonly ofMs: number } | undefined;
};

/** A place in the transcript: an event's number, and where in its text. */
export type Reading = { readonly seq: number; readonly at: number };

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
export type Question = "quit" | "end" | "close-debate";

export type Search = {
  readonly query: string;
  readonly isFound: boolean;
  /** What is left to look at. */
  readonly scan: Scan | null;
  /** How often it stands there, and whether that is all. */
  readonly count: Count;
  readonly isCounted: boolean;
};

/** The prompt of a speaker as it was sent; null where it was sent none. */
export type ShownPrompt = {
  readonly key: string;
  readonly speaker: string;
  readonly prompt: Prompt | null;
  /** It is still being looked for, and the last one of this speaker is shown meanwhile. */
  readonly isAwaited?: boolean;
};

/** Everything the screen is a function of. */
export type ViewState = Standing & {
  readonly mode: "live" | "replay";
  /** Another process is still writing the transcript. */
  readonly isGrowing: boolean;
  /** Whether acts reach the meeting. */
  readonly canAct: boolean;
  /** Null until the first event. */
  readonly meeting: MeetingState | null;
  readonly items: readonly Item[];
  /** How many of the items have happened. */
  readonly shown: number;
  /** Earlier events are still being read: tallies are not known yet. */
  readonly isCounting: boolean;
  readonly selection: Draft<"speaker.selected"> | null;
  readonly calls: ReadonlyMap<string, Call>;
  readonly isPaused: boolean;
  readonly pace: Pace;
  /** Pace can be changed: nobody's real thinking is waited for. */
  readonly isPaced: boolean;
  /** Events that have happened, and all there are. */
  readonly cursor: number;
  readonly total: number;
  /** Seat chosen to look at or to give the floor to. */
  readonly chosen: string | null;
  /** undefined: whatever the size has room for. */
  readonly panel: PanelName | null | undefined;
  readonly panelAt: Anchor | null;
  /** Citation stepped to in the document panel, counted back from the last one in view. */
  readonly citation: number;
  /** Null: follows the end. */
  readonly reading: Reading | null;
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
  readonly question: Question | null;
  readonly isHelpOpen: boolean;
  readonly note: { readonly text: string; readonly until: number; readonly isBad: boolean } | null;
  /** Acts that wait for the next turn, in words. */
  readonly waitingActs: readonly string[];
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
