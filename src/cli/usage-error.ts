// Turns commander's errors about the command line into Boardroom's: with the value that is wrong
// and what to do.

import type { Argument, Command, CommanderError } from "commander";
import type { BoardroomError } from "../errors.ts";
import { createUsageError } from "../home/process/io.ts";
import { findNearest, suggestNames } from "../scenario/files/nearest.ts";
import { COLLECTING } from "./terminal/flag-values.ts";

export function createUnknownCommandError(
  asked: string,
  commands: readonly string[],
): BoardroomError {
  const meant = findNearest(asked, commands);
  const hint = meant === undefined ? "" : `Did you mean ${JSON.stringify(meant)}? `;
  return createUsageError(
    `unknown command ${JSON.stringify(asked)}`,
    `${hint}Run "boardroom --help" for all commands.`,
  );
}

export function explainParseError(
  error: CommanderError,
  command: Command | undefined,
): BoardroomError {
  const text =
    error.code === "commander.help" ? "missing command, see the list above" : error.message;
  const [first = "", didYouMean = ""] = text.replace(/^error: /, "").split("\n");
  const line = first.replaceAll(/option '(?:-\w, )?(--[\w-]+)[^']*'/g, "$1");
  const more = line.startsWith("unknown --dry")
    ? 'To plan without calling a model, use "boardroom check".'
    : `Run "boardroom ${command ? `help ${command.name()}` : "--help"}" for details.`;
  const many = /^too many arguments for .*Expected (\d+) arguments? but got (\d+)/.exec(line);
  if (many)
    return createUsageError(
      `too many arguments: expected ${many[1]}, found ${many[2]}`,
      `Put a text of several words in quotation marks. ${more}`,
    );
  const { message, remedy } =
    error.code === "commander.missingArgument" && command
      ? explainMissing(line, command)
      : explainInvalid(line, didYouMean.replace(/^\((.*)\)$/, "$1"));
  const plain = message
    .replace(/^unknown --/, "unknown flag --")
    .replace(
      /^unknown command '(.*)'$/,
      (_, name: string) => `unknown command ${JSON.stringify(name)}`,
    );
  return createUsageError(plain, remedy === "" ? more : `${remedy} ${more}`);
}

type MessageAndRemedy = { message: string; remedy: string };

function explainMissing(line: string, command: Command): MessageAndRemedy {
  const name = /'(.*)'/.exec(line)?.[1];
  const argument: Argument | undefined = command.registeredArguments.find(
    (each) => each.name() === name,
  );
  if (!argument) return { message: `missing argument: ${name}`, remedy: "" };
  const allowed = argument.argChoices
    ? `Allowed: ${argument.argChoices.join(", ")}.`
    : `${argument.description}.`;
  return { message: `missing argument: ${argument.name()}`, remedy: allowed };
}

function explainInvalid(line: string, didYouMean: string): MessageAndRemedy {
  const [, flag, found, rule] =
    /^(?:(--[\w-]+) argument|command-argument value) '([^']*)' is invalid(?: for argument '[^']*')?\. (.*)$/.exec(
      line,
    ) ?? [];
  if (found === undefined || rule === undefined)
    return {
      message: line
        .replace(/ argument missing$/, " needs a value")
        .replace(/^required (--[\w-]+) not specified$/, "$1 is required"),
      remedy: / cannot be used with /.test(line) ? "Remove one of the two." : didYouMean,
    };
  const choices = /^Allowed choices are (.*)\.$/.exec(rule)?.[1]?.split(", ");
  const message = `invalid value ${JSON.stringify(found)}${flag === undefined ? "" : ` for ${flag}`}`;
  return { message, remedy: choices ? suggestNames(found, choices) : rule };
}

/** Commander would drop the first value without a word. */
export function refuseTwice(command: Command): void {
  for (const option of command.options) {
    if (option.isBoolean() || COLLECTING.has(option.parseArg)) continue;
    let given: string | null = null;
    command.on(`option:${option.name()}`, (value: string) => {
      if (given === null) {
        given = value;
        return;
      }
      throw createUsageError(
        `${option.long} is given twice: ${given}, then ${value}`,
        REMEDIES[option.long ?? ""] ?? "It takes one value: remove one of them.",
      );
    });
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  "--document":
    "A meeting judges one document. For several candidates use --documents: one meeting each. For more to read use --attach.",
};
