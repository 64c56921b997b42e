import type { Entry, MeetingState } from "../transcript/state.ts";
import type { Renderer } from "./renderer.ts";

/** What stands for the first so many entries of the meeting in one seat's view. */
export type Summary = { readonly entries: number; readonly text: string };

/** Entries that are always shown in full. */
const KEPT = 4;

/** Words of all summarised entries together. */
const WORDS = 1_500;

/**
 * The older half of what a seat is shown in full gives way to the beginnings of its messages, with who said them and
 * their verdicts. The words are the members' own, cut: no model puts any into their mouths. null where too little is left.
 */
export function summarise(state: MeetingState, seat: string, render: Renderer): Summary | null {
  const before = state.members.get(seat)!.summary?.entries ?? 0;
  const inFull = state.entries.length - before;
  if (inFull <= KEPT) return null;
  const entries = before + Math.max(1, Math.floor((inFull - KEPT + 1) / 2));
  const old = state.entries.slice(0, entries) as readonly Entry[];
  const each = Math.max(6, Math.floor(WORDS / entries));
  const lines = old.flatMap((entry) => {
    const short = shortened(entry, each);
    const text = short && render(short, seat);
    return text ? [text] : [];
  });
  const heading = `<Summary entries="${entries}">\nThe first ${entries} entries of the debate, cut to their beginnings:`;
  return { entries, text: [heading, ...lines, "</Summary>"].join("\n") };
}

/** Notices, passes and documents are left out. */
function shortened(entry: Entry, words: number): Entry | null {
  switch (entry.kind) {
    case "message": {
      const { message } = entry;
      const content = beginning(message.content, words);
      return { ...entry, message: { ...message, artifacts: [], reasoning: null, wouldChange: null, content } };
    }
    case "interjection":
      return { ...entry, text: beginning(entry.text, words) };
    case "succession":
      return entry;
    case "pass":
    case "notice":
    case "document":
      return null;
    default:
      return entry satisfies never;
  }
}

function beginning(text: string, words: number): string {
  const all = text.trim().split(/\s+/);
  return all.length <= words ? all.join(" ") : `${all.slice(0, words).join(" ")} ...`;
}
