// Defines commands as values: arguments, flags, and which flags exclude or need each other. The
// files of `commands/` use it, and commander parses.

import { Argument, type Command, Option } from "commander";
import { createUsageError, type Io } from "../../home/process/io.ts";

type Parse = (text: string, before: never) => unknown;

type More = {
  /** The value without the flag. Help shows it. */
  preset?: unknown;
  heading?: string;
  /** Other flags that it cannot be used with, and those without one of which it has no effect. */
  excludes?: readonly string[];
  needs?: readonly string[];
  isRequired?: true;
};

/** Flags, what they do, and how their value is read or what it can be. */
export type Flag = readonly [
  flags: string,
  about: string,
  value?: Parse | readonly string[] | undefined,
  more?: More,
];

/** By the name that a command reads: `maxMessages` of `--max-messages`. */
export type Flags = Readonly<Record<string, Flag>>;

type NamedArgument = readonly [name: string, about: string, choices?: readonly string[]];

type Choice<Choices> = Choices extends readonly (infer Each)[] ? Each : string;

type ValueOf<Each extends Flag> = Each[2] extends Parse
  ? ReturnType<Each[2]>
  : Each[2] extends readonly string[]
    ? Choice<Each[2]>
    : Each[0] extends `${string}...>`
      ? readonly string[]
      : Each[0] extends `${string}<${string}`
        ? string
        : Each[0] extends `${string}[${string}`
          ? string | true
          : boolean;

type Always = readonly [string, string, unknown, { preset: unknown } | { isRequired: true }];

export type FlagsOf<Table extends Flags> = {
  [Name in keyof Table as Table[Name] extends Always ? never : Name]?: ValueOf<Table[Name]>;
} & {
  [Name in keyof Table as Table[Name] extends Always ? Name : never]: ValueOf<Table[Name]>;
};

type ArgumentOf<Each extends NamedArgument> = Each[0] extends `${string}...${string}`
  ? readonly string[]
  : Each[0] extends `<${string}`
    ? Choice<Each[2]>
    : Choice<Each[2]> | undefined;

type ArgumentsOf<All extends readonly NamedArgument[]> = {
  [Index in keyof All]: ArgumentOf<All[Index]>;
};

/** A command as a value. `define` gives it to the parser. */
export type CommandValue = {
  define: (command: Command, io: Io, finish: (exitCode: number) => void) => Command;
};

type Others<Table extends Flags> = {
  [Name in keyof Table]?: readonly (keyof Table & string)[];
};

type Stated<All extends readonly NamedArgument[], Table extends Flags> = {
  arguments?: All;
  flags?: Table;
  /** Flags that have no effect without another flag, or without one of several. */
  needs?: Others<Table>;
  excludes?: Others<Table>;
  help?: string;
  /** Resolves with the exit code. */
  run: (
    io: Io,
    given: ArgumentsOf<All>,
    flags: FlagsOf<Table>,
    command: Command,
  ) => Promise<number> | number;
};

export function defineCommand<
  const All extends readonly NamedArgument[] = readonly [],
  const Table extends Flags = Readonly<Record<never, Flag>>,
>({ arguments: named, flags, needs, excludes, help = "", run }: Stated<All, Table>): CommandValue {
  return {
    define(command, io, finish) {
      for (const [name, about, choices] of named ?? []) {
        const argument = new Argument(name, about);
        command.addArgument(choices ? argument.choices(choices) : argument);
      }
      addFlags(command, flags ?? {});
      for (const [name, others = []] of Object.entries<readonly string[] | undefined>(
        excludes ?? {},
      ))
        findOption(command, name)?.conflicts([...others]);
      return command.addHelpText("after", help).action(async (...parsed: unknown[]) => {
        refuseAlone(command, { ...collectNeeds(flags ?? {}), ...needs });
        const given = parsed.slice(0, -2) as unknown as ArgumentsOf<All>;
        finish(await run(io, given, parsed.at(-2) as FlagsOf<Table>, command));
      });
    },
  };
}

/** A command that only has subcommands. */
export function defineGroup(
  commands: Readonly<Record<string, CommandValue & { summary: string }>>,
  help: string,
): CommandValue {
  return {
    define(command, io, finish) {
      for (const [name, { summary, define }] of Object.entries(commands))
        define(command.command(name).description(summary), io, finish);
      return command.addHelpText("after", help);
    },
  };
}

function findOption(command: Command, name: string): Option | undefined {
  return command.options.find((option) => option.attributeName() === name);
}

function collectNeeds(flags: Flags): Readonly<Record<string, readonly string[] | undefined>> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, [, , , more]]) => [name, more?.needs]),
  );
}

function refuseAlone(
  command: Command,
  needs: Readonly<Record<string, readonly string[] | undefined>>,
): void {
  const isGiven = (name: string) => command.getOptionValueSource(name) === "cli";
  for (const [name, others = []] of Object.entries(needs)) {
    if (others.length === 0 || !isGiven(name) || others.some(isGiven)) continue;
    const [flag, ...needed] = [name, ...others].map((each) => findOption(command, each)?.long);
    const any = needed.length > 1 ? `one of ${needed.join(", ")}` : needed.join("");
    throw createUsageError(
      `${flag} needs ${any}`,
      `Add ${needed.length > 1 ? "one of them" : any}, or remove ${flag}.`,
    );
  }
}

export function refuseOthers(
  table: Flags,
  given: object,
  allowed: Flags,
  why: string,
  remedy: string,
): void {
  const others = Object.keys(table).filter(
    (name) => Object.hasOwn(given, name) && !Object.hasOwn(allowed, name),
  );
  const named = others.map((name) => /--[\w-]+/.exec(table[name]?.[0] ?? "")?.[0]).join(", ");
  if (named !== "") throw createUsageError(`${named} ${why}`, remedy);
}

export function putUnder<const Table extends Flags>(heading: string, table: Table): Table {
  const placed = Object.entries(table).map(
    ([name, [flags, about, value, more]]): readonly [string, Flag] => [
      name,
      [flags, about, value, { ...more, heading }],
    ],
  );
  return Object.fromEntries(placed) as Flags as Table;
}

export function addFlags(command: Command, table: Flags): void {
  for (const [flags, about, value, more = {}] of Object.values(table)) {
    const option = new Option(flags, about);
    if (more.heading) option.helpGroup(`${more.heading}:`);
    if (more.preset !== undefined) option.default(more.preset);
    if (more.isRequired) option.makeOptionMandatory();
    if (more.excludes) option.conflicts([...more.excludes]);
    if (typeof value === "function")
      option.argParser(value as (text: string, before: unknown) => unknown);
    else if (value) option.choices(value);
    command.addOption(option);
  }
}
