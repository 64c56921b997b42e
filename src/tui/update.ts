import type { Answer } from "../meeting/inbox.ts";
import type { PersonAct } from "../transcript/events.ts";
import { questionTo, readWritten } from "./compose.ts";
import { type Anchor, movedBy, windowFrom } from "./flow.ts";
import { actInWords, nameOf } from "./item-lines.ts";
import { itemIndexAt } from "./items.ts";
import { type Intent, nextPace } from "./keys.ts";
import { currentSpeaker, PANELS, type PanelName, type ViewState } from "./model.ts";
import { paintableLine } from "./paintable.ts";
import { shownDocument } from "./panels/document.ts";
import { findAhead, findItem, matching, type Scan } from "./search.ts";
import { lineText } from "./spans.ts";
import { readingAt, readingMoved } from "./transcript.ts";
import { partsOf, shownPanel } from "./view.ts";

/** What the world has to do because of a key. */
export type Effect =
  | {
      readonly do:
        | "pause"
        | "resume"
        | "step"
        | "rewind"
        | "export"
        | "repaint"
        | "leave"
        | "search-on"
        | "interrupt"
        | "end";
    }
  | { readonly do: "pace"; readonly pace: number }
  /** Replay: so many entries forward or back. */
  | { readonly do: "seek-by"; readonly entries: number }
  /** Replay: to right after the event of this number. */
  | { readonly do: "seek-to"; readonly seq: number }
  | { readonly do: "act"; readonly does: PersonAct }
  /** Lays the file of this path on the table. */
  | { readonly do: "bring"; readonly file: string }
  | { readonly do: "answer"; readonly answer: Answer };

export type Updated = { readonly state: ViewState; readonly effects: readonly Effect[] };

/** The view after a wish, and what else it asks for. */
export function update(state: ViewState, intent: Intent): Updated {
  switch (intent.want) {
    case "scroll":
      return scrolled(state, intent.rows);
    case "scroll-pages":
      return scrolled(state, intent.pages * Math.max(1, partsOf(state).height - 2));
    case "scroll-to":
      return scrolledTo(state, intent.place);
    case "open-input":
      return only(inputOpened(state, intent.for));
    case "find":
      return state.search ? found(state, intent.direction) : only(noted(state, "Search first: /", true));
    case "search-on":
      return state.search?.scan ? scanned(state, state.search.scan) : only(state);
    case "find-verdict":
      return foundVerdict(state, intent.direction);
    case "choose-member":
      return only(memberChosen(state, intent.direction));
    case "choose-seat":
      return only({ ...state, chosen: state.chosen === intent.seat ? null : intent.seat, panelAt: null });
    case "panel":
      return only(panelOpened(state, intent.name));
    case "next-panel":
      return only(panelTurned(state, intent.direction));
    case "scroll-panel":
      return only(panelScrolled(state, intent.rows));
    case "cite":
      return only({
        ...panelOpened(state, "document"),
        citation: Math.max(0, state.citation + intent.direction),
      });
    case "help":
      return only({ ...state, isHelpOpen: !state.isHelpOpen, panelAt: null });
    case "pause":
      return paused(state);
    case "step":
      return stepped(state, intent.turns);
    case "rewind":
      return effect({ ...state, reading: null, marked: null }, { do: "rewind" });
    case "pace":
      return effect(state, { do: "pace", pace: nextPace(state.pace, intent.direction) });
    case "cite-shown":
      return only(shownCited(state));
    case "call-ballot":
      return acted(state, { act: "call-ballot" });
    case "give-floor":
      return floorGiven(state);
    case "ask":
      return only({ ...state, question: intent.question });
    case "answer":
      return answered(state, intent.answer);
    case "type":
      return only(typed(state, intent.text));
    case "erase":
      return only(erased(state, intent.all));
    case "submit":
      return submitted(state);
    case "cancel":
      return only({
        ...state,
        draft: state.input?.for === "answer" ? state.input.text : state.draft,
        ...{ input: null, search: null, marked: null, note: null },
      });
    case "export":
      return effect(state, { do: "export" });
    case "repaint":
      return effect(state, { do: "repaint" });
    case "interrupt":
      return effect(state, { do: "interrupt" });
    default:
      return intent satisfies never;
  }
}

