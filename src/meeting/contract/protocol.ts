import type { z } from "zod";
import type { Problem } from "../../errors.ts";
import type { House } from "../../perspective/house.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { Sheet } from "../../scenario/script/check-script.ts";
import type { Draft, Outcome } from "../../transcript/events.ts";
import type { MeetingState, MemberState } from "../../transcript/state.ts";
import type { ScenarioStart } from "./contributions.ts";
import type { Floor } from "./floor.ts";
import type { Vote } from "./vote.ts";

/** A column of the verdict table that a protocol adds to everybody's. */
export type Column = {
  readonly name: string;
  readonly title: string;
  /** False where the column would say nothing of a meeting, and is left out; default always true. */
  readonly applies?: (state: MeetingState) => boolean;
  readonly value: (member: MemberState, state: MeetingState) => string | number | null;
};

/** A problem with a protocol's options, and whether the meeting can be held all the same. */
export type Doubt = Problem & { readonly level: "mistake" | "warning" };

/** One line of where a meeting stands, such as `phase` and `DELIBERATION (4 of 5)`. */
export type StatusLine = { readonly label: string; readonly value: string };

/** What a protocol has on record of one kind, such as claims or artefacts: for a panel or a page. */
export type ProtocolExhibit = {
  readonly name: string;
  readonly title: string;
  readonly entries: readonly {
    /** Which one it is and how it stands, on one line: `C-3-1, critic: confirmed`. */
    readonly head: string;
    /** What members wrote stands in it as they wrote it, unless the format is Markdown. */
    readonly text: string;
    readonly format: "words" | "markdown";
  }[];
};

/** Calls of a meeting, for the plan: the fewest, the most, and as many as it takes. */
export type ExpectedCalls = {
  readonly low: number;
  readonly high: number;
  /** Default: the geometric mean of the two. */
  readonly expected?: number;
  /** Tokens by which everybody's prompt grows with each call; default those of a message in a debate. */
  readonly growth?: number;
};

/** What a protocol makes of a meeting on record, from its state alone: for tables, screens and files. */
export type Telling = {
  /** Columns of the verdict table beside everybody's. */
  readonly columns: readonly Column[];
  /** The outcome that votes come to, where it is not the scenario's decision that counts them; null where that does. */
  readonly count?: ((votes: readonly Vote[], state: MeetingState) => Outcome | null) | undefined;
  /** Where the meeting stands, for screens: phase, iteration, threads. */
  readonly status?: (state: MeetingState) => readonly StatusLine[];
  /** What is on record so far, kind by kind, for screens. */
  readonly exhibits?: (state: MeetingState) => readonly ProtocolExhibit[];
  /** Why a meeting came to its end, in words; by default withdrawals and limits are told. */
  readonly closing?: (state: MeetingState) => string;
  /** A recorded fact in one sentence, for whoever watches; null where it is of no interest, undefined where it has no words for it. */
  readonly narrate?: (fact: MeetingState["facts"][number], state: MeetingState) => string | null | undefined;
  /** A message's JSON as it is filed for reading, in Markdown; null where it has no such form. The state is that before the message. */
  readonly reads?: (message: Draft<"message.spoken">, state: MeetingState) => string | null;
  /** Whether facts tell each ballot but those that people call as a whole, so that its votes need not be told one by one; default not. */
  readonly countsBallots?: (state: MeetingState) => boolean;
  /** Files of the protocol's own, written beside the transcript; `name` may hold folders. */
  readonly outputs?: ((state: MeetingState) => readonly OutputFile[]) | undefined;
  /** What a later meeting is told of this one beside its question, outcome and verdicts: lines of Markdown. */
  readonly prior?: (state: MeetingState) => readonly string[];
  /** Why nobody can be given the floor out of turn, as the end of a sentence; left out where a person can give it. */
  readonly fixedOrder?: string;
};

/** What is the same for every meeting by a protocol. */
type Described = Partial<Telling> & {
  readonly name: string;
  /** Raised whenever a recorded meeting would run differently; another version is refused, never guessed at. */
  readonly version: number;
  /** One sentence for `boardroom list protocols`. */
  readonly summary: string;
  /** Its seats are alike on purpose and answer alone: what a matter of level 2 takes. Personas need not differ. */
  readonly isPanel?: true;
  /** The option that names the arbiter's model, where there is one: `--arbiter` sets it. */
  readonly arbiterOption?: readonly string[];
  /** The flag by which a person is asked to accept an outcome that nobody has accepted. */
  readonly acceptedBy?: string;
  /** How a scenario of this protocol is begun; default the usual template. */
  readonly start?: ScenarioStart;
  /** Its cues tell members nothing of what others said, so that what `prompt.control` hides from the view is hidden. */
  readonly quotesNobody?: true;
  /** It can hide others' verdicts from a member until that member has stated its own: `visibility: until-verdict`. */
  readonly untilVerdict?: true;
  /** It comes with Boardroom: its options stand in the docs, and its words are at hand wherever a record of it is read. */
  readonly builtIn?: true;
};

/** How to write a protocol. Name, version, summary and `run` are enough for one without options. */
export type ProtocolDefinition<Options> = Described & {
  readonly run: (floor: Floor, options: Options) => Promise<Outcome>;
  /** Topics and items that members speak to and decide one by one; default none. */
  readonly sheet?: (options: Options, scenario: Pick<Scenario, "question">) => Sheet;
  /** Process agents that take part beside the members; default none. */
  readonly agents?: (options: Options, scenario: Scenario) => readonly Seat[];
  /** People who are asked beside those on seats, by name; default nobody. */
  readonly people?: (options: Options) => readonly string[];
  /** Calls that a meeting makes, for the plan; default from two for each member up to the limit of messages. */
  readonly expectedCalls?: (options: Options, scenario: Scenario) => ExpectedCalls;
  /** What everybody is told of how a meeting runs and how to reply; default an open table that members may leave. */
  readonly house?: (options: Options, scenario: Scenario) => House;
  /** What is wrong or doubtful about these options for this scenario; a mistake stops the meeting before any call. */
  readonly check?: (options: Options, scenario: Scenario) => readonly Doubt[];
};

/** A procedure of a meeting, closed over its options: nobody outside reads them. `defineProtocol` makes one. */
export type Protocol = Described &
  Telling & {
    /** What its options may be, for whoever checks a scenario's file. */
    readonly options: z.ZodType;
    /** What members speak to and decide one by one; null where that is nothing, or the options are wrong. */
    readonly sheetOf: (scenario: Pick<Scenario, "options" | "question">) => Sheet | null;
    /** The protocol for one scenario. A misspelt or impossible option is refused with its place and remedy. */
    readonly bind: (scenario: Scenario) => BoundProtocol;
  };

/** A protocol as one scenario sets it up; its options are read. */
export type BoundProtocol = {
  readonly agents: () => readonly Seat[];
  readonly people: () => readonly string[];
  readonly plan: () => ExpectedCalls;
  readonly house: () => House;
  readonly doubts: () => readonly Doubt[];
  readonly run: (floor: Floor) => Promise<Outcome>;
};

/** A file that stands beside `events.jsonl`, by its path within the transcript's folder, with `/` between folders. */
export type OutputFile = { readonly name: string; readonly text: string };
