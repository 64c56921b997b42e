/** Changes of the state that also act on the meeting: pause, step, give the floor, or end it. */

import type { Answer } from "../../engine/people/inbox.ts";
import type { PersonAct } from "../../engine/transcript/events.ts";
import { describeAct } from "../../engine/transcript/people-events.ts";
import { refuseAct } from "../../showing/watching/source.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { capitalize } from "../../text/plain.ts";
import type { ViewState } from "./model.ts";
import { nameOf, tableOf } from "./table.ts";

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

export function paused(state: ViewState): Updated {
  if (state.mode === "replay" && state.cursor >= state.total && !state.isGrowing)
    return effect(
      { ...state, reading: null, marked: null },
      { do: "seek-to", seq: 0 },
      { do: "resume" },
    );
  return effect(state, { do: state.isPaused ? "resume" : "pause" });
}

export function stepped(state: ViewState, turns: number): Updated {
  if (state.mode === "live") return effect({ ...state, reading: null }, { do: "step" });
  return effect(
    { ...state, reading: null, marked: null },
    { do: "pause" },
    { do: "seek-by", turns },
  );
}

export function floorGiven(state: ViewState): Updated {
  const { chosen, meeting } = state;
  if (chosen === null || !meeting) return only(noted(state, CHOOSE_FIRST, true));
  const does = { act: "give-floor", to: chosen } as const;
  const refusal = refuseAct(meeting, does, state.fixedOrder, nameOf(tableOf(state), chosen));
  return refusal === null
    ? acted(state, does)
    : only(noted(state, `${capitalize(refusal)}.`, true));
}

export const CHOOSE_FIRST = "Choose a member first: tab or a click.";

export function acted(state: ViewState, does: PersonAct): Updated {
  const table = tableOf(state);
  const voice = { getName: (seat: string) => nameOf(table, seat) };
  const words = cleanLineForPainting(describeAct(state.person, does, voice));
  return effect(noted(state, `Before the next turn: ${words}`), { do: "act", does });
}

export function answered(state: ViewState, answer: "yes" | "end" | "leave" | "no"): Updated {
  const { question } = state;
  const closed = { ...state, question: null };
  if (answer === "no") return only(closed);
  if (answer === "leave") return effect(closed, { do: "leave" });
  if (answer === "end")
    return effect(
      { ...closed, isEnding: true },
      { do: "act", does: { act: "adjourn" } },
      { do: "end" },
    );
  if (question === "close-debate") return acted(closed, { act: "close-debate" });
  const ending = { ...closed, isEnding: state.mode === "live" };
  return effect(ending, { do: "act", does: { act: "adjourn" } });
}
