/**
 * What a protocol is: what it runs, and what it tells tables, screens and files about a recorded
 * state. Protocols are made with defineProtocol; engine/meeting/ runs them.
 */

import type { z } from "zod";
import { BoardroomError, type Problem } from "../../errors.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import type { CheckedQuote } from "../../scenario/documents/citations.ts";
import { listUnwritten } from "../../scenario/documents/document-text.ts";
import type { ListedPersona } from "../../scenario/loading/load.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import {
  type PromptSettings,
  parseHolder,
  type Scenario,
  type Seat,
} from "../../scenario/schema/scenario.ts";
import type { Sheet } from "../../scenario/script/script-case.ts";
import type { Article } from "../../text/article.ts";
import type { MeetingRules } from "../perspective/meeting-rules.ts";
import type { Outcome } from "../transcript/events.ts";
import type { MeetingState, MemberState } from "../transcript/state.ts";
import type { DescribedFact } from "./facts.ts";
import type { Floor } from "./floor.ts";

export type Vote = {
  verdict: string | null;
  abstains?: boolean;
  weight: number;
  confidence?: number | null;
};

export type Column = {
  name: string;
  title: string;
  value: (member: MemberState) => string | number | null;
};

export type Warning = Problem & { level: "mistake" | "warning" };

/** The fewest, the most, and the likely number of calls. */
export type ExpectedCalls = {
  low: number;
  high: number;
  /** Default: the geometric mean of the two. */
  expected?: number;
  /** Tokens added to everybody's prompt by each call; default those of a message in a debate. */
  growth?: number;
  /** Votes before the first turn, which the smallest limit has room for; default 0. */
  first?: number;
  /** Tokens of what a call asks, on average; default those of a turn in a debate. */
  instruction?: number;
  /** Tokens of a reply, on average; default those of a message. */
  reply?: number;
};

/** What a protocol tells about a recorded state. A reader asks for the sections that it shows. */
export type Told = {
  /** Kinds of facts. A fact without words is hidden. Without this section, facts show their data. */
  facts: readonly DescribedFact[];
  /** Columns of the verdict table. */
  columns: () => readonly Column[];
  /** How far the meeting is, as fields. */
  status: () => Article;
  /** What was recorded: parts with headings of level 2, and in them entries with headings of level 3. */
  record: () => Article;
  /** Why the meeting ended; default withdrawals and limits. */
  closing: () => string;
  /** Written next to the transcript. */
  files: () => readonly ProtocolFile[];
  /** What members found in documents, for a comment on the change that is judged. */
  findings: () => readonly Finding[];
  /** For a later meeting, in addition to question, outcome and verdicts. */
  prior: () => Article;
};

/** A cited passage with the check of its quote, and what a member says about it. */
export type Finding = CheckedQuote & { member: string; says: string };

/** `name` is a path within the transcript's folder, with `/` between folders. */
export type ProtocolFile = {
  name: string;
  /** An article is printed as Markdown and an object as JSON. */
  content: Article | object | string;
};

/** What a protocol makes of a recorded state, for tables, screens and files. */
export type Description = {
  tell?: (state: MeetingState) => Partial<Told>;
  /** Default, and for null: the scenario's decision rule. */
  count?: ((votes: readonly Vote[], state: MeetingState) => Outcome | null) | undefined;
  /** True if facts report each ballot as a whole, so that single votes are hidden. Default false. */
  countsBallots?: (state: MeetingState) => boolean;
  /** Why no person can choose the next speaker, as the end of a sentence. */
  fixedOrder?: string;
};

type Described = Partial<Description> & {
  name: string;
  /** Raised whenever a recorded meeting would run differently; another version is refused. */
  version: number;
  summary: string;
  /** Alike seats that answer alone, for matters of level 2. Personas need not differ. */
  isPanel?: true;
  arbiterOption?: readonly string[];
  acceptedBy?: string;
  start?: ScenarioStart;
  /** Instructions quote no member, so `prompt.control` can hide it. */
  quotesNobody?: true;
  untilVerdict?: true;
  /** Its words are at hand wherever a record of it is read. */
  builtIn?: true;
};

