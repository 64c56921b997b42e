/** The keys of the full-screen view and the changes that they make. */

import { lookUpKey } from "../../lists.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import {
  addEffect,
  giveFloor,
  keepState,
  sendAct,
  sendAnswer,
  showNote,
  stepReplay,
  togglePause,
  type Updated,
} from "./acting.ts";
import { type KeyHelp, scrollHelp } from "./help.ts";
import { hasEnded, isAtEnd, type Key, type KeyQuestion, PANELS, type ViewState } from "./model.ts";
import {
  chooseMember,
  findNext,
  findNextVerdict,
  openPanel,
  scrollPanel,
  scrollQuestion,
  scrollTo,
  scrollTranscript,
  toggleDocuments,
  turnPage,
  turnPanel,
} from "./reading.ts";
import {
  cancelInput,
  eraseText,
  moveCursor,
  moveField,
  openInput,
  submitInput,
  typeText,
} from "./writing.ts";

type Action = (state: ViewState) => Updated;

export type Binding = KeyHelp & {
  /** By the names that the terminal gives keys, or by their characters. */
  does: Readonly<Record<string, Action>>;
  /** A word for the footer; absent if the key is only in the help. */
  hint?: string | ((state: ViewState) => string | null);
};

const isLive = (state: ViewState) => state.mode === "live" && !hasEnded(state);
const isReplay = (state: ViewState) => state.mode === "replay";
const isAsked = (state: ViewState) =>
  state.canAct && !hasEnded(state) && findQuestion(state) !== null;

/** An action that only changes the view. */
const view =
  <Args extends readonly unknown[]>(
    change: (state: ViewState, ...args: Args) => ViewState,
    ...args: Args
  ) =>
  (state: ViewState) =>
    keepState(change(state, ...args));
const step = (turns: number) => (state: ViewState) => stepReplay(state, turns);
const seek = (to: "start" | "end") => (state: ViewState) =>
  addEffect(
    { ...state, reading: null, marked: null },
    { do: "seek-to", seq: to === "start" ? 0 : state.total },
  );
const scroll = (rows: number) => (state: ViewState) => scrollBy(state, rows);
const page = (pages: number) => (state: ViewState) =>
  state.isHelpOpen ? keepState(scrollHelp(state, BINDINGS, 8 * pages)) : turnPage(state, pages);
const search = (direction: 1 | -1) => (state: ViewState) =>
  state.search
    ? findNext(state, state.search.query, direction)
    : keepState(showNote(state, "Search first: /", true));
const change = (direction: 1 | -1) => (state: ViewState) => findNextVerdict(state, direction);
const ask = (question: KeyQuestion) => (state: ViewState) => keepState({ ...state, question });

export function scrollBy(state: ViewState, rows: number): Updated {
  return state.isHelpOpen
    ? keepState(scrollHelp(state, BINDINGS, rows))
    : scrollTranscript(state, rows);
}

function bindKey(
  group: KeyHelp["group"],
  key: string,
  help: string,
  does: Binding["does"],
  more: Pick<Binding, "when" | "hint"> = {},
): Binding {
  return { group, key, help, does, ...more };
}

const isWatched = (state: ViewState) => isLive(state) || isReplay(state);

const quit = (state: ViewState) =>
  isLive(state) ? ask("quit")(state) : sendAnswer(state, "leave");

function describePause(state: ViewState): string {
  if (isReplay(state) && isAtEnd(state) && !state.isGrowing) return "play again";
  return state.isPaused ? "continue" : "pause";
}

