/** Finds the entries of a debate that contain a text, for the search of the full-screen view. */

import type { DescribedEvent, EventVoice } from "../../engine/transcript/event.ts";
import { describeEvent } from "../../engine/transcript/events.ts";
import { formatStatedVerdict } from "../../engine/words/figures.ts";
import { escapeRegExp } from "../../text/plain.ts";
import { type Entry, isContinued } from "../entries.ts";
import type { SeatNames } from "./seat-view.ts";

export type Search = {
  query: string;
  /** Numbers of the events that match, in order. */
  found: readonly number[];
};

/** A private ballot matches once, at its last vote. */
export function searchEntries(
  entries: readonly Entry[],
  shown: number,
  query: string,
  { displayed, mask }: SeatNames,
): Search {
  const pattern = new RegExp(escapeRegExp(query), "iu");
  const passes = (entry: Entry) =>
    listWords(entry, { getName: displayed }).some((text) => pattern.test(mask(text)));
  const found = entries
    .slice(0, shown)
    .filter((entry, at) => !isContinued(entries, at, shown) && passes(entry));
  return { query, found: found.map(({ seq }) => seq) };
}

/** The next match in a direction, beginning again at the other end. */
export function nextMatch({ found }: Search, from: number, direction: 1 | -1): number | undefined {
  return direction === 1
    ? (found.find((seq) => seq > from) ?? found[0])
    : (found.findLast((seq) => seq < from) ?? found.at(-1));
}

function listWords({ event, narrated, ballots }: Entry, voice: EventVoice): readonly string[] {
  switch (event.type) {
    case "message.spoken":
      return [
        event.content,
        event.reasoning ?? "",
        event.wouldChange ?? "",
        formatStatedVerdict(event) ?? "",
        voice.getName(event.speaker),
        ...event.citations.flatMap(({ ref, quote }) => [ref ?? "", quote]),
      ];
    case "speaker.selected":
      return [];
    case "ballot.cast":
      return ballots.flatMap((ballot) => collectText(describeEvent(ballot, voice)));
    case "meeting.closed":
      return [...collectText(describeEvent(event, voice)), event.outcome.reason];
    default:
      return collectText(describeEvent(event, { ...voice, narrated: narrated ?? undefined }));
  }
}

function collectText(described: DescribedEvent | null): readonly string[] {
  return described === null ? [] : [described.text, described.body ?? ""];
}
