import type { Command } from "commander";
import type { BoardroomError } from "../errors.ts";
import { EXIT, exitCodeOfError } from "../home/process/exit-codes.ts";
import { type Io, printText } from "../home/process/io.ts";
import { withoutSecrets } from "../home/process/without-secrets.ts";
import { PROTOCOL_COMMANDS } from "../protocols/commands.ts";
import { type CommandSummary, overview } from "./overview.ts";

export type CommandModule = {
  readonly define: (command: Command, io: Io, finish: (exitCode: number) => void) => Command;
};

type CommandEntry = CommandSummary & { readonly load: () => Promise<CommandModule> };

/** Loaded only when asked for, so that `--help` answers at once. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  run: { summary: "hold a meeting", load: () => import("./commands/holding/run.ts") },
  ask: {
    summary: "from a question to a board, and its meeting",
    load: () => import("./commands/holding/ask.ts"),
  },
  watch: {
    summary: "hold or replay a meeting in a full-screen view",
    load: () => import("./commands/holding/watch.ts"),
  },
  resume: {
    summary: "go on with a meeting that was stopped",
    load: () => import("./commands/holding/resume.ts"),
  },
  answer: {
    summary: "say what a person at the table is asked for",
    load: () => import("./commands/holding/answer.ts"),
  },
  act: {
    summary: "interject, whisper, bring a document, call a ballot",
    load: () => import("./commands/holding/act.ts"),
  },
  propose: {
    summary: "ask for a meeting as an agent; a person may have to approve",
    load: () => import("./commands/approving/propose.ts"),
  },
  approvals: {
    summary: "list what waits for approval",
    load: () => import("./commands/approving/approvals.ts"),
  },
  approve: {
    summary: "approve a proposed meeting, and hold it",
    load: () => import("./commands/approving/approve.ts"),
  },
  decline: {
    summary: "decline a proposed meeting, with a reason",
    load: () => import("./commands/approving/decline.ts"),
  },
  costs: { summary: "sum up what meetings have cost", load: () => import("./commands/records/costs.ts") },
  fork: {
    summary: "take another way from some turn of a meeting on",
    load: () => import("./commands/holding/fork.ts"),
  },
  compare: {
    summary: "put two meetings side by side and tell where they part",
    load: () => import("./commands/records/compare.ts"),
  },
  verify: {
    summary: "tell whether a transcript is what was written",
    load: () => import("./commands/records/verify.ts"),
  },
  verdicts: {
    summary: "print the verdict table of one or several meetings",
    load: () => import("./commands/records/verdicts.ts"),
  },
  report: {
    summary: "write one HTML file to forward, of a meeting",
    load: () => import("./commands/records/report.ts"),
  },
  export: {
    summary: "write a decision record, minutes or a memo of a meeting",
    load: () => import("./commands/records/export.ts"),
  },
  erase: {
    summary: "erase meetings for good, and leave a tombstone",
    load: () => import("./commands/records/erase.ts"),
  },
  serve: {
    summary: "show the meetings of a folder in the browser",
    load: () => import("./commands/records/serve.ts"),
  },
  mcp: {
    summary: "let agents hold and read meetings, and sit in them",
    load: () => import("./commands/agents/mcp.ts"),
  },
  seats: {
    summary: "tell which seats wait for agents, and make new codes",
    load: () => import("./commands/agents/seats.ts"),
  },
  metrics: {
    summary: "work out figures of talk, minds and evidence over meetings",
    load: () => import("./commands/records/metrics.ts"),
  },
  import: {
    summary: "take in meetings that people held, for the figures",
    load: () => import("./commands/records/import.ts"),
  },
  study: {
    summary: "hold many meetings, and say what they show",
    load: () => import("./commands/studies/study.ts"),
  },
  worker: {
    summary: "hold meetings of studies that lie in a database",
    load: () => import("./commands/studies/worker.ts"),
  },
  rate: {
    summary: "keep what you make of a meeting, or sum it over several",
    load: () => import("./commands/records/rate.ts"),
  },
  outcome: {
    summary: "record what became of a decision",
    load: () => import("./commands/records/outcome.ts"),
  },
  memory: {
    summary: "show or forget what members remember",
    load: () => import("./commands/records/memory.ts"),
  },
  replay: {
    summary: "print a meeting again from its transcript",
    load: () => import("./commands/records/replay.ts"),
  },
  prompt: {
    summary: "print exactly what a member was sent",
    load: () => import("./commands/records/prompt.ts"),
  },
  list: {
    summary: "list personas, panels, scenarios, meetings and more",
    load: () => import("./commands/cases/list.ts"),
  },
  check: {
    summary: "validate a scenario and plan its cost; calls no model",
    load: () => import("./commands/cases/check.ts"),
  },
  lint: {
    summary: "tell what is doubtful about personas and boards",
    load: () => import("./commands/cases/lint.ts"),
  },
  new: { summary: "start a scenario or a persona of your own", load: () => import("./commands/cases/new.ts") },
  ...ofProtocols(),
  config: {
    summary: "print what settings hold, and who stated them",
    load: () => import("./commands/cases/config.ts"),
  },
  completion: {
    summary: "print a completion script for bash, zsh or fish",
    load: () => import("./commands/cases/completion.ts"),
  },
  doctor: {
    summary: "tell which providers are reachable and what models can do",
    load: () => import("./commands/cases/doctor.ts"),
  },
};

function ofProtocols(): Readonly<Record<string, CommandEntry>> {
  const entries = Object.entries(PROTOCOL_COMMANDS).map(([name, { summary, load }]): [string, CommandEntry] => [
    name,
    { summary, load: async () => (await import("./commands/cases/of-protocol.ts")).commandOf(await load()) },
  ]);
  return Object.fromEntries(entries);
}

/** `argv`: without `node` and the program. Resolves with the exit code; never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  if (OVERVIEW_ASKED.has(argv.join(" "))) {
    printText(io.stdout, overview(COMMANDS));
    return EXIT.decided;
  }
  const { Command, CommanderError } = await import("commander");
  const configured = withConfig(io, argv);
  const program = new Command("boardroom");
  const asked = argv[0] === "help" ? argv[1] : argv[0];
  let exitCode: number = EXIT.decided;
  try {
    await refuseUnknown(asked);
    await addCommands(program, asked === "completion" ? Object.keys(COMMANDS) : [asked], configured, (code) => {
      exitCode = code;
    });
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return report(error, io);
    if (error.exitCode === 0) return EXIT.decided;
    const { usageError } = await import("./usage-error.ts");
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
async function refuseUnknown(asked: string | undefined): Promise<void> {
  if (asked === undefined || asked.startsWith("-") || asked === "help" || Object.hasOwn(COMMANDS, asked))
    return;
  const { unknownCommand } = await import("./usage-error.ts");
  throw unknownCommand(asked, COMMANDS);
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
      command.option("--config <file>", "your own settings; default ~/.config/boardroom/boardroom.yaml");
      command.hook("preAction", async (_, asked) => {
        if (!argv.some((word) => /(?:^|=)auto$/.test(word))) return;
        const { resolveAuto } = await import("../home/settings/auto-model.ts");
        await resolveAuto(asked, async () => {
          const { foundModel } = await import("../home/settings/settings.ts");
          return foundModel(configuredIo);
        });
      });
      command.on("option:config", (named: string) => {
        file = named;
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
  const [{ version }, { fitHelp }, { refuseTwice }] = await Promise.all([
    import("../home/process/version.ts"),
    import("./help-text.ts"),
    import("./usage-error.ts"),
  ]);
  const width = io.columns ?? 100;
  program
    .version(version)
    .exitOverride()
    .helpCommand("help [command]", "show help for a command")
    .configureOutput({
      writeOut: (text) => printText(io.stdout, fitHelp(text, width)),
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  program.helpInformation = () => overview(COMMANDS);
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(summary);
    if (!asked.includes(name)) continue;
    (await load()).define(command, io, finish);
    configure(command);
    refuseTwice(command);
  }
}

/** Answered before anything is loaded. */
const OVERVIEW_ASKED: ReadonlySet<string> = new Set(["", "--help", "-h", "help", "help help"]);

function report(error: unknown, io: Io): number {
  if (isBoardroomError(error)) {
    printText(io.stderr, `boardroom: ${withoutSecrets(error.message, io.env)}\n`);
    return exitCodeOfError(error.code);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printText(io.stderr, `boardroom: this is a fault of boardroom itself\n${withoutSecrets(text, io.env)}\n`);
  return EXIT.fault;
}

/** By shape, so that nothing is loaded to print help. */
function isBoardroomError(error: unknown): error is BoardroomError {
  return error instanceof Error && error.name === "BoardroomError";
}
