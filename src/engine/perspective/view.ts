import { lastOf } from "../../lists.ts";
import type { ViewTurn } from "../../models/port/model.ts";
import { memberOf } from "../transcript/member-of.ts";
import type { Entry, MeetingState } from "../transcript/state.ts";
import { type Renderer, speakerOf } from "./renderer.ts";
import { statesVerdict } from "./sealing.ts";
import type { Summary } from "./summary.ts";

/** The transcript as one seat sees it. It only grows: what was shown stays a byte prefix, block by block, so that a provider's cache stays good. */
export interface View {
  /** Always the same array, unless the state is another branch's. */
  turns(state: MeetingState): readonly ViewTurn[];
}

type OwnTurn = { role: ViewTurn["role"]; parts: string[] };

/** `shared`: no message is one's own and each entry is a block, so that all seats get the same bytes. */
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
  /** Another branch's state is told by the last entry taken. */
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
