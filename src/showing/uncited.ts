/** Finds the lines of the judged documents that no member cited. */

import type { MeetingState } from "../engine/transcript/state.ts";
import { formatCount } from "../text/plain.ts";
import { dropListMark, listJudgedDocuments, type QuotedLines } from "./requirements.ts";

/** Lines of the judged documents. Headings and empty lines do not count. */
export type UncitedLines = {
  all: number;
  /** In the order of the documents. */
  uncited: readonly QuotedLines[];
};

/** Finds the lines that no member of any of these meetings about the same documents cited. */
export function findUncitedLines(meetings: readonly MeetingState[]): UncitedLines {
  const cited = meetings.flatMap(({ members }) =>
    [...members.values()].flatMap(({ citations }) =>
      citations.flatMap(({ found, place }) => (place && found !== "absent" ? [place] : [])),
    ),
  );
  const documents = meetings.slice(0, 1).flatMap(listJudgedDocuments);
  const lines = documents.flatMap(({ name: document, text }) =>
    text.split("\n").flatMap((words, at): QuotedLines[] => {
      if (/^\s*(?:#|$)/.test(words)) return [];
      return [{ document, from: at + 1, to: at + 1, text: dropListMark(words) }];
    }),
  );
  const isCited = ({ document, from }: QuotedLines) =>
    cited.some((place) => place.document === document && place.from <= from && from <= place.to);
  return { all: lines.length, uncited: lines.filter((each) => !isCited(each)) };
}

export function describeUncited({ all, uncited }: UncitedLines): string {
  return `No member cited ${uncited.length} of ${formatCount(all, "line")}.`;
}

export function describeLine({ document, from, text }: QuotedLines): string {
  return `${document}:${from}: ${text}`;
}
