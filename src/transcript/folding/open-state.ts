import type { Draft } from "../events.ts";
import type { OwnMember, OwnState, Spending } from "../state.ts";

/** The state as the first event leaves it: everybody seated, nothing said. */
export function openState(event: Draft<"meeting.opened">): OwnState {
  return {
    meeting: event.meeting,
    origin: event.meeting,
    protocol: event.protocol,
    seed: event.seed,
    simulated: event.simulated,
    proposer: event.proposer ?? null,
    approval: null,
    scenario: {
      ...event.scenario,
      documents: [],
      members: event.seats.filter((seat) => seat.kind === "member"),
    },
    seats: [...event.seats],
    members: new Map(event.seats.map((seat) => [seat.id, openMember(seat)])),
    documents: [],
    entries: [],
    startedAt: event.at,
    now: event.at,
    counts: { messages: 0, notices: 0, passes: 0, absences: 0 },
    speakers: [],
    notices: [],
    unmended: [],
    requestedSpeaker: null,
    ballotRequested: false,
    closingRequested: false,
    adjournRequested: false,
    awaited: [],
    facts: [],
    warnings: [],
    spending: noSpending(),
    ending: null,
    outcome: null,
  };
}

function openMember(seat: OwnMember["seat"]): OwnMember {
  return {
    seat,
    status: "active",
    verdicts: [],
    ballots: [],
    positions: [],
    ready: false,
    messages: 0,
    passes: 0,
    absences: 0,
    absencesInARow: 0,
    outagesInARow: 0,
    answers: 0,
    repairsInVain: 0,
    isRepairing: false,
    absentBecause: null,
    stoppedBy: null,
    summary: null,
    words: 0,
    withdrawnAt: null,
    citations: [],
    shown: [],
    spending: noSpending(),
  };
}

function noSpending(): Spending {
  return {
    calls: 0,
    failedCalls: 0,
    input: 0,
    estimatedInput: 0,
    cacheRead: 0,
    output: 0,
    cost: 0,
    chargedTokens: 0,
    chargedDollars: 0,
    ms: 0,
  };
}

/** A state that can grow apart from the one it was copied from. */
export function copyState(state: OwnState): OwnState {
  const members = [...state.members].map(([id, member]) => [id, copyMember(member)] as const);
  return {
    ...state,
    members: new Map(members),
    documents: [...state.documents],
    entries: [...state.entries],
    counts: { ...state.counts },
    speakers: [...state.speakers],
    notices: [...state.notices],
    unmended: [...state.unmended],
    awaited: [...state.awaited],
    facts: [...state.facts],
    warnings: [...state.warnings],
    spending: { ...state.spending },
  };
}

function copyMember(member: OwnMember): OwnMember {
  return {
    ...member,
    verdicts: member.verdicts.map((verdict) => ({ ...verdict })),
    ballots: [...member.ballots],
    positions: [...member.positions],
    citations: [...member.citations],
    shown: [...member.shown],
    spending: { ...member.spending },
  };
}

/** The seat's part of the state; every event but the first names seats that are there. */
export function memberOf(state: OwnState, id: string): OwnMember {
  const member = state.members.get(id);
  if (!member) throw new Error(`no seat "${id}" in this meeting`);
  return member;
}
