// The program: finds the command, runs it, and prints an error with its exit code. Each command is
// a file of `commands/`, loaded when it is used.

import { join } from "node:path";
import type { Command } from "commander";
import type { BoardroomError } from "../errors.ts";
import { EXIT, exitCodeOfError } from "../home/process/exit-codes.ts";
import { type Io, printText, redactSecrets } from "../home/process/io.ts";
import { PACKAGE_ROOT, PROGRAM_VERSION } from "../scenario/files/package-files.ts";
import { escapeRegExp } from "../text/plain.ts";
import { fitHelp, HELP_FORMAT, OVERVIEW_END } from "./help-text.ts";
import type { CommandValue } from "./terminal/command.ts";

type Load = () => Promise<{ command: CommandValue }>;
type Entry = readonly [summary: string, load: Load];

/** Loaded only when asked for, so that `--help` answers at once. */
const IN_GROUPS: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  Meetings: {
    run: ["Run a meeting and print the verdict table", () => import("./commands/run.ts")],
    ask: ["Set up a board for a question and run its meeting", () => import("./commands/ask.ts")],
    watch: ["Watch a live or finished meeting in full screen", () => import("./commands/watch.ts")],
    resume: ["Continue a meeting that stopped", () => import("./commands/resume.ts")],
    act: ["Take part: answer, speak or call a vote", () => import("./commands/act.ts")],
    fork: [
      "Re-run a meeting from an earlier turn with changes",
      () => import("./commands/fork.ts"),
    ],
  },
  Results: {
    show: ["Print a meeting's debate, verdicts or prompts", () => import("./commands/show.ts")],
    diff: ["Compare two meetings and show where they diverge", () => import("./commands/diff.ts")],
    report: [
      "Write a report (HTML, Markdown) or a decision record",
      () => import("./commands/report.ts"),
    ],
    verify: ["Check that a transcript has not been changed", () => import("./commands/verify.ts")],
    outcome: [
      "Record what happened after a decision, or show who was right",
      () => import("./commands/outcome.ts"),
    ],
  },
  Scenarios: {
    new: ["Create a scenario, persona or study from a template", () => import("./commands/new.ts")],
    check: ["Validate a scenario and estimate its cost", () => import("./commands/check.ts")],
    test: ["Test a board on changed copies of its case", () => import("./commands/test.ts")],
    list: ["List meetings, and all that a meeting can use", () => import("./commands/list.ts")],
  },
  "Many meetings": {
    study: ["Run many meetings and report what they show", () => import("./commands/study.ts")],
    worker: [
      "Run meetings of a study from a PostgreSQL queue",
      () => import("./commands/worker.ts"),
    ],
  },
  "Data and access": {
    erase: ["Delete meetings, or all that read a document", () => import("./commands/erase.ts")],
    approvals: [
      "Show, approve or decline meetings that need approval",
      () => import("./commands/approvals.ts"),
    ],
    serve: ["Browse and run meetings in the browser", () => import("./commands/serve.ts")],
    mcp: ["Start an MCP server for AI agents", () => import("./commands/mcp.ts")],
  },
  Setup: {
    doctor: ["Check API keys, providers and models", () => import("./commands/doctor.ts")],
    completion: [
      "Print a completion script for bash, zsh or fish",
      () => import("./commands/completion.ts"),
    ],
  },
};

const COMMANDS = Object.fromEntries(
  Object.entries(IN_GROUPS).flatMap(([group, own]) =>
    Object.entries(own).map(([name, [summary, load]]) => [name, { group, summary, load }]),
  ),
);

