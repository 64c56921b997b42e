import type { Command } from "commander";
import { namesHere } from "../../completing/names-here.ts";
import { SCRIPTS, SHELLS } from "../../completing/scripts.ts";
import { wordsAfter } from "../../completing/words-after.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print, printText } from "../../terminal/io.ts";
import { usage } from "../../terminal/usage.ts";

/** `boardroom completion`: a script for the shell, which asks for words as they are needed. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("[shell]", `which shell: ${SHELLS.join(", ")}`)
    .argument("[line...]", "after --words, and --: the words of a command line so far")
    .option("--words", "print what fits as the last of these words, one a line, as the scripts ask")
    .addHelpText("after", HELP)
    .action(
      async (named: string | undefined, rest: readonly string[], { words }: { readonly words?: true }) => {
        if (words) print(io.stdout, await fitting(io, command.parent ?? command, [named ?? "", ...rest]));
        else printText(io.stdout, SCRIPTS[shellOf(named, rest)]);
        finish(EXIT.decided);
      },
    );
}

const HELP = `
Completes commands, flags and their values, scenarios, personas, panels, protocols and transcripts; files elsewhere.
The program must be found as boardroom, such as after npm link.

In ~/.bashrc:  source <(boardroom completion bash)
In ~/.zshrc:   autoload -U compinit && compinit && source <(boardroom completion zsh)
In ~/.config/fish/config.fish:  boardroom completion fish | source

Examples:
  boardroom completion bash
  boardroom completion --words -- run hi`;

function shellOf(named: string | undefined, rest: readonly string[]): (typeof SHELLS)[number] {
  if (named === undefined) throw usage("which shell?", `Name one: ${SHELLS.join(", ")}.`);
  const shell = SHELLS.find((each) => each === named);
  if (shell === undefined) throw usage(`no script for ${named}`, `There are some for ${SHELLS.join(", ")}.`);
  if (rest.length > 0) throw usage("a line is completed with --words", "Leave it out, or add --words.");
  return shell;
}

/** Ids may stand side by side, with commas: the last of them is completed. */
async function fitting(io: Io, program: Command, line: readonly string[]): Promise<readonly string[]> {
  const typed = line.at(-1) ?? "";
  const { words, kinds } = wordsAfter(program, line);
  const names = (await Promise.all(kinds.map((kind) => namesHere(io, kind)))).flat();
  const before = kinds.includes("personas") ? typed.slice(0, typed.lastIndexOf(",") + 1) : "";
  return [...words, ...names.map((name) => `${before}${name}`)].filter((word) => word.startsWith(typed));
}
