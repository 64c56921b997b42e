import { lastOf } from "../../lists.ts";
import type { ViewTurn } from "../../models/port/model.ts";
import { escapeText } from "../scaffold/escape.ts";
import { positionName } from "../scaffold/message.ts";
import { memberOf } from "../transcript/member-of.ts";
import type { Entry, MeetingState } from "../transcript/state.ts";
import type { Names } from "./names.ts";
import { isVisible, type Renderer, speakerOf, statesVerdict, wasSealed } from "./renderer.ts";

/** The transcript as one seat sees it. It only grows: what was shown stays a byte prefix, block by block, so that a provider's cache stays good. */
export interface View {
  /** Always the same array, unless the state is another branch's. */
  turns(state: MeetingState): readonly ViewTurn[];
}

type OwnTurn = { role: ViewTurn["role"]; parts: string[] };

/** `shared`: all seats get the same text, with each entry as a block. */
export function createView(seat: string, opening: string, render: Renderer, shared: boolean): View {
  let view = emptyView(seat, opening, null);
  return {
    turns(state) {
      const { shown, summary } = memberOf(state, seat);
      if (!continues(view, state) || view.summary !== summary) view = emptyView(seat, opening, summary, state);
      for (const end of shown.slice(view.marks)) read(view, state, end);
      view.marks = Math.max(view.marks, shown.length);
      read(view, state, state.entries.length);
      return view.turns;
    },
  };

  function read(own: OwnView, state: MeetingState, end: number): void {
    const block: string[] = [];
    for (const entry of state.entries.slice(own.entries, end) as Entry[]) {
      own.entries++;
      own.last = entry;
      const text = render(entry, seat, own.hasStated);
      own.hasStated ||= statesVerdict(entry, seat);
      if (text === null) continue;
      if (shared) add(own, "user", text);
      else if (speakerOf(entry) !== seat) block.push(text);
      else {
        flush(own, block);
        add(own, "assistant", text);
      }
    }
    flush(own, block);
  }
}

type OwnView = {
  readonly turns: [OwnTurn, ...OwnTurn[]];
  entries: number;
  marks: number;
  last: Entry | null;
  hasStated: boolean;
  readonly summary: Summary | null;
};

/** A conversation must not begin with the assistant. */
function emptyView(seat: string, opening: string, summary: Summary | null, state?: MeetingState): OwnView {
  const parts = summary ? [opening, summary.text] : [opening];
  const entries = summary?.entries ?? 0;
  const old = (state?.entries ?? []).slice(0, entries) as readonly Entry[];
  const hasStated = old.some((entry) => statesVerdict(entry, seat));
  return { turns: [{ role: "user", parts }], entries, marks: 0, last: old.at(-1) ?? null, hasStated, summary };
}

function continues(view: OwnView, { entries }: MeetingState): boolean {
  return view.entries <= entries.length && (view.entries === 0 || entries[view.entries - 1] === view.last);
}

function flush(view: OwnView, block: string[]): void {
  if (block.length === 0) return;
  add(view, "user", block.join("\n"));
  block.length = 0;
}

function add(view: OwnView, role: ViewTurn["role"], part: string): void {
  const last = lastOf(view.turns);
  if (last.role === role) last.parts.push(part);
  else view.turns.push({ role, parts: [part] });
}

export type Summary = { readonly entries: number; readonly text: string };

/** Entries that are always shown in full. */
export const KEPT = 4;

/** Words of all summarised entries together, and of one at most and at least. */
export const WORDS = { all: 600, most: 25, least: 6 } as const;

/** Cuts the older half of a view to the beginnings of its messages. Null if too little remains. */
export function summarise(state: MeetingState, seat: string, names: Names): Summary | null {
  const before = memberOf(state, seat).summary?.entries ?? 0;
  const inFull = state.entries.length - before;
  if (inFull <= KEPT) return null;
  const entries = before + Math.ceil((inFull - KEPT) / 2);
  const old = state.entries.slice(0, entries) as readonly Entry[];
  const words = Math.max(WORDS.least, Math.min(WORDS.most, Math.floor(WORDS.all / entries)));
  const { control } = state.scenario.prompt;
  const lines = old
    .filter((entry) => isVisible(entry, seat, control))
    .map((entry) => {
      const isOwn = speakerOf(entry) === seat;
      const most = control !== undefined && !isOwn ? 0 : words;
      return lineOf(entry, { names, words: most, hidesVerdict: !isOwn && wasSealed(state, seat, entry) });
    })
    .filter((line) => line !== "");
  const heading = `The first ${entries} entries of the debate, each cut to its beginning:`;
  return { entries, text: [`<Summary entries="${entries}">`, heading, ...lines, "</Summary>"].join("\n") };
}

type SummaryForm = { readonly names: Names; readonly words: number; readonly hidesVerdict: boolean };

function lineOf(entry: Entry, { names, words, hidesVerdict }: SummaryForm): string {
  const begins = (text: string) => (words === 0 ? "" : escapeText(beginning(names.mask(text), words)));
  switch (entry.kind) {
    case "message": {
      const { id, speaker, content } = entry.message;
      const verdict = positionName(entry.message);
      const stance = verdict === null || hidesVerdict ? "" : ` (${verdict})`;
      return `[${id}] ${escapeText(names.displayed(speaker))}${stance}: ${begins(content)}`;
    }
    case "interjection":
      return `[${entry.id}] ${escapeText(entry.person)}: ${begins(entry.text)}`;
    case "document":
      return `The document ${escapeText(entry.document.name)} was brought by ${escapeText(entry.by)}.`;
    default:
      return "";
  }
}

function beginning(text: string, words: number): string {
  const all = text.trim().split(/\s+/);
  return all.length <= words ? all.join(" ") : `${all.slice(0, words).join(" ")} ...`;
}
