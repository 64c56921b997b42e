import type { z } from "zod";
import type { Selection } from "../../routing/select.ts";
import type { Message, MovedBy } from "../../scaffold/message.ts";
import type { Audience, BallotKind, Json } from "../../transcript/events.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { FormWords } from "../form/form-field.ts";

export type SeatId = string;
/** Meeting time, ISO 8601. */
export type Instant = string;

/** What a speaker is asked for when given the floor. */
export type Cue<Reply = Message> = {
  /** Names the occasion, such as `floor` or `ballot`; shown to the speaker; simulated members go by it. */
  readonly kind: string;
  readonly text: string;
  /** The same for a person: no markup and no JSON, which a form takes care of. Left out, `text` up to where it says how to reply. */
  readonly forPeople?: string;
  /** The facts of the occasion: item, topic, choices, candidate, claim. For simulated members; never sent to a model or shown to a person. */
  readonly data?: Readonly<Record<string, Json>> | undefined;
  /** What the fields of a JSON reply are called for a person. */
  readonly form?: FormWords;
  /** The scaffold by default; else JSON that fits this schema, with one repair. */
  readonly reply?: z.ZodType<Reply>;
  /** `all` by default. */
  readonly audience?: Audience;
  /** Makes the turn a ballot: kept, shown to nobody, answered by `ballot.cast`. */
  readonly ballot?: BallotKind;
  /** With `ballot`: whoever is silent keeps the ballot cast before; else silence counts as no valid vote. */
  readonly keepsBallot?: boolean;
  /** When a person's silence becomes an absence: wall time, unlike every other instant here. */
  readonly deadline?: Instant;
  /** Id of the agenda topic the message belongs to. */
  readonly topic?: string;
  /** Ids among which the speaker chooses in the field Topic. */
  readonly topics?: readonly string[];
  /** What the topics are called, for a person's choice. */
  readonly topicNames?: Readonly<Record<string, string>>;
  /** The speaker may say that the phase may end for its part. */
  readonly takesReady?: boolean;
  /** With `topics`: a message that names none of them, even after the repair, is not let in. */
  readonly topicRequired?: boolean;
  /** The message must be addressed to another seat. */
  readonly addressed?: boolean;
  /** False where nobody may leave: a withdrawal is left out and flagged. */
  readonly mayWithdraw?: boolean;
  /** The position that a JSON reply takes: it counts as it would in the scaffold. */
  readonly stance?: (reply: Reply) => Stance;
  /** Keeps a JSON ballot's words as they came; `unread` stands for one that does not fit even after its repair. */
  readonly verbatim?: { readonly unread: Reply };
  /** The speaker is not sent the documents: what is asked rests on the words of the cue alone. */
  readonly withoutDocuments?: boolean;
  /** A provider that refuses for good makes the speaker absent, where it would else suspend the meeting. */
  readonly mayFail?: boolean;
};

/** A position on the matter: an option's id or null, and what goes with it. */
export type Stance = {
  readonly verdict: string | null;
  /** It says that it has no verdict, and in the reasoning why; `verdict` is null then. */
  readonly abstains?: true | undefined;
  readonly reasoning: string | null;
  readonly wouldChange: string | null;
  /** A message that was heard and words that stand in it, on which a change rests; what does not hold is left out. */
  readonly movedBy?: MovedBy | undefined;
  /** 0 to 1. */
  readonly confidence: number | null;
};

export type Turn<Reply = Message> =
  | { readonly status: "spoke"; readonly reply: Reply; readonly message: Message }
  | { readonly status: "passed" }
  | { readonly status: "absent"; readonly reason: string };

/** A process agent's words from a template. */
export type Notice = {
  readonly kind: string;
  readonly text: string;
  /** Members the notice speaks of. */
  readonly about: readonly SeatId[];
  /** Id of the agenda topic it opens or speaks of. */
  readonly topic?: string | undefined;
};

export type HumanRequest = { readonly [key: string]: Json };
export type HumanAnswer = { readonly [key: string]: Json };

/** The one object through which a protocol acts. Every method but `random` and `hear` is an effect, one at a time on one floor. */
export interface Floor {
  /** Fold of every event this floor may see; `state.now` is the time of its last event. */
  readonly state: MeetingState;
  readonly signal: AbortSignal;
  /** A draw in [0, 1) from the meeting's seed, the path of this floor's next effect, and the purpose. */
  random(purpose: string): number;
  /** Lets people act who wait. Call it before choosing who or what comes next: until that has begun, nobody acts. No effect of its own. */
  hear(): Promise<void>;
  /** Gives one speaker the floor. Never throws for what a model does. */
  turn<Reply = Message>(speaker: SeatId | Selection, cue: Cue<Reply>): Promise<Turn<Reply>>;
  /** A process agent's words from a template, at no model cost. */
  announce(agent: SeatId, notice: Notice): Promise<void>;
  /** Waits for a person, for days if need be. An answer may arrive before it is asked for. */
  ask(person: string, request: HumanRequest): Promise<HumanAnswer>;
  /** The only way time passes without a speaker. */
  wait(until: Instant): Promise<void>;
  /** A fact of the protocol's own: phase entered, claim raised, divergence assessed. */
  record(name: string, data: Json): Promise<void>;
  /** Independent branches; each floor sees what stood before and its own branch, nothing of the others. */
  parallel<T>(branches: readonly ((floor: Floor) => Promise<T>)[], plan?: GroupPlan): Promise<readonly T[]>;
}

/** Who speaks first in each branch, so that the group's price is known before it starts; left out, the dearest seat in each. */
export type GroupPlan = {
  readonly speakers: readonly SeatId[];
  /** A reserve is kept for the closing one. */
  readonly ballot?: BallotKind;
};
