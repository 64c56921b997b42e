import type { MeetingEvent, Outcome } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { outcomeInWords } from "../../engine/words/figures.ts";
import { words as text } from "../../engine/words/words.ts";
import { grouped } from "../../lists.ts";
import { capital } from "../../text/plain.ts";
import { decidedOption, optionsOf } from "../cast.ts";
import { inTurns } from "../entries.ts";
import { libraryOf, strongestOf } from "../passages.ts";
import type { MemberRow, VerdictTable } from "../verdict-schema.ts";

export type RecordedText = {
  readonly speaker: string;
  readonly words: string;
  readonly where: string;
  readonly line: number;
};

/** A member's row of the verdict table, with the place of its reasons. */
export type VoteByName = MemberRow & { readonly reason: RecordedText | null };

/** `same`: how many of its side name the line that it rests on. */
export type StrongestArgument = { readonly of: string; readonly said: RecordedText; readonly same: number };

export type DecisionRecord = {
  readonly state: MeetingState;
  readonly table: VerdictTable;
  readonly outcome: Outcome | null;
  readonly prevailed: string | null;
  readonly votes: readonly VoteByName[];
  readonly strongest: readonly StrongestArgument[];
  readonly own: readonly string[];
  readonly head: string;
};

type DraftedSentence = { readonly text: string; readonly turns: readonly number[] };
export type DraftedSummary = { readonly by: string; readonly sentences: readonly DraftedSentence[] };

type RecordedMeeting = { readonly events: readonly MeetingEvent[]; readonly head: string };

export function decisionRecord(
  recorded: RecordedMeeting,
  state: MeetingState,
  table: VerdictTable,
  own: readonly string[],
): DecisionRecord {
  const { outcome } = table;
  const side = table.scenario.sides === "none" ? null : (outcome?.side ?? null);
  const votes = table.members.map((row) => ({ ...row, reason: reasonOf(row, recorded.events) }));
  return {
    ...{ state, table, outcome, own, votes, head: recorded.head },
    prevailed:
      outcome?.status === "decided" ? (decidedOption(optionsOf(state.scenario), outcome)?.id ?? side) : null,
    strongest: strongestIn(votes, state),
  };
}

/** A member's final reason and its place in the record. */
function reasonOf(row: MemberRow, events: readonly MeetingEvent[]): RecordedText | null {
  const found = inTurns(events).findLast(
    ({ event }) =>
      (event.type === "message.spoken" || event.type === "ballot.cast") &&
      event.speaker === row.id &&
      event.reasoning === row.reasoning,
  );
  if (row.reasoning === null || !found) return null;
  const { event, turn } = found;
  const where = event.type === "ballot.cast" ? `the ${text.ballot[event.ballot]}` : `turn ${turn}`;
  return { speaker: row.name, words: row.reasoning, where, line: event.seq };
}

/** On each side, or of each option, a reason that rests on the strongest line; if none names a line, the surest. */
function strongestIn(votes: readonly VoteByName[], state: MeetingState): readonly StrongestArgument[] {
  const { scenario, documents } = state;
  const isByOption = scenario.decision.by === "option" || scenario.sides === "none";
  const given = votes.filter(({ reason }) => reason !== null);
  const groups = grouped(given, ({ final, side }) => (isByOption ? final : side) ?? "");
  const lines = strongestOf(groups, libraryOf([...documents, ...(scenario.private ?? [])]));
  const places = isByOption ? scenario.verdicts.map(({ id }) => id) : ["for", "against"];
  return places.flatMap((of) => {
    const own = (groups.get(of) ?? []).toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
    const same = own.filter((vote) => lines.get(of)?.members.includes(vote));
    const { reason = null } = same[0] ?? own[0] ?? {};
    return reason ? [{ of, said: reason, same: same.length }] : [];
  });
}

export function outcomeSentence({ outcome }: DecisionRecord): string {
  if (!outcome) return "The meeting has not been concluded.";
  return `${capital(outcomeInWords(outcome))}: ${outcome.reason} (${outcome.rule}).`;
}
