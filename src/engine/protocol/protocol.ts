import type { z } from "zod";
import { BoardroomError, type Problem } from "../../errors.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { unwrittenIn } from "../../scenario/documents/document-text.ts";
import type { listPersonas } from "../../scenario/loading/load.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import {
  holderIn,
  type PromptSettings,
  type Scenario,
  type Seat,
} from "../../scenario/schema/scenario.ts";
import type { Sheet } from "../../scenario/script/check-script.ts";
import type { MeetingRules } from "../perspective/meeting-rules.ts";
import type { Draft, Outcome } from "../transcript/events.ts";
import type { MeetingState, MemberState } from "../transcript/state.ts";
import type { Floor } from "./floor.ts";

export type Vote = {
  readonly verdict: string | null;
  readonly abstains?: boolean;
  readonly weight: number;
  readonly confidence?: number | null;
};

export type Column = {
  readonly name: string;
  readonly title: string;
  /** False leaves the column out; default true. */
  readonly applies?: (state: MeetingState) => boolean;
  readonly value: (member: MemberState, state: MeetingState) => string | number | null;
};

export type Warning = Problem & { readonly level: "mistake" | "warning" };

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
  /** Votes before the first turn, which the smallest limit has room for; default 0. */
  readonly first?: number;
};

/** What a protocol makes of a recorded state, for tables, screens and files. */
export type Description = {
  readonly columns: readonly Column[];
  /** Default, and for null: the scenario's decision rule. */
  readonly count?: ((votes: readonly Vote[], state: MeetingState) => Outcome | null) | undefined;
  readonly status?: (state: MeetingState) => readonly StatusLine[];
  readonly exhibits?: (state: MeetingState) => readonly ProtocolExhibit[];
  /** Why the meeting ended; default withdrawals and limits. */
  readonly closing?: (state: MeetingState) => string;
  /** One sentence; null hides the fact, undefined shows its data. */
  readonly narrate?: (
    fact: MeetingState["facts"][number],
    state: MeetingState,
  ) => string | null | undefined;
  /** The JSON as Markdown, or null. The state is the one before the message. */
  readonly reads?: (message: Draft<"message.spoken">, state: MeetingState) => string | null;
  /** True if facts report each ballot as a whole, so that single votes are hidden. Default false. */
  readonly countsBallots?: (state: MeetingState) => boolean;
  /** Written next to the transcript; `name` may contain folders. */
  readonly outputs?: ((state: MeetingState) => readonly OutputFile[]) | undefined;
  /** Lines of Markdown for a later meeting, in addition to question, outcome and verdicts. */
  readonly prior?: (state: MeetingState) => readonly string[];
  /** Why no person can choose the next speaker, as the end of a sentence. */
  readonly fixedOrder?: string;
};

type Described = Partial<Description> & {
  readonly name: string;
  /** Raised whenever a recorded meeting would run differently; another version is refused. */
  readonly version: number;
  readonly summary: string;
  /** Alike seats that answer alone, for matters of level 2. Personas need not differ. */
  readonly isPanel?: true;
  readonly arbiterOption?: readonly string[];
  readonly acceptedBy?: string;
  readonly start?: ScenarioStart;
  /** Instructions quote no member, so `prompt.control` can hide it. */
  readonly quotesNobody?: true;
  readonly untilVerdict?: true;
  /** A closed meeting can be reopened for one more question. */
  readonly takesQuestions?: true;
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
  /** The meeting rules in every prompt. Default: an open debate from which members withdraw. */
  readonly rules?: (options: Options, scenario: Scenario) => MeetingRules;
  /** A mistake stops the meeting before any call. */
  readonly check?: (options: Options, scenario: Scenario) => readonly Warning[];
};

/** Closed over its options; `defineProtocol` makes one. */
export type Protocol = Described &
  Description & {
    readonly options: z.ZodType;
    readonly sheetOf: (scenario: Pick<Scenario, "options" | "question">) => Sheet | null;
    /** Refuses a misspelt or impossible option with its place and remedy. */
    readonly bind: (scenario: Scenario) => BoundProtocol;
  };

