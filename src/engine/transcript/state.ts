import type { Proposer } from "../../scenario/schema/assessment.ts";
import type { Document, Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { Message } from "../scaffold/message.ts";
import type {
  Audience,
  BallotKind,
  CheckedCitation,
  Json,
  LimitName,
  Outcome,
  RecordedColumn,
} from "./events.ts";

/** Comes from outside the fold and is never written to, so it keeps its own type. */
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

/** The fold of a meeting's events. */
export type MeetingState = DeepReadonly<OwnState>;
export type MemberState = DeepReadonly<OwnMember>;
export type VerdictEntry = MemberState["verdicts"][number];

export type Entry =
  | {
      readonly kind: "message";
      readonly message: Message;
      readonly audience: Audience;
      readonly flags: readonly string[];
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
  | {
      readonly kind: "succession";
      readonly id: string;
      readonly at: string;
      readonly seat: string;
      readonly before: string;
    }
  | {
      readonly kind: "interjection";
      readonly id: string;
      readonly at: string;
      readonly person: string;
      readonly text: string;
      /** null: everyone; else the one seat that sees it. */
      readonly to: string | null;
    };

export type Spending = {
  calls: number;
  failedCalls: number;
  input: number;
  estimatedInput: number;
  cacheRead: number;
  output: number;
  /** Dollars; null once a call's price was unknown. */
  cost: number | null;
  /** Counts towards limits: the actual tokens, or the estimate where a provider told nothing. */
  chargedTokens: number;
  chargedDollars: number;
  /** Wall time of the calls, milliseconds. */
  ms: number;
};

type OwnWarning = { limit: LimitName; used: number; of: number; member: string | null; stops: boolean };

type OwnVerdict = {
  /** null: it said that it has none, and why. */
  verdict: string | null;
  reasoning: string | null;
  wouldChange: string | null;
  confidence: number | null;
  message: string;
  turn: number;
};

type OwnPosition = {
  verdict: string | null;
  ballot: BallotKind | null;
  /** Which of the member's closing ballots it was, or would have been, from 1. */
  nth: number;
  message: string | null;
  /** From 1; for a ballot, how many turns had been taken. */
  turn: number;
  movedBy: { message: string; speaker: string; turn: number | null; passage: string } | null;
  /** The last message this member heard before: an order in time, not a cause. */
  heard: { message: string; speaker: string; turn: number } | null;
};

type OwnBallot = {
  kind: BallotKind;
  verdict: string | null;
  /** It says that it has none, and why; a null verdict without this was not given. */
  abstains?: true;
  reasoning: string | null;
  wouldChange: string | null;
  confidence: number | null;
  reply?: Json;
  text?: string;
};

export type OwnMember = {
  seat: Seat;
  status: "active" | "withdrawn" | "absent";
  verdicts: OwnVerdict[];
  ballots: OwnBallot[];
  positions: OwnPosition[];
  ready: boolean;
  messages: number;
  passes: number;
  absences: number;
  absencesInARow: number;
  repairsInVain: number;
  isRepairing: boolean;
  lastReply: string | null;
  missed: readonly string[];
  outagesInARow: number;
  answers: number;
  absentBecause: string | null;
  stoppedBy: LimitName | null;
  summary: { entries: number; text: string } | null;
  words: number;
  withdrawnAt: { message: string; turn: number } | null;
  /** As said, and as given in ballots: each once. */
  citations: (CheckedCitation & { ballot?: true })[];
  /** Entries shown at each of its turns: where its view's blocks end. */
  shown: number[];
  spending: Spending;
};

export type LeaveOnRecord = {
  readonly by: string;
  readonly at: string;
  readonly because: string | null;
  /** Dollars; null where a price was unknown. */
  readonly estimate: number | null;
};

export type OwnState = {
  meeting: string;
  /** Id of the meeting it began as: its own, unless it was forked from another. */
  readonly origin: string;
  protocol: string;
  seed: string;
  simulated: boolean;
  proposer: Proposer | null;
  approval: LeaveOnRecord | null;
  scenario: Scenario;
  seats: Seat[];
  members: Map<string, OwnMember>;
  documents: Document[];
  entries: Entry[];
  /** Meeting time, ISO 8601. */
  startedAt: string;
  now: string;
  counts: { messages: number; notices: number; passes: number; absences: number };
  speakers: string[];
  /** `after`: messages and notices counted before it. `nth`: the number within its kind, from 1. */
  notices: { kind: string; after: number; nth: number }[];
  unmended: { speaker: string; flags: readonly string[] }[];
  requestedSpeaker: string | null;
  ballotRequested: boolean;
  closingRequested: boolean;
  adjournRequested: boolean;
  awaited: { person: string; path: string; request: Json }[];
  /** `told`: the words of a protocol that is not built in. */
  facts: { name: string; data: Json; path: string; told?: string | null }[];
  columns: readonly RecordedColumn[];
  /** null where the scenario's own rule counts. */
  openingOutcome: Outcome | null;
  warnings: OwnWarning[];
  spending: Spending;
  ending: { kind: "adjourned" | "suspended" | "closed"; reason: string } | null;
  outcome: Outcome | null;
};
