import { ownOf } from "../../lists.ts";
import { nextPace } from "../../showing/watching/pacing.ts";
import { questionTo } from "../../showing/watching/seat.ts";
import { helpScrolled, type KeyHelp } from "./frame/help.ts";
import { hasEnded, isAtEnd, type Key, type KeyQuestion, PANELS, type ViewState } from "./state/model.ts";
import { acted, answered, floorGiven, paused, stepped } from "./update/act.ts";
import { fieldMoved } from "./update/answer.ts";
import { memberChosen, panelOpened, panelScrolled, panelTurned } from "./update/choose.ts";
import { found, foundVerdict, pageTurned, scrolled, scrolledTo } from "./update/read.ts";
import { effect, noted, only, type Updated } from "./update/updated.ts";
import { cancelled, erased, inputOpened, submitted, typed } from "./update/write.ts";

type Action = (state: ViewState) => Updated;

/** One entry of the keymap: the keys, the footer and the help are made from it. */
export type Binding = KeyHelp & {
  /** By the names that the terminal gives keys, or by their characters. */
  readonly does: Readonly<Record<string, Action>>;
  /** A word for the footer, left out if the key is only in the help. */
  readonly hint?: string | ((state: ViewState) => string | null);
};

const isLive = (state: ViewState) => state.mode === "live" && !hasEnded(state);
const isReplay = (state: ViewState) => state.mode === "replay";
const isAsked = (state: ViewState) => state.canAct && !hasEnded(state) && questionTo(state) !== null;

/** An action that only changes the view. */
const view =
  <Args extends readonly unknown[]>(change: (state: ViewState, ...args: Args) => ViewState, ...args: Args) =>
  (state: ViewState) =>
    only(change(state, ...args));
const step = (turns: number) => (state: ViewState) => stepped(state, turns);
const pace = (direction: 1 | -1) => (state: ViewState) =>
  effect(state, { do: "pace", pace: nextPace(state.pace, direction) });
const seek = (to: "start" | "end") => (state: ViewState) =>
  effect(
    { ...state, reading: null, marked: null },
    to === "start" ? { do: "rewind" } : { do: "seek-to", seq: state.total },
  );
const scroll = (rows: number) => (state: ViewState) => scrolledBy(state, rows);
const page = (pages: number) => (state: ViewState) =>
  state.isHelpOpen ? only(helpScrolled(state, BINDINGS, 8 * pages)) : pageTurned(state, pages);
const search = (direction: 1 | -1) => (state: ViewState) =>
  state.search ? found(state, state.search.query, direction) : only(noted(state, "Search first: /", true));
const change = (direction: 1 | -1) => (state: ViewState) => foundVerdict(state, direction);
const ask = (question: KeyQuestion) => (state: ViewState) => only({ ...state, question });

/** The help, if it is open, else the debate. */
export function scrolledBy(state: ViewState, rows: number): Updated {
  return state.isHelpOpen ? only(helpScrolled(state, BINDINGS, rows)) : scrolled(state, rows);
}

/** In the order of the footer, the most useful key first. */
export const KEYS: readonly Binding[] = [
  {
    ...{ group: "Acts", key: "enter", help: "answer, if it is your turn", hint: "answer", when: isAsked },
    does: { enter: view(inputOpened, "answer") },
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
    does: { space: paused },
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
    does: { r: seek("start"), "S-g": seek("end") },
  },
  {
    ...{ group: "The meeting", key: "+ -", help: "faster, slower" },
    when: (state) => state.isPaced && (isLive(state) || isReplay(state)),
    does: { "+": pace(1), "=": pace(1), "-": pace(-1) },
  },
  {
    ...{ group: "Reading", key: "f", help: "follow the debate" },
    hint: ({ reading }) => (reading === null ? null : "follow"),
    does: { f: view(scrolledTo, "end"), end: view(scrolledTo, "end") },
  },
  {
    ...{ group: "Reading", key: "n", help: "next match; N the previous one" },
    hint: ({ search }) => (search ? "next match" : null),
    does: { n: search(1), "S-n": search(-1) },
  },
  { group: "Reading", key: "/", help: "find words", hint: "find", does: { "/": view(inputOpened, "search") } },
  {
    ...{ group: "Reading", key: "↑ ↓ k j", help: "one line up, down" },
    does: { up: scroll(-1), k: scroll(-1), down: scroll(1), j: scroll(1) },
  },
  {
    ...{ group: "Reading", key: "pgup pgdn", help: "one page up, down" },
    does: { pageup: page(-1), pagedown: page(1) },
  },
  {
    ...{ group: "Reading", key: "home", help: "first message" },
    does: { home: view(scrolledTo, "start") },
  },
  { group: "Reading", key: "# N enter", help: "message N", does: { "#": view(inputOpened, "jump") } },
  {
    ...{ group: "Reading", key: "v", help: "next change of a verdict; V the previous one" },
    does: { v: change(1), "S-v": change(-1) },
  },
  {
    ...{ group: "Panels", key: "p", help: "next panel; P the previous one", hint: "panels" },
    does: { p: view(panelTurned, 1), "S-p": view(panelTurned, -1) },
  },
  {
    ...{ group: "Panels", key: `1-${PANELS.length}`, help: `${PANELS.join(", ")}; 0 closes` },
    does: {
      "0": view(panelOpened, null),
      ...Object.fromEntries(PANELS.map((name, index) => [String(index + 1), view(panelOpened, name)])),
    },
  },
  {
    ...{ group: "Panels", key: "J K", help: "scroll the panel" },
    does: {
      "S-j": view(panelScrolled, 3),
      "S-k": view(panelScrolled, -3),
      "S-down": view(panelScrolled, 1),
      "S-up": view(panelScrolled, -1),
    },
  },
  {
    ...{ group: "Panels", key: "tab enter", help: "choose a member, show the member" },
    does: {
      tab: view(memberChosen, 1),
      "S-tab": view(memberChosen, -1),
      enter: view(panelOpened, "member"),
    },
  },
  {
    ...{ group: "Acts", key: "a", help: "take part: the line of acts", hint: "act" },
    when: (state) => state.canAct && !hasEnded(state),
    does: { a: (state) => only({ ...state, isActing: true }) },
  },
  {
    ...{ group: "Program", key: "ctrl-l ctrl-z", help: "draw again, go to the shell" },
    does: {},
  },
  {
    ...{ group: "Program", key: "?", help: "all keys, close", hint: "all keys" },
    does: {
      "?": view(helpTurned),
      escape: (state) => only(state.isHelpOpen ? helpTurned(state) : cancelled(state)),
    },
  },
  {
    ...{ group: "Program", key: "q", help: "quit; a live meeting can be resumed" },
    hint: (state) => (isLive(state) ? "end" : "quit"),
    does: {
      q: (state) => (isLive(state) ? ask("quit")(state) : answered(state, "leave")),
    },
  },
];