export const KEYS: readonly Binding[] = [
  bindKey(
    "Acts",
    "enter",
    "answer, if it is your turn",
    { enter: view(openInput, "answer") },
    { hint: "answer", when: isAsked },
  ),
  bindKey(
    "The meeting",
    "space",
    "pause, continue",
    { space: togglePause },
    { when: isWatched, hint: describePause },
  ),
  bindKey("The meeting", "s", "one turn, then pause", { s: step(1) }, { when: isLive }),
  bindKey(
    "The meeting",
    "← →",
    "one turn back, forward",
    { left: step(-1), right: step(1), s: step(1) },
    { hint: "turn", when: isReplay },
  ),
  bindKey(
    "The meeting",
    "< >",
    "ten turns back, forward",
    { "<": step(-10), ">": step(10) },
    { when: isReplay },
  ),
  bindKey(
    "The meeting",
    "r G",
    "to the start, to the end",
    { r: seek("start"), "S-g": seek("end") },
    { when: isReplay },
  ),
  bindKey(
    "Reading",
    "f",
    "follow the debate",
    { f: view(scrollTo, "end"), end: view(scrollTo, "end") },
    { hint: ({ reading }) => (reading === null ? null : "follow") },
  ),
  bindKey(
    "Reading",
    "n",
    "next match; N the previous one",
    { n: search(1), "S-n": search(-1) },
    { hint: ({ search }) => (search ? "next match" : null) },
  ),
  bindKey("Reading", "/", "find words", { "/": view(openInput, "search") }, { hint: "find" }),
  bindKey(
    "Reading",
    "m",
    "quotes and reasons in full, or folded",
    { m: (state) => keepState({ ...state, isDetailed: !state.isDetailed }) },
    { hint: ({ isDetailed }) => (isDetailed ? "less" : "more") },
  ),
  bindKey("Reading", "↑ ↓ k j", "one line up, down", {
    up: scroll(-1),
    k: scroll(-1),
    down: scroll(1),
    j: scroll(1),
  }),
  bindKey("Reading", "pgup pgdn", "one page up, down", { pageup: page(-1), pagedown: page(1) }),
  bindKey("Reading", "home", "first message", { home: view(scrollTo, "start") }),
  bindKey("Reading", "# N enter", "message N", { "#": view(openInput, "jump") }),
  bindKey("Reading", "v", "next change of a verdict; V the previous one", {
    v: change(1),
    "S-v": change(-1),
  }),
  bindKey(
    "Panels",
    "p",
    "next panel; P the previous one",
    { p: view(turnPanel, 1), "S-p": view(turnPanel, -1) },
    { hint: "panels" },
  ),
  bindKey("Panels", `1-${PANELS.length}`, `${PANELS.join(", ")}; 0 closes`, {
    "0": view(openPanel, null),
    ...Object.fromEntries(PANELS.map((name, index) => [String(index + 1), view(openPanel, name)])),
  }),
  bindKey("Panels", "J K", "scroll the panel", {
    "S-j": view(scrollPanel, 3),
    "S-k": view(scrollPanel, -3),
    "S-down": view(scrollPanel, 1),
    "S-up": view(scrollPanel, -1),
  }),
  bindKey("Panels", "tab enter", "choose a member, show the member", {
    tab: view(chooseMember, 1),
    "S-tab": view(chooseMember, -1),
    enter: view(openPanel, "member"),
  }),
  bindKey(
    "Acts",
    "a",
    "take part: the line of acts",
    { a: (state) => keepState({ ...state, isActing: true }) },
    { hint: "act", when: (state) => state.canAct && !hasEnded(state) },
  ),
  bindKey("Acts", "ctrl-d", "documents with their lines, while you write", {}),
  bindKey(
    "Program",
    "ctrl-w u k",
    "erase the word, the line before, the line after, in a text",
    {},
  ),
  bindKey("Program", "ctrl-l ctrl-z", "draw again, go to the shell", {}),
  bindKey(
    "Program",
    "?",
    "all keys, close",
    {
      "?": view(toggleHelp),
      escape: (state) => keepState(state.isHelpOpen ? toggleHelp(state) : cancelInput(state)),
    },
    { hint: "all keys" },
  ),
  bindKey(
    "Program",
    "q",
    "quit; a live meeting can be resumed",
    { q: quit },
    { hint: (state) => (isLive(state) ? "end" : "quit") },
  ),
];

