/** The last line of the full-screen view: hints for keys, a note, or the input. */

import { listMarks } from "../../engine/people/person-form.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { ACTS, type Binding, KEYS } from "./keys.ts";
import { createSpan, cutLine, fitLine, type Line, measureLine, type Span } from "./lines.ts";
import { hasEnded, isAnswer, type KeyQuestion, type ViewState, withCursor } from "./model.ts";

export function createFooterLine(state: ViewState, width: number): Line {
  if (state.question)
    return fitLine([createSpan(` ${describeQuestion(state.question)}`, "warn")], width);
  if (state.input && !(isAnswer(state.input) && state.note))
    return createInputLine(state, state.input, width);
  const listed = state.input ? [] : listHints(state);
  // `?` and `q` are last and always have room.
  const always = listKeys(listed.slice(-2), width);
  const note = findNote(state, width - measureLine(always));
  const others = listKeys(listed.slice(0, -2), width - measureLine(note) - measureLine(always));
  return fitLine([...note, ...others, ...(others.length > 1 ? always.slice(1) : always)], width);
}

function findNote(state: ViewState, width: number): Line {
  const refused = findQuestion(state)?.request.problem;
  if (refused !== undefined && state.canAct && !hasEnded(state)) {
    const hint = [createSpan("  "), createSpan("enter", "key"), createSpan(" correct it ", "dim")];
    const words = createSpan(
      ` Your answer was not taken: ${cleanLineForPainting(String(refused))}`,
      "error",
    );
    return [...cutLine([words], width - measureLine(hint)), ...hint];
  }
  if (!state.note) return [];
  return cutLine(
    [createSpan(` ${state.note.text}`, state.note.isBad ? "error" : "accent"), createSpan("  ")],
    width,
  );
}

function listKeys(listed: readonly Hint[], width: number): Line {
  const kept: Span[] = [createSpan(" ")];
  for (const [key, word] of listed) {
    const hint = [createSpan(key, "key"), createSpan(word === "" ? " " : ` ${word}  `, "dim")];
    if (measureLine(kept) + measureLine(hint) > width) break;
    kept.push(...hint);
  }
  return kept;
}

type Hint = readonly [key: string, word: string];

function listHints(state: ViewState): readonly Hint[] {
  if (state.isHelpOpen)
    return [
      ["?", "close help"],
      ["↑ ↓", "scroll"],
      ["q", "quit"],
    ];
  return joinHints(state, KEYS);
}

export function createActsLine(state: ViewState, width: number): Line {
  return fitLine(listKeys([...joinHints(state, ACTS), ["esc", ""]], width), width);
}

function joinHints(state: ViewState, bindings: readonly Binding[]): readonly Hint[] {
  return bindings.flatMap(({ key, hint, when }): readonly Hint[] => {
    const word = typeof hint === "function" ? hint(state) : (hint ?? null);
    return word === null || when?.(state) === false ? [] : [[key, word]];
  });
}

function describeQuestion(question: KeyQuestion): string {
  switch (question) {
    case "quit":
      return "The meeting is live.  e pause and close   l quit now   esc stay   (you can resume it either way)";
    case "end":
      return "Pause and close the meeting after this turn? You can resume it.   y yes   esc no";
    case "close-debate":
      return "Start the final vote? It ends the debate.   y yes   esc no";
    default:
      return question satisfies never;
  }
}

const PROMPTS = {
  search: "/",
  interject: "say to all: ",
  jump: "message number: ",
  whisper: "to the chosen member: ",
  bring: "file to add: ",
} as const;

function describeComposing(state: ViewState): readonly Hint[] {
  const marks = listMarks(findQuestion(state)?.request ?? {}).map((mark) => `/${mark}`);
  return [
    [".", "alone on a line sends"],
    ["ctrl-d", "documents"],
    ["esc", "keeps"],
    ...marks.map((mark): Hint => [mark, ""]),
  ];
}

const FILLING_IN: readonly Hint[] = [
  ["enter", "takes the field"],
  ["↑ ↓", "another"],
  ["ctrl-d", "documents"],
  ["esc", "keeps"],
  ["{...}", "all as JSON"],
  ["/absent WHY", "declines"],
];

function createInputLine(
  state: ViewState,
  input: NonNullable<ViewState["input"]>,
  width: number,
): Line {
  if (input.for === "answer") return fitLine(listKeys(describeComposing(state), width), width);
  if (input.for === "form") return fitLine(listKeys(FILLING_IN, width), width);
  const label = createSpan(` ${PROMPTS[input.for]}`, "key");
  const room = width - measureLine([label]);
  let text = withCursor({ text: input.text });
  while (measureLine([createSpan(text)]) > room) text = [...text].slice(1).join("");
  return fitLine([label, createSpan(text + (input.after ?? ""))], width);
}
