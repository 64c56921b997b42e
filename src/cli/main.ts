import type { Command } from "commander";
import type { BoardroomError } from "../errors.ts";
import { EXIT, exitCodeOfError } from "../home/process/exit-codes.ts";
import { type Io, printText, version, withoutSecrets } from "../home/process/io.ts";
import { escapeRegExp } from "../text/plain.ts";
import { fitHelp, helpOf } from "./help-text.ts";
import { type CommandSummary, overview } from "./overview.ts";

export type CommandModule = {
  readonly define: (command: Command, io: Io, finish: (exitCode: number) => void) => Command;
};

type CommandEntry = CommandSummary & { readonly load: () => Promise<CommandModule> };

/** Loaded only when asked for, so that `--help` answers at once. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  run: {
    group: "Meetings",
    summary: "Run a meeting and print the verdict table",
    load: () => import("./commands/run.ts"),
  },
  ask: {
    group: "Meetings",
    summary: "Set up a board for a question and run its meeting",
    load: () => import("./commands/ask.ts"),
  },
  watch: {
    group: "Meetings",
    summary: "Watch a live or finished meeting in full screen",
    load: () => import("./commands/watch.ts"),
  },
  resume: {
    group: "Meetings",
    summary: "Continue a meeting that stopped",
    load: () => import("./commands/resume.ts"),
  },
  act: {
    group: "Meetings",
    summary: "Take part: answer, speak, add a document, call a vote",
    load: () => import("./commands/act.ts"),
  },
  fork: {
    group: "Meetings",
    summary: "Re-run a meeting from an earlier turn with changes",
    load: () => import("./commands/fork.ts"),
  },
  show: {
    group: "Results",
    summary: "Print a meeting's debate, verdicts or prompts",
    load: () => import("./commands/show.ts"),
  },
  diff: {
    group: "Results",
    summary: "Compare two meetings and show where they diverge",
    load: () => import("./commands/diff.ts"),
  },
  report: {
    group: "Results",
    summary: "Write a report (HTML) or a decision record (Markdown)",
    load: () => import("./commands/report.ts"),
  },
  verify: {
    group: "Results",
    summary: "Check that a transcript has not been changed",
    load: () => import("./commands/verify.ts"),
  },
  stats: {
    group: "Results",
    summary: "Show statistics and costs across meetings",
    load: () => import("./commands/stats.ts"),
  },
  outcome: {
    group: "Results",
    summary: "Record what happened after a decision",
    load: () => import("./commands/outcome.ts"),
  },
  new: {
    group: "Scenarios",
    summary: "Create a scenario, persona or study from a template",
    load: () => import("./commands/new.ts"),
  },
  check: {
    group: "Scenarios",
    summary: "Validate a scenario and estimate its cost",
    load: () => import("./commands/check.ts"),
  },
  list: {
    group: "Scenarios",
    summary: "List scenarios, personas, protocols, models, meetings or settings",
    load: () => import("./commands/list.ts"),
  },
  study: {
    group: "Many meetings",
    summary: "Run many meetings and report what they show",
    load: () => import("./commands/study.ts"),
  },
  worker: {
    group: "Many meetings",
    summary: "Run meetings of a study from a PostgreSQL queue",
    load: () => import("./commands/worker.ts"),
  },
  memory: {
    group: "Data and access",
    summary: "Show or delete what members remember",
    load: () => import("./commands/memory.ts"),
  },
  erase: {
    group: "Data and access",
    summary: "Delete meetings and the data derived from them",
    load: () => import("./commands/erase.ts"),
  },
  approvals: {
    group: "Data and access",
    summary: "Show, approve or decline meetings that need approval",
    load: () => import("./commands/approvals.ts"),
  },
  serve: {
    group: "Data and access",
    summary: "Browse and run meetings in the browser",
    load: () => import("./commands/serve.ts"),
  },
  mcp: {
    group: "Data and access",
    summary: "Start an MCP server for AI agents",
    load: () => import("./commands/mcp.ts"),
  },
  doctor: {
    group: "Setup",
    summary: "Check API keys, providers and models",
    load: () => import("./commands/doctor.ts"),
  },
  completion: {
    group: "Setup",
    summary: "Print a completion script for bash, zsh or fish",
    load: () => import("./commands/completion.ts"),
  },
  "validate-claims": {
    group: null,
    summary: "Check the claims and decisions of a deliberation: another name for verify",
    load: async () => ({ define: (await import("./commands/verify.ts")).defineClaims }),
  },
};

/** `argv`: without `node` and the program. Resolves with the exit code; never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  if (OVERVIEW_ASKED.has(argv.join(" "))) {
    printText(io.stdout, overview(COMMANDS));
    return EXIT.decided;
  }
  const { Command, CommanderError } = await import("commander");
  // Loaded here, so that `--help` does not load what flags are read with.
  const { unknownCommand, usageError } = await import("./usage-error.ts");
  const configured = withConfig(io, argv);
  const program = new Command("boardroom");
  const asked = argv[0] === "help" ? argv[1] : argv[0];
  let exitCode: number = EXIT.decided;
  try {
    if (isUnknown(asked)) throw unknownCommand(asked, COMMANDS);
    await addCommands(program, asked === "completion" ? Object.keys(COMMANDS) : [asked], configured, (code) => {
      exitCode = code;
    });
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return report(error, io);
    if (error.exitCode === 0) return EXIT.decided;
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
  return asked !== undefined && !asked.startsWith("-") && asked !== "help" && !Object.hasOwn(COMMANDS, asked);
}

type Configured = { readonly io: Io; readonly configure: (command: Command) => void };

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
          const { foundModel } = await import("../home/settings/settings.ts");
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
    .version(version)
    .exitOverride()
    .helpCommand("help [command]", "Show help for a command")
    .configureHelp({ formatHelp: (command) => helpOf(command, width) })
    .configureOutput({
      writeOut: (text) => printText(io.stdout, fitHelp(text, width)),
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  program.helpInformation = () => overview(COMMANDS);
  const { withFlags } = await import("./terminal/flags.ts");
  const { refuseTwice } = await import("./usage-error.ts");
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(summary);
    if (!asked.includes(name)) continue;
    (await load()).define(command, io, finish);
    configure(withFlags(command, "config"));
    refuseTwice(command);
  }
}

/** Answered before anything is loaded. */
const OVERVIEW_ASKED: ReadonlySet<string> = new Set(["", "--help", "-h", "help", "help help"]);

function report(error: unknown, io: Io): number {
  if (isBoardroomError(error)) {
    printText(io.stderr, `boardroom: ${withoutSecrets(fromHere(error.message, io.cwd), io.env)}\n`);
    return exitCodeOfError(error.code);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printText(io.stderr, `boardroom: this is a fault of boardroom itself\n${withoutSecrets(text, io.env)}\n`);
  return EXIT.fault;
}

/** Paths as one types them in this folder. */
function fromHere(message: string, cwd: string): string {
  return message.replaceAll(new RegExp(`(?<![^\\s"'(])${escapeRegExp(cwd)}/`, "g"), "");
}

/** By shape, so that nothing is loaded to print help. */
function isBoardroomError(error: unknown): error is BoardroomError {
  return error instanceof Error && error.name === "BoardroomError";
}
