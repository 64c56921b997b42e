import { makeDocument, normaliseText } from "../../scenario/documents/document-text.ts";
import type { PrivateDocument } from "../../scenario/schema/private-evidence.ts";
import { oneLine } from "../../text/plain.ts";
import type { MemberNote } from "./note.ts";

/** Tokens of notes that a member is shown at most. */
const NOTES_BUDGET = 1_500;

const CHARACTERS_A_TOKEN = 3.5;

export function notesDocument(seat: string, notes: readonly MemberNote[]): PrivateDocument | null {
  const newestFirst = notes.toSorted((a, b) => (ageOf(a) < ageOf(b) ? 1 : -1));
  const lines = [...HEADING];
  for (const note of newestFirst) {
    const more = noteLines(note);
    if (sizeOf([...lines, ...more]) > NOTES_BUDGET * CHARACTERS_A_TOKEN) break;
    lines.push(...more);
  }
  if (lines.length === HEADING.length) return null;
  const text = normaliseText(lines.join("\n"));
  const document = makeDocument({
    name: `memory-of-${seat}.md`,
    title: "Your own notes of earlier meetings",
    subject: false,
    text,
  });
  return { ...document, shownTo: { [seat]: [[1, text.split("\n").length]] } };
}

const HEADING = [
  "# Your own notes of earlier meetings of this board",
  "",
  "Kept from the record. What is quoted, you said.",
];

function ageOf({ keptAt, head }: MemberNote): string {
  return [keptAt, head].join(" ");
}

function sizeOf(lines: readonly string[]): number {
  return lines.join("\n").length;
}

export function noteLines(note: MemberNote): readonly string[] {
  const { head, keptAt, question, decided, held, reasoning, wouldChange, closing } = note;
  const sure = held.confidence === null ? "" : `, confidence ${held.confidence}`;
  return [
    "",
    `## Meeting of ${keptAt.slice(0, 10)}, transcript head ${head}`,
    `- Question: ${oneLine(question)}`,
    `- What was decided: ${oneLine(decided)}`,
    `- What you held: ${held.verdict ?? "no verdict"}${sure}`,
    ...[quoted("Your reasoning", reasoning), quoted("Your last words", closing)].flatMap((line) => line ?? []),
    quoted("What would have changed it", wouldChange) ?? "- What would have changed it: you did not say",
    ...becameOf(note),
  ];
}

function becameOf({ known, wasRight }: MemberNote): readonly string[] {
  if (known === null) return [];
  const right =
    known.right === null ? "" : known.right ? ": the decision was right" : ": the decision was wrong";
  const said = known.turnedOut === "" ? "" : ` "${oneLine(known.turnedOut)}"`;
  const yours =
    wasRight === null
      ? []
      : [
          `- What you got wrong: ${wasRight ? "nothing; your position proved right" : "your position proved wrong"}`,
        ];
  return [`- The outcome, as a person recorded it${right}.${said}`, ...yours];
}

function quoted(label: string, words: string | null): string | null {
  return words === null || words.trim() === "" ? null : `- ${label}: "${oneLine(words)}"`;
}
