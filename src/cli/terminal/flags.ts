// The flags that several commands have, with their help. A command chooses from this table, so that
// a flag means the same everywhere.

import { type Command, InvalidArgumentError } from "commander";
import { AUTO } from "../../home/settings/auto-model.ts";
import { isCodeFile } from "../../home/settings/own-code.ts";
import { lookUpKey } from "../../lists.ts";
import { readAt, readListAt } from "../../models/local/ask-json.ts";
import type { Flag, Flags, FlagsOf } from "./command.ts";
import {
  collectTexts,
  readEffort,
  readExclusion,
  readFilledText,
  readMemberModel,
  readOption,
  readPositiveNumber,
  readSeed,
  readWholeNumber,
} from "./flag-values.ts";

/** Each flag that several commands have, under its heading in the help. */
const GROUPS = {
  "Question and documents": {
    question: ["--question <text>", "Replace the scenario's question", readFilledText],
    document: ["--document <file>", "Replace the document under discussion"],
    attach: ["--attach <file>", "Add a document (repeatable)", collectTexts],
    prior: [
      "--prior <transcript>",
      "Add the result of an earlier meeting (repeatable)",
      collectTexts,
    ],
  },
  "Members and models": {
    model: [
      "-m, --model <model>",
      'Model for all, e.g. anthropic:claude-sonnet-5-5 or program:NAME; "auto" finds a local one [default: simulated; env: BOARDROOM_MODEL]',
    ],
    models: [
      "--models <a,b,c>",
      "Models dealt over the members by the seed",
      splitList,
      { excludes: ["model"] },
    ],
    member: [
      "--member <id=model>",
      "Model for one member, or human:NAME or agent:NAME (repeatable)",
      readMemberModel,
    ],
    effort: [
      "--effort <level|id=level>",
      "How hard models think: low, medium or high (repeatable) [default: the provider's]",
      readEffort,
    ],
    arbiter: ["--arbiter <model>", "Model that combines the answers of a chamber"],
    exclude: ["--exclude <id[=reason]>", "Run without this member (repeatable)", readExclusion],
  },
  Protocol: {
    protocol: ["--protocol <name|file>", "board, jury, judges, rounds, chamber, or your own file"],
    ownProtocol: [
      "--protocol <file>",
      "File of your protocol, such as ./mine.mjs",
      requireCodeFile,
    ],
    option: ["--option <key=value>", "Set a protocol option (repeatable)", readOption],
    view: ["--view <view>", "How members see the debate", ["perspective", "anonymous", "shared"]],
    visibility: [
      "--visibility <visibility>",
      "When members see others' verdicts",
      ["open", "until-verdict", "sealed"],
    ],
    seed: [
      "--seed <seed>",
      "Seed for all random choices [default: random; fork: unchanged; env: BOARDROOM_SEED]",
      readSeed,
    ],
  },
  Limits: {
    maxMessages: [
      "--max-messages <n>",
      "Maximum number of messages and reminders [default: 100; env: BOARDROOM_MAX_MESSAGES]",
      readWholeNumber,
    ],
    maxMinutes: ["--max-minutes <n>", "Maximum running time", readPositiveNumber],
    maxTokens: ["--max-tokens <n>", "Maximum tokens, including the final vote", readWholeNumber],
    maxDollars: ["--max-dollars <n>", "Maximum cost, including the final vote", readPositiveNumber],
    answerMinutes: [
      "--answer-minutes <n>",
      "How long to wait for a person or agent to answer",
      readPositiveNumber,
    ],
  },
  "Several candidates": {
    documents: ["--documents <files...>", "Run one meeting per file (repeatable)", collectTexts],
    rank: ["--rank", "Run 5 meetings per file and rank the candidates"],
    seeds: ["--seeds <n>", "Number of meetings per file", readWholeNumber],
    atOnce: ["--at-once <n>", "Meetings to run in parallel [default: 4]", readWholeNumber],
  },
  Approval: {
    approve: ["--approve", "Approve the estimated cost ($1 or more)"],
    because: [
      "--because <text>",
      "Reason for the approval (required above $3)",
      readFilledText,
      { needs: ["approve"] },
    ],
    by: ["--by <agent>", "Propose the meeting for an agent; a person approves it", readFilledText],
    criticality: [
      "--criticality <key=value>",
      "With --by: a reason for a higher level (repeatable)",
      readOption,
    ],
  },
  Output: {
    output: [
      "-o, --output <folder>",
      "Transcript folder [default: transcripts/<scenario>-<seed>]",
      readFilledText,
    ],
    outputFile: ["-o, --output <file>", "File to write, readable by you only", readFilledText],
    force: ["--force", "Replace an existing file"],
    quiet: ["--quiet", "Print the verdict table only", undefined, { excludes: ["json"] }],
    json: ["--json", "Print the events as JSON, a line each"],
    as: ["--as <name>", "Your name, if members are people", readFilledText],
    wait: ["--wait", "Keep waiting for people who answer elsewhere"],
  },
  Options: {
    config: [
      "--config <file>",
      "Settings file [default: ~/.config/boardroom/boardroom.yaml; env: BOARDROOM_CONFIG]",
    ],
  },
} as const satisfies Readonly<Record<string, Flags>>;

