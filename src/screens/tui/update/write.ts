import { questionTo } from "../../../showing/watching/seat.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { type Input, isAnswer, type ViewState } from "../state/model.ts";
import { acted } from "./act.ts";
import { answerOpened, composed, filledIn } from "./answer.ts";
import { found, jumped } from "./read.ts";
import { effect, noted, only, type Updated } from "./updated.ts";

export function inputOpened(state: ViewState, purpose: Exclude<Input["for"], "form">): ViewState {
  if (purpose === "whisper") {
    const member = state.chosen === null ? undefined : state.meeting?.members.get(state.chosen);
    if (member?.seat.kind !== "member") return noted(state, "Choose a member first: tab or a click.", true);
  }
  if (purpose === "answer") return answerOpened(state);
  return { ...state, input: { for: purpose, text: "" }, note: null };
}

/** As much as a line may hold, and an answer or what is pasted in its place. */
const MOST_TYPED = 2_000;
const MOST_ANSWERED = 20_000;

export function typed(state: ViewState, text: string): ViewState {
  const { input } = state;
  if (!input) return state;
  const most = isAnswer(input) ? MOST_ANSWERED : MOST_TYPED;
  const allowed =
    input.for === "jump" ? text.replace(/\D/g, "") : paintableLine(text) || (text === " " ? " " : "");
  return { ...state, input: { ...input, text: (input.text + allowed).slice(0, most) } };
}

export function erased(state: ViewState, all: boolean): ViewState {
  const { input } = state;
  if (!input) return state;
  const text = all
    ? input.text.slice(0, input.text.lastIndexOf("\n") + 1)
    : [...input.text].slice(0, -1).join("");
  return { ...state, input: { ...input, text } };
}

export function cancelled(state: ViewState): ViewState {
  const { input } = state;
  if (!input) return { ...state, search: null, marked: null, note: null };
  const closed = { ...state, input: null, note: null };
  if (isAnswer(input)) return { ...closed, draft: input, draftOf: questionTo(state)?.path ?? null };
  return closed;
}

export function submitted(state: ViewState): Updated {
  const { input } = state;
  const closed: ViewState = { ...state, input: null };
  if (input?.for === "form") return filledIn(state, input);
  if (!input || input.text.trim() === "") return only(closed);
  switch (input.for) {
    case "search":
      return found({ ...closed, marked: null }, input.text, state.reading === null ? -1 : 1);
    case "interject":
      return acted(closed, { act: "interject", text: input.text.trim() });
    case "jump":
      return jumped(closed, Number(input.text));
    case "whisper":
      return state.chosen === null
        ? only(closed)
        : acted(closed, { act: "whisper", to: state.chosen, text: input.text.trim() });
    case "bring":
      return effect(closed, { do: "bring", file: input.text.trim() });
    case "answer":
      return composed(state, input.text);
    default:
      return input satisfies never;
  }
}
