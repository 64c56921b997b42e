import { z } from "zod";
import { finalVerdict } from "../../engine/meeting/decision/decide.ts";
import { type MeetingState, memberOf } from "../../engine/transcript/state.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { isHeld } from "../../scenario/schema/seat-holder.ts";
import { outcomeInWords } from "../words.ts";
import { type KnownOutcome, knownOutcomeSchema } from "./known-outcome.ts";

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
    .filter(({ model }) => !isHeld(model))
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
