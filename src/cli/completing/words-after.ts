import type { Argument, Command, Option } from "commander";
import { SHELLS } from "./scripts.ts";

/** What the names that a command line may hold are names of. */
export type NameKind = "scenarios" | "personas" | "panels" | "protocols" | "transcripts";

/** What may stand at the place of the last word: words that are known, and kinds of names. */
type Offered = { readonly words: readonly string[]; readonly kinds: readonly NameKind[] };

/** What fits at the end of a command line; of words that follow `boardroom`, the last is the one being typed. */
export function wordsAfter(program: Command, line: readonly string[]): Offered {
  const typed = line.at(-1) ?? "";
  const place = line.slice(0, -1).reduce(next, { command: program, operands: 0, option: null, isOver: false });
  const [, flag = ""] = /^(--[\w-]+)=/.exec(typed) ?? [];
  if (flag !== "") {
    const { words, kinds } = ofOption(optionOf(place.command, flag));
    return { words: words.map((word) => `${flag}=${word}`), kinds };
  }
  if (place.option && takesMore(place.option)) return ofOption(place.option);
  if (typed.startsWith("-") && !place.isOver) return { words: flagsOf(place.command), kinds: [] };
  return ofOperand(place);
}

type TypedSoFar = {
  readonly command: Command;
  /** Words since the command that are no flags and no values of flags. */
  readonly operands: number;
  /** The flag whose value comes next. */
  readonly option: Option | null;
  /** After `--`, nothing is a flag. */
  readonly isOver: boolean;
};

function next(place: TypedSoFar, word: string): TypedSoFar {
  const { command, operands, option, isOver } = place;
  if (!isOver && word === "--") return { ...place, option: null, isOver: true };
  if (!isOver && word.startsWith("-") && word.length > 1) return { ...place, option: optionOf(command, word) };
  if (option && takesMore(option)) return { ...place, option: option.variadic ? option : null };
  const within = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
  if (within) return { ...place, command: within, option: null };
  return { ...place, operands: operands + 1, option: null };
}

function optionOf(command: Command, word: string): Option | null {
  return command.options.find(({ long, short }) => word === long || word === short) ?? null;
}

function takesMore({ required, optional }: Option): boolean {
  return required || optional;
}

function flagsOf(command: Command): readonly string[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);
}

function ofOption(option: Option | null): Offered {
  if (option === null) return NOTHING;
  return { words: option.argChoices ?? [], kinds: OF_FLAGS[option.flags] ?? [] };
}

/** By flag and what it takes: `--members` is a number elsewhere. */
const OF_FLAGS: Readonly<Record<string, readonly NameKind[]>> = {
  "--panel <name>": ["panels"],
  "--members <ids>": ["personas"],
  "--exclude <id[=why]>": ["personas"],
  "--prior <transcript>": ["transcripts"],
  "--protocol <name>": ["protocols"],
};

function ofOperand({ command, operands }: TypedSoFar): Offered {
  if (command.parent === null || command.name() === "help") return ofCommands(command);
  if (operands === 0 && command.commands.length > 0) return ofCommands(command);
  const { registeredArguments: all } = command;
  const last = all.at(-1);
  const argument = all[operands] ?? (last?.variadic ? last : undefined);
  return argument ? ofArgument(argument) : NOTHING;
}

function ofCommands(command: Command): Offered {
  const shown = command.createHelp().visibleCommands(command);
  return { words: shown.map((each) => each.name()), kinds: [] };
}

function ofArgument(argument: Argument): Offered {
  const words = argument.name() === "shell" ? SHELLS : (argument.argChoices ?? []);
  return { words, kinds: OF_ARGUMENTS[argument.name()] ?? [] };
}

const OF_ARGUMENTS: Readonly<Record<string, readonly NameKind[]>> = {
  scenario: ["scenarios"],
  board: ["scenarios"],
  meeting: ["scenarios", "transcripts"],
  transcript: ["transcripts"],
  transcripts: ["transcripts"],
  where: ["transcripts"],
  a: ["transcripts"],
  b: ["transcripts"],
};

const NOTHING: Offered = { words: [], kinds: [] };
