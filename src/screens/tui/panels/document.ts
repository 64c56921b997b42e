import type { CheckedCitation } from "../../../engine/transcript/events.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { words } from "../../../engine/words/words.ts";
import { parseReference, type Reference } from "../../../scenario/documents/citations.ts";
import { placeInWords } from "../../../showing/words.ts";
import { paintable, paintableLine } from "../../../text/paintable.ts";
import { wrap } from "../../../text/wrap.ts";
import type { Flow, FlowLine } from "../paint/flow.ts";
import { type Line, span } from "../paint/spans.ts";
import type { ViewState } from "../state/model.ts";
import { nameOf, type Table } from "../state/table.ts";
import { createRows, flowOf } from "./rows.ts";

type Cited = {
  readonly speaker: string;
  readonly turn: number | null;
  readonly citation: CheckedCitation;
};

/** Messages searched for citations, back from the last one in view. */
const MOST_ITEMS = 400;

export function citationsBefore({ items }: ViewState, last: number): readonly Cited[] {
  const found: Cited[] = [];
  for (const { event, turn } of items.slice(Math.max(0, last - MOST_ITEMS), last + 1).reverse()) {
    if (event.type !== "message.spoken") continue;
    for (const citation of event.citations.toReversed()) {
      if (citation.ref !== null || citation.place) found.push({ speaker: event.speaker, turn, citation });
    }
  }
  return found;
}

export function shownDocument(
  state: ViewState,
  meeting: MeetingState,
): MeetingState["documents"][number] | undefined {
  const cited = citationsBefore(state, state.shown - 1)[state.citation] ?? null;
  const named = meeting.documents.find(({ name }) => name === placeOf(cited)?.name);
  return named ?? meeting.documents.find(({ subject }) => subject) ?? meeting.documents[0];
}

export function documentFlow(
  meeting: MeetingState,
  cited: Cited | null,
  table: Table,
  width: number,
): { readonly head: readonly Line[]; readonly flow: Flow; readonly focus: number } {
  const reference = placeOf(cited);
  const named = meeting.documents.find(({ name }) => name === reference?.name);
  const document = named ?? meeting.documents.find(({ subject }) => subject) ?? meeting.documents[0];
  if (!document) {
    const rows = createRows(width);
    rows.text("This meeting has no documents.", "dim");
    return { head: [], flow: flowOf(rows.lines), focus: 0 };
  }
  const head = createRows(width);
  head.heading(`${paintableLine(document.title)} (${paintableLine(document.name)})`);
  if (cited)
    head.text(
      citedInWords(cited, table, named !== undefined),
      cited.citation.found === "absent" ? "error" : "accent",
    );
  else head.text("Nothing has been cited yet.", "dim");
  head.blank();
  const lines = linesOf(document.text);
  const digits = String(lines.length).length;
  const isCited = (line: number) =>
    named !== undefined && reference !== null && line >= reference.from && line <= reference.to;
  const flow: Flow = {
    length: lines.length,
    lines: (block) =>
      documentLine(lines[block] ?? "", { number: block + 1, digits, width, isCited: isCited(block + 1) }),
  };
  return { head: head.lines, flow, focus: named && reference ? Math.max(0, reference.from - 4) : 0 };
}

function placeOf(cited: Cited | null): Reference | null {
  if (cited === null) return null;
  const { ref, place } = cited.citation;
  return place ? { name: place.document, from: place.from, to: place.to } : parseReference(ref ?? "");
}

function citedInWords({ speaker, turn, citation }: Cited, table: Table, isKnown: boolean): string {
  const { ref, place } = citation;
  const cites = ref === null ? `quotes ${place ? placeInWords(place) : ""}` : `cites ${ref}`;
  const where = `${nameOf(table, speaker)}${turn === null ? "" : `, turn ${turn}`}, ${cites}`;
  if (!isKnown) return `${where}: there is no such document`;
  const stands = words.found[citation.found];
  return citation.quote === "" ? `${where}: ${stands}` : `${where}: "${citation.quote}": ${stands}`;
}

type DocumentRow = {
  readonly number: number;
  readonly digits: number;
  readonly width: number;
  readonly isCited: boolean;
};

function documentLine(text: string, { number, digits, width, isCited }: DocumentRow): readonly FlowLine[] {
  const room = Math.max(8, width - digits - 2);
  return wrap(text, room).map((row, index) => ({
    line: [
      span(index === 0 ? String(number).padStart(digits) : " ".repeat(digits), isCited ? "accent" : "dim"),
      span(isCited ? "▌" : " ", "accent"),
      span(row, isCited ? "cited" : "text"),
    ],
    at: index,
  }));
}

const printable = new Map<string, readonly string[]>();

function linesOf(text: string): readonly string[] {
  const known = printable.get(text);
  if (known) return known;
  if (printable.size >= 16) printable.clear();
  const lines = text.split("\n").map((line) => printableLine(line));
  printable.set(text, lines);
  return lines;
}

/** Keeps leading blanks for lists and tables. Adds no line, so that line numbers hold. */
function printableLine(line: string): string {
  return paintable(line).replaceAll("\n", " ").trimEnd();
}
