import { z } from "zod";
import { finalVerdict } from "../../engine/meeting/decision/decide.ts";
import { type MeetingState, memberOf } from "../../engine/transcript/state.ts";
import { outcomeInWords } from "../../engine/words/figures.ts";
import { makeDocument, normaliseText } from "../../scenario/documents/document-text.ts";
import type { PrivateDocument } from "../../scenario/schema/document.ts";
import { isGuest, type Scenario, type Seat } from "../../scenario/schema/scenario.ts";
import { oneLine } from "../../text/plain.ts";

export const knownOutcomeSchema = z.strictObject({
  head: z.string(),
  turnedOut: z.string(),
  right: z.boolean().nullable(),
});
export type KnownOutcome = z.infer<typeof knownOutcomeSchema>;

const text = z.string().nullable();

export const memberNoteSchema = z.strictObject({
  format: z.literal(1),
  board: z.string(),
  seat: z.string(),
  persona: z.string(),
  model: z.string().optional(),
  meeting: z.string(),
  head: z.string(),
  at: z.string(),
  /** By the wall clock: `at` is the meeting's own time, which in simulated meetings begins on one fixed day. */
  keptAt: z.string(),
  question: z.string(),
  decided: z.string(),
  held: z.strictObject({ verdict: text, confidence: z.number().nullable() }),
  reasoning: text,
  wouldChange: text,
  closing: text,
  wasRight: z.boolean().nullable(),
  known: knownOutcomeSchema.nullable(),
});
export type MemberNote = z.infer<typeof memberNoteSchema>;

/** So many characters of a member's last words are kept. */
const MOST_CLOSING = 1_000;

export function notesOf(
  state: MeetingState,
  { board, head, keptAt }: { readonly board: string; readonly head: string; readonly keptAt: string },
): readonly MemberNote[] {
  const { scenario, outcome } = state;
  // Labels are chosen at random for each meeting, and would name another member in the next one.
  const isNamed = scenario.prompt.view !== "anonymous";
  return scenario.members
    .filter(({ model }) => !isGuest(model))
    .map(({ id, persona, model }) => {
      const { verdict, confidence, reasoning, wouldChange } = finalVerdict(memberOf(state, id));
      return {
        format: 1,
        ...{ board, seat: id, persona: persona.name, model, meeting: state.meeting, head },
        ...{ at: state.startedAt, keptAt, question: scenario.question, decided: outcomeInWords(outcome) },
        held: { verdict, confidence },
        reasoning: isNamed ? reasoning : null,
        wouldChange: isNamed ? wouldChange : null,
        closing: isNamed ? closingOf(state, id) : null,
        wasRight: null,
        known: null,
      };
    });
}

function closingOf({ entries }: MeetingState, seat: string): string | null {
  const last = entries.findLast(
    (entry) =>
      entry.kind === "message" && entry.message.speaker === seat && entry.message.content.trim() !== "",
  );
  if (last?.kind !== "message") return null;
  const { content } = last.message;
  return content.length <= MOST_CLOSING ? content : `${content.slice(0, MOST_CLOSING).trimEnd()} ...`;
}

/** Null if the result is unknown or the position took no side. */
export function wasRight(
  state: Pick<MeetingState, "outcome"> & { readonly scenario: Pick<Scenario, "verdicts"> },
  verdict: string | null,
  known: KnownOutcome,
): boolean | null {
  const { outcome, scenario } = state;
  if (known.right === null || verdict === null || outcome === null) return null;
  if (outcome.option !== null) return (verdict === outcome.option) === known.right;
  const side = scenario.verdicts.find(({ id }) => id === verdict)?.side ?? "neutral";
  if (side === "neutral" || outcome.side === null || outcome.side === "neutral") return null;
  return (side === outcome.side) === known.right;
}

export function withOutcome(note: MemberNote, state: MeetingState, known: KnownOutcome): MemberNote {
  return { ...note, known, wasRight: wasRight(state, note.held.verdict, known) };
}

export function withoutWords(note: MemberNote): MemberNote {
  return {
    ...note,
    reasoning: null,
    wouldChange: null,
    closing: null,
    known: note.known && { ...note.known, turnedOut: "" },
  };
}

/** A persona that took over a seat has no memory of what the seat did before. */
export function isOwnNote({ seat, persona }: MemberNote, member: Pick<Seat, "id" | "persona">): boolean {
  return seat === member.id && persona === member.persona.name;
}

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
