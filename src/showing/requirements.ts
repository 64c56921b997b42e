/**
 * Counts what members answered to the requirements of a scenario, with the sentences that they
 * quoted.
 */

import { listRequirementAnswers } from "../engine/meeting/ballot.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { words } from "../engine/words/words.ts";
import { groupBy } from "../lists.ts";
import {
  checkCitation,
  lookUp,
  type PassagePlace,
  parseReference,
} from "../scenario/documents/citations.ts";
import type { Document } from "../scenario/schema/document.ts";
import { isSourceName } from "../scenario/schema/endings.ts";
import type { Requirement } from "../scenario/schema/scenario.ts";
import type { RequirementFinding } from "./verdict-schema.ts";

export type JudgedMeeting = { candidate: string; state: MeetingState };

/** Words of a document with their lines: whole sentences or whole lines. */
export type QuotedLines = PassagePlace & { text: string };

/** `unquoted`: met or not met, without words that are in the candidate's documents. */
type Answer = keyof RequirementFinding["counts"];

type Found = Pick<RequirementFinding, "finding" | "counts" | "quotes">;
export type RequirementCell = Found & { candidate: string };

export type RequirementRow = Pick<Requirement, "id" | "text" | "must"> & {
  cells: readonly RequirementCell[];
};

/** Each requirement, from the ballots of one meeting. */
export function listFindings(state: MeetingState): RequirementFinding[] {
  return (state.scenario.requirements ?? []).map((requirement) => ({
    id: requirement.id,
    text: requirement.text,
    must: requirement.must,
    ...summarizeAnswers(listAnswers(requirement, state)),
  }));
}

/** Each requirement by candidate, from the ballots of all members in all meetings. */
export function listRequirementRows(meetings: readonly JudgedMeeting[]): readonly RequirementRow[] {
  const asked = meetings[0]?.state.scenario.requirements ?? [];
  const names = [...new Set(meetings.map(({ candidate }) => candidate))];
  return asked.map((requirement) => ({
    id: requirement.id,
    text: requirement.text,
    must: requirement.must,
    cells: names.map((candidate) => {
      const own = meetings.filter((each) => each.candidate === candidate);
      return {
        candidate,
        ...summarizeAnswers(own.flatMap(({ state }) => listAnswers(requirement, state))),
      };
    }),
  }));
}

type CheckedAnswer = { answer: Answer; lines: QuotedLines | null };

function listAnswers(requirement: Requirement, state: MeetingState): readonly CheckedAnswer[] {
  const { id, ref = "", absent: isMetByAbsence } = requirement;
  const source = parseReference(ref)?.name;
  const judged = listJudgedDocuments(state).filter(({ name }) => name !== source);
  return [...state.members.values()].flatMap((member) => {
    const given = listRequirementAnswers(member).find((each) => each.id === id);
    if (!given) return [];
    const cited = checkCitation(given, judged);
    const { found, place } = cited.found === "absent" ? lookUp(given.quote, judged) : cited;
    const isQuoted = place !== undefined && (found === "exact" || found === "near");
    const lines = isQuoted ? quoteSentences(given.quote, place, judged) : null;
    const { answer } = given;
    if (isMetByAbsence && answer !== "not-met") return [{ answer: "met", lines }];
    return [{ answer: answer === "not-found" || lines ? answer : "unquoted", lines }];
  });
}

/** The documents about what is judged; all of them if the scenario names none. */
export function listJudgedDocuments({ documents }: MeetingState): readonly Document[] {
  const subjects = documents.filter(({ subject }) => subject);
  return subjects.length > 0 ? subjects : documents;
}

export function quoteLines(
  { document, from, to }: PassagePlace,
  documents: readonly Document[],
): QuotedLines {
  const { text = "" } = documents.find(({ name }) => name === document) ?? {};
  const lines = text.split("\n").slice(from - 1, to);
  const shown = isSourceName(document) ? lines : lines.map(dropListMark);
  return { document, from, to, text: shown.join(" ") };
}

/** Whole sentences around a quote. The rest of the paragraph may say something else. */
function quoteSentences(
  quote: string,
  place: PassagePlace,
  documents: readonly Document[],
): QuotedLines {
  const paragraph = findParagraph(place, documents);
  const sentences = splitSentences(paragraph.text);
  const lookedUp = lookUp(quote, [{ name: place.document, text: sentences.join("\n") }]).place;
  const text = lookedUp
    ? sentences.slice(lookedUp.from - 1, lookedUp.to).join(" ")
    : paragraph.text;
  return { ...place, text };
}

