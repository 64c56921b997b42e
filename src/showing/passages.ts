/**
 * Finds the passages of documents that a text quotes or names, who cites which line, and the lines
 * that most reasons rest on.
 */

import { dropRepeatedPassages, readFindings } from "../engine/transcript/citations.ts";
import type { CheckedCitation, Json } from "../engine/transcript/events.ts";
import { groupBy, isRecord } from "../lists.ts";
import {
  checkCitation,
  lookUp,
  type PassagePlace,
  parseReference,
} from "../scenario/documents/citations.ts";
import type { Document } from "../scenario/schema/scenario.ts";
import { sanitize } from "../text/sanitize.ts";
import { dropListMark, quoteLines } from "./requirements.ts";
import type { MemberRow, VerdictTable } from "./verdict-schema.ts";
import { findPrevailing, isWith } from "./words.ts";

export type WordsPart = {
  text: string;
  /** `quoted`: checked against the document. `line`: a line that is only named. `absent`: quoted, but in no document. */
  kind: "own" | "quoted" | "line" | "absent";
  place: PassagePlace | null;
};

type PassageSpan = Omit<WordsPart, "text"> & { from: number; to: number };

export type Library = { documents: readonly Document[]; main: Document | null };

export function createLibrary(documents: readonly Document[]): Library {
  const subject = documents.find((document) => document.subject);
  return { documents, main: subject ?? (documents.length === 1 ? (documents[0] ?? null) : null) };
}

export function findPlace(citation: CheckedCitation, { documents }: Library): PassagePlace | null {
  if (citation.place || citation.found === "absent") return citation.place ?? null;
  return lookUp(citation.quote, documents).place ?? null;
}

export function splitWords(
  words: string,
  citations: readonly CheckedCitation[],
  library: Library,
): readonly WordsPart[] {
  const text = sanitize(words);
  const spans = [
    ...findQuotes(text, citations, library),
    ...findReferences(text, library),
    ...findLines(text, citations, library),
  ];
  const parts: WordsPart[] = [];
  let at = 0;
  for (const { from, to, kind, place } of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue;
    if (from > at) parts.push({ text: text.slice(at, from), kind: "own", place: null });
    parts.push({ text: text.slice(from, to), kind, place });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), kind: "own", place: null });
  return parts;
}

function findQuotes(
  text: string,
  citations: readonly CheckedCitation[],
  library: Library,
): readonly PassageSpan[] {
  const seen = new Set<string>();
  return citations.flatMap((citation): PassageSpan[] => {
    const quote = sanitize(citation.quote);
    if (quote.length < LEAST_QUOTED || citation.found === "reference" || seen.has(quote)) return [];
    seen.add(quote);
    const from = text.indexOf(quote);
    if (from === -1) return [];
    const place = findPlace(citation, library);
    const to = from + quote.length;
    if (place) return [{ from, to, kind: "quoted", place }];
    return citation.found === "absent" ? [{ from, to, kind: "absent", place: null }] : [];
  });
}

const LEAST_QUOTED = 4;

function findReferences(text: string, { documents }: Library): readonly PassageSpan[] {
  return [...text.matchAll(REFERENCE)].flatMap((match) => {
    const reference = parseReference(match[0]);
    const document = documents.find(({ name }) => name === reference?.name);
    const isFound =
      reference && document && reference.from >= 1 && reference.to <= countLines(document);
    if (!isFound) return [];
    const place = { document: document.name, from: reference.from, to: reference.to };
    return [{ from: match.index, to: match.index + match[0].length, kind: "line", place }];
  });
}

const REFERENCE = /(?<![\w.-])[\w.-]+#L\d{1,6}(?:-L\d{1,6})?/g;

