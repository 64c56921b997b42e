import type { Protocol } from "../engine/meeting/contract/protocol.ts";
import { openingVotes } from "../engine/meeting/contract/tell-in-record.ts";
import { countVotes, finalVerdict } from "../engine/meeting/decision/decide.ts";
import type { Outcome } from "../engine/transcript/events.ts";
import type { MeetingState, MemberState } from "../engine/transcript/state.ts";
import type { MeetingKey, ResultRow } from "./study.ts";

type MeetingEnded = {
  readonly key: MeetingKey;
  readonly path: string;
  readonly head: string | null;
  readonly status: ResultRow["status"];
  readonly reason: string | null;
};

export function rowOf(ended: MeetingEnded, state: MeetingState, { count }: Pick<Protocol, "count">): ResultRow {
  const { key, path, head, status, reason } = ended;
  const { spending, counts } = state;
  const members = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  return {
    ...key,
    status,
    reason,
    outcome: state.outcome,
    openingOutcome: openingOutcome(state, count),
    members: Object.fromEntries(members.map((member) => [member.seat.id, courseOf(member)])),
    simulated: state.simulated,
    messages: counts.messages,
    absences: counts.absences,
    calls: spending.calls,
    failedCalls: spending.failedCalls,
    tokens: { input: spending.input, cacheRead: spending.cacheRead, output: spending.output },
    dollars: spending.cost,
    seconds: spending.ms / 1000,
    head,
    path,
  };
}

export function emptyRow(ended: MeetingEnded): ResultRow {
  const { key, path, head, status, reason } = ended;
  return {
    ...{ ...key, status, reason, outcome: null, openingOutcome: null, members: {}, simulated: false },
    ...{ messages: 0, absences: 0, calls: 0, failedCalls: 0, dollars: 0, seconds: 0, head, path },
    tokens: { input: 0, cacheRead: 0, output: 0 },
  };
}

function courseOf(member: MemberState): ResultRow["members"][string] {
  const opening = member.ballots.find(({ kind }) => kind === "opening");
  const [first] = member.verdicts;
  const final = finalVerdict(member);
  return {
    opening: opening ? { verdict: opening.verdict, confidence: opening.confidence } : null,
    first: first ? { verdict: first.verdict, confidence: first.confidence } : null,
    final: final.by === null ? null : { verdict: final.verdict, confidence: final.confidence },
    finalBy: final.by,
    messages: member.messages,
    words: member.words,
  };
}

function openingOutcome(state: MeetingState, count: Protocol["count"]): Outcome | null {
  if (state.openingOutcome) return state.openingOutcome;
  const votes = openingVotes(state);
  return votes && (count?.(votes, state) ?? countVotes(votes, state.scenario));
}
