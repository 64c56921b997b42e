import { PACES } from "../../../showing/watching/pacing.ts";
import { questionTo } from "../../../showing/watching/question.ts";
import type { Intent, Key } from "./intent.ts";
import { hasEnded, isAtEnd, PANELS, type ViewState } from "./model.ts";

type Does = Intent | ((state: ViewState) => Intent | null);

/** One entry of the keymap: the keys, the footer and the help are made from it. */
export type Binding = {
  readonly group: "The meeting" | "Reading" | "Panels" | "Acts" | "Program";
  /** As footer and help show it. */
  readonly key: string;
  /** By the names that the terminal gives keys, or by their characters. */
  readonly does: Readonly<Record<string, Does>>;
  readonly when?: (state: ViewState) => boolean;
  readonly hint?: string | ((state: ViewState) => string | null);
  readonly help: string;
};

const isLive = (state: ViewState) => state.mode === "live" && !hasEnded(state);
const isReplay = (state: ViewState) => state.mode === "replay";
const isAsked = (state: ViewState) => state.canAct && !hasEnded(state) && questionTo(state) !== null;
const step = (turns: number): Intent => ({ want: "step", turns });
const pace = (direction: 1 | -1): Intent => ({ want: "pace", direction });
const scroll = (rows: number): Intent => ({ want: "scroll", rows });
const scrollPanel = (rows: number): Intent => ({ want: "scroll-panel", rows });
const open = (what: Extract<Intent, { want: "open-input" }>["for"]): Intent => ({
  want: "open-input",
  for: what,
});

/** In the order of the footer, the most useful key first. */
export const KEYS: readonly Binding[] = [
  {
    ...{ group: "Acts", key: "enter", help: "answer, if it is your turn", hint: "answer", when: isAsked },
    does: { enter: open("answer") },
  },
  {
    ...{ group: "The meeting", key: "space", help: "pause, continue" },
    when: (state) => isLive(state) || isReplay(state),
    hint: (state) =>
      isReplay(state) && isAtEnd(state) && !state.isGrowing
        ? "play again"
        : state.isPaused
          ? "continue"
          : "pause",
    does: { space: { want: "pause" } },
  },
  {
    ...{ group: "The meeting", key: "s", help: "one turn, then pause", when: isLive },
    does: { s: step(1) },
  },
  {
    ...{ group: "The meeting", key: "← →", help: "one turn back, forward", hint: "turn", when: isReplay },
    does: { left: step(-1), right: step(1), s: step(1) },
  },
  {
    ...{ group: "The meeting", key: "< >", help: "ten turns back, forward", when: isReplay },
    does: { "<": step(-10), ">": step(10) },
  },
  {
    ...{ group: "The meeting", key: "r G", help: "to the start, to the end", when: isReplay },
    does: { r: { want: "rewind" }, "S-g": { want: "to-end" } },
  },
  {
    ...{ group: "The meeting", key: "+ -", help: "faster, slower" },
    when: (state) => state.isPaced && (isLive(state) || isReplay(state)),
    does: { "+": pace(1), "=": pace(1), "-": pace(-1) },
  },
  {
    ...{ group: "Reading", key: "f", help: "follow the debate" },
    hint: ({ reading }) => (reading === null ? null : "follow"),
    does: { f: { want: "scroll-to", place: "end" }, end: { want: "scroll-to", place: "end" } },
  },
  {
    ...{ group: "Reading", key: "n", help: "next match; N the previous one" },
    hint: ({ search }) => (search ? "next match" : null),
    does: { n: { want: "find", direction: 1 }, "S-n": { want: "find", direction: -1 } },
  },
  { group: "Reading", key: "/", help: "find words", hint: "find", does: { "/": open("search") } },
  {
    ...{ group: "Reading", key: "↑ ↓ k j", help: "one line up, down" },
    does: { up: scroll(-1), k: scroll(-1), down: scroll(1), j: scroll(1) },
  },
  {
    ...{ group: "Reading", key: "pgup pgdn", help: "one page up, down" },
    does: { pageup: { want: "scroll-pages", pages: -1 }, pagedown: { want: "scroll-pages", pages: 1 } },
  },
  {
    ...{ group: "Reading", key: "home", help: "first message" },
    does: { home: { want: "scroll-to", place: "start" } },
  },
  { group: "Reading", key: "# N enter", help: "message N", does: { "#": open("jump") } },
  {
    ...{ group: "Reading", key: "v", help: "next change of a verdict; V the previous one" },
    does: { v: { want: "find-verdict", direction: 1 }, "S-v": { want: "find-verdict", direction: -1 } },
  },
  {
    ...{ group: "Panels", key: "p", help: "next panel; P the previous one", hint: "panels" },
    does: { p: { want: "next-panel", direction: 1 }, "S-p": { want: "next-panel", direction: -1 } },
  },
  {
    ...{ group: "Panels", key: `1-${PANELS.length}`, help: `${PANELS.join(", ")}; 0 closes` },
    does: {
      "0": { want: "panel", name: null },
      ...Object.fromEntries(PANELS.map((name, index) => [String(index + 1), { want: "panel", name } as const])),
    },
  },
  {
    ...{ group: "Panels", key: "J K", help: "scroll the panel" },
    does: { "S-j": scrollPanel(3), "S-k": scrollPanel(-3), "S-down": scrollPanel(1), "S-up": scrollPanel(-1) },
  },
  {
    ...{ group: "Panels", key: "tab enter", help: "choose a member, show the member" },
    does: {
      tab: { want: "choose-member", direction: 1 },
      "S-tab": { want: "choose-member", direction: -1 },
      enter: { want: "panel", name: "member" },
    },
  },
  {
    ...{ group: "Panels", key: "c", help: "older citation; C a newer one" },
    does: { c: { want: "cite", direction: 1 }, "S-c": { want: "cite", direction: -1 } },
  },
  {
    ...{ group: "Acts", key: "a", help: "take part: the line of acts", hint: "act" },
    when: (state) => state.canAct && !hasEnded(state),
    does: { a: { want: "acts" } },
  },
  {
    ...{ group: "Program", key: "ctrl-l ctrl-z", help: "draw again, go to the shell" },
    does: {},
  },
  {
    ...{ group: "Program", key: "?", help: "all keys, close", hint: "all keys" },
    does: { "?": { want: "help" }, escape: ({ isHelpOpen }) => ({ want: isHelpOpen ? "help" : "cancel" }) },
  },
  {
    ...{ group: "Program", key: "q", help: "quit; a live meeting can be resumed" },
    hint: (state) => (isLive(state) ? "end" : "quit"),
    does: {
      q: (state) => (isLive(state) ? { want: "ask", question: "quit" } : { want: "answer", answer: "leave" }),
    },
  },
];

