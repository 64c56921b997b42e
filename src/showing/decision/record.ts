import type { MeetingEvent, Outcome } from "../../engine/transcript/events.ts";
import { isTurn } from "../../engine/transcript/forks.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { contentInWords } from "../../engine/words/message.ts";
import { decidedOption, optionsOf } from "../cast.ts";
import type { VerdictTable } from "../verdict-schema.ts";

export type SaidInRecord = {
  readonly speaker: string;
  readonly words: string;
  readonly where: string;
  readonly line: number;
};

export type VoteByName = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly verdict: string | null;
  readonly side: "for" | "against" | "neutral" | null;
  readonly confidence: number | null;
  readonly reason: SaidInRecord | null;
  readonly wouldChange: string | null;
};

export type StrongestArgument = {
  readonly of: string;
  readonly said: SaidInRecord;
  readonly moved: number;
};

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

type RecordedMeeting = { readonly events: readonly MeetingEvent[]; readonly head: string };

export function decisionRecord(
  recorded: RecordedMeeting,
  state: MeetingState,
  table: VerdictTable,
  own: readonly string[],
): DecisionRecord {
  const said = statementsIn(recorded.events, state);
  const { outcome } = table;
  return {
    ...{ state, table, outcome, own, head: recorded.head },
    prevailed: prevailedIn(state, outcome),
    votes: table.members.map((row) => ({
      ...{ id: row.id, name: row.name, title: row.title, verdict: row.final },
      side: state.scenario.sides === "none" ? null : row.side,
      ...{ confidence: row.confidence, wouldChange: row.wouldChange },
      reason: row.reasoning === null ? null : reasonOf(row.id, row.name, row.reasoning, said),
    })),
    strongest: strongestIn(said, state, table),
  };
}

function prevailedIn({ scenario }: MeetingState, outcome: Outcome | null): string | null {
  if (outcome?.status !== "decided") return null;
  if (scenario.sides !== "none") return outcome.option ?? outcome.side;
  return decidedOption(optionsOf(scenario), outcome)?.id ?? null;
}

type UnderVerdict = SaidInRecord & {
  readonly seat: string;
  readonly verdict: string | null;
  readonly reasoning: string | null;
  readonly id: string | null;
  readonly cited: number;
  readonly confidence: number;
};

function statementsIn(events: readonly MeetingEvent[], state: MeetingState): readonly UnderVerdict[] {
  let turn = 0;
  return events.flatMap((event): UnderVerdict[] => {
    if (isTurn(event)) turn += 1;
    if (event.type !== "message.spoken" && event.type !== "ballot.cast") return [];
    const member = state.members.get(event.speaker);
    if (member?.seat.kind !== "member" || ("audience" in event && event.audience !== "all")) return [];
    const isSpoken = event.type === "message.spoken";
    return [
      {
        seat: event.speaker,
        speaker: member.seat.persona.name,
        words: isSpoken ? contentInWords(event) : (event.reasoning ?? ""),
        where: isSpoken ? `turn ${turn}` : `the ${event.ballot} ballot`,
        line: event.seq,
        verdict: event.verdict,
        reasoning: event.reasoning,
        id: isSpoken ? event.id : null,
        cited: isSpoken ? event.citations.filter(({ found }) => found === "exact").length : 0,
        confidence: event.confidence ?? 0,
      },
    ];
  });
}

function reasonOf(seat: string, name: string, words: string, said: readonly UnderVerdict[]): SaidInRecord {
  const own = said.filter((each) => each.seat === seat);
  const found = own.findLast(({ reasoning }) => reasoning === words) ?? own.at(-1);
  return { speaker: name, words, where: found?.where ?? "the record", line: found?.line ?? 0 };
}

/** The message that moved most members, else the one with most citations found,
 * else the one whose speaker was surest. The earliest of equals wins. */
function strongestIn(
  said: readonly UnderVerdict[],
  { scenario }: MeetingState,
  table: VerdictTable,
): readonly StrongestArgument[] {
  const moved = movedBy(table);
  const sideOf = new Map(scenario.verdicts.map(({ id, side }) => [id, side]));
  const isByOption = scenario.decision.by === "option" || scenario.sides === "none";
  const placeOf = (verdict: string | null) =>
    verdict === null ? null : isByOption ? verdict : (sideOf.get(verdict) ?? null);
  const endedOn = new Map(table.members.map(({ id, final }) => [id, placeOf(final)]));
  const places = isByOption ? scenario.verdicts.map(({ id }) => id) : ["for", "against"];
  return places.flatMap((of) => {
    const under = said.filter(({ verdict, words }) => words.trim() !== "" && placeOf(verdict) === of);
    const stayed = under.filter(({ seat }) => endedOn.get(seat) === of);
    const own = stayed.length > 0 ? stayed : under;
    const strength = (each: UnderVerdict) =>
      10 * (moved.get(each.id ?? "") ?? 0) + 3 * each.cited + each.confidence;
    const [best] = own.toSorted((a, b) => strength(b) - strength(a) || a.line - b.line);
    if (!best) return [];
    const { speaker, where, line } = best;
    const words = best.reasoning?.trim() || best.words;
    return [{ of, said: { speaker, words, where, line }, moved: moved.get(best.id ?? "") ?? 0 }];
  });
}

function movedBy({ members }: VerdictTable): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { movedBy: mover } of members.flatMap(({ changes }) => changes))
    if (mover) counts.set(mover.message, (counts.get(mover.message) ?? 0) + 1);
  return counts;
}
