import type { CheckedCitation } from "../../engine/transcript/events.ts";
import { lookUp, type PassagePlace, parseReference } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { sanitise } from "../../text/sanitise.ts";

export type WordsPart = {
  readonly text: string;
  /** `quoted`: checked against the document. `line`: a line that is only named. `absent`: quoted, but in no document. */
  readonly kind: "own" | "quoted" | "line" | "absent";
  readonly place: PassagePlace | null;
};

type PassageSpan = {
  readonly from: number;
  readonly to: number;
  readonly kind: WordsPart["kind"];
  readonly place: PassagePlace | null;
};

export type Library = {
  readonly documents: readonly Document[];
  readonly main: Document | null;
};

export function libraryOf(documents: readonly Document[]): Library {
  const subject = documents.find((document) => document.subject);
  return { documents, main: subject ?? (documents.length === 1 ? (documents[0] ?? null) : null) };
}

export function placeOf(citation: CheckedCitation, { documents }: Library): PassagePlace | null {
  if (citation.place || citation.found === "absent") return citation.place ?? null;
  return lookUp(citation.quote, documents).place ?? null;
}

export function partsOf(
  words: string,
  citations: readonly CheckedCitation[],
  library: Library,
): readonly WordsPart[] {
  const text = sanitise(words);
  const spans = [
    ...quotedIn(text, citations, library),
    ...referencesIn(text, library),
    ...linesIn(text, citations, library),
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

function quotedIn(
  text: string,
  citations: readonly CheckedCitation[],
  library: Library,
): readonly PassageSpan[] {
  const seen = new Set<string>();
  return citations.flatMap((citation): PassageSpan[] => {
    const quote = sanitise(citation.quote);
    if (quote.length < LEAST_QUOTED || citation.found === "reference" || seen.has(quote)) return [];
    seen.add(quote);
    const from = text.indexOf(quote);
    if (from === -1) return [];
    const place = placeOf(citation, library);
    const to = from + quote.length;
    if (place) return [{ from, to, kind: "quoted", place }];
    return citation.found === "absent" ? [{ from, to, kind: "absent", place: null }] : [];
  });
}

const LEAST_QUOTED = 4;

function referencesIn(text: string, { documents }: Library): readonly PassageSpan[] {
  return [...text.matchAll(REFERENCE)].flatMap((match) => {
    const reference = parseReference(match[0]);
    const document = documents.find(({ name }) => name === reference?.name);
    const isThere = reference && document && reference.from >= 1 && reference.to <= linesOf(document);
    if (!isThere) return [];
    const place = { document: document.name, from: reference.from, to: reference.to };
    return [{ from: match.index, to: match.index + match[0].length, kind: "line", place }];
  });
}

const REFERENCE = /[\w.-]+#L\d{1,6}(?:-L\d{1,6})?/g;

function linesIn(
  text: string,
  citations: readonly CheckedCitation[],
  library: Library,
): readonly PassageSpan[] {
  return [...text.matchAll(LINES)].flatMap((match) => {
    const [whole, first, second, of] = match;
    const [from, to] = [Number(first), Number(second ?? first)];
    const document = of === undefined ? unnamed(from, citations, library) : documentCalled(of, library);
    const isThere = document && from >= 1 && to >= from && to <= linesOf(document);
    if (!isThere) return [];
    const place = { document: document.name, from, to };
    return [{ from: match.index, to: match.index + whole.length, kind: "line", place }];
  });
}

const LINES =
  /\blines?\s+(\d{1,6})(?:\s*(?:[-–]|to)\s*(\d{1,6}))?(?=\s+of\s+(?:the\s+)?([^.,;:()"\n]{1,60})|)/giu;

function unnamed(line: number, citations: readonly CheckedCitation[], library: Library): Document | null {
  const cited = citations.find(({ place }) => place && place.from <= line && line <= place.to)?.place;
  return library.documents.find(({ name }) => name === cited?.document) ?? library.main;
}

function documentCalled(words: string, { documents }: Library): Document | null {
  const said = words.toLowerCase();
  const names = ({ title, name }: Document) => [title, name, name.replace(/\.\w+$/, "").replaceAll("-", " ")];
  return (
    documents.find((document) => names(document).some((each) => said.startsWith(each.toLowerCase()))) ?? null
  );
}

function linesOf({ text }: Document): number {
  return text.split("\n").length;
}
