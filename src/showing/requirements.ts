import { requirementAnswers } from "../engine/meeting/decision/ballot.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { words } from "../engine/words/words.ts";
import { checkCitation, lookUp, type PassagePlace, parseReference } from "../scenario/documents/citations.ts";
import type { Document } from "../scenario/schema/document.ts";
import type { Requirement } from "../scenario/schema/scenario.ts";
import type { RequirementFinding } from "./verdict-schema.ts";

export type JudgedMeeting = { readonly candidate: string; readonly state: MeetingState };

/** Whole lines of a document, so that no end of a sentence is omitted. */
export type QuotedLines = RequirementFinding["quotes"][number];

/** `unquoted`: met or not met, without words that are in the candidate's documents. */
type Answer = keyof RequirementFinding["counts"];

type Found = Pick<RequirementFinding, "finding" | "counts" | "quotes">;
export type RequirementCell = Found & { readonly candidate: string };

export type RequirementRow = Pick<Requirement, "id" | "text" | "must"> & {
  readonly cells: readonly RequirementCell[];
};

/** Each requirement, from the ballots of one meeting. */
export function requirementFindings(state: MeetingState): RequirementFinding[] {
  return (state.scenario.requirements ?? []).map((requirement) => ({
    id: requirement.id,
    text: requirement.text,
    must: requirement.must,
    ...foundIn(answersTo(requirement, state)),
  }));
}

/** Each requirement by candidate, from the ballots of all members in all meetings. */
export function requirementRows(meetings: readonly JudgedMeeting[]): readonly RequirementRow[] {
  const asked = meetings[0]?.state.scenario.requirements ?? [];
  const names = [...new Set(meetings.map(({ candidate }) => candidate))];
  return asked.map((requirement) => ({
    id: requirement.id,
    text: requirement.text,
    must: requirement.must,
    cells: names.map((candidate) => {
      const own = meetings.filter((each) => each.candidate === candidate);
      return { candidate, ...foundIn(own.flatMap(({ state }) => answersTo(requirement, state))) };
    }),
  }));
}

type CheckedAnswer = { readonly answer: Answer; readonly lines: QuotedLines | null };

function answersTo({ id, ref = "" }: Requirement, state: MeetingState): readonly CheckedAnswer[] {
  const source = parseReference(ref)?.name;
  const judged = judgedDocuments(state).filter(({ name }) => name !== source);
  return [...state.members.values()].flatMap((member) => {
    const given = requirementAnswers(member).find((each) => each.id === id);
    if (!given) return [];
    const cited = checkCitation(given, judged);
    const { found, place } = cited.found === "absent" ? lookUp(given.quote, judged) : cited;
    const isQuoted = place !== undefined && (found === "exact" || found === "near");
    const lines = isQuoted ? quotedLines(place, judged) : null;
    const { answer } = given;
    return [{ answer: answer === "not-found" || lines ? answer : "unquoted", lines }];
  });
}

/** The documents about what is judged; all of them if the scenario names none. */
export function judgedDocuments({ documents }: MeetingState): readonly Document[] {
  const subjects = documents.filter(({ subject }) => subject);
  return subjects.length > 0 ? subjects : documents;
}

export function quotedLines({ document, from, to }: PassagePlace, documents: readonly Document[]): QuotedLines {
  const { text = "" } = documents.find(({ name }) => name === document) ?? {};
  const lines = text.split("\n").slice(from - 1, to);
  return { document, from, to, text: lines.map(asWords).join(" ") };
}

/** Without the mark of a list. */
export function asWords(line: string): string {
  return line.trim().replace(/^(?:[-*•]|#{1,6})\s+/, "");
}

function foundIn(answers: readonly CheckedAnswer[]): Found {
  const count = (answer: Answer) => answers.filter((each) => each.answer === answer).length;
  const counts = {
    met: count("met"),
    "not-met": count("not-met"),
    "not-found": count("not-found"),
    unquoted: count("unquoted"),
  };
  const finding = findingOf(counts, answers.length);
  const isAgainst = finding === "not-met";
  const quoted = answers.filter(({ answer }) => finding === "check" || (answer === "not-met") === isAgainst);
  const lines = finding === "not-found" ? [] : quoted.flatMap((each) => each.lines ?? []);
  return { finding, counts, quotes: mostQuoted(lines) };
}

function findingOf(counts: RequirementCell["counts"], all: number): RequirementCell["finding"] {
  if (all === 0) return "unchecked";
  if (counts["not-met"] * 2 > all) return "not-met";
  if (counts["not-met"] > 0) return "check";
  if (counts.met * 2 > all) return "met";
  return counts.met > 0 ? "check" : counts["not-found"] > counts.unquoted ? "not-found" : "check";
}

function mostQuoted(quotes: readonly QuotedLines[]): QuotedLines[] {
  const times = (of: QuotedLines) => quotes.filter(({ text }) => text === of.text).length;
  const each = new Map(quotes.map((quote) => [quote.text, quote]));
  return [...each.values()].toSorted((a, b) => times(b) - times(a));
}

export const MOST_QUOTES = 2;

export function isUnchecked(cells: readonly Pick<Found, "finding">[]): boolean {
  return cells.length > 0 && cells.every(({ finding }) => finding === "unchecked");
}

/** Empty if members agree. */
export function votesInWords(counts: Found["counts"]): string {
  const given = (Object.keys(counts) as Answer[]).filter((answer) => counts[answer] > 0);
  const votes = given.map((answer) => `${words.requirements.answers[answer]} ${counts[answer]}`);
  return given.length > 1 ? votes.join(", ") : "";
}

/** A finding with its votes, if members differ, and the lines that they quoted. */
export function findingInWords({ finding, counts, quotes }: Found): string {
  const votes = votesInWords(counts);
  const shown = quotes.slice(0, MOST_QUOTES).map(({ text, document, from }) => `“${text}” ${document}:${from}`);
  return [`${words.requirements.findings[finding]}${votes && ` (${votes})`}`, ...shown].join(" ");
}

/** The documents about each candidate. */
export function candidateDocuments(
  meetings: readonly JudgedMeeting[],
): ReadonlyMap<string, readonly Document[]> {
  return new Map(meetings.map(({ candidate, state }) => [candidate, judgedDocuments(state)]));
}
