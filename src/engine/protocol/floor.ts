/**
 * What a protocol can do in a meeting: give a turn, announce, ask a person, wait, record a fact,
 * and run branches in parallel. engine/meeting/floor.ts implements it.
 */

import type { z } from "zod";
import type { FormWords } from "../form/field-kind.ts";
import type { Selection } from "../routing/select.ts";
import type { Message } from "../scaffold/message.ts";
import type { Audience, BallotKind, Json } from "../transcript/events.ts";
import type { MeetingState } from "../transcript/state.ts";

export type SeatId = string;
/** Meeting time, ISO 8601. */
export type Instant = string;

/** What a speaker is asked for when given the floor. */
export type Instruction<Reply = Message> = {
  /** Names the occasion, such as `floor` or `ballot`; shown to the speaker; simulated members go by it. */
  kind: string;
  text: string;
  /** Without markup or JSON. Default: `text` without its reply format. */
  forPeople?: string;
  /** The facts of the occasion, for simulated members alone. */
  data?: Readonly<Record<string, Json>> | undefined;
  /** What a person's form calls the fields of a JSON reply. */
  form?: FormWords;
  /** JSON of this schema, with one repair. Default: the scaffold. */
  reply?: z.ZodType<Reply>;
  /** `all` by default. */
  audience?: Audience;
  /** Makes the turn a private ballot, recorded as `ballot.cast`. */
  ballot?: BallotKind;
  /** A ballot that asks for the vote alone, without reasons. */
  isBare?: boolean;
  /** The silent keep the ballot cast before; else silence counts as no valid vote. */
  keepsBallot?: boolean;
  /** When a person's silence becomes an absence; wall time, unlike other instants here. */
  deadline?: Instant;
  /** What a message belongs to, unless its reply names another of `topics`. */
  topic?: string;
  topics?: readonly string[];
  topicNames?: Readonly<Record<string, string>>;
  /** The speaker may say that the phase may end for its part. */
  takesReady?: boolean;
  addressed?: boolean;
  /** False: a withdrawal is ignored and flagged. */
  mayWithdraw?: boolean;
  /** Makes the position of a JSON reply count as one in the scaffold. */
  stance?: (reply: Reply) => Stance;
  /** Keeps a JSON ballot word for word. `unread` replaces one that does not fit even after its repair. */
  verbatim?: { unread: Reply };
  /** Field of a private JSON reply whose words are shown while they come, to those who hold no seat. */
  streams?: string;
  /** What is asked rests on the words of the instruction alone. */
  withoutDocuments?: boolean;
  /** The seat's last call: its prompt is read from caches and not written to them. */
  isLast?: boolean;
  /** A provider that refuses the key, the quota or the model makes the speaker absent instead of suspending the meeting. */
  mayFail?: boolean;
  /** Only this speaker can answer: a failed call suspends the meeting, unless the model itself refuses. So does, once, a
   * last reply that cannot be read. */
  isNeeded?: boolean;
};

/** An option's id or null, and what goes with it. */
export type Stance = Pick<
  Message,
  "verdict" | "abstains" | "reasoning" | "wouldChange" | "movedBy" | "confidence"
>;

export type Turn<Reply = Message> =
  | { status: "spoke"; reply: Reply; message: Message }
  | { status: "passed" }
  | { status: "absent"; reason: string };

export type Reminder = {
  kind: string;
  text: string;
  about: readonly SeatId[];
  topic?: string | undefined;
};

export type HumanRequest = { [key: string]: Json };
export type HumanAnswer = { [key: string]: Json };

/** A protocol acts through this alone. All but `random` and `hear` are effects, one at a time on one floor. */
export interface Floor {
  /** Holds what this floor may see; `state.now` is the time of its last event. */
  state: MeetingState;
  signal: AbortSignal;
  /** In [0, 1), from the meeting's seed, the path of this floor's next effect, and the purpose. */
  random(purpose: string): number;
  /** Lets people act. Call it before you choose the next speaker or step. */
  hear(): Promise<void>;
  /** Never throws for what a model does. */
  turn<Reply = Message>(
    speaker: SeatId | Selection,
    instruction: Instruction<Reply>,
  ): Promise<Turn<Reply>>;
  /** Costs no model call. */
  announce(agent: SeatId, notice: Reminder): Promise<void>;
  /** Waits for days if need be. An answer may arrive before it is asked for. */
  ask(person: string, request: HumanRequest): Promise<HumanAnswer>;
  /** The only way time passes without a speaker. */
  wait(until: Instant): Promise<void>;
  /** Records a fact of the protocol's own. */
  record(name: string, data: Json): Promise<void>;
  /** Each branch sees what stood before and its own events, nothing of the others. */
  parallel<T>(
    branches: readonly ((floor: Floor) => Promise<T>)[],
    plan?: GroupPlan,
  ): Promise<readonly T[]>;
}

/** Who speaks first in each branch, which sets the group's price. Default: the dearest seat in each. */
export type GroupPlan = { speakers: readonly SeatId[]; ballot?: BallotKind };

/** Not a failure: `run` turns it into an event or into nothing. */
export class MeetingStop extends Error {
  readonly how: Stop;

  constructor(how: Stop) {
    super(how.reason);
    this.name = "MeetingStop";
    this.how = how;
  }
}

type Stop =
  /** Leaves no event, so that a resumed run has the bytes of an uninterrupted one. */
  | { kind: "aborted"; reason: string }
  | { kind: "adjourned"; reason: string; path: string }
  | {
      kind: "waiting";
      reason: string;
      path: string;
      upTo?: number;
    }
  | {
      kind: "suspended";
      reason: string;
      path: string;
      cause: string;
      speaker: string | null;
    };

/** For the eye only, never in the log. */
export type LiveSignal =
  | {
      type: "thinking";
      path: string;
      speaker: string;
      private: boolean;
    }
  | {
      type: "text";
      path: string;
      speaker: string;
      delta: string;
    }
  /** Words of a private answer, for those who hold no seat. */
  | {
      type: "private-text";
      path: string;
      speaker: string;
      delta: string;
    }
  /** The call failed or its reply is being repaired, so what streamed so far will not count. */
  | {
      type: "discarded";
      path: string;
      speaker: string;
      why: string;
    }
  | {
      type: "waiting";
      path: string;
      speaker: string;
      ms: number;
      why: string;
      /** An outage of the provider: how long it has lasted, and how long the meeting waits, in milliseconds. */
      out?: { provider: string; ms: number; ofMs: number };
    };

export type LiveListener = (signal: LiveSignal) => void;
