import type { Answer } from "../../../engine/meeting/people/inbox.ts";
import type { PersonAct } from "../../../engine/transcript/events.ts";
import type { ViewState } from "../state/model.ts";

/** What the world has to do because of a key. */
export type ViewEffect =
  | {
      readonly do:
        | "pause"
        | "resume"
        | "step"
        | "rewind"
        | "repaint"
        | "suspend"
        | "leave"
        | "interrupt"
        | "end";
    }
  | { readonly do: "pace"; readonly pace: number }
  /** Replay: so many entries forward or back. */
  | { readonly do: "seek-by"; readonly entries: number }
  /** Replay: to right after the event of this number. */
  | { readonly do: "seek-to"; readonly seq: number }
  | { readonly do: "act"; readonly does: PersonAct }
  | { readonly do: "bring"; readonly file: string }
  | { readonly do: "answer"; readonly answer: Answer };

export type Updated = { readonly state: ViewState; readonly effects: readonly ViewEffect[] };

export function noted(state: ViewState, text: string, isBad = false): ViewState {
  return { ...state, note: { text, until: state.clock + NOTE_MS, isBad } };
}

const NOTE_MS = 4_000;

export function only(state: ViewState): Updated {
  return { state, effects: [] };
}

export function effect(state: ViewState, ...effects: readonly ViewEffect[]): Updated {
  return { state, effects };
}