function findLines(
  text: string,
  citations: readonly CheckedCitation[],
  library: Library,
): readonly PassageSpan[] {
  return [...text.matchAll(LINES)].flatMap((match) => {
    const [whole, first, second, of] = match;
    const [from, to] = [Number(first), Number(second ?? first)];
    const document =
      of === undefined ? guessDocument(from, citations, library) : findDocument(of, library);
    const isFound = document && from >= 1 && to >= from && to <= countLines(document);
    if (!isFound) return [];
    const place = { document: document.name, from, to };
    return [{ from: match.index, to: match.index + whole.length, kind: "line", place }];
  });
}

const LINES =
  /\blines?\s+(\d{1,6})(?:\s*(?:[-–]|to)\s*(\d{1,6}))?(?=\s+of\s+(?:the\s+)?([^.,;:()"\n]{1,60})|)/giu;

function guessDocument(
  line: number,
  citations: readonly CheckedCitation[],
  library: Library,
): Document | null {
  const cited = citations.find(
    ({ place }) => place && place.from <= line && line <= place.to,
  )?.place;
  return library.documents.find(({ name }) => name === cited?.document) ?? library.main;
}

function findDocument(words: string, { documents }: Library): Document | null {
  const said = words.toLowerCase();
  const listNames = ({ title, name }: Document) => [
    title,
    name,
    name.replace(/\.\w+$/, "").replaceAll("-", " "),
  ];
  return (
    documents.find((document) =>
      listNames(document).some((each) => said.startsWith(each.toLowerCase())),
    ) ?? null
  );
}

function countLines({ text }: Document): number {
  return text.split("\n").length;
}

export type Citer = {
  seat: string;
  turn: number | null;
  anchor: string;
  quotes: boolean;
};

export type Citers = {
  /** The same list for a line until one is added to it. */
  of: (document: string, line: number) => readonly Citer[];
  count: (document: string) => number;
  add(by: Omit<Citer, "quotes">, parts: readonly WordsPart[]): void;
};

export function createCiters(): Citers {
  const lines = new Map<string, readonly Citer[]>();
  const counts = new Map<string, number>();
  const toKey = (document: string, line: number) => `${line} ${document}`;

  function getCitersAt(document: string, line: number): readonly Citer[] {
    const key = toKey(document, line);
    const known = lines.get(key) ?? [];
    lines.set(key, known);
    return known;
  }

  function addAt(place: PassagePlace, citer: Citer): void {
    counts.set(place.document, (counts.get(place.document) ?? 0) + 1);
    for (let line = place.from; line <= Math.min(place.to, place.from + MOST_LINES); line++) {
      const citers = getCitersAt(place.document, line);
      const known = citers.findIndex(
        ({ turn, seat }) => turn === citer.turn && seat === citer.seat,
      );
      if (known !== -1 && !citer.quotes) continue;
      const now = known === -1 ? [...citers, citer] : citers.with(known, citer);
      lines.set(toKey(place.document, line), now);
    }
  }

  return {
    of: getCitersAt,
    count: (document) => counts.get(document) ?? 0,
    add(by, parts) {
      for (const { place, kind } of parts)
        if (place) addAt(place, { ...by, quotes: kind === "quoted" });
    },
  };
}

const MOST_LINES = 30;

type FindingView = { citation: CheckedCitation; says: string | null };

export type AnswerView = {
  findings: readonly FindingView[];
  grades: readonly (readonly [name: string, grade: number])[];
  rest: { [key: string]: Json };
};

type ShownAbove = {
  verdict: string | null;
  reasoning: string | null;
  wouldChange: string | null;
};

export function createAnswerView(
  reply: Json | undefined,
  above: ShownAbove,
  documents: readonly Document[],
): AnswerView | null {
  if (!isRecord(reply)) return null;
  const findings: FindingView[] = [];
  const grades: [string, number][] = [];
  const rest: Record<string, Json> = {};
  for (const [key, value] of Object.entries(reply)) {
    if (isAbove(key, value, above)) continue;
    const given = readFindings(value);
    for (const { ref, quote, says = null } of given)
      findings.push({ citation: checkCitation({ ref, quote }, documents), says });
    if (given.length > 0) continue;
    if (isRecord(value) && isGrades(value))
      grades.push(...(Object.entries(value) as [string, number][]));
    else rest[key] = value;
  }
  return { findings, grades, rest };
}

function isGrades(value: { [key: string]: Json }): boolean {
  const entries = Object.values(value);
  return entries.length > 0 && entries.every((each) => typeof each === "number");
}

function isAbove(
  key: string,
  value: Json,
  { verdict, reasoning, wouldChange }: ShownAbove,
): boolean {
  if (key === "confidence" || value === null || value === "") return true;
  if (typeof value !== "string") return false;
  return [verdict, wouldChange].includes(value) || reasoning?.includes(value) === true;
}

function listCounted<Citation extends CheckedCitation & { ballot?: true }>(
  citations: readonly Citation[],
  isTalk: boolean,
): Citation[] {
  return dropRepeatedPassages(citations.filter(({ ballot }) => !(ballot && isTalk)));
}

export function countPassages(
  citations: readonly (CheckedCitation & { ballot?: true })[],
  isTalk: boolean,
): MemberRow["cited"] {
  const counts = { exact: 0, near: 0, absent: 0, references: 0 };
  for (const { found } of listCounted(citations, isTalk))
    counts[found === "reference" ? "references" : found] += 1;
  return counts;
}

export type Ground = { quote: string; place: PassagePlace };

/** The passages that a final reasoning quotes or points at; if none, those that came with votes for the same. */
function listGrounds(
  { citations, reasoning, changes }: MemberRow,
  library: Library,
): readonly Ground[] {
  const { documents } = library;
  const said = splitWords(reasoning ?? "", citations, library).flatMap(({ kind, text, place }) =>
    place ? [{ quote: kind === "quoted" ? text : "", place }] : [],
  );
  const voted = citations.filter(
    ({ ballot, answers }) => ballot && !answers && changes.length === 0,
  );
  const own =
    said.length > 0 ? said : voted.map((each) => ({ ...each, place: findPlace(each, library) }));
  return own.flatMap(({ quote, place }) => {
    if (!place || !documents.some(({ name }) => name === place.document)) return [];
    return [
      { place, quote: quote === "" ? quoteLines(place, documents).text : dropListMark(quote) },
    ];
  });
}

export type StrongestLine = Ground & { members: readonly MemberRow[] };

/** The members of each side, or of each option if options are counted; what prevailed is first, then the largest. */
export function groupPositions({
  outcome,
  members,
  scenario,
}: VerdictTable): readonly (readonly MemberRow[])[] {
  const prevails = outcome && findPrevailing(outcome);
  const isByOption = scenario.sides === "none" || outcome?.option != null;
  const groups = groupBy(
    members.filter(({ final }) => final !== null),
    ({ final, side }) => (isByOption ? final : side),
  );
  const measureGroup = ([first, ...others]: readonly MemberRow[]) =>
    first && prevails && isWith(first, prevails) ? members.length + 1 : others.length + 1;
  return [...groups.values()].toSorted((a, b) => measureGroup(b) - measureGroup(a));
}

/** The lines that most reasons of these members rest on, also if others cite them: several if as many rest on each, as
 * on both halves of a contradiction. None if no two members of a group rest on the same line. */
export function findStrongestLines(
  own: readonly MemberRow[],
  library: Library,
): readonly StrongestLine[] {
  const reasons = own.flatMap((row) =>
    listGrounds(row, library).map((ground) => ({ row, ground })),
  );
  const cited = [
    ...groupBy(reasons, ({ ground: { place } }) => `${place.document} ${place.from}`).values(),
  ];
  const lines = cited.flatMap(([first, ...others]): StrongestLine[] =>
    first
      ? [{ ...first.ground, members: [...new Set([first, ...others].map(({ row }) => row))] }]
      : [],
  );
  const most = Math.max(...lines.map(({ members }) => members.length));
  return most === 1 && own.length > 1 ? [] : lines.filter(({ members }) => members.length === most);
}
