import { marksOf } from "../meeting/person-form.ts";
import { questionTo } from "./compose.ts";
import { hasEnded, isAnswer, isAtEnd, type Question, type ViewState } from "./model.ts";
import { paintableLine } from "./paintable.ts";
import { cutLine, fitLine, type Line, lineWidth, type Span, span } from "./spans.ts";

/** One row: what is being written or asked, else what there is to say, else the keys that work now. */
export function footerLine(state: ViewState, width: number): Line {
  if (state.question) return fitLine([span(` ${questionOf(state.question)}`, "warn")], width);
  if (state.input && !(isAnswer(state.input) && state.note)) return inputLine(state, state.input, width);
  const refused = questionTo(state)?.request.problem;
  if (refused !== undefined && state.canAct && !hasEnded(state)) {
    const words = ` Your answer was not taken: ${paintableLine(String(refused))}   `;
    return fitLine([span(words, "error"), span("a", "key"), span(" mend it", "dim")], width);
  }
  if (state.note) return fitLine([span(` ${state.note.text}`, state.note.isBad ? "error" : "accent")], width);
  const kept: Span[] = [span(" ")];
  for (const [key, word] of [...hints(state)]) {
    const hint = [span(key, "key"), span(` ${word}  `, "dim")];
    if (lineWidth(kept) + lineWidth(hint) > width) break;
    kept.push(...hint);
  }
  return fitLine(kept, width);
}

type Hint = readonly [key: string, word: string];

/** The keys that do something now, most useful first; `?` and `q` always find room. */
export function hints(state: ViewState): readonly Hint[] {
  const isOver = hasEnded(state);
  const always: Hint[] = [
    ["?", "help"],
    ["q", state.mode === "live" && !isOver ? "end" : "quit"],
  ];
  if (state.isHelpOpen)
    return [
      ["?", "close help"],
      ["q", "quit"],
    ];
  const holding: Hint[] =
    state.mode === "live"
      ? isOver
        ? []
        : [
            ["space", state.isPaused ? "resume" : "pause"],
            ["s", "step"],
          ]
      : replayHints(state);
  const pace: Hint[] = state.isPaced && !(state.mode === "live" && isOver) ? [["+ -", "pace"]] : [];
  const follow: Hint[] = state.reading === null ? [] : [["f", "follow"]];
  const acts: Hint[] =
    state.canAct && !isOver
      ? [
          ...(questionTo(state) ? [["a", "answer"] as Hint] : []),
          ["g", "give floor"],
          ["i", "interject"],
          ["b", "closing ballot"],
          ["e", "end"],
        ]
      : [];
  const found: Hint[] = state.search ? [["n N", "next match"]] : [];
  return [
    ...always,
    ...holding,
    ...pace,
    ...follow,
    ...found,
    ["1-6", "panels"],
    ["tab", "member"],
    ["/", "search"],
    ["v", "verdict"],
    ...acts,
    ["x", "export"],
  ];
}

function replayHints(state: ViewState): Hint[] {
  return [
    ["space", isAtEnd(state) && !state.isGrowing ? "play again" : state.isPaused ? "play" : "pause"],
    ["← →", "step"],
    ["< >", "seek"],
    ["#", "jump"],
  ];
}

function questionOf(question: Question): string {
  switch (question) {
    case "quit":
      return "The meeting is live.  e end it in order   l leave at once   esc stay   (it can be resumed either way)";
    case "end":
      return "End the meeting after this turn? It can be resumed.   y yes   esc no";
    case "close-debate":
      return "Call the closing ballot? The debate ends with it.   y yes   esc no";
    default:
      return question satisfies never;
  }
}

const PROMPTS = {
  search: "/",
  interject: "say to all: ",
  jump: "message number: ",
  whisper: "to the chosen member alone: ",
  bring: "file to lay on the table: ",
  answer: "",
  form: "",
} as const;

/** How what is being written is sent, and the marks that can be written now. */
function composing(state: ViewState): string {
  const marks = marksOf(questionTo(state)?.request ?? {}).map((mark) => `/${mark}`);
  const citing = marks.includes("/cite") ? "   ctrl-r cite" : "";
  return `a dot on a line of its own sends   esc keeps for later   ${marks.join(" ")}${citing}`;
}

const FILLING_IN =
  "enter takes the field   ↑ ↓ another field   esc keeps for later   or paste the whole as JSON   /absent REASON declines";

function inputLine(state: ViewState, input: NonNullable<ViewState["input"]>, width: number): Line {
  if (input.for === "answer") return fitLine([span(` ${composing(state)}`, "accent")], width);
  if (input.for === "form") return fitLine([span(` ${FILLING_IN}`, "accent")], width);
  const label = span(` ${PROMPTS[input.for]}`, "key");
  const cursor = span(" ", "selected");
  const room = width - lineWidth([label]) - 1;
  let { text } = input;
  while (lineWidth([span(text)]) > room) text = [...text].slice(1).join("");
  return fitLine(cutLine([label, span(text), cursor], width), width);
}
