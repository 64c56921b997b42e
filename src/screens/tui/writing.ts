/** Changes of the state while a person writes: text, cursor, fields of a form, and sending. */

import { isFilledIn, requestFields } from "../../engine/form/field-kind.ts";
import { enterText, moveBy, openForm } from "../../engine/form/form.ts";
import type { Answer } from "../../engine/people/inbox.ts";
import { readAnswer, writeAnswer } from "../../engine/people/person-form.ts";
import { toStepPath } from "../../engine/transcript/path.ts";
import { findQuestion, type OpenQuestion } from "../../showing/watching/seat.ts";
import { cleanForPainting } from "../../text/paintable.ts";
import { addEffect, CHOOSE_FIRST, keepState, sendAct, showNote, type Updated } from "./acting.ts";
import { type Input, isAnswer, type ViewState } from "./model.ts";
import { findNext, jumpToTurn } from "./reading.ts";

export function openInput(state: ViewState, purpose: Exclude<Input["for"], "form">): ViewState {
  if (purpose === "whisper") {
    const member = state.chosen === null ? undefined : state.meeting?.members.get(state.chosen);
    if (member?.seat.kind !== "member") return showNote(state, CHOOSE_FIRST, true);
  }
  if (purpose === "answer") return openAnswer(state);
  return { ...state, input: { for: purpose, text: "" }, note: null };
}

const MOST_TYPED = 2_000;
const MOST_ANSWERED = 20_000;

export function typeText(state: ViewState, text: string): ViewState {
  const { input } = state;
  if (!input) return state;
  const most = isAnswer(input) ? MOST_ANSWERED : MOST_TYPED;
  const allowed =
    input.for === "jump" ? text.replace(/\D/g, "") : text.replace(/[\s\p{Cc}]+/gu, " ");
  return {
    ...state,
    input: { ...input, text: cleanForPainting(input.text + allowed).slice(0, most) },
  };
}

const signs = new Intl.Segmenter();

/** Where the cursor would be: a sign may be several characters, and a line ends at a line break. */
const PLACES = {
  left: ({ text }: Input) => text.length - ([...signs.segment(text)].at(-1)?.segment.length ?? 0),
  word: ({ text }: Input) => text.replace(/(?<!\S)\S+\s*$|(?<!\s)\s+$/, "").length,
  home: ({ text }: Input) => text.lastIndexOf("\n") + 1,
  right: ({ text, after = "" }: Input) =>
    text.length + ([...signs.segment(after)][0]?.segment.length ?? 0),
  end: ({ text, after = "" }: Input) => text.length + `${after}\n`.indexOf("\n"),
};
type Place = keyof typeof PLACES;

export function moveCursor(state: ViewState, place: Place): ViewState {
  const { input } = state;
  if (!input) return state;
  const [at, all] = [PLACES[place](input), joinText(input).text];
  return { ...state, input: { ...input, text: all.slice(0, at), after: all.slice(at) } };
}

/** What lies between the cursor and a place is erased. */
export function eraseText(state: ViewState, place: Place): ViewState {
  const { input } = state;
  if (!input) return state;
  const [at, { text, after = "" }] = [PLACES[place](input), input];
  const kept = after.slice(Math.max(0, at - text.length));
  return { ...state, input: { ...input, text: text.slice(0, at), after: kept } };
}

function joinText<Any extends Input>(input: Any): Any {
  return { ...input, text: input.text + (input.after ?? ""), after: "" };
}

export function cancelInput(state: ViewState): ViewState {
  const { input } = state;
  if (!input) return { ...state, search: null, marked: null, note: null };
  const closed = { ...state, input: null, note: null };
  if (isAnswer(input))
    return { ...closed, draft: joinText(input), draftOf: findQuestion(state)?.path ?? null };
  return closed;
}

