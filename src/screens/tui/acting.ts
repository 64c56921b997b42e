/** Changes of the state that also act on the meeting: pause, step, give the floor, or end it. */

import type { Answer } from "../../engine/people/inbox.ts";
import type { PersonAct } from "../../engine/transcript/events.ts";
import { describeAct } from "../../engine/transcript/people-events.ts";
import { refuseAct } from "../../showing/watching/source.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { capitalize } from "../../text/plain.ts";
import type { ViewState } from "./model.ts";
import { displayName, getTable } from "./table.ts";

export type ViewEffect =
  | {
      do: "pause" | "resume" | "step" | "repaint" | "suspend" | "leave" | "interrupt" | "end";
    }
  | { do: "seek-by"; turns: number }
  | { do: "seek-to"; seq: number }
  | { do: "act"; does: PersonAct }
  | { do: "bring"; file: string }
  | { do: "answer"; answer: Answer };

export type Updated = { state: ViewState; effects: readonly ViewEffect[] };

export function showNote(state: ViewState, text: string, isBad = false): ViewState {
  return { ...state, note: { text, until: state.clock + NOTE_MS, isBad } };
}

const NOTE_MS = 4_000;

export function keepState(state: ViewState): Updated {
  return { state, effects: [] };
}

export function addEffect(state: ViewState, ...effects: readonly ViewEffect[]): Updated {
  return { state, effects };
}

export function togglePause(state: ViewState): Updated {
  if (state.mode === "replay" && state.cursor >= state.total && !state.isGrowing)
    return addEffect(
      { ...state, reading: null, marked: null },
      { do: "seek-to", seq: 0 },
      { do: "resume" },
    );
  return addEffect(state, { do: state.isPaused ? "resume" : "pause" });
}

export function stepReplay(state: ViewState, turns: number): Updated {
  if (state.mode === "live") return addEffect({ ...state, reading: null }, { do: "step" });
  return addEffect(
    { ...state, reading: null, marked: null },
    { do: "pause" },
    { do: "seek-by", turns },
  );
}

export function giveFloor(state: ViewState): Updated {
  const { chosen, meeting } = state;
  if (chosen === null || !meeting) return keepState(showNote(state, CHOOSE_FIRST, true));
  const does = { act: "give-floor", to: chosen } as const;
  const refusal = refuseAct(meeting, does, state.fixedOrder, displayName(getTable(state), chosen));
  return refusal === null
    ? sendAct(state, does)
    : keepState(showNote(state, `${capitalize(refusal)}.`, true));
}

export const CHOOSE_FIRST = "Choose a member first: tab or a click.";

export function sendAct(state: ViewState, does: PersonAct): Updated {
  const table = getTable(state);
  const voice = { getName: (seat: string) => displayName(table, seat) };
  const words = cleanLineForPainting(describeAct(state.person, does, voice));
  return addEffect(showNote(state, `Before the next turn: ${words}`), { do: "act", does });
}

export function sendAnswer(state: ViewState, answer: "yes" | "end" | "leave" | "no"): Updated {
  const { question } = state;
  const closed = { ...state, question: null };
  if (answer === "no") return keepState(closed);
  if (answer === "leave") return addEffect(closed, { do: "leave" });
  if (answer === "end")
    return addEffect(
      { ...closed, isEnding: true },
      { do: "act", does: { act: "adjourn" } },
      { do: "end" },
    );
  if (question === "close-debate") return sendAct(closed, { act: "close-debate" });
  const ending = { ...closed, isEnding: state.mode === "live" };
  return addEffect(ending, { do: "act", does: { act: "adjourn" } });
}
