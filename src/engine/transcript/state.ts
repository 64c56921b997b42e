/**
 * The state of a meeting: everything that prompts, tables and screens know about it. Only the fold
 * changes it; all others get it as MeetingState, which they cannot change.
 */

import type { Proposer } from "../../scenario/schema/assessment.ts";
import type { Document, Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { Message } from "../scaffold/message.ts";
import type * as field from "./event-fields.ts";

/** Comes from outside the fold and is never written to, so it keeps its own type. */
type Given =
  | Scenario
  | Seat
  | Document
  | Entry
  | field.Outcome
  | Proposer
  | RecordedApproval
  | Spending;

type DeepReadonly<T> = T extends Given
  ? T
  : T extends Map<infer K, infer V>
    ? ReadonlyMap<K, DeepReadonly<V>>
    : T extends readonly (infer Item)[]
      ? readonly DeepReadonly<Item>[]
      : T extends object
        ? { [Key in keyof T]: DeepReadonly<T[Key]> }
        : T;

/** The fold of a meeting's events. */
export type MeetingState = DeepReadonly<MutableState>;
export type MemberState = DeepReadonly<MutableMember>;
export type VerdictEntry = MemberState["verdicts"][number];

export type Entry =
  | {
      kind: "message";
      message: Message;
      audience: field.Audience;
      flags: readonly string[];
      turn: number;
      /** The turn that changed the verdict; null if none did, or if an interjection did. */
      mover: number | null;
    }
  | {
      kind: "pass";
      id: string;
      at: string;
      speaker: string;
      turn: number;
    }
  | {
      kind: "notice";
      id: string;
      at: string;
      agent: string;
      text: string;
      topic?: string | undefined;
      turn: number;
    }
  | { kind: "document"; document: Document; by: string }
  | {
      kind: "succession";
      id: string;
      at: string;
      seat: string;
      before: string;
    }
  | {
      kind: "interjection";
      id: string;
      at: string;
      person: string;
      text: string;
      /** null: everyone; else the one seat that sees it. */
      to: string | null;
    };

export type Spending = {
  calls: number;
  failedCalls: number;
  input: number;
  estimatedInput: number;
  cacheRead: number;
  output: number;
  /** Dollars; null once a call's price was unknown. Calls that a plan pays add none. */
  cost: number | null;
  /** Calls of programs, which a plan pays. */
  byPlan: number;
  /** Counts towards limits: the reported tokens, else the estimate. */
  chargedTokens: number;
  chargedDollars: number;
  /** Wall time of the calls, milliseconds. */
  ms: number;
};

type Warning = {
  limit: field.LimitName;
  used: number;
  of: number;
  member: string | null;
  stops: boolean;
};

/** A null verdict has reasons, too. */
type MutableVerdict = Reasons & { message: string; turn: number };

type Reasons = Pick<Message, "verdict" | "reasoning" | "wouldChange" | "confidence">;

export type Position = {
  verdict: string | null;
  ballot: field.BallotKind | null;
  /** Which of the member's closing ballots it was, or would have been, from 1. */
  nth: number;
  message: string | null;
  /** From 1; for a ballot, how many turns had been taken. */
  turn: number;
  movedBy: { message: string; speaker: string; turn: number | null; passage: string } | null;
  /** The last message this member heard before: an order in time, not a cause. */
  heard: { message: string; speaker: string; turn: number } | null;
};

/** `abstains`: the reasoning explains the missing verdict. A null verdict without this was not given. */
type MutableBallot = Reasons & {
  kind: field.BallotKind;
  abstains?: true;
  reply?: field.Json;
  text?: string;
};

export type RecordedApproval = {
  by: string;
  at: string;
  because: string | null;
  estimate: number | null;
};

const NO_SPENDING: Spending = {
  calls: 0,
  failedCalls: 0,
  input: 0,
  estimatedInput: 0,
  cacheRead: 0,
  output: 0,
  cost: 0,
  byPlan: 0,
  chargedTokens: 0,
  chargedDollars: 0,
  ms: 0,
};

/** What a meeting knows of one seat. Lists only lengthen, or swap their last item; all else is replaced, and never written to. */
export type MutableMember = {
  seat: Seat;
  status: "active" | "withdrawn" | "absent";
  ready: boolean;
  messages: number;
  passes: number;
  absences: number;
  absencesInARow: number;
  /** Absences in a row of a member that could not be heard. They end with a suspension. */
  unheardInARow: number;
  answers: number;
  repairsInVain: number;
  isRepairing: boolean;
  lastReply: string | null;
  hasFallenBack: boolean;
  missed: readonly string[];
  absentBecause: string | null;
  stoppedBy: field.LimitName | null;
  words: number;
  withdrawnAt: { message: string; turn: number } | null;
  spending: Spending;
  verdicts: MutableVerdict[];
  ballots: MutableBallot[];
  positions: Position[];
  /** As said, and as given in ballots: each once. */
  citations: field.Passage[];
  /** Entries shown at each of its turns: where its view's blocks end. */
  shown: number[];
};

/** A meeting as far as it has come. Its lists are kept as those of a member. */
export type MutableState = {
  meeting: string;
  /** Id of the meeting it began as: its own, unless it was forked from another. */
  origin: string;
  protocol: string;
  seed: string;
  simulated: boolean;
  proposer: Proposer | null;
  approval: RecordedApproval | null;
  scenario: Scenario;
  seats: readonly Seat[];
  members: Map<string, MutableMember>;
  /** Meeting time, ISO 8601. */
  startedAt: string;
  now: string;
  /** Turns of the whole meeting. The number of the last turn, as people and members see it. */
  turns: number;
  spending: Spending;
  counts: { messages: number; notices: number; passes: number; absences: number };
  /** Who was asked and could not be heard, since a model last gave a reply that could be read. */
  unheard: readonly string[];
  unrepaired: readonly { speaker: string; flags: readonly string[] }[];
  requestedSpeaker: string | null;
  ballotRequested: boolean;
  closingRequested: boolean;
  adjournRequested: boolean;
  awaited: readonly { person: string; path: string; request: field.Json }[];
  ending: { kind: "adjourned" | "suspended" | "closed"; reason: string } | null;
  outcome: field.Outcome | null;
  documents: Document[];
  entries: Entry[];
  speakers: string[];
  /** `after`: messages and notices counted before it. `nth`: the number within its kind, from 1. */
  notices: { kind: string; after: number; nth: number }[];
  facts: { name: string; data: field.Json; path: string }[];
  warnings: Warning[];
};

function openMember(seat: Seat): MutableMember {
  return {
    seat,
    status: "active",
    ready: false,
    messages: 0,
    passes: 0,
    absences: 0,
    absencesInARow: 0,
    unheardInARow: 0,
    answers: 0,
    repairsInVain: 0,
    isRepairing: false,
    lastReply: null,
    hasFallenBack: false,
    missed: [],
    absentBecause: null,
    stoppedBy: null,
    words: 0,
    withdrawnAt: null,
    spending: NO_SPENDING,
    verdicts: [],
    ballots: [],
    positions: [],
    citations: [],
    shown: [],
  };
}

export function openState(opened: field.EventOf<typeof field.openingFields>): MutableState {
  const { meeting, protocol, seed, simulated, proposer = null, seats, at } = opened;
  const members = seats.filter(({ kind }) => kind === "member");
  return {
    meeting,
    origin: meeting,
    protocol,
    seed,
    simulated,
    proposer,
    approval: null,
    scenario: { ...opened.scenario, documents: [], members },
    seats,
    members: new Map(seats.map((seat) => [seat.id, openMember(seat)])),
    startedAt: at,
    now: at,
    turns: 0,
    spending: NO_SPENDING,
    counts: { messages: 0, notices: 0, passes: 0, absences: 0 },
    unheard: [],
    unrepaired: [],
    requestedSpeaker: null,
    ballotRequested: false,
    closingRequested: false,
    adjournRequested: false,
    awaited: [],
    ending: null,
    outcome: null,
    documents: [],
    entries: [],
    speakers: [],
    notices: [],
    facts: [],
    warnings: [],
  };
}

export function copyState(state: MutableState): MutableState {
  const members = [...state.members].map(([id, member]) => [id, copyLists(member)] as const);
  return { ...copyLists(state), members: new Map(members) };
}

function copyLists<Whole extends object>(whole: Whole): Whole {
  const copies = Object.entries(whole).map(([key, value]) => [
    key,
    Array.isArray(value) ? [...value] : value,
  ]);
  return Object.fromEntries(copies) as Whole;
}

export function getMember<Member>(
  { members }: { members: ReadonlyMap<string, Member> },
  id: string,
): Member {
  const member = members.get(id);
  if (!member)
    throw new Error(`no seat "${id}" in this meeting; seated: ${[...members.keys()].join(", ")}`);
  return member;
}

type NamedSeats = {
  members: ReadonlyMap<string, { seat: { persona: { name: string } } }>;
};

export function getMemberName({ members }: NamedSeats, seat: string): string {
  return members.get(seat)?.seat.persona.name ?? seat;
}

export function replaceSeats(seats: readonly Seat[], changed: readonly Seat[]): Seat[] {
  return seats.map((seat) => changed.find(({ id }) => id === seat.id) ?? seat);
}