/** The line of acts, which `a` opens. */
export const ACTS: readonly Binding[] = [
  { group: "Acts", key: "i", help: "say something to all", hint: "say to all", does: { i: open("interject") } },
  {
    ...{ group: "Acts", key: "w", help: "whisper to the chosen member", hint: "whisper" },
    does: { w: open("whisper") },
  },
  { group: "Acts", key: "d", help: "bring a document", hint: "document", does: { d: open("bring") } },
  {
    ...{ group: "Acts", key: "g", help: "give the floor to the chosen member", hint: "give floor" },
    does: { g: { want: "give-floor" } },
  },
  { group: "Acts", key: "v", help: "call a vote", hint: "vote", does: { v: { want: "call-ballot" } } },
  {
    ...{ group: "Acts", key: "c", help: "close the debate with a vote", hint: "close debate" },
    does: { c: { want: "ask", question: "close-debate" } },
  },
  {
    ...{ group: "Acts", key: "e", help: "end; the meeting can be resumed", hint: "end" },
    does: { e: { want: "ask", question: "end" } },
  },
];

export function intentOf(key: Key, state: ViewState): Intent | null {
  if (key.name === "C-c") return { want: "interrupt" };
  if (key.name === "C-z") return { want: "suspend" };
  if (key.name === "C-l") return { want: "repaint" };
  if (state.question) return answerOf(key, state.question);
  if (state.input?.for === "form") return fillingIn(key) ?? composing(key) ?? writing(key);
  if (state.input?.for === "answer") return composing(key) ?? writing(key);
  if (state.input) return writing(key);
  return state.isActing ? (boundTo(key, state, ACTS) ?? { want: "acts" }) : boundTo(key, state, KEYS);
}

function boundTo({ name, character }: Key, state: ViewState, bindings: readonly Binding[]): Intent | null {
  for (const { does, when } of bindings) {
    const found = Object.hasOwn(does, name)
      ? does[name]
      : character === null
        ? undefined
        : ownIn(does, character);
    if (found === undefined || when?.(state) === false) continue;
    return typeof found === "function" ? found(state) : found;
  }
  return null;
}

function ownIn(does: Binding["does"], character: string): Does | undefined {
  return Object.hasOwn(does, character) ? does[character] : undefined;
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
  if (name === "pageup") return scrollPanel(-3);
  if (name === "pagedown") return scrollPanel(3);
  return name === "C-r" ? { want: "cite-shown" } : null;
}

function fillingIn({ name }: Key): Intent | null {
  if (name === "down" || name === "tab") return { want: "field", by: 1 };
  return name === "up" || name === "S-tab" ? { want: "field", by: -1 } : null;
}

export function nextPace(now: number, direction: 1 | -1): number {
  const index = PACES.indexOf(now);
  return PACES[Math.min(PACES.length - 1, Math.max(0, index + direction))] ?? 1;
}