export type BoundProtocol = {
  readonly agents: () => readonly Seat[];
  readonly people: () => readonly string[];
  readonly plan: () => ExpectedCalls;
  readonly rules: () => MeetingRules;
  readonly warnings: () => readonly Warning[];
  readonly run: (floor: Floor) => Promise<Outcome>;
};

/** A path within the transcript's folder, with `/` between folders. */
export type OutputFile = { readonly name: string; readonly text: string };

export type Interview = {
  readonly ask?: ((question: string) => Promise<string | null>) | undefined;
  readonly say: (text: string) => void;
  readonly personas: () => ReturnType<typeof listPersonas>;
};

/** How `boardroom new scenario NAME --protocol ...` begins. */
export type ScenarioStart = {
  readonly about: string;
  readonly flags: readonly {
    /** As commander reads it: `--rounds <count>`. */
    readonly flag: string;
    readonly about: string;
    /** Default: a text. `pairs`: `key=value`, repeated. */
    readonly takes?: "count" | "pairs";
  }[];
  readonly files: (
    name: string,
    given: Readonly<Record<string, unknown>>,
    interview: Interview,
  ) => Promise<readonly TemplateFile[]>;
  /** What to do before the scenario can be checked; null if nothing. */
  readonly next: (name: string, given: Readonly<Record<string, unknown>>) => string | null;
};

export type Folders = {
  readonly resolve: (path: string) => string;
  readonly exists: (path: string) => boolean;
  readonly read: (path: string) => string | null;
};

export function mistake(message: string, remedy: string, path?: Warning["path"]): Warning {
  return { level: "mistake", message, remedy, ...(path && { path }) };
}

export function warning(message: string, remedy: string, path?: Warning["path"]): Warning {
  return { ...mistake(message, remedy, path), level: "warning" };
}

/** Mistakes are refused before any call; doubts are for `boardroom check`. */
export function refuseMistakes(protocol: BoundProtocol, scenario: Scenario): void {
  const unwritten = unwrittenIn(scenario.documents);
  if (unwritten.length > 0) throw new BoardroomError("scenario-invalid", unwritten);
  const mistakes = protocol.warnings().filter(({ level }) => level === "mistake");
  if (mistakes.length === 0) return;
  throw new BoardroomError(
    "scenario-invalid",
    mistakes.map(({ level: _, ...problem }) => ({ place: { file: scenario.name }, ...problem })),
  );
}

/** Another version might decide differently. */
export function requireSameProtocol(recorded: string, protocol: Protocol): void {
  const own = `${protocol.name}@${protocol.version}`;
  if (recorded === own) return;
  throw new BoardroomError("protocol-version", {
    message: `The transcript was made by ${recorded}, and this program has ${own}.`,
    remedy:
      "Continue it with the version of boardroom that started it. Watching and reading it works with any version.",
  });
}

type SettledPrompt = PromptSettings & Required<Pick<PromptSettings, "visibility" | "scaffold">>;

/** With a language model, the verdict comes last and a board hides others' verdicts until a member's own. Simulated boards keep their old defaults. */
export function settledPrompt(
  { prompt }: Pick<Scenario, "prompt">,
  { untilVerdict }: Pick<Protocol, "untilVerdict">,
  hasLanguageModel: boolean,
): SettledPrompt {
  const { view, visibility, scaffold, ...rest } = prompt;
  const hides =
    hasLanguageModel && untilVerdict === true && view !== "shared" && rest.control !== "stances";
  return {
    view,
    visibility: visibility ?? (hides ? "until-verdict" : "open"),
    scaffold: scaffold ?? (hasLanguageModel ? "verdict-last" : "verdict-first"),
    ...rest,
  };
}

export function withSettledPrompt(scenario: Scenario, protocol: Protocol): Scenario {
  const seats = [...scenario.members, ...protocol.bind(scenario).agents()];
  return { ...scenario, prompt: settledPrompt(scenario, protocol, seats.some(hasLanguageModel)) };
}

/** The model of an outside agent is unknown, so it counts as a language model. */
export function hasLanguageModel({ model }: Seat): boolean {
  return model !== "template" && holderIn(model)?.is !== "human" && !isSimulated(model);
}