/** Name, version, summary and `run` are enough for a protocol without options. */
export type ProtocolDefinition<Options> = Described & {
  run: (floor: Floor, options: Options) => Promise<Outcome>;
  sheet?: (options: Options, scenario: Pick<Scenario, "question">) => Sheet;
  agents?: (options: Options, scenario: Scenario) => readonly Seat[];
  people?: (options: Options) => readonly string[];
  /** For the plan; default from two for each member up to the limit of messages. */
  expectedCalls?: (options: Options, scenario: Scenario) => ExpectedCalls;
  /** The fewest members with which it can decide; the meeting waits if fewer can be heard. Default: half of them. */
  quorum?: (options: Options, scenario: Scenario) => number;
  /** The meeting rules in every prompt. Default: an open debate from which members withdraw. */
  rules?: (options: Options, scenario: Scenario) => MeetingRules;
  /** A mistake stops the meeting before any call. */
  check?: (options: Options, scenario: Scenario) => readonly Warning[];
};

/** Closed over its options; `defineProtocol` makes one. */
export type Protocol = Described &
  Description & {
    options: z.ZodType;
    findSheet: (scenario: Pick<Scenario, "options" | "question">) => Sheet | null;
    /** Refuses a misspelt or impossible option with its place and remedy. */
    bind: (scenario: Scenario) => BoundProtocol;
  };

export type BoundProtocol = {
  listAgents: () => readonly Seat[];
  listPeople: () => readonly string[];
  plan: () => ExpectedCalls;
  quorum: () => number;
  getRules: () => MeetingRules;
  listWarnings: () => readonly Warning[];
  run: (floor: Floor) => Promise<Outcome>;
};

export type Interview = {
  ask?: ((question: string) => Promise<string | null>) | undefined;
  say: (text: string) => void;
  personas: () => Promise<readonly ListedPersona[]>;
};

/** How `boardroom new scenario NAME --protocol ...` begins. */
export type ScenarioStart = {
  about: string;
  flags: readonly {
    /** As commander reads it: `--rounds <count>`. */
    flag: string;
    about: string;
    /** Default: a text. `pairs`: `key=value`, repeated. */
    takes?: "count" | "pairs";
  }[];
  files: (
    name: string,
    given: Readonly<Record<string, unknown>>,
    interview: Interview,
  ) => Promise<readonly TemplateFile[]>;
  /** What to do before the scenario can be checked; null if nothing. */
  next: (name: string, given: Readonly<Record<string, unknown>>) => string | null;
};

export type Folders = {
  resolve: (path: string) => string;
  exists: (path: string) => boolean;
  read: (path: string) => string | null;
};

export function createMistake(message: string, remedy: string, path?: Warning["path"]): Warning {
  return { level: "mistake", message, remedy, path };
}

export function createWarning(message: string, remedy: string, path?: Warning["path"]): Warning {
  return { ...createMistake(message, remedy, path), level: "warning" };
}

/** Mistakes are refused before any call; doubts are for `boardroom check`. */
export function refuseMistakes(protocol: BoundProtocol, scenario: Scenario): void {
  const unwritten = listUnwritten(scenario.documents);
  if (unwritten.length > 0) throw new BoardroomError("scenario-invalid", unwritten);
  const mistakes = protocol.listWarnings().filter(({ level }) => level === "mistake");
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
export function settlePrompt(
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
  const seats = [...scenario.members, ...protocol.bind(scenario).listAgents()];
  return { ...scenario, prompt: settlePrompt(scenario, protocol, seats.some(hasLanguageModel)) };
}

/** The model of an outside agent is unknown, so it counts as a language model. */
export function hasLanguageModel({ model }: Seat): boolean {
  return model !== "template" && parseHolder(model)?.is !== "human" && !isSimulated(model);
}
