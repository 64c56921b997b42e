import type { Answer } from "../../meeting/inbox.ts";
import { type Asked, questionTo, readWritten } from "../compose.ts";
import { entered, isForm, moved, openForm } from "../form/form.ts";
import type { Input, ViewState } from "../model.ts";
import { shownDocument } from "../panels/document.ts";
import { partsOf } from "../view.ts";
import { effect, noted, only, type Updated } from "./updated.ts";

type FormInput = Extract<Input, { for: "form" }>;

/** Opens the question to this person: fields where it has some, else words; with what was written of it before. */
export function answerOpened(state: ViewState): ViewState {
  const asked = questionTo(state);
  if (!asked) return noted(state, "You are not asked for anything now.", true);
  const { schema } = asked.request;
  const fresh: Input = isForm(schema) ? { for: "form", ...openForm(schema) } : { for: "answer", text: "" };
  const { draft } = state;
  return { ...state, input: draft && isOf(draft, fresh) ? draft : fresh, note: null };
}

/** Whether what was written goes with a question: the same form, or words where words are asked for. */
function isOf(draft: Input, fresh: Input): boolean {
  if (draft.for !== "form" || fresh.for !== "form") return draft.for === fresh.for;
  return JSON.stringify(draft.form.schema) === JSON.stringify(fresh.form.schema);
}

/** Goes to another field of the form. */
export function fieldMoved(state: ViewState, by: number): ViewState {
  const { input } = state;
  return input?.for === "form" ? { ...state, input: { for: "form", ...moved(input, by) }, note: null } : state;
}

/** Takes the field, or sends the form where nothing else is left. */
export function filledIn(state: ViewState, input: FormInput): Updated {
  const asked = questionTo(state);
  if (!asked) return tooLate(state);
  const declined = /^\/absent\s+(.+)$/.exec(input.text.trim());
  if (declined) return given({ ...state, draft: null }, asked, { absent: declined[1]! });
  const written = entered(input);
  if (!("answer" in written)) return only({ ...state, input: { for: "form", ...written }, note: null });
  return given({ ...state, draft: input }, asked, written.answer);
}

/** A dot on a line of its own sends what was written above it; any other line goes on. */
export function composed(state: ViewState, text: string): Updated {
  const lines = text.split("\n");
  const isShort = lines.length === 1 && /^\/(?:pass|absent\s.+)$/.test(text.trim());
  if (lines.at(-1)!.trim() !== "." && !isShort)
    return only({ ...state, input: { for: "answer", text: `${text}\n` } });
  const asked = questionTo(state);
  if (!asked) return tooLate(state);
  const words = isShort ? text : lines.slice(0, -1).join("\n");
  const read = readWritten(words, asked.request);
  if ("problem" in read)
    return only(noted({ ...state, input: { for: "answer", text: words } }, read.problem, true));
  return given({ ...state, draft: null }, asked, read.answer);
}

function given(state: ViewState, { person, path }: Asked, answer: Answer["answer"]): Updated {
  const closed = noted({ ...state, input: null }, "Your answer is given.");
  return effect(closed, { do: "answer", answer: { person, answer, to: path } });
}

function tooLate(state: ViewState): Updated {
  return only(noted({ ...state, input: null, draft: null }, "The question has been answered already.", true));
}

/** Puts the passage at the top of the document panel into the answer, or into the field that is being written. */
export function shownCited(state: ViewState): ViewState {
  const { panelName, panelWindow } = partsOf(state);
  const { input } = state;
  const document = state.meeting && shownDocument(state, state.meeting);
  if (panelName !== "document" || !panelWindow || !document || !input)
    return noted(state, "Open the document panel first: esc, 4, a.", true);
  const { text } = input;
  const passage = `${document.name}#L${panelWindow.top.block + 1}`;
  const isBegun = text === "" || /\s$/.test(text);
  if (input.for === "form")
    return { ...state, input: { ...input, text: `${text}${isBegun ? "" : " "}${passage}` } };
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return { ...state, input: { for: "answer", text: `${before}/cite ${passage}\n` } };
}