/** Shows a line for a while in place of the keys. */
export function noted(state: ViewState, text: string, isBad = false): ViewState {
  return { ...state, note: { text, until: state.clock + NOTE_MS, isBad } };
}

const NOTE_MS = 4_000;

function only(state: ViewState): Updated {
  return { state, effects: [] };
}

function effect(state: ViewState, ...effects: readonly Effect[]): Updated {
  return { state, effects };
}

function scrolled(state: ViewState, rows: number): Updated {
  if (state.isHelpOpen) return only(panelScrolled(state, rows));
  const { transcript, height } = partsOf(state);
  if (!transcript) return only(panelScrolled(state, rows));
  return only({ ...state, reading: readingMoved(state, transcript, rows, height), marked: null });
}

function scrolledTo(state: ViewState, place: "start" | "end"): Updated {
  if (place === "end") return only({ ...state, reading: null, marked: null });
  return only({ ...state, reading: { seq: 0, at: Number.NEGATIVE_INFINITY }, marked: null });
}

/** Where a search goes on from: what was found last, else what is in view. */
function searchedFrom(state: ViewState, direction: 1 | -1): number {
  if (state.marked !== null) return itemIndexAt(state.items, state.marked);
  if (state.reading === null) return direction === 1 ? state.shown - 1 : state.shown;
  return itemIndexAt(state.items, state.reading.seq) - (direction === 1 ? 1 : 0);
}

function found(state: ViewState, direction: 1 | -1): Updated {
  return scanned(state, { from: searchedFrom(state, direction), direction, step: 0 });
}

/** Looks at some items, and asks to go on where there are more. */
function scanned(state: ViewState, scan: Scan): Updated {
  const { query } = state.search!;
  const result = findItem(state.items, state.shown, scan, matching(query));
  if (typeof result === "number")
    return only(goneTo({ ...state, search: { query, isFound: true, scan: null } }, result, query));
  const search = { query, isFound: false, scan: result };
  if (result) return effect({ ...state, search }, { do: "search-on" });
  return only(noted({ ...state, search }, `"${query}" is not in the transcript.`, true));
}

function foundVerdict(state: ViewState, direction: 1 | -1): Updated {
  const from = searchedFrom(state, direction);
  const passes = ({ changesVerdict }: ViewState["items"][number]) => changesVerdict;
  const index = findAhead(state.items, state.shown, from, direction, passes);
  if (index !== null) return only(goneTo(state, index, ""));
  const ahead = direction === 1 ? findAhead(state.items, state.items.length, state.shown - 1, 1, passes) : null;
  if (state.mode === "replay" && ahead !== null)
    return effect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: state.items[ahead]!.seq });
  return only(noted(state, direction === 1 ? "No later verdict change." : "No earlier verdict change.", true));
}

/** Brings an item into view, and in it the row that holds a text. */
function goneTo(state: ViewState, index: number, query: string): ViewState {
  const open =
    shownPanel(state) !== null && partsOf(state).transcript === null ? { ...state, panel: null } : state;
  const { transcript, height } = partsOf(open);
  const item = open.items[index]!;
  if (!transcript) return { ...open, marked: item.seq };
  const rows = transcript.lines(index);
  const wanted = query.toLowerCase();
  const hit = wanted === "" ? -1 : rows.findIndex(({ line }) => lineText(line).toLowerCase().includes(wanted));
  const at = hit > height - 3 ? rows[hit - 2]!.at : Number.NEGATIVE_INFINITY;
  const window = windowFrom(transcript, { block: index, at }, height);
  return { ...open, marked: item.seq, reading: window.isAtEnd ? null : readingAt(open, window.top) };
}

function memberChosen(state: ViewState, direction: 1 | -1): ViewState {
  const seats = state.meeting?.seats.map(({ id }) => id) ?? [];
  if (seats.length === 0) return state;
  const index = state.chosen === null ? (direction === 1 ? -1 : 0) : seats.indexOf(state.chosen);
  return { ...state, chosen: seats[(index + direction + seats.length) % seats.length]!, panelAt: null };
}