export function submitInput(state: ViewState): Updated {
  const input = state.input && joinText(state.input);
  const closed: ViewState = { ...state, input: null };
  if (input?.for === "form") return fillIn(state, input);
  if (!input || input.text.trim() === "") return keepState(closed);
  switch (input.for) {
    case "search":
      return findNext({ ...closed, marked: null }, input.text, state.reading === null ? -1 : 1);
    case "interject":
      return sendAct(closed, { act: "interject", text: input.text.trim() });
    case "jump":
      return jumpToTurn(closed, Number(input.text));
    case "whisper":
      return state.chosen === null
        ? keepState(closed)
        : sendAct(closed, { act: "whisper", to: state.chosen, text: input.text.trim() });
    case "bring":
      return addEffect(closed, { do: "bring", file: input.text.trim() });
    case "answer":
      return composeForm(state, input.text, state.input?.after);
    default:
      return input satisfies never;
  }
}

type FormInput = Extract<Input, { for: "form" }>;

/** Opens the words of a refused answer again, so that keys typed now correct them and are no commands. */
export function openRefusal(state: ViewState): ViewState {
  const asked = findQuestion(state);
  const isBusy = state.input !== null || state.question !== null || state.draft === null;
  if (isBusy || asked?.request.problem === undefined || findDraft(state, asked) === null)
    return state;
  return openAnswer(state);
}

function openAnswer(state: ViewState): ViewState {
  const asked = findQuestion(state);
  if (!asked) return showNote(state, "There is no question for you now.", true);
  return { ...state, input: findDraft(state, asked) ?? startAnswer(asked), note: null };
}

/** Words that came too late for another question are offered again, so that none are lost. */
function findDraft({ draft, draftOf }: ViewState, asked: OpenQuestion): Input | null {
  // Each time that a turn is asked again, its call has another number.
  if (draftOf !== null && toStepPath(draftOf) === toStepPath(asked.path)) return draft;
  const isFree = asked.request.typed === undefined && !isFilledIn(asked.request);
  return draftOf === null && draft?.for === "answer" && isFree ? draft : null;
}

function startAnswer({ request }: OpenQuestion): Input {
  const { typed } = request;
  const fields = isFilledIn(request) ? requestFields(request) : null;
  if (fields) return { for: "form", ...openForm(fields, typed) };
  return { for: "answer", text: typed === undefined ? "" : `${writeAnswer(typed, request)}\n` };
}

export function moveField(state: ViewState, by: number): ViewState {
  const { input } = state;
  if (input?.for !== "form") return state;
  return { ...state, input: { for: "form", ...moveBy(joinText(input), by) }, note: null };
}

function fillIn(state: ViewState, input: FormInput): Updated {
  const asked = findQuestion(state);
  if (!asked) return explainTooLate(state);
  const [, absent] = /^\/absent\s+(.+)$/.exec(input.text.trim()) ?? [];
  if (absent !== undefined) return giveAnswer(state, asked, { absent });
  const written = enterText(input);
  if (!("answer" in written))
    return keepState({ ...state, input: { for: "form", ...written }, note: null });
  return giveAnswer(state, asked, written.answer);
}

function composeForm(state: ViewState, text: string, after = ""): Updated {
  const lines = text.split("\n");
  const isShort = lines.length === 1 && /^\/(?:pass|absent\s.+)$/.test(text.trim());
  if (lines.at(-1)?.trim() !== "." && !isShort) {
    const { from, problem } = state.input ?? {};
    const before = `${text.slice(0, text.length - after.length)}\n`;
    return keepState({ ...state, input: { for: "answer", text: before, after, from, problem } });
  }
  const asked = findQuestion(state);
  if (!asked) return explainTooLate(state);
  const words = isShort ? text : lines.slice(0, -1).join("\n");
  const read = readAnswer(words, asked.request);
  // A correction begins on a new line.
  const kept: Input = { for: "answer", text: `${words.trimEnd()}\n` };
  if ("problem" in read) return keepState({ ...state, input: { ...kept, problem: read.problem } });
  return giveAnswer({ ...state, input: kept }, asked, read.answer);
}

function giveAnswer(
  state: ViewState,
  { person, path }: OpenQuestion,
  answer: Answer["answer"],
): Updated {
  const kept = { ...state, input: null, draft: state.input, draftOf: path };
  return addEffect(showNote(kept, "Your answer was sent to the meeting."), {
    do: "answer",
    answer: { person, answer, to: path },
  });
}

function explainTooLate(state: ViewState): Updated {
  const kept = { ...state, input: null, draft: state.input, draftOf: null };
  return keepState(
    showNote(kept, "The question has been answered already; what you wrote is kept.", true),
  );
}
