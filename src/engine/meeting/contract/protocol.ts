import type { z } from "zod";
import type { Problem } from "../../../errors.ts";
import type { Scenario, Seat } from "../../../scenario/schema/scenario.ts";
import type { Sheet } from "../../../scenario/script/check-script.ts";
import type { House } from "../../perspective/house.ts";
import type { Draft, Outcome } from "../../transcript/events.ts";
import type { MeetingState, MemberState } from "../../transcript/state.ts";
import type { ScenarioStart } from "./contributions.ts";
import type { Floor } from "./floor.ts";
import type { Vote } from "./vote.ts";

export type Column = {
  readonly name: string;
  readonly title: string;
  /** False leaves the column out; default true. */
  readonly applies?: (state: MeetingState) => boolean;
  readonly value: (member: MemberState, state: MeetingState) => string | number | null;
};

export type Doubt = Problem & { readonly level: "mistake" | "warning" };

export type StatusLine = { readonly label: string; readonly value: string };

export type ProtocolExhibit = {
  readonly name: string;
  readonly title: string;
  readonly entries: readonly {
    readonly head: string;
    /** As members wrote it, unless the format is Markdown. */
    readonly text: string;
    readonly format: "words" | "markdown";
  }[];
};

/** The fewest, the most, and the likely number of calls. */
export type ExpectedCalls = {
  readonly low: number;
  readonly high: number;
  /** Default: the geometric mean of the two. */
  readonly expected?: number;
  /** Tokens added to everybody's prompt by each call; default those of a message in a debate. */
  readonly growth?: number;
};

/** What a protocol makes of a recorded state, for tables, screens and files. */
export type Telling = {
  readonly columns: readonly Column[];
  /** Left out, the scenario's decision rule counts; so it does where this gives null. */
  readonly count?: ((votes: readonly Vote[], state: MeetingState) => Outcome | null) | undefined;
  readonly status?: (state: MeetingState) => readonly StatusLine[];
  readonly exhibits?: (state: MeetingState) => readonly ProtocolExhibit[];
  /** Why the meeting ended; default withdrawals and limits. */
  readonly closing?: (state: MeetingState) => string;
  /** One sentence; null where the fact is of no interest, undefined where there are no words for it. */
  readonly narrate?: (fact: MeetingState["facts"][number], state: MeetingState) => string | null | undefined;
  /** The JSON as Markdown; null where it has no such form. The state is that before the message. */
  readonly reads?: (message: Draft<"message.spoken">, state: MeetingState) => string | null;
  /** True where facts tell each ballot as a whole, so its votes need not be told one by one; default false. */
  readonly countsBallots?: (state: MeetingState) => boolean;
  /** Written beside the transcript; `name` may hold folders. */
  readonly outputs?: ((state: MeetingState) => readonly OutputFile[]) | undefined;
  /** Lines of Markdown for a later meeting, beside question, outcome and verdicts. */
  readonly prior?: (state: MeetingState) => readonly string[];
  /** Why nobody can be given the floor out of turn, as the end of a sentence; left out where a person can give it. */
  readonly fixedOrder?: string;
};

type Described = Partial<Telling> & {
  readonly name: string;
  /** Raised whenever a recorded meeting would run differently; another version is refused. */
  readonly version: number;
  readonly summary: string;
  /** Alike seats that answer alone, for matters of level 2. Personas need not differ. */
  readonly isPanel?: true;
  readonly arbiterOption?: readonly string[];
  readonly acceptedBy?: string;
  readonly start?: ScenarioStart;
  /** Cues do not tell what others said, so `prompt.control` can hide it. */
  readonly quotesNobody?: true;
  readonly untilVerdict?: true;
  /** Its words are at hand wherever a record of it is read. */
  readonly builtIn?: true;
};

/** Name, version, summary and `run` are enough for a protocol without options. */
export type ProtocolDefinition<Options> = Described & {
  readonly run: (floor: Floor, options: Options) => Promise<Outcome>;
  readonly sheet?: (options: Options, scenario: Pick<Scenario, "question">) => Sheet;
  readonly agents?: (options: Options, scenario: Scenario) => readonly Seat[];
  readonly people?: (options: Options) => readonly string[];
  /** For the plan; default from two for each member up to the limit of messages. */
  readonly expectedCalls?: (options: Options, scenario: Scenario) => ExpectedCalls;
  /** What everybody is told of the procedure; default an open table that members may leave. */
  readonly house?: (options: Options, scenario: Scenario) => House;
  /** A mistake stops the meeting before any call. */
  readonly check?: (options: Options, scenario: Scenario) => readonly Doubt[];
};

/** Closed over its options; `defineProtocol` makes one. */
export type Protocol = Described &
  Telling & {
    readonly options: z.ZodType;
    /** null where there is nothing to decide one by one, or the options are wrong. */
    readonly sheetOf: (scenario: Pick<Scenario, "options" | "question">) => Sheet | null;
    /** Refuses a misspelt or impossible option with its place and remedy. */
    readonly bind: (scenario: Scenario) => BoundProtocol;
  };

export type BoundProtocol = {
  readonly agents: () => readonly Seat[];
  readonly people: () => readonly string[];
  readonly plan: () => ExpectedCalls;
  readonly house: () => House;
  readonly doubts: () => readonly Doubt[];
  readonly run: (floor: Floor) => Promise<Outcome>;
};

/** A path within the transcript's folder, with `/` between folders. */
export type OutputFile = { readonly name: string; readonly text: string };
