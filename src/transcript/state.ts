import type { Message } from "../scaffold/message.ts";
import type { Proposer } from "../scenario/schema/assessment.ts";
import type { Document, Scenario, Seat } from "../scenario/schema/scenario.ts";
import type {
  Audience,
  BallotKind,
  CheckedCitation,
  Json,
  LimitName,
  Outcome,
  RecordedColumn,
} from "./events.ts";

/** What comes from outside the fold is never written to, and keeps its own type. */
type Given = Scenario | Seat | Document | Entry | Outcome | Proposer | LeaveOnRecord;

type DeepReadonly<T> = T extends Given
  ? T
  : T extends Map<infer K, infer V>
    ? ReadonlyMap<K, DeepReadonly<V>>
    : T extends readonly (infer Item)[]
      ? readonly DeepReadonly<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
        : T;

/** Fold of a meeting's events, as everyone but the fold may see it. */
export type MeetingState = DeepReadonly<OwnState>;
export type MemberState = DeepReadonly<OwnMember>;
export type VerdictEntry = MemberState["verdicts"][number];

/** What a prompt or a screen may show, in order; `audience: record` never enters it. */
export type Entry =
  | {
      readonly kind: "message";
      readonly message: Message;
      readonly audience: Audience;
      readonly flags: readonly string[];
      /** Nth turn of the meeting, from 1. */
      readonly turn: number;
    }
  | { readonly kind: "pass"; readonly id: string; readonly at: string; readonly speaker: string }
  | {
      readonly kind: "notice";
      readonly id: string;
      readonly at: string;
      readonly agent: string;
      readonly text: string;
      readonly topic?: string | undefined;
    }
  | { readonly kind: "document"; readonly document: Document; readonly by: string }
  /** A fork has given a seat to somebody else. */
  | {
      readonly kind: "succession";
      readonly id: string;
      readonly at: string;
      readonly seat: string;
      /** Name of whoever held the seat before. */
      readonly before: string;
    }
  | {
      readonly kind: "interjection";
      readonly id: string;
      readonly at: string;
      readonly person: string;
      readonly text: string;
      /** null: everyone; else a whisper that only this seat sees. */
      readonly to: string | null;
    };

export type Spending = {
  calls: number;
  failedCalls: number;
  input: number;
  /** Tokens of input that were set aside for these calls. */
  estimatedInput: number;
  cacheRead: number;
  output: number;
  /** Dollars; null once a call's price was unknown. */
  cost: number | null;
  /** What counts towards limits: the actual amounts, or the estimate where a provider told nothing. */
  chargedTokens: number;
  chargedDollars: number;
  /** Wall time of the calls, milliseconds. */
  ms: number;
};

/** A limit that has come near or is used up. */
type OwnWarning = { limit: LimitName; used: number; of: number; member: string | null; stops: boolean };

/** A verdict as it was stated in the debate. */
type OwnVerdict = {
  /** null: it was said, with the reasoning why, that there is none. */
  verdict: string | null;
  reasoning: string | null;
  wouldChange: string | null;
  confidence: number | null;
  /** Message that stated it. */
  message: string;
  /** Nth turn of the meeting, from 1. */
  turn: number;
};

/** Where a member stood from then on, aloud or in private: one entry for each time that it was another than before. */
type OwnPosition = {
  /** null: none, as was said with the reasoning why. */
  verdict: string | null;
  /** The ballot it was given in; null where it was said in the debate. */
  ballot: BallotKind | null;
  /** Which of the member's closing ballots it was, or would have been, from 1. */
  nth: number;
  /** Message that stated it; null for a ballot. */
  message: string | null;
  /** The turn that stated it, from 1; for a ballot, how many turns had been taken. */
  turn: number;
  /** What its own words rest it on, held against what was said. */
  movedBy: { message: string; speaker: string; turn: number | null; passage: string } | null;
  /** The last message of another member that this one heard before: an order in time, not a cause. */
  heard: { message: string; speaker: string; turn: number } | null;
};

