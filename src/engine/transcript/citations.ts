/**
 * Checks the quotations of a message or a ballot against what its speaker may cite: documents,
 * private evidence and messages. scenario/documents/ compares one quotation with a text.
 */

import { isRecord, lookUpKey } from "../../lists.ts";
import {
  type CheckedQuote,
  type Citable,
  checkCitation,
  checkQuotations,
  type Sources,
} from "../../scenario/documents/citations.ts";
import { cutExcerpt, type LineSpan, type PrivateDocument } from "../../scenario/schema/document.ts";
import { dropTrailing } from "../../text/plain.ts";
import type { Artifact } from "../scaffold/message.ts";
import type { BallotKind, CheckedCitation, Json, Passage } from "./event-fields.ts";
import type { Entry, MeetingState } from "./state.ts";

export function checkCitations(
  content: string,
  artifacts: readonly Artifact[],
  sources: Sources,
): CheckedQuote[] {
  const cited = artifacts.filter((artifact) => artifact.kind === "citation");
  return [
    ...cited.map((citation) => checkCitation(citation, sources.documents)),
    ...checkQuotations(content, sources),
  ];
}

type Reasons = { reasoning: string | null; wouldChange: string | null };

export function checkReasons(
  { reasoning, wouldChange }: Reasons,
  sources: Sources,
): CheckedQuote[] | undefined {
  if (reasoning === null && wouldChange === null) return undefined;
  return checkQuotations(listReasons({ reasoning, wouldChange }).join("\n\n"), sources);
}

const QUOTATION_NOT_FOUND = "quotation-not-found";

type ReasonsFields = { flags: string[]; quotations: CheckedQuote[] | undefined };

/** What an event records about its reasons: the quotations in them, and a flag if one was not found. */
export function createReasonsFields(
  reasons: Reasons,
  sources: Sources,
  flags: readonly string[],
): ReasonsFields {
  const quotations = checkReasons(reasons, sources);
  const isAbsent = quotations?.some(({ found }) => found === "absent");
  return {
    flags: isAbsent ? [...flags, QUOTATION_NOT_FOUND] : [...flags],
    quotations,
  };
}

export function collectSources(state: MeetingState, seat: string): Sources {
  const { documents, entries, scenario, members } = state;
  const statements = () => [
    ...entries.flatMap(listQuotableTexts),
    ...[...members.values()].flatMap(({ ballots }) => ballots.flatMap(listAnswer)),
  ];
  if (!scenario.private) return { documents, statements };
  const quoted = [...members.values()].flatMap(({ citations }) =>
    citations.flatMap((each) => (each.ballot ? [] : [each])),
  );
  return {
    documents: [...documents, ...selectEvidence(scenario.private, seat, quoted)],
    statements,
  };
}

export function selectEvidence(
  evidence: readonly PrivateDocument[],
  seat: string,
  quoted: readonly CheckedCitation[],
): Citable[] {
  return evidence.map((each) => {
    const aloud = quoted.flatMap(({ found, place }): LineSpan[] =>
      place?.document === each.name && (found === "exact" || found === "near")
        ? [[place.from, place.to]]
        : [],
    );
    return cutExcerpt(each, [...(lookUpKey(each.shownTo, seat) ?? []), ...aloud]);
  });
}

function listQuotableTexts(entry: Entry): readonly string[] {
  if (entry.kind === "message") return listStatements(entry.message);
  return entry.kind === "notice" || entry.kind === "interjection" ? [entry.text] : [];
}

export function listStatements({
  content,
  reasoning,
  wouldChange,
}: Reasons & { content: string }): string[] {
  return [content, ...listReasons({ reasoning, wouldChange })];
}

function listReasons({ reasoning, wouldChange }: Reasons): string[] {
  return [reasoning, wouldChange].filter((text) => text !== null);
}

/** Judges and panelists answer with their last vote, which others are shown. Votes before a debate stay private. */
export function listAnswer({ kind, ...reasons }: Reasons & { kind: BallotKind }): string[] {
  return kind === "closing" ? listReasons(reasons) : [];
}

type GivenFinding = { ref: string; quote: string; says?: string; answer?: string };

export function readFindings(value: Json): readonly GivenFinding[] {
  return Array.isArray(value) && value.every(isFinding) ? value : [];
}

export function checkFindings(reply: Json | undefined, documents: readonly Citable[]): Passage[] {
  if (!isRecord(reply)) return [];
  return Object.values(reply as { [name: string]: Json })
    .flatMap(readFindings)
    .map(({ ref, quote, answer }) => {
      const passage = checkCitation({ ref, quote }, documents);
      return answer === undefined ? passage : { ...passage, answers: true };
    });
}

function isFinding(value: Json): value is GivenFinding {
  if (!isRecord(value)) return false;
  const { ref, quote, says = "" } = value;
  return [ref, quote, says].every((text) => typeof text === "string");
}

type Citing = {
  citations?: readonly Passage[];
  quotations?: readonly CheckedCitation[] | undefined;
};

/** Each addition once. What was not found is kept with and without its place, so that grounds that quote it can be named. */
export function selectNewPassages(
  known: readonly CheckedCitation[],
  { citations = [], quotations = [] }: Citing,
): Passage[] {
  const own = [...citations, ...quotations];
  const found = dropRepeatedPassages(
    [...known, ...own].filter((citation) => citation.found !== "absent"),
  );
  const kept = new Set<CheckedCitation>(found);
  const seen = new Set(known.map(toPassageKey));
  return own.filter((citation) => {
    const key = toPassageKey(citation);
    if (seen.has(key) || (citation.found !== "absent" && !kept.has(citation))) return false;
    seen.add(key);
    return true;
  });
}

export function dropRepeatedPassages<Citation extends CheckedCitation>(
  citations: readonly Citation[],
): Citation[] {
  const placed = citations.filter(({ ref }) => ref !== null);
  const isPlaced = (words: string) => placed.some(({ quote }) => quote.includes(words));
  return citations.filter((citation) => citation.ref !== null || !isPlaced(trimQuote(citation)));
}

function toPassageKey(citation: CheckedCitation): string {
  return `${citation.ref ?? ""} ${trimQuote(citation)}`;
}

function trimQuote({ quote }: CheckedCitation): string {
  return dropTrailing(quote, ".,;:!?");
}