function panelOpened(state: ViewState, name: PanelName | null): ViewState {
  const isOpen = name !== null && shownPanel(state) === name && name !== "document";
  return { ...state, panel: isOpen ? null : name, panelAt: null, citation: 0, isHelpOpen: false };
}

function panelTurned(state: ViewState, direction: 1 | -1): ViewState {
  const now = shownPanel(state);
  const index = now === null ? (direction === 1 ? -1 : 0) : PANELS.indexOf(now);
  return {
    ...state,
    panel: PANELS[(index + direction + PANELS.length) % PANELS.length]!,
    panelAt: null,
    citation: 0,
  };
}

function panelScrolled(state: ViewState, rows: number): ViewState {
  const { scrollable, window, height } = scrollableOf(state);
  if (!scrollable || !window) return state;
  const at: Anchor = movedBy(scrollable, window.top, rows, height);
  return { ...state, panelAt: at };
}

function scrollableOf(state: ViewState) {
  const { help, panel, panelWindow, geometry, height } = partsOf(state);
  if (!help)
    return { scrollable: panel?.flow, window: panelWindow, height: height - (panel?.head.length ?? 0) };
  const window = windowFrom(help, state.panelAt ?? { block: 0, at: 0 }, geometry.body);
  return { scrollable: help, window, height: geometry.body };
}

function paused(state: ViewState): Updated {
  if (state.mode === "replay" && state.cursor >= state.total && !state.isGrowing)
    return effect({ ...state, reading: null, marked: null }, { do: "rewind" }, { do: "resume" });
  return effect(state, { do: state.isPaused ? "resume" : "pause" });
}

function stepped(state: ViewState, turns: number): Updated {
  if (state.mode === "live") return effect({ ...state, reading: null }, { do: "step" });
  return effect({ ...state, reading: null, marked: null }, { do: "pause" }, { do: "seek-by", entries: turns });
}

function floorGiven(state: ViewState): Updated {
  const { chosen, meeting } = state;
  const member = chosen === null ? undefined : meeting?.members.get(chosen);
  if (!member || member.seat.kind === "agent")
    return only(noted(state, "Choose a member first: tab or a click.", true));
  if (member.status !== "active")
    return only(noted(state, `${paintableLine(member.seat.persona.name)} has left the debate.`, true));
  return acted(state, { act: "give-floor", to: member.seat.id });
}

function acted(state: ViewState, does: PersonAct): Updated {
  const { table } = partsOf(state);
  const words = actInWords(does, (seat) => nameOf(table, seat));
  return effect(noted(state, `Before the next turn: ${state.person} ${paintableLine(words)}`), {
    do: "act",
    does,
  });
}

function answered(state: ViewState, answer: "yes" | "end" | "leave" | "no"): Updated {
  const { question } = state;
  const closed = { ...state, question: null };
  if (answer === "no") return only(closed);
  if (answer === "leave") return effect(closed, { do: "leave" });
  if (answer === "end")
    return effect({ ...closed, isEnding: true }, { do: "act", does: { act: "adjourn" } }, { do: "end" });
  if (question === "close-debate") return acted(closed, { act: "close-debate" });
  const ending = { ...closed, isEnding: state.mode === "live" };
  return effect(ending, { do: "act", does: { act: "adjourn" } });
}

const MOST_TYPED = 2_000;

function typed(state: ViewState, text: string): ViewState {
  const { input } = state;
  if (!input) return state;
  const allowed =
    input.for === "jump" ? text.replace(/\D/g, "") : paintableLine(text) || (text === " " ? " " : "");
  return { ...state, input: { ...input, text: (input.text + allowed).slice(0, MOST_TYPED) } };
}

function erased(state: ViewState, all: boolean): ViewState {
  const { input } = state;
  if (!input) return state;
  const text = all
    ? input.text.slice(0, input.text.lastIndexOf("\n") + 1)
    : [...input.text].slice(0, -1).join("");
  return { ...state, input: { ...input, text } };
}