/** The line of acts, which `a` opens. */
export const ACTS: readonly Binding[] = [
  {
    group: "Acts",
    key: "i",
    help: "say something to all",
    hint: "say to all",
    does: { i: view(inputOpened, "interject") },
  },
  {
    ...{ group: "Acts", key: "w", help: "whisper to the chosen member", hint: "whisper" },
    does: { w: view(inputOpened, "whisper") },
  },
  {
    group: "Acts",
    key: "d",
    help: "bring a document",
    hint: "document",
    does: { d: view(inputOpened, "bring") },
  },
  {
    ...{ group: "Acts", key: "g", help: "give the floor to the chosen member", hint: "give floor" },
    does: { g: floorGiven },
  },
  {
    group: "Acts",
    key: "v",
    help: "call a vote",
    hint: "vote",
    does: { v: (state) => acted(state, { act: "call-ballot" }) },
  },
  {
    ...{ group: "Acts", key: "c", help: "close the debate with a vote", hint: "close debate" },
    does: { c: ask("close-debate") },
  },
  {
    ...{ group: "Acts", key: "e", help: "end; the meeting can be resumed", hint: "end" },
    does: { e: ask("end") },
  },
];

const BINDINGS: readonly Binding[] = [...KEYS, ...ACTS];

function helpTurned(state: ViewState): ViewState {
  return { ...state, isHelpOpen: !state.isHelpOpen, panelAt: null };
}

/** What a key makes of the view; null if it is not bound now. A key of the line of acts closes that line. */
export function pressed(state: ViewState, key: Key): Updated | null {
  const closed = state.isActing ? { ...state, isActing: false } : state;
  return actionFor(key, state)?.(closed) ?? (state.isActing ? only(closed) : null);
}

function actionFor(key: Key, state: ViewState): Action | null {
  if (key.name === "C-c") return (now) => effect(now, { do: "interrupt" });
  if (key.name === "C-z") return (now) => effect(now, { do: "suspend" });
  if (key.name === "C-l") return (now) => effect(now, { do: "repaint" });
  if (state.question) return answering(key, state.question);
  if (state.input?.for === "form") return fillingIn(key) ?? composing(key) ?? writing(key);
  if (state.input?.for === "answer") return composing(key) ?? writing(key);
  if (state.input) return writing(key);
  return boundTo(key, state, state.isActing ? ACTS : KEYS);
}

function boundTo({ name, character }: Key, state: ViewState, bindings: readonly Binding[]): Action | null {
  for (const { does, when } of bindings) {
    const action = ownOf(does, name) ?? ownOf(does, character ?? name);
    if (action !== undefined && when?.(state) !== false) return action;
  }
  return null;
}

function answering({ name }: Key, question: KeyQuestion): Action | null {
  if (name === "escape" || name === "n") return (state) => answered(state, "no");
  if (question !== "quit") return name === "y" ? (state) => answered(state, "yes") : null;
  if (name === "e") return (state) => answered(state, "end");
  return name === "l" ? (state) => answered(state, "leave") : null;
}

function writing({ name, character }: Key): Action | null {
  if (name === "escape") return view(cancelled);
  if (name === "enter") return submitted;
  if (name === "backspace") return view(erased, false);
  if (name === "C-u") return view(erased, true);
  const isPrintable = character !== null && character >= " " && character !== "\x7f" && name !== "return";
  return isPrintable ? view(typed, character) : null;
}

function composing({ name }: Key): Action | null {
  if (name === "pageup") return view(panelScrolled, -3);
  return name === "pagedown" ? view(panelScrolled, 3) : null;
}

function fillingIn({ name }: Key): Action | null {
  if (name === "down" || name === "tab") return view(fieldMoved, 1);
  return name === "up" || name === "S-tab" ? view(fieldMoved, -1) : null;
}
