// The findings of members as a comment on a pull request: place, member, and the check of the quote.
// `boardroom report --format findings` writes it.

import type { Finding } from "../engine/protocol/protocol.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { words } from "../engine/words/words.ts";
import { formatReference, parseReference } from "../scenario/documents/citations.ts";
import { readDiff } from "../scenario/documents/diff.ts";
import type { Document } from "../scenario/schema/document.ts";
import { isDiffName } from "../scenario/schema/endings.ts";
import { fields, heading, list, listItem, md, verbatim } from "../text/article.ts";
import { printMarkdown } from "../text/markdown.ts";
import type { VerdictTable } from "./verdict-schema.ts";
import { formatBadge, formatOptions, nameDecision } from "./words.ts";

type Location = { file: string; from: number; to: number; isOld?: boolean };

export function printFindings(
  findings: readonly Finding[],
  { documents, scenario }: MeetingState,
  table: VerdictTable,
): string {
  const located = findings
    .map((finding) => ({ finding, location: locateFinding(finding, documents) }))
    .toSorted((a, b) => createSortKey(a.location).localeCompare(createSortKey(b.location), "en"));
  const wrong = findings.filter(({ found }) => found === "absent").length;
  return printMarkdown([
    heading(2, scenario.title),
    ...fields([
      ["Decision", `${nameDecision(table, table.outcome)}. Votes: ${formatOptions(table.tally)}`],
      ["Findings", findings.length],
      ["Quotes not found", wrong],
      ["Answered by", formatBadge(table)],
    ]),
    list(located.map(({ finding, location }) => createItem(finding, location))),
  ]);
}

function createItem(
  { ref, quote, says, member, found, removed }: Finding,
  location: Location | null,
) {
  const label = words.found[removed ? "removed" : found];
  const place = location === null ? (ref ?? "") : formatLocation(location);
  return listItem(
    md`**${place}** ${says} (${member}; quote: ${label})`,
    quote.trim() === "" ? [] : [verbatim(quote)],
  );
}

/** Of a diff, the lines of the file that it changes. Null if the member named no document. */
function locateFinding({ place, ref }: Finding, documents: readonly Document[]): Location | null {
  const cited = parseReference(place ? formatReference(place) : (ref ?? ""));
  const document = documents.find(({ name }) => name === cited?.name);
  if (!cited || !document) return null;
  const { name, from, to } = cited;
  const lines = isDiffName(name) ? readDiff(document.text).lines.slice(from - 1, to) : [];
  const changed = lines.flatMap((each) => each ?? []);
  const now = changed.filter(({ side }) => side !== "removed");
  const shown = now.length > 0 ? now : changed;
  const [first] = shown;
  const last = shown.findLast(({ file }) => file === first?.file);
  if (!first || !last) return { file: name, from, to };
  return { file: first.file, from: first.line, to: last.line, isOld: now.length === 0 };
}

/** `src/refund.ts:43-45`, or `src/refund.ts:43 before the change`. */
function formatLocation({ file, from, to, isOld }: Location): string {
  return `${file}:${from}${to > from ? `-${to}` : ""}${isOld ? " before the change" : ""}`;
}

/** Sorts by file and line. What has no place comes last. */
function createSortKey(at: Location | null): string {
  return at === null ? "\uFFFF" : `${at.file} ${String(at.from).padStart(8, "0")}`;
}