export const ACTS: readonly Binding[] = [
  bindKey(
    "Acts",
    "i",
    "say something to all",
    { i: view(openInput, "interject") },
    { hint: "say to all" },
  ),
  bindKey(
    "Acts",
    "w",
    "whisper to the chosen member",
    { w: view(openInput, "whisper") },
    { hint: "whisper" },
  ),
  bindKey("Acts", "d", "add a document", { d: view(openInput, "bring") }, { hint: "document" }),
  bindKey(
    "Acts",
    "g",
    "let the chosen member speak next",
    { g: giveFloor },
    { hint: "next speaker" },
  ),
  bindKey(
    "Acts",
    "v",
    "call a vote",
    { v: (state) => sendAct(state, { act: "call-ballot" }) },
    { hint: "vote" },
  ),
  bindKey(
    "Acts",
    "c",
    "close the debate with a vote",
    { c: ask("close-debate") },
    { hint: "close debate" },
  ),
  bindKey("Acts", "e", "pause and close; you can resume it", { e: ask("end") }, { hint: "end" }),
];

/** All keys, as the help lists them. The keys of acts follow `a`, since some mean something else without it. */
export const BINDINGS: readonly Binding[] = [
  ...KEYS,
  ...ACTS.map((each) => ({ ...each, key: `a ${each.key}` })),
];

function toggleHelp(state: ViewState): ViewState {
  return { ...state, isHelpOpen: !state.isHelpOpen, panelAt: null };
}

/** What a key makes of the view; null if it is not bound now. A key of the line of acts closes that line. */
export function pressKey(state: ViewState, key: Key): Updated | null {
  const closed = state.isActing ? { ...state, isActing: false } : state;
  return findAction(key, state)?.(closed) ?? (state.isActing ? keepState(closed) : null);
}

function findAction(key: Key, state: ViewState): Action | null {
  if (key.name === "C-c") return (now) => addEffect(now, { do: "interrupt" });
  if (key.name === "C-z") return (now) => addEffect(now, { do: "suspend" });
  if (key.name === "C-l") return (now) => addEffect(now, { do: "repaint" });
  if (state.question) return answerQuestion(key, state.question);
  if (state.input?.for === "form") return fillInForm(key) ?? composeAnswer(key) ?? writeInput(key);
  if (state.input?.for === "answer") return composeAnswer(key) ?? writeInput(key);
  if (state.input) return writeInput(key);
  return bindKeys(key, state, state.isActing ? ACTS : KEYS);
}

function bindKeys(
  { name, character }: Key,
  state: ViewState,
  bindings: readonly Binding[],
): Action | null {
  for (const { does, when } of bindings) {
    const action = lookUpKey(does, name) ?? lookUpKey(does, character ?? name);
    if (action !== undefined && when?.(state) !== false) return action;
  }
  return null;
}

function answerQuestion({ name }: Key, question: KeyQuestion): Action | null {
  if (name === "escape" || name === "n") return (state) => sendAnswer(state, "no");
  if (question !== "quit") return name === "y" ? (state) => sendAnswer(state, "yes") : null;
  if (name === "e") return (state) => sendAnswer(state, "end");
  return name === "l" ? (state) => sendAnswer(state, "leave") : null;
}

const MOVES = {
  left: "left",
  right: "right",
  home: "home",
  end: "end",
  "C-a": "home",
  "C-e": "end",
} as const;
const ERASES = {
  backspace: "left",
  delete: "right",
  "C-w": "word",
  "C-u": "home",
  "C-k": "end",
} as const;

function writeInput({ name, character }: Key): Action | null {
  if (name === "escape") return view(cancelInput);
  if (name === "enter") return submitInput;
  const [moves, erases] = [lookUpKey(MOVES, name), lookUpKey(ERASES, name)];
  if (moves) return view(moveCursor, moves);
  if (erases) return view(eraseText, erases);
  const isPrintable =
    character !== null && character >= " " && character !== "\x7f" && name !== "return";
  return isPrintable ? view(typeText, character) : null;
}

/** Rows that a page key moves the documents, or the question, while an answer is written. */
const PAGE_ROWS = 4;

function composeAnswer({ name }: Key): Action | null {
  if (name === "C-d") return view(toggleDocuments);
  if (name === "pageup") return view(scrollQuestion, -PAGE_ROWS);
  return name === "pagedown" ? view(scrollQuestion, PAGE_ROWS) : null;
}

function fillInForm({ name }: Key): Action | null {
  if (name === "down" || name === "tab") return view(moveField, 1);
  return name === "up" || name === "S-tab" ? view(moveField, -1) : null;
}