/** The lines at a place, and the lines before and after it in the same wrapped paragraph. */
export function findParagraph(place: PassagePlace, documents: readonly Document[]): QuotedLines {
  const { text = "" } = documents.find(({ name }) => name === place.document) ?? {};
  const lines = text.split("\n");
  const continues = (line: number) =>
    /^\s*\p{Ll}/u.test(lines[line - 1] ?? "") && lines[line - 2]?.trim() !== "";
  let { from, to } = place;
  while (from > 1 && continues(from)) from -= 1;
  while (continues(to + 1)) to += 1;
  return quoteLines({ document: place.document, from, to }, documents);
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const { segment } of SENTENCES.segment(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATION.test(last))
      sentences[sentences.length - 1] = `${last} ${segment.trim()}`;
    else sentences.push(segment.trim());
  }
  return sentences;
}

/** No end of a sentence: titles and initials. */
const ABBREVIATION = /(?:^|[\s(])(?:Dr|Prof|Mrs?|Ms|St|Nos?|\p{Lu})\.$/u;

/** Without the mark of a list. */
export function dropListMark(line: string): string {
  return line.trim().replace(/^(?:[-*•]|#{1,6})\s+/, "");
}

function summarizeAnswers(answers: readonly CheckedAnswer[]): Found {
  const count = (answer: Answer) => answers.filter((each) => each.answer === answer).length;
  const counts = {
    met: count("met"),
    "not-met": count("not-met"),
    "not-found": count("not-found"),
    unquoted: count("unquoted"),
  };
  const finding = chooseFinding(counts, answers.length);
  const isAgainst = finding === "not-met";
  const quoted = answers.filter(
    ({ answer }) => finding === "check" || (answer === "not-met") === isAgainst,
  );
  const lines = finding === "not-found" ? [] : quoted.flatMap((each) => each.lines ?? []);
  return { finding, counts, quotes: countQuotes(lines) };
}

function chooseFinding(counts: RequirementCell["counts"], all: number): RequirementCell["finding"] {
  if (all === 0) return "unchecked";
  if (counts["not-met"] * 2 > all) return "not-met";
  if (counts["not-met"] > 0) return "check";
  if (counts.met * 2 > all) return "met";
  return counts.met > 0 ? "check" : counts["not-found"] > counts.unquoted ? "not-found" : "check";
}

function countQuotes(quotes: readonly QuotedLines[]): RequirementFinding["quotes"] {
  const each = [...groupBy(quotes, ({ text }) => text).values()].flatMap((same) =>
    same.slice(0, 1).map((quote) => ({ ...quote, times: same.length })),
  );
  return each.toSorted((a, b) => b.times - a.times);
}

const MOST_QUOTES = 2;

/** The first quotes with all that as many members gave, so that the list does not end inside a tie. */
export function listMostQuoted({ quotes }: Found): Found["quotes"] {
  const least = quotes[MOST_QUOTES - 1]?.times ?? 0;
  return quotes.filter(({ times }) => times >= least);
}

export function isUnchecked(cells: readonly Found[]): boolean {
  return cells.length > 0 && cells.every(({ finding }) => finding === "unchecked");
}

/** Empty if members agree. */
export function formatAnswerCounts(counts: Found["counts"]): string {
  const given = (Object.keys(counts) as Answer[]).filter((answer) => counts[answer] > 0);
  const votes = given.map((answer) => `${words.requirements.answers[answer]} ${counts[answer]}`);
  return given.length > 1 ? votes.join(", ") : "";
}

/** A finding with its votes, if members differ, and the lines that they quoted. */
export function formatFinding(found: Found): string {
  const { finding, counts } = found;
  const votes = formatAnswerCounts(counts);
  const shown = listMostQuoted(found).map(
    ({ text, document, from }) => `“${text}” ${document}:${from}`,
  );
  return [`${words.requirements.findings[finding]}${votes && ` (${votes})`}`, ...shown].join(" ");
}

/** The documents about each candidate. */
export function groupDocuments(
  meetings: readonly JudgedMeeting[],
): ReadonlyMap<string, readonly Document[]> {
  return new Map(meetings.map(({ candidate, state }) => [candidate, listJudgedDocuments(state)]));
}
