import type { Argument, Command, Option } from "commander";
import { displayWidth } from "../text/width.ts";
import { wrap } from "../text/wrap.ts";

type Row = readonly [term: string, about: string];

/** The help of one command: what it does, its arguments, and its flags under their headings. */
export function helpOf(command: Command, width: number): string {
  const help = command.createHelp();
  const path = help
    .commandUsage(command)
    .split(" ")
    .filter((word) => /^[a-z-]+$/.test(word));
  const arguments_ = command.registeredArguments.map((each): Row => [termOf(each), aboutValue(each)]);
  const commands = help.visibleCommands(command).map((each): Row => [each.name(), each.description()]);
  const options = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  const headings = [...new Set(options.map(headingOf))];
  const sections: readonly (readonly [string, readonly Row[]])[] = [
    ["Commands:", commands.filter(([name]) => name !== "help")],
    ["Arguments:", arguments_],
    ...headings.map((heading) => {
      const own = options.filter((option) => headingOf(option) === heading);
      return [heading, own.map((option): Row => [option.flags, aboutValue(option)])] as const;
    }),
  ];
  const shown = sections.filter(([, rows]) => rows.length > 0);
  const column = Math.max(...shown.flatMap(([, rows]) => rows.map(([term]) => term.length))) + 3;
  const usage = [...path, ...(commands.length > 0 ? ["<command>"] : []), ...arguments_.map(([term]) => term)];
  return [
    `${command.description()}.`,
    "",
    `Usage: ${usage.join(" ")} [options]`,
    ...shown.flatMap(([heading, rows]) => [
      "",
      heading,
      ...rows.flatMap((row) => rowLines(row, column, width)),
    ]),
    "",
  ].join("\n");
}

function headingOf({ helpGroupHeading = "Options:" }: Option): string {
  return helpGroupHeading;
}

function termOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function aboutValue({ description, argChoices: choices = [], defaultValue }: Option | Argument): string {
  const isListed = choices.every((choice) => description.includes(choice));
  const listed = isListed ? "" : `: ${choices.join(", ").replace(/, ([^,]*)$/, " or $1")}`;
  return `${description}${listed}${defaultValue === undefined ? "" : ` [default: ${defaultValue}]`}`;
}

function rowLines([term, about]: Row, column: number, width: number): readonly string[] {
  const [first = "", ...more] = wrap(about, Math.max(20, width - column - 2));
  return [`  ${term.padEnd(column)}${first}`, ...more.map((line) => " ".repeat(column + 2) + line)];
}

/** Wraps paragraphs. Long commands continue after a backslash, as in a shell. */
export function fitHelp(text: string, width: number): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    const fits = paragraph.every((line) => displayWidth(line) <= width);
    lines.push(...(fits ? paragraph : wrap(paragraph.join(" "), width)));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    lines.push(...(displayWidth(line) > width && COMMAND.test(line) ? foldCommand(line, width) : [line]));
  }
  endParagraph();
  return lines.join("\n");
}

const COMMAND = /^ {2}boardroom /;

/** Broken between words, never within quotation marks. */
function foldCommand(line: string, width: number): readonly string[] {
  const words = line.trim().match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? [];
  const folded: string[] = [];
  let current = " ";
  for (const word of words) {
    if (current.trim() !== "" && displayWidth(`${current} ${word} \\`) > width) {
      folded.push(`${current} \\`);
      current = "     ";
    }
    current += ` ${word}`;
  }
  return [...folded, current];
}

type Groups = Readonly<Record<string, Readonly<Record<string, readonly [summary: string, ...unknown[]]>>>>;

export function overview(commands: Groups): string {
  const listed = Object.entries(commands);
  const width = Math.max(...listed.flatMap(([, own]) => Object.keys(own).map(({ length }) => length))) + 3;
  const groups = listed.map(([group, own]) => {
    const lines = Object.entries(own).map(([name, [summary]]) => `  ${name.padEnd(width)}${summary}`);
    return [`${group}:`, ...lines].join("\n");
  });
  return `Simulate board meetings: personas debate a question and vote.

Usage: boardroom <command> [options]

${groups.join("\n\n")}

Options:
  -h, --help     Show help for a command
  -V, --version  Show the version

Examples:
  boardroom run hiring
  boardroom run hiring --model anthropic:claude-sonnet-5-5
  boardroom ask "Should we raise prices by 8 %?" --document figures.md
  boardroom report transcripts/hiring-34 --open

Exit codes:
  0  decided                 4  suspended (provider error or budget)
  1  error; invalid claims   5  transcript damaged or changed
  2  wrong usage or config   6  waiting for a person or approval
  3  no decision             7  decided, not yet accepted
  128+N  stopped by signal N; run "boardroom resume" to continue

Run "boardroom help <command>" for details.
`;
}
