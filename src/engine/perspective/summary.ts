import { escapeText } from "../scaffold/escape.ts";
import { positionName } from "../scaffold/message.ts";
import { memberOf } from "../transcript/member-of.ts";
import type { Entry, MeetingState } from "../transcript/state.ts";
import type { Names } from "./names.ts";
import { isVisible, speakerOf } from "./renderer.ts";
import { wasSealed } from "./sealing.ts";

export type Summary = { readonly entries: number; readonly text: string };

/** Entries that are always shown in full. */
export const KEPT = 4;

/** Words of all summarised entries together, and of one at most and at least. */
export const WORDS = { all: 600, most: 25, least: 6 } as const;

/** Cuts the older half of a view to the beginnings of its messages: the members' own words, never a model's. null where too little is left. */
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