/** `argv`: without `node` and the program. Resolves with the exit code; never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  if (argv[0] === "completion" && argv[1] === "names") {
    const { listNames } = await import("./terminal/names.ts");
    printText(io.stdout, `${(await listNames(io, argv.slice(2))).join("\n")}\n`);
    return EXIT.decided;
  }
  const { Command, CommanderError } = await import("commander");
  const { createUnknownCommandError: unknownCommand, explainParseError: usageError } = await import(
    "./usage-error.ts"
  );
  const configured = withConfig(io, argv);
  const program = new Command("boardroom");
  const isOverview = argv.length === 0 || argv.join(" ") === "help help";
  const given = isOverview ? ["--help"] : [...argv];
  const asked = argv[0] === "help" ? argv[1] : argv[0];
  let exitCode: number = EXIT.decided;
  try {
    if (isUnknown(asked)) throw unknownCommand(asked, Object.keys(COMMANDS));
    await addCommands(
      program,
      asked === "completion" ? Object.keys(COMMANDS) : [asked],
      configured,
      (code) => {
        exitCode = code;
      },
    );
    await program.parseAsync(given, { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return report(error, io);
    if (error.exitCode === 0) return EXIT.decided;
    // A group without its command has printed its help.
    if (error.code === "commander.help") return EXIT.usage;
    return report(
      usageError(
        error,
        program.commands.find((command) => command.name() === asked),
      ),
      io,
    );
  }
}

/** Before flags are read: `--help` of an unknown command is a mistake too. */
function isUnknown(asked: string | undefined): asked is string {
  return (
    asked !== undefined &&
    !asked.startsWith("-") &&
    asked !== "help" &&
    !Object.hasOwn(COMMANDS, asked)
  );
}

type Configured = { io: Io; configure: (command: Command) => void };

/** Gives every command `--config`, known by the time settings are read. */
function withConfig(io: Io, argv: readonly string[]): Configured {
  let file: string | undefined;
  const config = { value: () => file, enumerable: true };
  const called = { value: argv, enumerable: true };
  // Descriptors, so that getters are still read only when needed.
  const configuredIo = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(io),
    config,
    argv: called,
  }) as Io;
  return {
    io: configuredIo,
    configure(command) {
      command.on("option:config", (named: string) => {
        file = named;
      });
      command.hook("preAction", async (_, asked) => {
        if (!argv.some((word) => /(?:^|=)auto$/.test(word))) return;
        const { resolveAuto } = await import("./terminal/flags.ts");
        await resolveAuto(asked, async () => {
          const { chooseModel: foundModel } = await import("../home/settings/settings.ts");
          return foundModel(configuredIo);
        });
      });
    },
  };
}

async function addCommands(
  program: Command,
  asked: readonly (string | undefined)[],
  { io, configure }: Configured,
  finish: (exitCode: number) => void,
): Promise<void> {
  const width = io.columns ?? 100;
  program
    .description("Simulate board meetings: personas debate a question and vote")
    .usage("<command> [options]")
    .helpOption("-h, --help", "Show help")
    .version(PROGRAM_VERSION, "-V, --version", "Show the version")
    .exitOverride()
    .helpCommand("help [command]", "Show help for a command")
    .configureHelp(HELP_FORMAT)
    .addHelpText("after", OVERVIEW_END)
    .configureOutput({
      writeOut: (text) => printText(io.stdout, fitHelp(text, width)),
      writeErr: (text) => printText(io.stderr, fitHelp(text, width)),
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  const { addFlags } = await import("./terminal/command.ts");
  const { selectFlags: shared } = await import("./terminal/flags.ts");
  const { refuseTwice } = await import("./usage-error.ts");
  for (const [name, { group, summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(summary).helpGroup(`${group}:`);
    if (!asked.includes(name)) continue;
    (await load()).command.define(command, io, finish);
    addFlags(command, shared("config"));
    configure(command);
    for (const each of [command, ...command.commands]) refuseTwice(each);
  }
}

function report(error: unknown, io: Io): number {
  if (isBoardroomError(error)) {
    printText(
      io.stderr,
      `boardroom: ${redactSecrets(shortenPaths(error.message, io.cwd), io.env)}\n`,
    );
    return exitCodeOfError(error.code);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printText(
    io.stderr,
    `boardroom: this is a fault of boardroom itself\n${redactSecrets(text, io.env)}\n`,
  );
  return EXIT.fault;
}

/** Paths as one types them in this folder; pages of the docs are in the package. */
function shortenPaths(message: string, cwd: string): string {
  const located = message.replaceAll(/(?<![\w/.])docs\/[\w/-]+\.md/g, (page) =>
    join(PACKAGE_ROOT, page),
  );
  return located.replaceAll(new RegExp(`(?<![^\\s"'(])${escapeRegExp(cwd)}/`, "g"), "");
}

/** By shape, so that nothing is loaded to print help. */
function isBoardroomError(error: unknown): error is BoardroomError {
  return error instanceof Error && error.name === "BoardroomError";
}
