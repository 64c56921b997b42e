import type { Command } from "commander";
import type { BoardroomError } from "../errors.ts";
import { EXIT, exitCodeOfError } from "./exit-codes.ts";
import type { Io } from "./io.ts";

/** A module of `commands/`: its flags, help and action. The action tells the exit code through `finish`. */
export type CommandModule = {
  readonly define: (command: Command, io: Io, finish: (exitCode: number) => void) => Command;
};

type Entry = { readonly summary: string; readonly load: () => Promise<CommandModule> };

/** Loaded only when asked for, so that `--help` answers at once. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  run: { summary: "hold a meeting", load: () => import("./commands/run.ts") },
  verdicts: {
    summary: "print the verdict table of one or several meetings",
    load: () => import("./commands/verdicts.ts"),
  },
  replay: {
    summary: "print a meeting again from its transcript",
    load: () => import("./commands/replay.ts"),
  },
  prompt: {
    summary: "print exactly what a member was sent",
    load: () => import("./commands/prompt.ts"),
  },
  list: {
    summary: "list personas, scenarios, protocols or models",
    load: () => import("./commands/list.ts"),
  },
  check: {
    summary: "validate a scenario and plan its cost; calls no model",
    load: () => import("./commands/check.ts"),
  },
  new: { summary: "start a scenario or a persona of your own", load: () => import("./commands/new.ts") },
  doctor: {
    summary: "tell which providers are reachable and what models can do",
    load: () => import("./commands/doctor.ts"),
  },
};

/** Runs one command line, without `node` and the program, and resolves with the exit code. Never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const { Command, CommanderError } = await import("commander");
  let exitCode: number = EXIT.decided;
  try {
    const program = await buildProgram(new Command("boardroom"), argv, io, (code) => {
      exitCode = code;
    });
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.decided : EXIT.usage;
    return report(error, io);
  }
}

async function buildProgram(
  program: Command,
  argv: readonly string[],
  io: Io,
  finish: (exitCode: number) => void,
): Promise<Command> {
  const { version } = await import("./version.ts");
  const width = io.columns ?? 100;
  program
    .description("Hold a meeting of personas and see who decided what, and why.")
    .version(version)
    .exitOverride()
    .showHelpAfterError("(boardroom --help tells more)")
    .helpCommand("help [command]", "show help for a command")
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText("after", HELP);
  const asked = argv[0] === "help" ? argv[1] : argv[0];
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(summary);
    if (name === asked) (await load()).define(command, io, finish);
  }
  if (argv.length === 0) program.action(() => program.outputHelp());
  return program;
}

const HELP = `
Examples:
  boardroom run hiring                          hold the hiring board with simulated members
  boardroom run hiring --model anthropic:claude-sonnet-5-5
  boardroom verdicts transcripts/hiring-7       the table again, also as CSV, JSON or Markdown
  boardroom check ./my-case                     find mistakes before a model is called

Exit codes:
  0 decided   1 our fault   2 usage or configuration   3 split, hung, no consensus or partial
  4 suspended by a provider or a budget   5 transcript damaged   6 waiting for a person
  130, 143, 129 stopped by SIGINT, SIGTERM, SIGHUP; the meeting can be resumed`;

function report(error: unknown, io: Io): number {
  if (isBoardroomError(error)) {
    io.stderr.write(`boardroom: ${error.message}\n`);
    return exitCodeOfError(error.code);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr.write(`boardroom: this is a fault of boardroom itself\n${text}\n`);
  return EXIT.fault;
}

/** By shape, so that nothing is loaded to print help. */
function isBoardroomError(error: unknown): error is BoardroomError {
  return error instanceof Error && error.name === "BoardroomError";
}