type Groups = typeof GROUPS;
type NamesIn<Group extends keyof Groups> = { [Each in Group]: keyof Groups[Each] }[Group];
type FlagName = NamesIn<keyof Groups>;
type Shared<Name> = {
  [Group in keyof Groups]: Name extends keyof Groups[Group] ? Groups[Group][Name] : never;
}[keyof Groups];

/** The same flag with another meaning, by the name that a command reads. */
const READ_AS = { ownProtocol: "protocol", outputFile: "output" } as const;
type ReadAs<Name> = Name extends keyof typeof READ_AS ? (typeof READ_AS)[Name] : Name;

/** A name would be ignored: the transcript names its protocol. */
function requireCodeFile(text: string): string {
  if (isCodeFile(text)) return text;
  throw new InvalidArgumentError("It must be the file of your protocol, such as ./mine.mjs.");
}

export const FORM_FLAGS = ["quiet", "json"] as const;

/** Flags that mean the same in every command, in the order of the table. */
export function selectFlags<const Name extends FlagName>(
  ...names: readonly Name[]
): { [Each in Name as ReadAs<Each>]: Shared<Each> };
export function selectFlags(...names: readonly FlagName[]): Flags {
  const table: Record<string, Flag> = {};
  for (const [heading, flags] of Object.entries<Flags>(GROUPS))
    for (const [name, [text, about, value, more]] of Object.entries(flags))
      if (names.some((each) => each === name))
        table[lookUpKey<string>(READ_AS, name) ?? name] = [
          text,
          about,
          value,
          { ...more, heading },
        ];
  return table;
}

function listFlagNames<const Group extends keyof Groups>(...groups: readonly Group[]) {
  const names = groups.flatMap((group) => Object.keys(GROUPS[group])) as NamesIn<Group>[];
  return names.filter(isOfRun);
}

const ELSEWHERE = ["ownProtocol", "outputFile", "force"] as const;

function isOfRun<Name>(name: Name): name is Exclude<Name, (typeof ELSEWHERE)[number]> {
  return !ELSEWHERE.some((each) => each === name);
}

/** Names of meetings, as an argument. */
export const NAMES =
  "Folders, names or ids of meetings, or patterns such as 'transcripts/hiring-*'";

export const DATABASE_FLAGS = {
  database: [
    "--database <address>",
    "postgres://USER@HOST/NAME without a password [env: BOARDROOM_DATABASE_URL]",
  ],
  passwordFile: [
    "--password-file <file>",
    "File that contains only the password [default: ~/.pgpass]",
  ],
} as const;

export const LIMIT_FLAGS = ["maxMessages", "maxMinutes", "maxTokens", "maxDollars"] as const;
export const APPROVAL_FLAGS = ["approve", "because"] as const;

/** What a scenario is run with. */
export const SCENARIO_FLAGS = listFlagNames(
  "Question and documents",
  "Members and models",
  "Protocol",
  "Limits",
);

export const RUN_FLAGS = [
  ...SCENARIO_FLAGS,
  ...listFlagNames("Several candidates", "Approval", "Output"),
];

export type SharedFlags<Name extends FlagName> = FlagsOf<{
  [Each in Name as ReadAs<Each>]: Shared<Each>;
}>;

export function splitList(text: string): readonly string[] {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.every((part) => part === ""))
    throw new InvalidArgumentError("It must name one or more, with commas.");
  return parts.filter((part) => part !== "");
}

/** Replaces `auto` in the values of flags by the model that is found. */
export async function resolveAuto(command: Command, resolve: () => Promise<string>): Promise<void> {
  for (const [name, value] of Object.entries(command.opts<Record<string, unknown>>())) {
    const given = await resolveFlag(name, value, resolve);
    if (given !== value) command.setOptionValueWithSource(name, given, "cli");
  }
  for (const [index, argument] of command.registeredArguments.entries())
    if (argument.name() === "model" && command.processedArgs[index] === AUTO)
      command.processedArgs[index] = await resolve();
}

async function resolveFlag(
  name: string,
  value: unknown,
  resolve: () => Promise<string>,
): Promise<unknown> {
  if (/^(?:model|arbiter|propose)$/.test(name)) return value === AUTO ? resolve() : value;
  if (name === "member" && Object.values(value ?? {}).includes(AUTO)) {
    const spec = await resolve();
    return Object.fromEntries(
      Object.entries(value ?? {}).map(([id, model]) => [id, model === AUTO ? spec : model]),
    );
  }
  if (name !== "option" || !Array.isArray(value) || !value.some(isAutoOption)) return value;
  const spec = await resolve();
  return value.map((each) => (isAutoOption(each) ? { ...each, value: spec } : each));
}

function isAutoOption(option: unknown): option is { path: readonly string[]; value: string } {
  return (
    readAt(option, "value") === AUTO &&
    /^model$|Model$/.test(String(readListAt(option, "path").at(-1)))
  );
}
