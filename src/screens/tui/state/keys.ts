import { PACES } from "../../../engine/meeting/engine/pacing.ts";
import type { Intent, Key } from "./intent.ts";
import { hasEnded, PANELS, type ViewState } from "./model.ts";

export function intentOf(key: Key, state: ViewState): Intent | null {
  if (key.name === "C-c") return { want: "interrupt" };
  if (key.name === "C-z") return { want: "suspend" };
  if (key.name === "C-l") return { want: "repaint" };
  if (state.question) return answerOf(key, state.question);
  if (state.input?.for === "form") return fillingIn(key) ?? composing(key) ?? writing(key);
  if (state.input?.for === "answer") return composing(key) ?? writing(key);
  if (state.input) return writing(key);
  return (
    reading(key, state) ?? (state.mode === "live" ? holding(key, state) : replaying(key)) ?? acting(key, state)
  );
}

function answerOf({ name }: Key, question: NonNullable<ViewState["question"]>): Intent | null {
  if (name === "escape" || name === "n") return { want: "answer", answer: "no" };
  if (question === "quit") {
    if (name === "e") return { want: "answer", answer: "end" };
    return name === "l" ? { want: "answer", answer: "leave" } : null;
  }
  return name === "y" ? { want: "answer", answer: "yes" } : null;
}

function writing({ name, character }: Key): Intent | null {
  if (name === "escape") return { want: "cancel" };
  if (name === "enter") return { want: "submit" };
  if (name === "backspace") return { want: "erase", all: false };
  if (name === "C-u") return { want: "erase", all: true };
  const isPrintable = character !== null && character >= " " && character !== "\x7f" && name !== "return";
  return isPrintable ? { want: "type", text: character } : null;
}

function composing({ name }: Key): Intent | null {
  if (name === "pageup") return { want: "scroll-panel", rows: -3 };
  if (name === "pagedown") return { want: "scroll-panel", rows: 3 };
  return name === "C-r" ? { want: "cite-shown" } : null;
}

function fillingIn({ name }: Key): Intent | null {
  if (name === "down" || name === "tab") return { want: "field", by: 1 };
  return name === "up" || name === "S-tab" ? { want: "field", by: -1 } : null;
}

const READING: Readonly<Record<string, Intent>> = {
  up: { want: "scroll", rows: -1 },
  k: { want: "scroll", rows: -1 },
  down: { want: "scroll", rows: 1 },
  j: { want: "scroll", rows: 1 },
  pageup: { want: "scroll-pages", pages: -1 },
  pagedown: { want: "scroll-pages", pages: 1 },
  home: { want: "scroll-to", place: "start" },
  end: { want: "scroll-to", place: "end" },
  f: { want: "scroll-to", place: "end" },
  "/": { want: "open-input", for: "search" },
  "#": { want: "open-input", for: "jump" },
  n: { want: "find", direction: 1 },
  "S-n": { want: "find", direction: -1 },
  v: { want: "find-verdict", direction: 1 },
  "S-v": { want: "find-verdict", direction: -1 },
  tab: { want: "choose-member", direction: 1 },
  "S-tab": { want: "choose-member", direction: -1 },
  enter: { want: "panel", name: "member" },
  "0": { want: "panel", name: null },
  p: { want: "next-panel", direction: 1 },
  "S-p": { want: "next-panel", direction: -1 },
  "S-j": { want: "scroll-panel", rows: 3 },
  "S-k": { want: "scroll-panel", rows: -3 },
  "S-down": { want: "scroll-panel", rows: 1 },
  "S-up": { want: "scroll-panel", rows: -1 },
  c: { want: "cite", direction: 1 },
  "S-c": { want: "cite", direction: -1 },
  "?": { want: "help" },
  x: { want: "export" },
};

function reading({ name, character }: Key, state: ViewState): Intent | null {
  if (name === "q") {
    const asks = state.mode === "live" && !hasEnded(state);
    return asks ? { want: "ask", question: "quit" } : { want: "answer", answer: "leave" };
  }
  if (name === "escape") return state.isHelpOpen ? { want: "help" } : { want: "cancel" };
  const panel = PANELS[Number(character) - 1];
  if (panel) return { want: "panel", name: panel };
  return READING[name] ?? READING[character ?? ""] ?? null;
}

function holding({ name, character }: Key, state: ViewState): Intent | null {
  if (hasEnded(state)) return null;
  if (name === "space") return { want: "pause" };
  if (name === "s") return { want: "step", turns: 1 };
  return paceOf(character);
}

function replaying({ name, character }: Key): Intent | null {
  switch (name) {
    case "space":
      return { want: "pause" };
    case "s":
    case "right":
      return { want: "step", turns: 1 };
    case "left":
      return { want: "step", turns: -1 };
    case "r":
      return { want: "rewind" };
    case "S-g":
      return { want: "to-end" };
  }
  if (character === ">") return { want: "step", turns: 10 };
  if (character === "<") return { want: "step", turns: -10 };
  return paceOf(character);
}

function paceOf(character: string | null): Intent | null {
  if (character === "+" || character === "=") return { want: "pace", direction: 1 };
  return character === "-" ? { want: "pace", direction: -1 } : null;
}

function acting({ name }: Key, state: ViewState): Intent | null {
  if (!state.canAct || hasEnded(state)) return null;
  if (name === "a") return { want: "open-input", for: "answer" };
  if (name === "w") return { want: "open-input", for: "whisper" };
  if (name === "d") return { want: "open-input", for: "bring" };
  if (name === "S-b") return { want: "call-ballot" };
  if (name === "g") return { want: "give-floor" };
  if (name === "i") return { want: "open-input", for: "interject" };
  if (name === "b") return { want: "ask", question: "close-debate" };
  return name === "e" ? { want: "ask", question: "end" } : null;
}

export function nextPace(pace: number, direction: 1 | -1): number {
  const index = PACES.indexOf(pace);
  return PACES[Math.min(PACES.length - 1, Math.max(0, index + direction))] ?? 1;
}