function submitted(state: ViewState): Updated {
  const { input } = state;
  const closed: ViewState = { ...state, input: null };
  if (!input || input.text.trim() === "") return only(closed);
  switch (input.for) {
    case "search":
      return found(
        { ...closed, search: { query: input.text, isFound: false, scan: null }, marked: null },
        state.reading === null ? -1 : 1,
      );
    case "interject":
      return acted(closed, { act: "interject", text: input.text.trim() });
    case "jump":
      return jumped(closed, Number(input.text));
    case "whisper":
      return acted(closed, { act: "whisper", to: state.chosen!, text: input.text.trim() });
    case "bring":
      return effect(closed, { do: "bring", file: input.text.trim() });
    case "answer":
      return composed(state, input.text);
    default:
      return input.for satisfies never;
  }
}

function inputOpened(state: ViewState, purpose: NonNullable<ViewState["input"]>["for"]): ViewState {
  if (purpose === "answer" && !questionTo(state))
    return noted(state, "You are not asked for anything now.", true);
  if (purpose === "whisper") {
    const member = state.chosen === null ? undefined : state.meeting?.members.get(state.chosen);
    if (member?.seat.kind !== "member") return noted(state, "Choose a member first: tab or a click.", true);
  }
  const isKept = purpose === "answer" && state.draft !== "";
  return { ...state, input: { for: purpose, text: isKept ? state.draft : "" }, note: null };
}

/** A dot on a line of its own sends what was written above it; any other line goes on. */
function composed(state: ViewState, text: string): Updated {
  const lines = text.split("\n");
  const isShort = lines.length === 1 && /^\/(?:pass|absent\s.+)$/.test(text.trim());
  if (lines.at(-1)!.trim() !== "." && !isShort)
    return only({ ...state, input: { for: "answer", text: `${text}\n` } });
  const asked = questionTo(state);
  if (!asked)
    return only(noted({ ...state, input: null, draft: "" }, "The question has been answered already.", true));
  const form = asked.request as Parameters<typeof readWritten>[1];
  const read = readWritten((isShort ? lines : lines.slice(0, -1)).join("\n"), form);
  const kept = lines.slice(0, -1).join("\n");
  if ("problem" in read)
    return only(noted({ ...state, input: { for: "answer", text: kept } }, read.problem, true));
  const closed = { ...state, input: null, draft: "" };
  return effect(noted(closed, "Your answer is given."), {
    do: "answer",
    answer: { person: asked.person, answer: read.answer, to: asked.path },
  });
}

/** Puts the passage at the top of the document panel into the answer. */
function shownCited(state: ViewState): ViewState {
  const { panelName, panelWindow } = partsOf(state);
  const document = state.meeting && shownDocument(state, state.meeting);
  if (panelName !== "document" || !panelWindow || !document || !state.input)
    return noted(state, "Open the document panel first: esc, 4, a.", true);
  const { text } = state.input;
  const line = `/cite ${document.name}#L${panelWindow.top.block + 1}\n`;
  return {
    ...state,
    input: { for: "answer", text: `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}` },
  };
}

function jumped(state: ViewState, turn: number): Updated {
  const index = state.items.findIndex((item) => item.turn === turn);
  if (index === -1)
    return only(noted(state, `There is no message ${turn}${state.isCounting ? " yet" : ""}.`, true));
  if (state.mode === "live" || index < state.shown) return only(goneTo(state, index, ""));
  return effect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: state.items[index]!.seq });
}

/** What the prompt panel should be showing: a key that changes with every turn, or null while it is closed. */
export function wantedPrompt(state: ViewState): { readonly key: string; readonly speaker: string } | null {
  if (shownPanel(state) !== "prompt" || state.isCounting) return null;
  const speaker = currentSpeaker(state);
  if (speaker === null) return null;
  const [call] = state.calls.values();
  return { key: `${speaker} ${call?.path ?? ""} ${state.meeting?.speakers.length ?? 0}`, speaker };
}
