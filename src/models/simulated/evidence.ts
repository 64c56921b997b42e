import { parseReference } from "../../scenario/documents/citations.ts";
import type { Casebook } from "../../scenario/schema/casebook.ts";
import { excerptOf, type LineSpan, type PrivateDocument } from "../../scenario/schema/private-evidence.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import { type Book, type Fact, makeBook } from "./book.ts";
import { completeCasebook, wholeCasebook } from "./complete-casebook.ts";
import { foundIn, hear } from "./heard.ts";

/** What a member knows of the evidence of single members: its own, and the lines of others' that somebody brought up. */
type KnownEvidence = {
  readonly documents: readonly Document[];
  /** Of another's evidence: it counts once somebody has brought it up, and not from the start. */
  readonly isUnheard: (fact: Fact) => boolean;
};

const NONE: KnownEvidence = { documents: [], isUnheard: () => false };

/** Reads it out of what a member was sent; `heard` is what others said, in order. */
export function readEvidence(scenario: Scenario, seat: string, heard: readonly string[]): KnownEvidence {
  const { private: evidence } = scenario;
  if (!evidence || evidence.length === 0) return NONE;
  const told = toldIn(scenario, evidence, heard);
  const own = (each: PrivateDocument): readonly LineSpan[] => each.shownTo[seat] ?? [];
  const documents = evidence.flatMap((each) => {
    const spans = [...own(each), ...(told.get(each.name) ?? [])];
    return spans.length === 0 ? [] : [excerptOf(each, spans)];
  });
  const isUnheard = ({ document, first }: Fact) => {
    const of = evidence.find(({ name }) => name === document);
    return of !== undefined && !own(of).some(([from, to]) => from <= first && first <= to);
  };
  return { documents, isUnheard };
}

/** Lines of the evidence that messages cite, or say what they show, by document. */
function toldIn(
  scenario: Scenario,
  evidence: readonly PrivateDocument[],
  heard: readonly string[],
): ReadonlyMap<string, readonly LineSpan[]> {
  const book = wholeBook(scenario, evidence);
  const names = new Set(evidence.map(({ name }) => name));
  const told = new Map<string, LineSpan[]>();
  const tell = ({ document, first, last }: Fact) => {
    if (names.has(document)) told.set(document, [...(told.get(document) ?? []), [first, last]]);
  };
  for (const part of heard)
    for (const each of hear(part)) {
      if (each.kind === "document") continue;
      const said = each.content.toLowerCase();
      for (const { fact } of foundIn(book, each).cited) tell(fact);
      for (const fact of book.facts) if (said.includes(fact.saying)) tell(fact);
    }
  return told;
}

const books = new WeakMap<Scenario, Book>();

/** Of everything that anybody at the table was given: what somebody says is looked up in it. */
function wholeBook(scenario: Scenario, evidence: readonly PrivateDocument[]): Book {
  const documents = [...scenario.documents, ...evidence];
  const book = books.get(scenario) ?? makeBook(scenario, wholeCasebook({ ...scenario, documents }), documents);
  books.set(scenario, book);
  return book;
}

/** What can be argued from these documents. */
export function bookOn(scenario: Scenario, documents: readonly Document[]): Book {
  const { casebook = NO_CASEBOOK } = completeCasebook({ ...scenario, documents });
  return makeBook(scenario, withoutUnread(casebook, documents), documents);
}

const NO_CASEBOOK: Casebook = { requirements: [], points: [] };

/** A casebook without the points that stand on lines a member cannot read: in an excerpt they are empty. */
function withoutUnread(casebook: Casebook, documents: readonly Document[]): Casebook {
  const lines = new Map(documents.map(({ name, text }) => [name, text.split("\n")]));
  const points = casebook.points.filter(({ ref }) => {
    const place = parseReference(ref);
    const there = lines.get(place?.name ?? "");
    if (!place || !there) return true;
    return there.slice(place.from - 1, place.to).some((line) => line.trim() !== "");
  });
  return points.length === casebook.points.length ? casebook : { ...casebook, points };
}
