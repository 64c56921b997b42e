import type { Seat } from "../../../scenario/schema/scenario.ts";
import type { Draft } from "../events.ts";
import { memberOf } from "../member-of.ts";
import type { MeetingState, OwnMember, OwnState, Spending } from "../state.ts";
import {
  copyRecord,
  edited,
  type FieldTable,
  from,
  grows,
  markRecord,
  moveRecord,
  openRecord,
  type RecordMark,
  replaced,
} from "./fields.ts";

type OpenedEvent = Draft<"meeting.opened">;

/** Opening, copying, marking and moving all follow from this list. */
export const STATE_FIELDS: FieldTable<Omit<OwnState, "members">, OpenedEvent> = {
  meeting: replaced(({ meeting }) => meeting),
  origin: replaced(({ meeting }) => meeting),
  protocol: replaced(({ protocol }) => protocol),
  seed: replaced(({ seed }) => seed),
  simulated: replaced(({ simulated }) => simulated),
  proposer: replaced(({ proposer = null }) => proposer),
  approval: from(null),
  scenario: replaced(({ scenario, seats }) => {
    const members = seats.filter(({ kind }) => kind === "member");
    return { ...scenario, documents: [], members };
  }),
  seats: replaced(({ seats }) => [...seats]),
  documents: grows(),
  entries: grows(),
  startedAt: replaced(({ at }) => at),
  now: replaced(({ at }) => at),
  counts: edited(() => ({ messages: 0, notices: 0, passes: 0, absences: 0 })),
  speakers: grows(),
  notices: grows(),
  unmended: edited(() => []),
  requestedSpeaker: from(null),
  ballotRequested: from(false),
  closingRequested: from(false),
  adjournRequested: from(false),
  awaited: edited(() => []),
  facts: grows(),
  columns: replaced(() => []),
  openingOutcome: replaced(() => null),
  warnings: grows(),
  spending: edited(noSpending),
  ending: from(null),
  outcome: from(null),
};

export const MEMBER_FIELDS: FieldTable<OwnMember, Seat> = {
  seat: replaced((seat) => seat),
  status: from("active"),
  verdicts: grows(),
  ballots: grows(),
  positions: grows(),
  ready: from(false),
  messages: from(0),
  passes: from(0),
  absences: from(0),
  absencesInARow: from(0),
  outagesInARow: from(0),
  answers: from(0),
  repairsInVain: from(0),
  isRepairing: from(false),
  lastReply: from(null),
  missed: replaced(() => []),
  absentBecause: from(null),
  stoppedBy: from(null),
  summary: from(null),
  words: from(0),
  withdrawnAt: from(null),
  citations: grows(),
  shown: grows(),
  spending: edited(noSpending),
};

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

export function openState(event: OpenedEvent): OwnState {
  const members = new Map(event.seats.map((seat) => [seat.id, openRecord(MEMBER_FIELDS, seat)]));
  return { ...openRecord(STATE_FIELDS, event), members };
}

export function copyState(state: OwnState): OwnState {
  const members = [...state.members].map(([id, each]) => [id, copyRecord(MEMBER_FIELDS, each)] as const);
  return { ...copyRecord(STATE_FIELDS, state), members: new Map(members) };
}

export type StateMark = { readonly own: RecordMark; readonly members: ReadonlyMap<string, RecordMark> };

export function markState(state: OwnState): StateMark {
  const members = [...state.members].map(([id, each]) => [id, markRecord(MEMBER_FIELDS, each)] as const);
  return { own: markRecord(STATE_FIELDS, state), members: new Map(members) };
}

/** Brings a state to a mark; `along` has come at least so far over the same events, and lends what is missing. */
export function moveState(state: OwnState, { own, members }: StateMark, along: MeetingState): void {
  moveRecord(STATE_FIELDS, state, own, along);
  for (const [id, mark] of members) moveRecord(MEMBER_FIELDS, memberOf(state, id), mark, memberOf(along, id));
}
