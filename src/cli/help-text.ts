// Formats the help of the program: the end of the overview, lines within the terminal, and values
// in brackets. commander does the rest.

import type { Argument, HelpConfiguration, Option } from "commander";
import { measureWidth } from "../text/width.ts";
import { wrap } from "../text/wrap.ts";

/** Where help differs from commander's own: short lists of commands, and values in square brackets. */
export const HELP_FORMAT: HelpConfiguration = {
  visibleCommands: ({ commands }) => [...commands],
  subcommandTerm: (command) => command.name(),
  optionDescription: describeValue,
  argumentDescription: describeValue,
};

function describeValue({
  description,
  argChoices: choices = [],
  defaultValue,
}: Option | Argument): string {
  const isListed = choices.every((choice) => description.includes(choice));
  const listed = isListed ? "" : `: ${choices.join(", ").replace(/, ([^,]*)$/, " or $1")}`;
  return `${description}${listed}${defaultValue === undefined ? "" : ` [default: ${defaultValue}]`}`;
}

/** Wraps paragraphs. Long commands continue after a backslash, as in a shell. */
export function fitHelp(text: string, width: number): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    const fits = paragraph.every((line) => measureWidth(line) <= width);
    lines.push(...(fits ? paragraph : wrap(paragraph.join(" "), width)));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    lines.push(
      ...(measureWidth(line) > width && COMMAND.test(line) ? wrapCommand(line, width) : [line]),
    );
  }
  endParagraph();
  return lines.join("\n");
}

const COMMAND = /^ {2}boardroom /;

/** Broken between words, never within quotation marks. */
function wrapCommand(line: string, width: number): readonly string[] {
  const words = line.trim().match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? [];
  const folded: string[] = [];
  let current = " ";
  for (const word of words) {
    if (current.trim() !== "" && measureWidth(`${current} ${word} \\`) > width) {
      folded.push(`${current} \\`);
      current = "     ";
    }
    current += ` ${word}`;
  }
  return [...folded, current];
}

export const OVERVIEW_END = `
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
  8  board test failed
  128+N  stopped by signal N; run "boardroom resume" to continue

Run "boardroom help <command>" for details.`;
