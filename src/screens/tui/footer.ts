/** The last line of the full-screen view: hints for keys, a note, or the input. */

import { listMarks } from "../../engine/people/person-form.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { ACTS, type Binding, KEYS } from "./keys.ts";
import { cutLine, fitLine, type Line, lineWidth, type Span, span } from "./lines.ts";
import { hasEnded, isAnswer, type KeyQuestion, type ViewState, withCursor } from "./model.ts";

export function footerLine(state: ViewState, width: number): Line {
  if (state.question) return fitLine([span(` ${questionOf(state.question)}`, "warn")], width);
  if (state.input && !(isAnswer(state.input) && state.note))
    return inputLine(state, state.input, width);
  const listed = state.input ? [] : hints(state);
  // `?` and `q` are last and always have room.
  const always = keysIn(listed.slice(-2), width);
  const note = noteOf(state, width - lineWidth(always));
  const others = keysIn(listed.slice(0, -2), width - lineWidth(note) - lineWidth(always));
  return fitLine([...note, ...others, ...(others.length > 1 ? always.slice(1) : always)], width);
}

function noteOf(state: ViewState, width: number): Line {
  const refused = findQuestion(state)?.request.problem;
  if (refused !== undefined && state.canAct && !hasEnded(state)) {
    const hint = [span("  "), span("enter", "key"), span(" correct it ", "dim")];
    const words = span(
      ` Your answer was not taken: ${cleanLineForPainting(String(refused))}`,
      "error",
    );
    return [...cutLine([words], width - lineWidth(hint)), ...hint];
  }
  if (!state.note) return [];
  return cutLine(
    [span(` ${state.note.text}`, state.note.isBad ? "error" : "accent"), span("  ")],
    width,
  );
}

function keysIn(listed: readonly Hint[], width: number): Line {
  const kept: Span[] = [span(" ")];
  for (const [key, word] of listed) {
    const hint = [span(key, "key"), span(word === "" ? " " : ` ${word}  `, "dim")];
    if (lineWidth(kept) + lineWidth(hint) > width) break;
    kept.push(...hint);
  }
  return kept;
}

type Hint = readonly [key: string, word: string];

function hints(state: ViewState): readonly Hint[] {
  if (state.isHelpOpen)
    return [
      ["?", "close help"],
      ["↑ ↓", "scroll"],
      ["q", "quit"],
    ];
  return hintsOf(state, KEYS);
}

export function actsLine(state: ViewState, width: number): Line {
  return fitLine(keysIn([...hintsOf(state, ACTS), ["esc", ""]], width), width);
}

function hintsOf(state: ViewState, bindings: readonly Binding[]): readonly Hint[] {
  return bindings.flatMap(({ key, hint, when }): readonly Hint[] => {
    const word = typeof hint === "function" ? hint(state) : (hint ?? null);
    return word === null || when?.(state) === false ? [] : [[key, word]];
  });
}

function questionOf(question: KeyQuestion): string {
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

function composing(state: ViewState): readonly Hint[] {
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

function inputLine(state: ViewState, input: NonNullable<ViewState["input"]>, width: number): Line {
  if (input.for === "answer") return fitLine(keysIn(composing(state), width), width);
  if (input.for === "form") return fitLine(keysIn(FILLING_IN, width), width);
  const label = span(` ${PROMPTS[input.for]}`, "key");
  const room = width - lineWidth([label]);
  let text = withCursor({ text: input.text });
  while (lineWidth([span(text)]) > room) text = [...text].slice(1).join("");
  return fitLine([label, span(text + (input.after ?? ""))], width);
}