type OwnBallot = {
  kind: BallotKind;
  verdict: string | null;
  /** It says that there is none, and why; a null verdict without it was not given. */
  abstains?: true;
  reasoning: string | null;
  wouldChange: string | null;
  confidence: number | null;
  /** The whole JSON reply, where one was asked for. */
  reply?: Json;
  /** The reply as it came, where that was to be kept. */
  text?: string;
};

/** Everything known of one seat, member or process agent. */
export type OwnMember = {
  seat: Seat;
  status: "active" | "withdrawn" | "absent";
  /** Each change of the public verdict, first one included. */
  verdicts: OwnVerdict[];
  ballots: OwnBallot[];
  positions: OwnPosition[];
  ready: boolean;
  messages: number;
  passes: number;
  absences: number;
  absencesInARow: number;
  /** Repairs in a row after which the reply was still not as asked for; a reply that needs none begins anew. */
  repairsInVain: number;
  /** The turn under way has been asked for a repair. */
  isRepairing: boolean;
  /** As it came; null before the first. */
  lastReply: string | null;
  /** What was wrong with it, as flags or in words; empty where it was as asked for. */
  missed: readonly string[];
  /** Those of the absences in a row that a provider's outage made. */
  outagesInARow: number;
  /** Replies that count for the procedure alone, and are shown to nobody. */
  answers: number;
  /** Why the last turn was an absence. */
  absentBecause: string | null;
  /** The limit that took this member out of the draw. */
  stoppedBy: LimitName | null;
  /** What stands for the first so many entries in this seat's view. */
  summary: { entries: number; text: string } | null;
  words: number;
  withdrawnAt: { message: string; turn: number } | null;
  /** Each citation and quotation once as it was said, and once as it was given in ballots. */
  citations: (CheckedCitation & { ballot?: true })[];
  /** How many entries this seat had been shown at each of its turns: where its view's blocks end. */
  shown: number[];
  spending: Spending;
};

/** A person's leave, as the record has it. */
export type LeaveOnRecord = {
  readonly by: string;
  /** Wall time, ISO 8601. */
  readonly at: string;
  readonly because: string | null;
  /** Dollars that were expected; null where a price was unknown. */
  readonly estimate: number | null;
};

export type OwnState = {
  meeting: string;
  /** Id of the meeting it began as: its own, unless it was forked from another. */
  readonly origin: string;
  protocol: string;
  seed: string;
  simulated: boolean;
  /** Version of the rules by which prompts are made and replies are read. */
  readonly rules: number;
  /** Who asked for the meeting; null: a person. */
  proposer: Proposer | null;
  /** The person's leave that it was opened with; null where it needed and had none. */
  approval: LeaveOnRecord | null;
  scenario: Scenario;
  seats: Seat[];
  members: Map<string, OwnMember>;
  documents: Document[];
  entries: Entry[];
  /** Meeting time of the first and of the last event, ISO 8601. */
  startedAt: string;
  now: string;
  counts: { messages: number; notices: number; passes: number; absences: number };
  /** Who held the floor, turn by turn, process agents included. */
  speakers: string[];
  /** Each notice, how many messages and notices had been counted before it, and the how-manieth of its kind it is, from 1. */
  notices: { kind: string; after: number; nth: number }[];
  /** Flags of the last turns that no notice has spoken of yet. */
  unmended: { speaker: string; flags: readonly string[] }[];
  requestedSpeaker: string | null;
  ballotRequested: boolean;
  closingRequested: boolean;
  adjournRequested: boolean;
  /** Questions that people have not answered yet, oldest first. */
  awaited: { person: string; path: string; request: Json }[];
  /** `told`: in the words of a protocol that does not come with the program. */
  facts: { name: string; data: Json; path: string; told?: string | null }[];
  /** Columns that such a protocol has left in the record. */
  columns: readonly RecordedColumn[];
  /** What the opening ballots come to by such a protocol's own rule; null where that is the scenario's. */
  openingOutcome: Outcome | null;
  warnings: OwnWarning[];
  spending: Spending;
  ending: { kind: "adjourned" | "suspended" | "closed"; reason: string } | null;
  outcome: Outcome | null;
};
