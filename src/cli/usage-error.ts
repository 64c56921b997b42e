import type { Argument, Command, CommanderError } from "commander";
import type { BoardroomError } from "../errors.ts";
import { usage } from "../home/process/io.ts";
import { ownOf } from "../lists.ts";
import { nearest, suggestion } from "../scenario/files/nearest.ts";
import { COLLECTING } from "./terminal/flag-values.ts";

const ALSO_CALLED: Readonly<Record<string, string>> = {
  html: "report",
  table: "show",
  print: "show",
  start: "run",
  play: "watch",
  continue: "resume",
  init: "new",
  create: "new",
  ls: "list",
};

/** Commands of earlier versions, and what does the same now. */
const MOVED: Readonly<Record<string, string>> = {
  answer: "act TRANSCRIPT",
  replay: "show TRANSCRIPT",
  verdicts: "show TRANSCRIPT --quiet",
  prompt: "show TRANSCRIPT --prompt TURN --speaker MEMBER",
  compare: "diff A B",
  export: "report TRANSCRIPT --format adr; for data: show TRANSCRIPT --format csv",
  metrics: "stats TRANSCRIPTS",
  costs: "stats --costs",
  import: "stats --import FORMAT PATH",
  rate: "outcome TRANSCRIPT --agree yes",
  lint: "check --lint",
  read: "check SCENARIO --write-script --model MODEL",
  validate: "check SCENARIO",
  config: "list settings",
  approve: "approvals ID --approve",
  decline: 'approvals ID --decline --because "<reason>"',
  propose: "run SCENARIO --by AGENT",
  seats: "mcp --seats TRANSCRIPT",
  probe: "study run",
};

/** Flags of earlier versions, and what does the same now. */
const MOVED_FLAGS: Readonly<Record<string, string>> = { "--out": "--output", "--html": "--output FILE" };

export function unknownCommand(asked: string, commands: readonly string[]): BoardroomError {
  const moved = ownOf(MOVED, asked);
  if (moved !== undefined) return usage(`${asked} is now: boardroom ${moved}`);
  const meant = nearest(asked, commands) ?? ownOf(ALSO_CALLED, asked.toLowerCase());
  const hint = meant === undefined ? "" : `Did you mean ${JSON.stringify(meant)}? `;
  return usage(`unknown command ${JSON.stringify(asked)}`, `${hint}Run "boardroom --help" for all commands.`);
}

export function usageError(error: CommanderError, command: Command | undefined): BoardroomError {
  const text = error.code === "commander.help" ? "missing command, see the list above" : error.message;
  const [first = "", didYouMean = ""] = text.replace(/^error: /, "").split("\n");
  const line = first.replaceAll(/option '(?:-\w, )?(--[\w-]+)[^']*'/g, "$1");
  const more = `Run "boardroom ${command ? `help ${command.name()}` : "--help"}" for details.`;
  if (line === "unknown --protocol" && command && READING.has(command.name()))
    return usage(line, `Remove it: reading a transcript needs no code of its protocol. ${more}`);
  const moved = ownOf(MOVED_FLAGS, /^unknown (--[\w-]+)/.exec(line)?.[1] ?? "");
  if (moved !== undefined) return usage(line, `It is now ${moved}. ${more}`);
  const many = /^too many arguments for .*Expected (\d+) arguments? but got (\d+)/.exec(line);
  if (many)
    return usage(
      `too many arguments: expected ${many[1]}, found ${many[2]}`,
      `Put a text of several words in quotation marks. ${more}`,
    );
  const { message, remedy } =
    error.code === "commander.missingArgument" && command
      ? missing(line, command)
      : invalid(line, didYouMean.replace(/^\((.*)\)$/, "$1"));
  const plain = message
    .replace(/^unknown --/, "unknown flag --")
    .replace(/^unknown command '(.*)'$/, (_, name: string) => `unknown command ${JSON.stringify(name)}`);
  return usage(plain, remedy === "" ? more : `${remedy} ${more}`);
}

const READING: ReadonlySet<string> = new Set(["report", "diff", "stats"]);

type MessageAndRemedy = { readonly message: string; readonly remedy: string };

function missing(line: string, command: Command): MessageAndRemedy {
  const name = /'(.*)'/.exec(line)?.[1];
  const argument: Argument | undefined = command.registeredArguments.find((each) => each.name() === name);
  if (!argument) return { message: `missing argument: ${name}`, remedy: "" };
  const allowed = argument.argChoices
    ? `Allowed: ${argument.argChoices.join(", ")}.`
    : `${argument.description}.`;
  return { message: `missing argument: ${argument.name()}`, remedy: allowed };
}

function invalid(line: string, didYouMean: string): MessageAndRemedy {
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
  return { message, remedy: choices ? suggestion(found, choices) : rule };
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
      throw usage(
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
